//! Asks for a patch that changes a value by what a text says.
//!
//! # Design
//!
//! Each patch is one of the value as it was, also after answers that were refused: what was changed without need is undone
//! by leaving that operation out, and what was forgotten may be added. The last patch is shown, so that what is right in
//! it is not lost, and each fault names the operation that made it.

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use super::mend::{Mend, Scope};
use super::reply::{self, Operation};
use super::{MESSAGE_CHARS, MOST_VIOLATIONS, conversation, finish, instructions};
use crate::facts::Facts;
use crate::feedback::{between_tags, clamp, closing_nothing, quoted};
use crate::patch::Pointer;
use crate::patch::document::Document;
use crate::plan::Plan;
use crate::prompt::Prompt;
use crate::request::Form;
use crate::strategy::strict_format::answer;
use crate::strategy::{Situation, Strategy, add_to_turn};
use crate::violation::{Code, Violation};

/// How many characters of a refused patch are shown.
const PATCH_CHARS: usize = 16_000;
/// How many characters of a place are shown.
const PLACE_CHARS: usize = 200;
/// With more operations than this at one place none is named.
const AUTHORS: usize = 5;

const CHANGE: &str = "Change a JSON document as the text says, and nothing else in it. Where nothing is to change, give no operations.";
const KEEP: &str = " Take no key of the root away.";
const AGAIN: &str = "The document is as it was. Give the whole patch once more: all operations that the text asks for, and none that it does not.\n";

/// A value that is to be changed by what a text says.
#[derive(Clone, Copy)]
pub(crate) struct Update<'a> {
    /// The value as it is, as JSON.
    pub(crate) document: &'a str,
    /// What the user asked.
    pub(crate) prompt: &'a Prompt,
    /// Whether no key of the root may be lost.
    pub(crate) keep: bool,
}

/// Asks for the first time.
pub(crate) fn change(
    facts: &Arc<Facts>,
    form: Form<'_>,
    system: Option<&str>,
    update: Update<'_>,
) -> Option<Plan> {
    let mend = mend(facts, update)?;
    asked(mend, form, system, update, "")
}

/// Asks once more, after an answer that was refused.
pub(super) fn again(situation: &Situation<'_>, update: Update<'_>) -> Option<Plan> {
    let Situation {
        facts,
        form,
        system,
        ..
    } = *situation;
    let mend = mend(facts, update)?;
    let before = format!("{}{}", refused(situation, &mend), situation.repetition());
    asked(mend, form, system, update, &before)
}

fn mend(facts: &Arc<Facts>, update: Update<'_>) -> Option<Mend> {
    Some(Mend {
        kept: update.keep.then(|| kept(&update)),
        document: Document::read(update.document)?,
        facts: Arc::clone(facts),
        violations: Vec::new(),
        fixes: Vec::new(),
        scope: Scope::Any,
        merged: Mutex::default(),
    })
}

fn asked(
    mend: Mend,
    form: Form<'_>,
    system: Option<&str>,
    update: Update<'_>,
    before: &str,
) -> Option<Plan> {
    let keep = if update.keep { KEEP } else { "" };
    let instructions = format!(
        "{}{keep}\n\nThe document is of this type:\n\n{}",
        instructions(form.mode, &mend.document, CHANGE),
        mend.facts.outline
    );
    let mut messages = conversation(update.prompt, system, &instructions);
    let text = format!("The document:\n{}\n{before}", mend.document.shown());
    add_to_turn(&mut messages, text.trim_end());
    finish(messages, mend)
}

/// The keys of the root that an update must leave there.
pub(super) fn kept(update: &Update<'_>) -> Vec<String> {
    let document = Document::read_any(update.document).filter(|_| update.keep);
    let entries = document.map(Document::into_entries).unwrap_or_default();
    entries.into_iter().map(|(key, _)| key).collect()
}

/// The last answer, where it was a patch, and what was wrong with it.
fn refused(situation: &Situation<'_>, mend: &Mend) -> String {
    let last = situation.last;
    let mut out = String::new();
    if last.violations().is_empty() {
        return out;
    }
    let patch = last
        .reply()
        .filter(|_| last.strategy() == Some(Strategy::Patch));
    match patch.map(answer) {
        Some(patch) => {
            // A model that repeats itself would copy it.
            if situation.repeats == 0 && !patch.trim().is_empty() {
                let quoted = between_tags(patch, PATCH_CHARS);
                let _ = writeln!(out, "\nYour last patch, as a quotation:\n{quoted}");
            }
            out.push_str("\nYour last patch was not applied:\n");
        }
        None => out.push_str("\nThe last answer was not taken:\n"),
    }
    let applied = patch.and_then(|reply| Applied::of(answer(reply), situation, mend));
    for violation in last.violations().iter().take(MOST_VIOLATIONS) {
        let _ = writeln!(out, "- {}", line(violation, applied.as_ref(), mend));
    }
    if let Some(more @ 1..) = last.violations().len().checked_sub(MOST_VIOLATIONS) {
        let _ = writeln!(out, "- and {more} more");
    }
    out + AGAIN
}

/// What is wrong, where, and by which operation.
fn line(violation: &Violation, applied: Option<&Applied>, mend: &Mend) -> String {
    let message = closing_nothing(&clamp(&violation.message(), MESSAGE_CHARS));
    if violation.code() == Code::Patch {
        return message;
    }
    let document = applied.map_or(&mend.document, |applied| &applied.document);
    let place = document.pointer(violation.path());
    let (author, hint) = match applied {
        Some(applied) => applied.author(&place),
        None => (String::new(), ""),
    };
    let parts = [author, quoted(&place.to_string(), PLACE_CHARS)];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    match parts.join(", ") {
        whole if whole.is_empty() => format!("{message}{hint}"),
        place => format!("{place}: {message}{hint}"),
    }
}

/// A patch that could be applied, but made a value that is not valid.
struct Applied {
    operations: Vec<Operation>,
    document: Document,
}

impl Applied {
    fn of(patch: &str, situation: &Situation<'_>, mend: &Mend) -> Option<Applied> {
        let reader = situation
            .reader
            .clone()
            .cut_off(situation.last.was_stopped());
        let mut operations = reply::read(patch, &reader).ok()?.operations;
        let document = mend.changed(&mut operations).ok()?;
        Some(Applied {
            operations,
            document,
        })
    }

    /// The operations that changed a place, and a hint where none did.
    fn author(&self, place: &Pointer) -> (String, &'static str) {
        let all = self.operations.iter().enumerate();
        let own = all.filter(|(_, operation)| operation.changes(place));
        let numbers: Vec<_> = own.map(|(index, _)| (index + 1).to_string()).collect();
        match &numbers[..] {
            [] => (
                String::new(),
                "; no operation changed it, so it needs one that mends it",
            ),
            [one] => (format!("operation {one}"), ""),
            several if several.len() <= AUTHORS => {
                (format!("operations {}", several.join(" and ")), "")
            }
            _ => (String::new(), ""),
        }
    }
}
