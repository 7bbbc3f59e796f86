//! Asks afresh, with what was wrong and an example of the form.

use super::{Situation, repetition};
use crate::client::Reply;
use crate::feedback::{feedback, preview};
use crate::prompt::{Message, Role};

pub(super) fn messages(situation: Situation<'_>) -> Vec<Message> {
    let Situation {
        form,
        first: mut messages,
        last,
        repeats,
    } = situation;
    let text = [
        feedback(last),
        quotation(last.reply(), repeats),
        format!("{}{}", repetition(repeats), form.again()),
        format!(
            "An example of the form; the values are to come from the task:\n{}",
            form.example()
        ),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join("\n");
    // The question and the notice are one turn, since many chat templates refuse two of the user's in a row.
    match messages.pop_if(|message| message.role() == Role::User) {
        Some(question) => messages.push(Message::user(format!("{}\n\n{text}", question.text()))),
        None => messages.push(Message::user(text)),
    }
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

fn answer(reply: &Reply) -> &str {
    match reply.tool_calls.first() {
        Some(call) => &call.arguments,
        None => &reply.content,
    }
}
