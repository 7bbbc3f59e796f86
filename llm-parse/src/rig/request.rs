//! A request in rig's words.

use rig_core::completion::message::{
    AssistantContent, Document, DocumentMediaType, DocumentSourceKind, Image, ImageMediaType,
    MimeType, ProviderCallId, Text, ToolCall, ToolCallId, ToolChoice, ToolFunction, ToolResult,
    ToolResultContent, UserContent,
};
use rig_core::completion::{CompletionRequest, Message as Said, ToolDefinition};
use schemars::Schema;
use serde_json::{Map, Value, json};

use super::families::Family;
use crate::attachment::{Attachment, Source};
use crate::client::{ClientError, ClientErrorKind, Mode, Request, ToolChoice as Choice};
use crate::openai::received::object;
use crate::prompt::{Message, Role};

pub(super) fn completion(
    request: &Request,
    family: &Family,
) -> Result<CompletionRequest, ClientError> {
    let parameters = &request.parameters;
    let mut extra = Map::new();
    if let Some(seed) = parameters.seed.filter(|_| family.is_chat_completions()) {
        extra.insert("seed".to_owned(), seed.into());
    }
    if request.mode == Mode::JsonObject {
        extra.insert("response_format".to_owned(), json!({"type": "json_object"}));
    }
    extra.extend(parameters.extra.clone());
    // The reply is read whole.
    extra.remove("stream");
    let tools = match request.mode {
        Mode::Tool => request.all_tools(),
        _ => Vec::new(),
    };
    let definition = |tool: crate::client::Tool| ToolDefinition {
        name: tool.name,
        description: tool.description.unwrap_or_default(),
        parameters: (*tool.schema).clone(),
    };
    Ok(CompletionRequest {
        model: parameters.model.clone(),
        preamble: None,
        chat_history: history(request.messages()),
        documents: Vec::new(),
        tool_choice: (request.mode == Mode::Tool).then(|| choice(request)),
        tools: tools.into_iter().map(definition).collect(),
        temperature: parameters.temperature,
        max_tokens: parameters.max_tokens.map(u64::from),
        additional_params: (!extra.is_empty()).then_some(Value::Object(extra)),
        output_schema: schema(request, family)?,
        record_telemetry_content: false,
    })
}

fn schema(request: &Request, family: &Family) -> Result<Option<Schema>, ClientError> {
    if request.mode != Mode::JsonSchema {
        return Ok(None);
    }
    let unsupported = |why: &str| ClientError::new(ClientErrorKind::Unsupported, why);
    if !request.strict && family.makes_strict() {
        return Err(unsupported("rig sends no schema that is not strict"));
    }
    let schema = Schema::try_from((*request.schema).clone());
    schema
        .map(Some)
        .map_err(|_| unsupported("rig sends no such schema"))
}

fn choice(request: &Request) -> ToolChoice {
    match request.tool_choice {
        Choice::Auto => ToolChoice::Auto,
        Choice::Required => ToolChoice::Required,
    }
}

fn history(messages: &[Message]) -> Vec<Said> {
    let mut history: Vec<Said> = Vec::with_capacity(messages.len());
    for (index, message) in messages.iter().enumerate() {
        match (message.role(), message.tool_call_id()) {
            (Role::System, _) => history.push(Said::System {
                content: message.text().to_owned(),
            }),
            (Role::Assistant, _) => history.push(Said::Assistant {
                id: None,
                content: assistant(message),
            }),
            (Role::Tool, Some(id)) => {
                let result = result(id, message.text(), &messages[..index]);
                // The results of one turn's calls belong to one message: some providers take no other transcript.
                match history.last_mut() {
                    Some(Said::User { content })
                        if matches!(content.last(), Some(UserContent::ToolResult(_))) =>
                    {
                        content.push(result);
                    }
                    _ => history.push(Said::User {
                        content: vec![result],
                    }),
                }
            }
            (Role::User | Role::Tool, _) => history.push(Said::User {
                content: user(message),
            }),
        }
    }
    history
}

/// No message is without content, which rig refuses.
fn user(message: &Message) -> Vec<UserContent> {
    let mut content: Vec<_> = message.attachments().iter().map(part).collect();
    if !message.text().is_empty() || content.is_empty() {
        content.push(UserContent::Text(Text::new(message.text())));
    }
    content
}

fn assistant(message: &Message) -> Vec<AssistantContent> {
    let calls = message.tool_calls().iter().map(|call| {
        let function = ToolFunction::new(call.name.clone(), object(&call.arguments));
        AssistantContent::ToolCall(ToolCall::from_wire(&*call.id, function))
    });
    let has_text = !message.text().is_empty() || message.tool_calls().is_empty();
    let text = has_text.then(|| AssistantContent::Text(Text::new(message.text())));
    text.into_iter().chain(calls).collect()
}

/// The result of a call, with the name of the tool, which some providers match it by.
fn result(id: &str, text: &str, before: &[Message]) -> UserContent {
    let mut calls = before.iter().rev().flat_map(Message::tool_calls);
    let call = calls.find(|call| call.id == id);
    UserContent::ToolResult(ToolResult {
        call: ToolCallId::new_or_mint(id),
        provider: ProviderCallId::new(id),
        name: call.map_or_else(String::new, |call| call.name.clone()),
        content: vec![ToolResultContent::Text(Text::new(text))],
    })
}

fn part(attachment: &Attachment) -> UserContent {
    let image = |data, media_type| {
        UserContent::Image(Image {
            data,
            media_type,
            detail: None,
            additional_params: None,
        })
    };
    match attachment {
        Attachment::Image(one) => match one.source() {
            Source::Data(data) => image(
                DocumentSourceKind::Base64(data.to_base64()),
                ImageMediaType::from_mime_type(data.media_type()),
            ),
            Source::Url(url) => image(DocumentSourceKind::Url(url.clone()), None),
        },
        Attachment::Document(document) => UserContent::Document(Document {
            data: DocumentSourceKind::Base64(document.data().to_base64()),
            media_type: DocumentMediaType::from_mime_type(document.data().media_type()),
            additional_params: None,
        }),
    }
}
