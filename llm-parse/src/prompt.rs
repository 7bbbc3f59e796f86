//! What is asked: a text, or a conversation.

use serde::{Deserialize, Serialize};

use crate::client::ToolCall;

/// What is asked. A `&str` or `String` is one message of the user's; a list of messages is a conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    messages: Vec<Message>,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// Instructions.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The result of a tool that the model called.
    Tool,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    role: Role,
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
}

impl Message {
    /// Instructions.
    pub fn system(text: impl Into<String>) -> Self {
        Message::new(Role::System, text)
    }

    /// A message of the user's.
    pub fn user(text: impl Into<String>) -> Self {
        Message::new(Role::User, text)
    }

    /// A message of the model's.
    pub fn assistant(text: impl Into<String>) -> Self {
        Message::new(Role::Assistant, text)
    }

    /// The result of the tool call of this id.
    pub fn tool(id: impl Into<String>, text: impl Into<String>) -> Self {
        Message {
            tool_call_id: Some(id.into()),
            ..Message::new(Role::Tool, text)
        }
    }

    /// Adds the tools that the model called in this message.
    #[must_use]
    pub fn with_tool_calls(mut self, calls: Vec<ToolCall>) -> Self {
        self.tool_calls = calls;
        self
    }

    fn new(role: Role, text: impl Into<String>) -> Self {
        Message {
            role,
            text: text.into(),
            tool_calls: Vec::new(),
            tool_call_id: None,
        }
    }

    /// Who speaks.
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tools that the model called in this message.
    pub fn tool_calls(&self) -> &[ToolCall] {
        &self.tool_calls
    }

    /// The call that this message is the result of.
    pub fn tool_call_id(&self) -> Option<&str> {
        self.tool_call_id.as_deref()
    }
}

impl Prompt {
    /// The messages in order.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The instructions that it begins with, and the rest.
    pub(crate) fn parts(&self) -> (&[Message], &[Message]) {
        let of_system = |message: &&Message| message.role == Role::System;
        let own = self.messages.iter().take_while(of_system).count();
        self.messages.split_at(own)
    }
}

impl From<&str> for Prompt {
    fn from(text: &str) -> Prompt {
        Prompt {
            messages: vec![Message::user(text)],
        }
    }
}

impl From<String> for Prompt {
    fn from(text: String) -> Prompt {
        Prompt {
            messages: vec![Message::user(text)],
        }
    }
}

impl From<&String> for Prompt {
    fn from(text: &String) -> Prompt {
        Prompt::from(text.as_str())
    }
}

impl From<Message> for Prompt {
    fn from(message: Message) -> Prompt {
        Prompt {
            messages: vec![message],
        }
    }
}

impl From<Vec<Message>> for Prompt {
    fn from(messages: Vec<Message>) -> Prompt {
        Prompt { messages }
    }
}

impl<const N: usize> From<[Message; N]> for Prompt {
    fn from(messages: [Message; N]) -> Prompt {
        Prompt {
            messages: messages.into(),
        }
    }
}
