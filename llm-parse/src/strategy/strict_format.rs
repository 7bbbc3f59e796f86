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
    let example = situation.fresh_example().map(|example| {
        format!("An example of the form; the values are to come from the task:\n{example}")
    });
    let text = joined([
        feedback(last),
        quotation(last.answer().as_ref().filter(|_| !last.is_copy()), repeats),
        format!("{}{}", situation.repetition(), form.again()),
        example.unwrap_or_default(),
    ]);
    add_to_turn(&mut messages, &text);
    messages
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

/// The text in which an answer stands.
pub(super) fn answer(reply: &Reply) -> &str {
    match reply.tool_calls.first() {
        Some(call) => &call.arguments,
        None => &reply.content,
    }
}
