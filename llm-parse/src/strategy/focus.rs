//! Asks for the values that are wrong, and for nothing else.

use std::fmt::Write;

use super::{Situation, Strategy, add_to_turn};
use crate::attempt::Attempt;
use crate::feedback::{clamp, quoted};
use crate::parts::{Ask, Focused, wrong_values};
use crate::plan::Plan;
use crate::violation::{Code, Violation};

/// How many characters of what was wrong, and of the item round it, are shown.
const MESSAGE_CHARS: usize = 600;
const CONTEXT_CHARS: usize = 600;

pub(super) fn plan(situation: &Situation<'_>) -> Option<Plan> {
    let focused = wrong_values(situation.last, situation.facts)?;
    let form = situation.form_of(&focused.part);
    let mut messages = form.first(situation.prompt, situation.system);
    let text = format!(
        "An answer to this is there already, and all of it is kept but for what follows. Give these values again, corrected:\n{}{}{}\n{}",
        wrong(&focused),
        refused(situation.last),
        situation.repetition(),
        form.parts()
    );
    add_to_turn(&mut messages, text.trim_end());
    Some(Plan {
        messages,
        facts: std::sync::Arc::clone(&focused.part),
        part: Some(Box::new(focused)),
        kept: None,
    })
}

/// One line for each value, and one for each thing that is wrong with it.
fn wrong(focused: &Focused) -> String {
    let mut out = String::new();
    for (ask, violations) in focused.asks.iter().zip(&focused.wrong) {
        let _ = writeln!(out, "- `{}`, {}:", ask.key, clamp(&ask.note, MESSAGE_CHARS));
        for violation in violations {
            let _ = writeln!(out, "  - {}", line(ask, violation));
        }
        if let Some(item) = focused.item_round(ask) {
            let _ = writeln!(out, "  - it belongs to {}", quoted(&item, CONTEXT_CHARS));
        }
    }
    out
}

/// What was wrong with the last answer itself, where it was one to such a request.
fn refused(last: &Attempt) -> String {
    let own = last.strategy() == Some(Strategy::Focus);
    let refusals = last.violations().iter();
    let refusals = refusals.filter(|violation| own && violation.code() == Code::Patch);
    refusals.fold(String::new(), |out, refusal| {
        format!(
            "{out}The last time {}.\n",
            clamp(&refusal.message(), MESSAGE_CHARS)
        )
    })
}

fn line(ask: &Ask, violation: &Violation) -> String {
    let message = violation.message();
    let below = &violation.path().segments()[ask.path.segments().len()..];
    let text = match below {
        [] => message,
        _ => format!("{}: {message}", violation.path()),
    };
    let words: Vec<_> = text.split_whitespace().collect();
    clamp(&words.join(" "), MESSAGE_CHARS)
}
