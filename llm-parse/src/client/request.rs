//! What is sent to a model.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::capabilities::Mode;
use crate::prompt::Message;

/// One request. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Request(Arc<RequestParts>);

/// What a [`Request`] is made of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RequestParts {
    /// The conversation, the system message first.
    pub messages: Vec<Message>,
    /// How the model is made to answer; never [`Mode::Auto`].
    pub mode: Mode,
    /// The name of the type, legal as a schema's or a tool's name (`[A-Za-z0-9_-]{1,64}`).
    pub name: String,
    /// What the type means.
    pub description: Option<String>,
    /// The schema to send, already lowered for the client.
    pub schema: Arc<Value>,
    /// Whether the schema is within the strict subset and is to be enforced by the provider.
    pub strict: bool,
    /// In [`Mode::Tool`] the tools that the model may call: one of the name, description and schema above, or, for an
    /// enum, one for each variant.
    pub tools: Vec<Tool>,
    /// Whether the model has to call one.
    pub tool_choice: ToolChoice,
    /// Whether several calls in one reply are of use.
    pub parallel_tool_calls: bool,
    /// Sampling and whatever else the provider takes.
    pub parameters: Parameters,
}

impl Request {
    /// A request of these parts.
    pub fn new(parts: RequestParts) -> Self {
        Request(Arc::new(parts))
    }

    /// The conversation, the system message first.
    pub fn messages(&self) -> &[Message] {
        &self.0.messages
    }

    /// The tools that the model may call, where the parts named none too.
    #[cfg(feature = "openai")]
    pub(crate) fn all_tools(&self) -> Vec<Tool> {
        let own = || Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            schema: Arc::clone(&self.schema),
            strict: self.strict,
        };
        if self.tools.is_empty() {
            vec![own()]
        } else {
            self.tools.clone()
        }
    }
}

impl RequestParts {
    /// Parts with the given messages, in [`Mode::Prompt`] and with no schema.
    pub fn new(messages: Vec<Message>) -> Self {
        RequestParts {
            messages,
            mode: Mode::Prompt,
            name: "value".to_owned(),
            description: None,
            schema: Arc::new(Value::Bool(true)),
            strict: false,
            tools: Vec::new(),
            tool_choice: ToolChoice::Required,
            parallel_tool_calls: false,
            parameters: Parameters::default(),
        }
    }
}

impl std::ops::Deref for Request {
    type Target = RequestParts;

    fn deref(&self) -> &RequestParts {
        &self.0
    }
}

/// A tool that the model may call.
///
/// An enum is a choice of tools: each variant is offered with a name, a description and a schema of its own, and a call
/// is read by that schema. A list of an enum takes several calls, which models make in one reply. An enum that only names
/// things is one tool.
///
/// Where a call of a list is wrong, the model is asked for all calls anew, and the list is what the new reply says: a
/// call that was right before and is left out then is no item, as one that was never made.
///
/// ```
/// use llm_parse::testing::Script;
/// use llm_parse::{Extractor, LlmExtract, Mode, Reply, ToolCall, blocking};
///
/// #[derive(Debug, PartialEq, serde::Deserialize, LlmExtract)]
/// #[serde(rename_all = "snake_case")]
/// enum Action {
///     /// Looks something up.
///     Search { query: String },
///     /// Tells the user.
///     Say(String),
/// }
///
/// let calls = [
///     ToolCall::new("a", "search", r#"{"query": "ferns"}"#),
///     ToolCall::new("b", "say", r#"{"value": "one moment"}"#),
/// ];
/// let client = Script::new([Reply::text("").with_tool_calls(calls)]).modes([Mode::Tool]);
/// let actions = blocking::extract_all::<Action>(&client, "what is a fern?")?;
/// assert_eq!(actions[1], Action::Say("one moment".into()));
///
/// let names: Vec<_> = client.requests()[0].tools.iter().map(|tool| tool.name.clone()).collect();
/// assert_eq!(names, ["search", "say"]);
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// The name (`[A-Za-z0-9_-]{1,64}`).
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The schema of its arguments, already lowered for the client; an object.
    pub schema: Arc<Value>,
    /// Whether the schema is within the strict subset and is to be enforced by the provider.
    pub strict: bool,
}

/// Whether a model has to call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolChoice {
    /// It has to.
    #[default]
    Required,
    /// It may answer with text instead.
    Auto,
}

/// Parameters of a request; what is `None` is left to the provider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Parameters {
    /// The model, where it is another than the client's own.
    pub model: Option<String>,
    /// Sampling temperature, from 0.
    pub temperature: Option<f64>,
    /// The greatest number of tokens in the reply.
    pub max_tokens: Option<u32>,
    /// The seed for sampling.
    pub seed: Option<u64>,
    /// Whatever else the provider takes, put into the request's body as it is.
    pub extra: Map<String, Value>,
}

impl Parameters {
    /// Those of `over` where they are there, else these.
    pub(crate) fn overlaid(&self, over: Parameters) -> Parameters {
        let mut extra = self.extra.clone();
        extra.extend(over.extra);
        Parameters {
            model: over.model.or_else(|| self.model.clone()),
            temperature: over.temperature.or(self.temperature),
            max_tokens: over.max_tokens.or(self.max_tokens),
            seed: over.seed.or(self.seed),
            extra,
        }
    }

    /// What is wrong with them, whatever the provider.
    pub(crate) fn fault(&self) -> Option<String> {
        if self
            .model
            .as_ref()
            .is_some_and(|model| model.trim().is_empty())
        {
            return Some("`model` is empty; name one, or leave it out".to_owned());
        }
        let tokens = self.max_tokens.map(f64::from);
        let numbers = [
            ("temperature", self.temperature, 0.0..=f64::MAX, "0 or more"),
            ("top_p", None, 0.0..=1.0, "a number from 0 to 1"),
            ("max_tokens", tokens, 1.0..=f64::MAX, "at least 1"),
            ("max_completion_tokens", None, 1.0..=f64::MAX, "at least 1"),
        ];
        numbers.into_iter().find_map(|(name, own, range, wanted)| {
            let extra = self.extra.get(name).and_then(Value::as_f64);
            let wrong = own
                .into_iter()
                .chain(extra)
                .find(|number| !range.contains(number))?;
            Some(format!(
                "`{name}` is {wrong}; set it to {wanted}, or leave it out"
            ))
        })
    }
}
