//! Asks for the rest of an answer that was cut off.

use std::fmt::Write;

use super::{Situation, Strategy, add_to_turn};
use crate::attempt::Attempt;
use crate::feedback::{clamp, quoted};
use crate::parts::{Ask, Continued, How, STILL_CUT, the_rest};
use crate::plan::Plan;
use crate::violation::Violation;

/// How many characters of each of the last items, and of what was wrong, are shown.
const ITEM_CHARS: usize = 600;
const MESSAGE_CHARS: usize = 600;

pub(super) fn plan(situation: &Situation<'_>) -> Option<Plan> {
    let rest = the_rest(situation.last, situation.facts, situation.reader)?;
    let form = situation.form_of(&rest.part);
    let mut messages = form.first(situation.prompt, situation.system);
    let text = format!(
        "An answer to this was cut off; what came before is kept. Give the rest only, and repeat nothing:\n{}{}{}\n{}",
        wanted(&rest),
        refused(situation.last),
        situation.repetition(),
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

/// What was wrong with the last answer, where it was one to such a request and more than cut off again.
fn refused(last: &Attempt) -> String {
    let own = last.strategy() == Some(Strategy::Continue);
    let messages = last.violations().iter().map(Violation::message);
    let messages = messages.filter(|message| own && message != STILL_CUT);
    messages.fold(String::new(), |out, message| {
        format!("{out}The last time {}.\n", clamp(&message, MESSAGE_CHARS))
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

/// What stands before the rest, so that the model knows where to go on, and what of it had been begun.
fn there(rest: &Continued, ask: &Ask) -> String {
    let begun = rest.begun(ask).map(|begun| quoted(&begun, ITEM_CHARS));
    match ask.how {
        How::Set => begun.map_or(String::new(), |begun| {
            format!("; give it whole, its beginning was {begun}")
        }),
        How::Append => {
            let last = rest.last_items(ask, 2);
            let shown: Vec<_> = last.iter().map(|item| quoted(item, ITEM_CHARS)).collect();
            let before = match &shown[..] {
                [] => String::new(),
                [one] => format!("; the one before them is {one}"),
                several => format!("; those before them end with {}", several.join(", ")),
            };
            let begun = begun.map_or(String::new(), |begun| {
                format!("; give the first one whole, its beginning was {begun}")
            });
            before + &begun
        }
        How::Extend => {
            let begun = begun.map_or(String::new(), |begun| {
                format!("; the first one was begun with {begun}")
            });
            match &rest.last_keys(ask, 20)[..] {
                [] => begun,
                keys => format!("{begun}; these are there: {}", keys.join(", ")),
            }
        }
    }
}
