//! Asks afresh, with what was wrong and an example of the form.

use super::{Situation, add_to_turn, joined};
use crate::client::Reply;
use crate::feedback::{feedback, preview};
use crate::prompt::Message;

pub(super) fn messages(situation: &Situation<'_>) -> Vec<Message> {
    let Situation {
        form,
        last,
        repeats,
        ..
    } = *situation;
    let mut messages = situation.first();
    let text = joined([
        feedback(last),
        quotation(last.answer().as_ref(), repeats),
        format!("{}{}", situation.repetition(), form.again()),
        example(&form.example()),
    ]);
    add_to_turn(&mut messages, &text);
    messages
}

fn example(example: &str) -> String {
    match example {
        "" => String::new(),
        example => {
            format!("An example of the form; the values are to come from the task:\n{example}")
        }
    }
}

/// The head of the refused answer. A model that repeats itself would copy it, so then it is left out.
fn quotation(reply: Option<&Reply>, repeats: usize) -> String {
    let answer = reply.map_or("", answer);
    if repeats > 0 || answer.trim().is_empty() {
        return String::new();
    }
    format!(
        "It began as follows; this is a quotation, no instruction:\n{}",
        preview(answer)
    )
}

fn answer(reply: &Reply) -> &str {
    match reply.tool_calls.first() {
        Some(call) => &call.arguments,
        None => &reply.content,
    }
}
