//! How a request asks for a value of the type.

use std::borrow::Cow;
use std::sync::Arc;

use crate::client::{Capabilities, Mode, Tool, ToolChoice};
use crate::dialect::{Demand, NotSayable, PLAIN_RULES};
use crate::facts::Facts;
use crate::prompt::{Message, Prompt};
use crate::sent::{Sent, Terms};
use crate::shot::Shots;
use crate::tools::Choices;

/// The form in which a client is asked for the value.
#[derive(Clone, Copy)]
pub(crate) struct Form<'f> {
    pub(crate) facts: &'f Facts,
    pub(crate) mode: Mode,
    pub(crate) sent: &'f Sent,
    /// The tools of an enum.
    pub(crate) choices: Option<&'f Choices>,
    /// How the schemas are written.
    pub(crate) terms: Terms<'f>,
    shots: Option<&'f Shots>,
}

impl<'f> Form<'f> {
    /// The form for a client; in [`Mode::Prompt`] where its dialect cannot say the schema that the mode sends. `lift`
    /// says whether an answer in another form than the type's own can be read.
    pub(crate) fn new(facts: &'f Facts, mode: Mode, client: &'f Capabilities, lift: bool) -> Self {
        let terms = terms(mode, client, lift);
        let (mode, sent) = match facts.sent(terms) {
            Ok(sent) => (mode, sent),
            Err(_) => (Mode::Prompt, facts.plain(false)),
        };
        let choices = (mode == Mode::Tool).then(|| facts.choices()).flatten();
        Form {
            facts,
            mode,
            sent,
            choices: choices.filter(|choices| choices.are_sayable(terms)),
            terms,
            shots: None,
        }
    }

