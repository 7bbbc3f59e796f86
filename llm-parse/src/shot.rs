//! Few-shot examples: what is asked and what is to be answered, shown to the model before the prompt.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::LlmExtract;
use crate::attachment::Attachment;
use crate::client::{Mode, ToolCall};
use crate::facts::{Facts, label};
use crate::prompt::Message;
use crate::read::{Leniency, Reader};
use crate::request::Form;
use crate::shape::View;

/// A few-shot example: an input, and the value that is the answer to it.
///
/// It is shown between the instructions and the prompt, as if the user had asked and the model had answered, in the form
/// of the mode: as JSON, or as a tool call. Only runs for the type of its value show it.
///
/// ```
/// use llm_parse::{Extractor, LlmExtract, blocking, testing::Script};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, LlmExtract)]
/// struct Mood {
///     angry: bool,
/// }
///
/// let client = Script::new([r#"{"angry": false}"#]);
/// let extractor = Extractor::new(&client).shot("WHERE IS MY ORDER", &Mood { angry: true });
/// blocking::run::<Mood>(&extractor, "thank you")?;
///
/// let asked = client.requests().remove(0);
/// let said: Vec<&str> = asked.messages()[1..].iter().map(|message| message.text()).collect();
/// assert_eq!(said, ["WHERE IS MY ORDER", r#"{"angry":true}"#, "thank you"]);
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    input: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attachments: Vec<Attachment>,
    /// The value as JSON text.
    answer: String,
    /// What tells its type.
    of: String,
}

impl Shot {
    /// An example of this input and this value.
    ///
    /// # Errors
    ///
    /// Where the value cannot be written as JSON.
    pub fn new<T: LlmExtract + Serialize>(
        input: impl Into<String>,
        value: &T,
    ) -> Result<Shot, serde_json::Error> {
        let answer = serde_json::to_string(value)?;
        Ok(Shot::of(label(View::of(T::SHAPE)), input.into(), answer))
    }

    pub(crate) fn of(of: String, input: String, answer: String) -> Shot {
        Shot {
            input,
            attachments: Vec::new(),
            answer,
            of,
        }
    }

    /// Adds images and documents to the input.
    #[must_use]
    pub fn with_attachments(mut self, attachments: impl IntoIterator<Item = Attachment>) -> Self {
        self.attachments.extend(attachments);
        self
    }

    /// What is asked.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// The value that is the answer, as JSON text.
    pub fn answer(&self) -> &str {
        &self.answer
    }
}

/// The examples of a policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shots {
    list: Vec<Shot>,
    /// What is wrong with one that could not be made.
    fault: Option<String>,
}

impl Shots {
    pub(crate) fn add(&mut self, shot: Result<Shot, serde_json::Error>) {
        match shot {
            Ok(shot) => self.list.push(shot),
            Err(error) => {
                let fault = format!("an example cannot be written as JSON: {error}");
                self.fault.get_or_insert(fault);
            }
        }
    }

    /// What is wrong with the examples that a run with these facts shows.
    pub(crate) fn fault(&self, form: Form<'_>) -> Option<String> {
        let strict = Reader::new().leniency(Leniency::Strict).max_depth(128);
        let faults = || {
            self.of(form.facts).find_map(|shot| {
                let error = strict.parse_text(form.facts.wanted(), &shot.answer).err()?;
                Some(format!("an example is no valid `{}`: {error}", shot.of))
            })
        };
        self.fault.clone().or_else(faults)
    }

    fn of<'s>(&'s self, facts: &'s Facts) -> impl Iterator<Item = &'s Shot> {
        let list = self.list.iter();
        list.filter(move |shot| shot.of == facts.label)
    }

    /// The images and documents that a run with these facts shows.
    pub(crate) fn attachments<'s>(
        &'s self,
        facts: &'s Facts,
    ) -> impl Iterator<Item = &'s Attachment> {
        self.of(facts).flat_map(|shot| &shot.attachments)
    }

    /// The examples as a conversation.
    pub(crate) fn messages(&self, form: Form<'_>) -> Vec<Message> {
        let mut out = Vec::new();
        let mut number = 0;
        for shot in self.of(form.facts) {
            let attachments = shot.attachments.iter().cloned();
            out.push(Message::user(&*shot.input).with_attachments(attachments));
            let calls = match form.mode {
                Mode::Tool => calls(form, &shot.answer, &mut number),
                _ => Vec::new(),
            };
            if calls.is_empty() {
                let text = match form.choices {
                    Some(_) => shot.answer.clone(),
                    None => form.shown(&shot.answer),
                };
                out.push(Message::assistant(text));
                continue;
            }
            let ids: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
            out.push(Message::assistant("").with_tool_calls(calls));
            // A call without a result is refused, and by some so is a user's turn right after one.
            out.extend(ids.into_iter().map(|id| Message::tool(id, "Accepted.")));
            out.push(Message::assistant("Done."));
        }
        out
    }
}

/// The tool calls that say a value; none where a text says it.
fn calls(form: Form<'_>, answer: &str, number: &mut usize) -> Vec<ToolCall> {
    let named = match form.choices {
        None => Some(vec![(&*form.facts.name, form.shown(answer))]),
        Some(choices) if choices.several => {
            let items: Vec<&RawValue> = serde_json::from_str(answer).unwrap_or_default();
            items.iter().map(|item| form.call(item.get())).collect()
        }
        Some(_) => form.call(answer).map(|call| vec![call]),
    };
    let call = |(name, arguments): (&str, String)| {
        *number += 1;
        // Nine letters and digits: there is a provider that takes no other id.
        ToolCall::new(format!("shot{number:05}"), name, arguments)
    };
    named.unwrap_or_default().into_iter().map(call).collect()
}
