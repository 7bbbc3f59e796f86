//! What is asked: a text, or a conversation.

use serde::{Deserialize, Serialize};

use crate::attachment::{Attachment, Document, Image};
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
    attachments: Vec<Attachment>,
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

    /// Adds an image, for a client that takes [one](crate::Media).
    ///
    /// ```
    /// use llm_parse::{Image, Message};
    ///
    /// let png = vec![0x89, 0x50, 0x4e, 0x47];
    /// let message = Message::user("what is on it?").with_image(Image::bytes("image/png", png));
    /// assert_eq!(message.attachments().len(), 1);
    /// ```
    #[must_use]
    pub fn with_image(self, image: Image) -> Self {
        self.with_attachments([image.into()])
    }

    /// Adds a document, for a client that takes [one](crate::Media).
    #[must_use]
    pub fn with_document(self, document: Document) -> Self {
        self.with_attachments([document.into()])
    }

    /// Adds images and documents. Only a message of the user's may have any.
    #[must_use]
    pub fn with_attachments(mut self, attachments: impl IntoIterator<Item = Attachment>) -> Self {
        self.attachments.extend(attachments);
        self
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
            attachments: Vec::new(),
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

    /// Images and documents, which stand before the text.
    pub fn attachments(&self) -> &[Attachment] {
        &self.attachments
    }

    /// Adds a text of its own.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.text = format!("{}\n\n{text}", self.text);
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

    /// The images and documents of all messages.
    pub(crate) fn attachments(&self) -> impl Iterator<Item = &Attachment> {
        self.messages.iter().flat_map(Message::attachments)
    }

    /// What is wrong with its images and documents, whatever the provider.
    pub(crate) fn attachment_fault(&self) -> Option<&'static str> {
        let is_misplaced =
            |message: &Message| message.role != Role::User && !message.attachments.is_empty();
        if self.messages.iter().any(is_misplaced) {
            return Some("an image or a document belongs to a message of the user's; put it there");
        }
        self.attachments().find_map(Attachment::fault)
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