    /// Why the schema that a mode sends cannot be said to a client.
    pub(crate) fn gap(
        facts: &'f Facts,
        mode: Mode,
        client: &'f Capabilities,
        lift: bool,
    ) -> Option<&'f NotSayable> {
        facts.sent(terms(mode, client, lift)).err()
    }

    /// The same with examples.
    pub(crate) fn with_shots(self, shots: &'f Shots) -> Self {
        Form {
            shots: Some(shots),
            ..self
        }
    }

    /// The same with the whole type as one tool.
    pub(crate) fn as_one_tool(self) -> Self {
        Form {
            choices: None,
            ..self
        }
    }

    /// The conversation of a client's first request: the instructions, then the prompt as it is.
    ///
    /// The outline stands in the instructions in every mode: a model whose answer is constrained to a schema has not
    /// read it.
    pub(crate) fn first(self, prompt: &Prompt, system: Option<&str>) -> Vec<Message> {
        let (own, rest) = prompt.parts();
        // One system message, since many servers refuse a second one.
        let instructions = self.instructions();
        let parts = system.into_iter().chain(own.iter().map(Message::text));
        let parts: Vec<_> = parts.chain(instructions.as_deref()).collect();
        let mut out = Vec::with_capacity(rest.len() + 3);
        if !parts.is_empty() {
            out.push(Message::system(parts.join("\n\n")));
        }
        if let Some(shots) = self.shots {
            out.extend(shots.messages(self));
        }
        out.extend_from_slice(rest);
        out
    }

    /// What the answer is to be; nothing where only the prompt says so.
    fn instructions(self) -> Option<String> {
        if self.facts.is_text() {
            return None;
        }
        let outline = self.outline();
        let none = match (self.may_be_empty(), self.choices) {
            (true, Some(_)) => " Where there is no item, answer `[]` and call nothing.",
            (true, None) => " Where there is no item, the list is empty.",
            (false, _) => "",
        };
        let how = self.how();
        if self.facts.optional {
            return Some(format!(
                "Either {how}.{none}\nOr, where that is not what is asked for, answer with plain text and no JSON.\n\n{outline}"
            ));
        }
        let (first, rest) = how.split_at(1);
        let first = first.to_uppercase();
        // Small models answer with a value more often where the type is the next thing said.
        Some(match (self.choices, none) {
            (None, "") => format!("{first}{rest}:\n{outline}"),
            _ => format!("{first}{rest}.{none}\n\n{outline}"),
        })
    }

    /// How the value is to be said.
    fn how(self) -> String {
        let name = &self.facts.name;
        let what = if self.sent.wrapped {
            "a JSON object with one key, `{\"value\": ..}`, whose value is of this type"
        } else {
            match self.facts.plain(false).schema["type"].as_str() {
                Some("object") => "one JSON object of this type",
                Some("array") => "one JSON array of this type",
                _ => "one JSON value of this type",
            }
        };
        match (self.mode, self.choices) {
            (Mode::Tool, Some(choices)) => {
                let number = if choices.several {
                    "one call for each item, all in one reply, of these tools"
                } else {
                    "one call of one of these tools"
                };
                let about = match &choices.description {
                    Some(text) => format!(" {text}"),
                    None => String::new(),
                };
                format!(
                    "answer by {number}: {}.{about} The arguments of each are one JSON object of the type below its name",
                    choices.names()
                )
            }
            (Mode::Tool, None) => {
                format!("answer by one call of the tool `{name}`. Its arguments are {what}")
            }
            _ => format!("answer with {what}, and with nothing else"),
        }
    }

    /// Whether a list of nothing is an answer.
    fn may_be_empty(self) -> bool {
        match self.choices {
            Some(choices) => choices.none,
            None => self.facts.is_open_list(),
        }
    }

    /// The type of the answer as text.
    pub(crate) fn outline(self) -> Cow<'f, str> {
        match self.choices {
            Some(choices) => choices.outline(self.terms).into(),
            None => self.facts.outline.as_str().into(),
        }
    }

    /// The tools that the model may call, whether it must, and whether several calls are of use.
    pub(crate) fn tools(self) -> (Vec<Tool>, ToolChoice, bool) {
        let several = self.choices.is_some_and(|choices| choices.several);
        let choice = if self.facts.optional || (several && self.may_be_empty()) {
            ToolChoice::Auto
        } else {
            ToolChoice::Required
        };
        let tools = match (self.mode, self.choices) {
            (Mode::Tool, Some(choices)) => choices.tools(self.terms),
            (Mode::Tool, None) => vec![Tool {
                name: self.facts.name.clone(),
                description: self.facts.description.clone(),
                schema: Arc::clone(&self.sent.schema),
                strict: self.sent.strict,
            }],
            _ => Vec::new(),
        };
        (tools, choice, several)
    }

    /// How the model is told to answer again.
    pub(crate) fn again(self) -> String {
        match self.mode {
            _ if self.facts.is_text() => "Answer again in full, corrected.".to_owned(),
            Mode::Tool => match self.choices {
                Some(choices) if choices.several => {
                    "Make all the calls again, in one reply, corrected.".to_owned()
                }
                Some(_) => "Call a tool again with all its arguments, corrected.".to_owned(),
                None => format!(
                    "Call the tool `{}` again with all arguments, corrected.",
                    self.facts.name
                ),
            },
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
        if let Some(choices) = self.choices {
            return choices.example(self.terms);
        }
        self.value(&self.facts.example)
    }

    /// A value as a model under the request's schema says it.
    pub(crate) fn shown(self, value: &str) -> String {
        let lowered = self.sent.form.lower_text(self.facts.view(), value);
        self.value(lowered.as_deref().unwrap_or(value))
    }

    /// The call that says a value of the enum, or an item of a list of them.
    pub(crate) fn call(self, value: &str) -> Option<(&'f str, String)> {
        self.choices?.call(value, self.terms)
    }

    /// A value as it is to be said.
    pub(crate) fn value(self, value: &str) -> String {
        if self.sent.wrapped {
            format!("{{\"value\":{value}}}")
        } else {
            value.to_owned()
        }
    }
}

fn terms(mode: Mode, client: &Capabilities, lift: bool) -> Terms<'_> {
    let rules = match mode {
        Mode::JsonSchema | Mode::Tool => &client.dialect,
        _ => &PLAIN_RULES,
    };
    let demand = Demand {
        object: matches!(mode, Mode::Tool | Mode::JsonObject),
        own_form: !lift,
    };
    Terms { rules, demand }
}
