//! How a request asks for a value of the type.

use crate::client::{Capabilities, Mode};
use crate::facts::{Facts, Sent};
use crate::prompt::{Message, Prompt, Role};

/// The form in which a client is asked for the value.
#[derive(Clone, Copy)]
pub(crate) struct Form<'f> {
    pub(crate) facts: &'f Facts,
    pub(crate) mode: Mode,
    pub(crate) sent: &'f Sent,
}

impl<'f> Form<'f> {
    /// The form for a client; `lift` says whether an answer in another form than the type's own can be read.
    pub(crate) fn new(facts: &'f Facts, mode: Mode, client: &Capabilities, lift: bool) -> Self {
        let sent = match mode {
            Mode::JsonSchema | Mode::Tool if client.strict_schema && lift => facts.strict(),
            Mode::Tool | Mode::JsonObject => facts.object(),
            _ => facts.plain(),
        };
        Form { facts, mode, sent }
    }

    /// The conversation of a client's first request: the instructions, then the prompt as it is.
    ///
    /// The outline stands in the instructions in every mode: a model whose answer is constrained to a schema has not
    /// read it.
    pub(crate) fn first(self, prompt: &Prompt, system: Option<&str>) -> Vec<Message> {
        let messages = prompt.messages();
        let of_system = |message: &&Message| message.role() == Role::System;
        let own = messages.iter().take_while(of_system).count();
        // One system message, since many servers refuse a second one.
        let instructions = self.instructions();
        let parts = system.into_iter();
        let parts = parts.chain(messages[..own].iter().map(Message::text));
        let parts: Vec<_> = parts.chain(instructions.as_deref()).collect();
        let mut out = Vec::with_capacity(messages.len() - own + 3);
        if !parts.is_empty() {
            out.push(Message::system(parts.join("\n\n")));
        }
        out.extend_from_slice(&messages[own..]);
        out
    }

    /// What the answer is to be; nothing where only the prompt says so.
    fn instructions(self) -> Option<String> {
        if self.facts.is_text() {
            return None;
        }
        let Facts { name, outline, .. } = self.facts;
        let what = if self.sent.wrapped {
            "a JSON object with one key, `{\"value\": ..}`, whose value is of this type"
        } else {
            "one JSON value of this type"
        };
        Some(match self.mode {
            Mode::Tool => format!(
                "Answer by one call of the tool `{name}`. Its arguments are {what}:\n\n{outline}"
            ),
            _ => format!(
                "Answer with {what}, and with nothing else: no explanation, no Markdown.\n\n{outline}"
            ),
        })
    }

    /// How the model is told to answer again.
    pub(crate) fn again(self) -> String {
        match self.mode {
            _ if self.facts.is_text() => "Answer again in full, corrected.".to_owned(),
            Mode::Tool => format!(
                "Call the tool `{}` again with all arguments, corrected.",
                self.facts.name
            ),
            _ => "Answer again with the whole JSON value, corrected, and nothing else.".to_owned(),
        }
    }

    /// How the model is told to give parts of a value.
    pub(crate) fn parts(self) -> String {
        match self.mode {
            Mode::Tool => format!(
                "Call the tool `{}` with these arguments and no others.",
                self.facts.name
            ),
            _ => "Answer with one JSON object of these keys and no others.".to_owned(),
        }
    }

    /// An example of an answer.
    pub(crate) fn example(self) -> String {
        let example = &self.facts.example;
        if self.sent.wrapped {
            format!("{{\"value\":{example}}}")
        } else {
            example.clone()
        }
    }
}
