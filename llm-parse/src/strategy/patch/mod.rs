//! Asks for a patch of a document instead of the whole of it.
//!
//! # Design
//!
//! The conversation is a fresh one and short: what the text was, the document as it stands, what is wrong with it, and
//! what belongs there. The failed answer, the history and the outline of the whole type are left out.

mod apply;
mod change;
mod guard;
mod keep;
mod mend;
mod open;
mod reply;
mod superset;
mod whole;

use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex};

use super::{Situation, Strategy, add_to_turn};
use crate::attempt::{Attempt, Outcome};
use crate::client::Mode;
use crate::facts::Facts;
use crate::feedback::clamp;
use crate::fix::Fix;
use crate::outline::outline_at;
use crate::patch::Pointer;
use crate::patch::difference::Open;
use crate::patch::document::Document;
use crate::plan::Plan;
use crate::prompt::{Message, Prompt};
use crate::violation::{Code, Violation};
pub(crate) use change::{Update, change};
pub(crate) use keep::Keep;
use mend::{Mend, Scope};

/// With more violations than this the document is better written anew.
pub(crate) const MOST_VIOLATIONS: usize = 10;
/// How many characters of a violation's message are sent.
const MESSAGE_CHARS: usize = 600;

/// An example of an answer.
const EXAMPLE: &str = r#"{"operations":[{"op":"replace","path":"/a/b","value":1},{"op":"add","path":"/c","value":{}},{"op":"remove","path":"/d"}]}"#;
const MEND: &str = "Mend a JSON document. Change nothing but what is wrong.";
const LISTS: &str = " A list is shown as an object whose keys `#0`, `#1`, .. name its items; `-` in their place is a new item at the end.";

static FACTS: LazyLock<Option<Arc<Facts>>> = LazyLock::new(|| {
    Facts::of_document("patch", &reply::schema())
        .ok()
        .map(Arc::new)
});

/// Asks to mend what is wrong with the last answer.
pub(super) fn plan(situation: &Situation<'_>) -> Option<Plan> {
    if let Some(update) = situation.update {
        return change::again(situation, update);
    }
    let last = situation.last;
    let (refusals, violations) = sorted(last);
    let text = last.document.as_deref()?;
    let mendable = matches!(
        last.outcome(),
        Outcome::Shape | Outcome::Rule | Outcome::Check
    );
    if !mendable || violations.is_empty() || violations.len() > MOST_VIOLATIONS {
        return None;
    }
    let shown = |document: &Document| !document.is_scalar() && shows(situation, text, &violations);
    let document = Document::read(text).filter(shown)?;
    let open = open::open(&document, &violations, situation.facts.view());
    let mut messages = conversation(
        situation.prompt,
        situation.system,
        &instructions(situation.form.mode, &document, MEND),
    );
    let text = format!(
        "The document:\n{}\n\nWrong in it:\n{}{}{}{}",
        document.shown(),
        list(&document, &violations),
        belonging(situation.facts, &document, &violations),
        refused(&refusals),
        situation.repetition(),
    );
    add_to_turn(&mut messages, text.trim_end());
    finish(
        messages,
        Mend {
            fixes: kept_fixes(last, &document, &open),
            document,
            facts: Arc::clone(situation.facts),
            violations,
            scope: Scope::Wrong(open),
            kept: None,
            merged: Mutex::default(),
        },
    )
}

/// Whether all that is wrong is to be seen in the document: what a mended text hides, no patch would answer.
fn shows(situation: &Situation<'_>, text: &str, violations: &[Violation]) -> bool {
    let reader = situation.reader.clone().cut_off(false);
    let mut fixes = situation.last.fixes().iter();
    if fixes.any(|fix| reader.refused.has(fix.kind())) {
        return false;
    }
    let seen = match reader.align(situation.facts.view(), text) {
        Ok(_) => Vec::new(),
        Err(error) => error.violations,
    };
    violations.iter().all(|violation| {
        let same = |other: &Violation| {
            other.code() == violation.code() && other.path() == violation.path()
        };
        matches!(violation.code(), Code::Check | Code::Decode) || seen.iter().any(same)
    })
}

