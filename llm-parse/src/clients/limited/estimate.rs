//! What a request will cost, before anybody has counted it.

use serde_json::Value;

use crate::attachment::Attachment;
use crate::client::{Mode, Request};
use crate::prompt::Message;

/// Bytes of a token: about 4 in English prose, fewer in JSON and other scripts.
const BYTES: usize = 3;

/// What the larger images cost where providers say so.
const IMAGE: usize = 1_500;

/// Bytes of a document for one token: a page has about 60 KB, and costs 2,000 tokens.
const DOCUMENT_BYTES: usize = 30;

/// The tokens that a request is taken to cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Estimate {
    pub(super) prompt: u64,
    /// The greatest number of tokens in the reply, where the request says it.
    pub(super) most: Option<u64>,
}

pub(super) fn estimate(request: &Request) -> Estimate {
    let messages: usize = request.messages().iter().map(message).sum();
    let schemas: usize = match request.mode {
        Mode::JsonSchema => size(&request.schema),
        Mode::Tool if request.tools.is_empty() => size(&request.schema),
        Mode::Tool => request.tools.iter().map(|tool| size(&tool.schema)).sum(),
        _ => 0,
    };
    Estimate {
        prompt: u64::try_from(messages + schemas / BYTES).unwrap_or(u64::MAX),
        most: most(request),
    }
}

fn message(message: &Message) -> usize {
    let calls = message.tool_calls().iter();
    let calls: usize = calls
        .map(|call| call.name.len() + call.arguments.len())
        .sum();
    let attachments: usize = message.attachments().iter().map(attachment).sum();
    (message.text().len() + calls) / BYTES + attachments
}

fn attachment(attachment: &Attachment) -> usize {
    match attachment {
        Attachment::Image(_) => IMAGE,
        Attachment::Document(document) => document.data().bytes().len() / DOCUMENT_BYTES,
    }
}

/// The length of a schema as text.
fn size(schema: &Value) -> usize {
    schema.to_string().len()
}

fn most(request: &Request) -> Option<u64> {
    let parameters = &request.parameters;
    let extra = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
    let mut extra = extra.into_iter();
    let own = parameters.max_tokens.map(u64::from);
    own.or_else(|| extra.find_map(|name| parameters.extra.get(name)?.as_u64()))
}
