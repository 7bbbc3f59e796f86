//! Asks for the rest of an answer that was cut off.

use std::fmt::Write;

use super::{Situation, add_to_turn};
use crate::feedback::quoted;
use crate::parts::{Ask, Continued, How, the_rest};
use crate::plan::Plan;

/// How many characters of each of the last items are shown.
const ITEM_CHARS: usize = 600;

pub(super) fn plan(situation: &Situation<'_>) -> Option<Plan> {
    let rest = the_rest(situation.last, situation.facts, situation.reader)?;
    let form = situation.form_of(&rest.part);
    let mut messages = form.first(situation.prompt, situation.system);
    let text = format!(
        "An answer to this was cut off; what came before is kept. Give the rest only, and repeat nothing:\n{}\n{}",
        wanted(&rest),
        form.parts()
    );
    add_to_turn(&mut messages, text.trim_end());
    Some(Plan {
        messages,
        facts: std::sync::Arc::clone(&rest.part),
        part: Some(Box::new(rest)),
        kept: None,
    })
}

/// One line for each value.
fn wanted(rest: &Continued) -> String {
    let mut out = String::new();
    for ask in &rest.asks {
        let _ = writeln!(out, "- `{}`: {}{}", ask.key, ask.note, there(rest, ask));
    }
    out
}

/// What stands before the rest, so that the model knows where to go on.
fn there(rest: &Continued, ask: &Ask) -> String {
    match ask.how {
        How::Set => String::new(),
        How::Append => {
            let last = rest.last_items(ask, 2);
            let shown: Vec<_> = last.iter().map(|item| quoted(item, ITEM_CHARS)).collect();
            match shown.len() {
                0 => String::new(),
                1 => format!("; the one before them is {}", shown[0]),
                _ => format!("; those before them end with {}", shown.join(", ")),
            }
        }
        How::Extend => {
            let keys = rest.last_keys(ask, 20);
            match keys.len() {
                0 => String::new(),
                _ => format!("; these are there: {}", keys.join(", ")),
            }
        }
    }
}
