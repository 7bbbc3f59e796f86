//! How a first request is made of the prompt and the type.

use crate::client::Mode;
use crate::facts::Facts;
use crate::prompt::{Message, Prompt, Role};

/// The conversation of a client's first request: the instructions, then the prompt as it is.
///
/// The outline stands in the instructions in every mode: a model whose answer is constrained to a schema has not read
/// it.
pub(crate) fn first(
    prompt: &Prompt,
    system: Option<&str>,
    facts: &Facts,
    mode: Mode,
) -> Vec<Message> {
    let messages = prompt.messages();
    let own = messages
        .iter()
        .take_while(|message| message.role() == Role::System)
        .count();
    // One system message, since many servers refuse a second one.
    let texts = system
        .into_iter()
        .chain(messages[..own].iter().map(Message::text));
    let mut text = String::new();
    for part in texts {
        text.push_str(part);
        text.push_str("\n\n");
    }
    text.push_str(&instructions(facts, mode));
    let mut out = Vec::with_capacity(messages.len() - own + 3);
    out.push(Message::system(text));
    out.extend_from_slice(&messages[own..]);
    out
}

fn instructions(facts: &Facts, mode: Mode) -> String {
    let Facts { name, outline, .. } = facts;
    match mode {
        Mode::Tool => format!(
            "Answer by one call of the tool `{name}`. Its arguments are JSON of this type:\n\n{outline}"
        ),
        _ => format!(
            "Answer with one JSON value of this type, and with nothing else: no explanation, no Markdown.\n\n{outline}"
        ),
    }
}

/// How the model is told to answer again.
pub(crate) fn again(facts: &Facts, mode: Mode) -> String {
    match mode {
        Mode::Tool => format!(
            "Call the tool `{}` again with all arguments, corrected.",
            facts.name
        ),
        _ => "Answer again with the whole JSON value, corrected, and nothing else.".to_owned(),
    }
}