fn finish(messages: Vec<Message>, mend: Mend) -> Option<Plan> {
    Some(Plan {
        messages,
        facts: Arc::clone(FACTS.as_ref()?),
        part: Some(Box::new(mend)),
        kept: None,
    })
}

/// What was mended in the parts of an answer that stay.
fn kept_fixes(last: &Attempt, document: &Document, open: &Open) -> Vec<Fix> {
    let mut fixes = last.fixes().to_vec();
    fixes.retain(|fix| !open.holds(&document.pointer(fix.path())));
    fixes.iter_mut().for_each(Fix::forget_span);
    fixes
}

/// The last patch's own faults, if it was one, and those of the document.
fn sorted(last: &Attempt) -> (Vec<Violation>, Vec<Violation>) {
    let mut violations = last.violations().to_vec();
    violations.iter_mut().for_each(Violation::forget_span);
    let (mut refusals, violations): (Vec<_>, Vec<_>) = violations
        .into_iter()
        .partition(|violation| violation.code() == Code::Patch);
    if last.strategy() != Some(Strategy::Patch) {
        refusals.clear();
    }
    (refusals, violations)
}

/// The instructions, then the prompt as it is.
fn conversation(prompt: &Prompt, system: Option<&str>, instructions: &str) -> Vec<Message> {
    let (own, rest) = prompt.parts();
    let texts = system.into_iter().chain(own.iter().map(Message::text));
    let text: Vec<_> = texts.chain([instructions]).collect();
    let mut messages = vec![Message::system(text.join("\n\n"))];
    messages.extend_from_slice(rest);
    messages
}

fn instructions(mode: Mode, document: &Document, task: &str) -> String {
    let form = match mode {
        Mode::Tool => "Call the tool `patch` with as few operations as it takes, in this form:",
        _ => "Answer with as few operations as it takes, as JSON in this form and nothing else:",
    };
    let lists = if document.has_lists() { LISTS } else { "" };
    format!("{task} {form}\n{EXAMPLE}\n{}", lists.trim_start())
        .trim_end()
        .to_owned()
}

fn list(document: &Document, violations: &[Violation]) -> String {
    let mut out = String::new();
    for violation in violations {
        let message = clamp(&violation.message(), MESSAGE_CHARS);
        match document.pointer(violation.path()).to_string() {
            root if root.is_empty() => _ = writeln!(out, "- {message}"),
            place => _ = writeln!(out, "- {place}: {message}"),
        }
    }
    out
}

fn refused(refusals: &[Violation]) -> String {
    if refusals.is_empty() {
        return String::new();
    }
    let mut out = "\nYour last patch was not applied:\n".to_owned();
    for refusal in refusals.iter().take(MOST_VIOLATIONS) {
        let _ = writeln!(out, "- {}", clamp(&refusal.message(), MESSAGE_CHARS));
    }
    out
}

/// The types of what is missing or of another type.
fn belonging(facts: &Facts, document: &Document, violations: &[Violation]) -> String {
    let mut types: Vec<(String, Vec<Pointer>)> = Vec::new();
    for violation in violations {
        if !matches!(
            violation.code(),
            Code::Missing | Code::Type | Code::Decode | Code::Len
        ) {
            continue;
        }
        let place = document.pointer(violation.path());
        let text = outline_at(facts.view(), violation.path());
        match types.iter_mut().find(|(known, _)| *known == text) {
            Some((_, places)) => places.push(place),
            None => types.push((text, vec![place])),
        }
    }
    let mut out = String::new();
    for (text, places) in types.iter().filter(|(text, _)| tells(text)) {
        let places: Vec<_> = places.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{}: {text}", places.join(", "));
    }
    if out.is_empty() {
        out
    } else {
        format!("\nWhat belongs there:\n{out}")
    }
}

/// Whether a type says more than the violation does.
fn tells(text: &str) -> bool {
    text.contains(['{', '[', '/', '|'])
}
