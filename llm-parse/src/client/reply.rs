//! What a model answered.

use serde::{Deserialize, Serialize};

use super::usage::Usage;

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reply {
    /// The text of the answer.
    pub content: String,
    /// The tools that the model called.
    pub tool_calls: Vec<ToolCall>,
    /// What the model thought, where the provider tells it apart from the answer.
    pub reasoning: Option<String>,
    /// The refusal, where the model or the provider refused.
    pub refusal: Option<String>,
    /// Why the reply ended.
    pub finish: Finish,
    /// What the request cost.
    pub usage: Option<Usage>,
}

impl Reply {
    /// A complete reply of this text.
    pub fn text(content: impl Into<String>) -> Self {
        Reply {
            content: content.into(),
            finish: Finish::Stop,
            ..Reply::default()
        }
    }

    /// Says what the request cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// Says why the reply ended.
    #[must_use]
    pub fn with_finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// Adds tools that the model called.
    #[must_use]
    pub fn with_tool_calls(mut self, calls: impl IntoIterator<Item = ToolCall>) -> Self {
        self.tool_calls.extend(calls);
        self
    }

    /// Adds what the model thought.
    #[must_use]
    pub fn with_reasoning(mut self, reasoning: impl Into<String>) -> Self {
        self.reasoning = Some(reasoning.into());
        self
    }

    /// Says that the model refused, in its own words.
    #[must_use]
    pub fn with_refusal(mut self, refusal: impl Into<String>) -> Self {
        self.refusal = Some(refusal.into());
        self
    }
}

impl From<&str> for Reply {
    fn from(text: &str) -> Reply {
        Reply::text(text)
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply::text(text)
    }
}

/// A tool that the model called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the tool's result must name.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them: JSON, if all went well.
    pub arguments: String,
}

impl ToolCall {
    /// A call of the tool of this name.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}

/// Why a reply ended (the finish reason).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The model called tools.
    ToolCalls,
    /// A filter of the provider's cut the reply or withheld it.
    ContentFilter,
    /// Another reason, in the provider's word.
    Other(String),
    /// The provider did not say.
    #[default]
    Unknown,
}
