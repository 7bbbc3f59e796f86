//! A request in genai's words.

use genai::adapter::AdapterKind;
use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart, JsonSpec,
    MessageContent, Tool, ToolCall, ToolChoice, ToolResponse,
};
use serde_json::{Map, Value};

use super::kinds::is_chat_completions;
use crate::attachment::{Attachment, Source};
use crate::client::{Mode, Request, ToolChoice as Choice};
use crate::openai::received::{object, response_format};
use crate::prompt::{Message, Role};

pub(super) fn chat(request: &Request, kind: AdapterKind) -> ChatRequest {
    let mut chat = ChatRequest::default();
    for message in request.messages() {
        match message.role() {
            // The first one has a place of its own with most providers.
            Role::System if chat.system.is_none() && chat.messages.is_empty() => {
                chat.system = Some(message.text().to_owned());
            }
            Role::Tool => answer_call(&mut chat.messages, message),
            _ => chat.messages.push(said(message)),
        }
    }
    if request.mode == Mode::Tool {
        let all = request.all_tools();
        chat.tools = Some(all.iter().map(|one| tool(one, kind)).collect());
    }
    chat
}

fn said(message: &Message) -> ChatMessage {
    let mut content = MessageContent::default();
    content.extend(message.attachments().iter().map(part));
    if !message.text().is_empty() {
        content.push(message.text());
    }
    let calls = message.tool_calls().iter().map(|call| ToolCall {
        call_id: call.id.clone(),
        fn_name: call.name.clone(),
        fn_arguments: object(&call.arguments),
        thought_signatures: None,
    });
    content.extend(calls.map(ContentPart::ToolCall));
    match message.role() {
        Role::System => ChatMessage::system(content),
        Role::Assistant => ChatMessage::assistant(content),
        Role::User | Role::Tool => ChatMessage::user(content),
    }
}

/// The results of one turn's calls belong to one message: some providers take no other transcript.
fn answer_call(messages: &mut Vec<ChatMessage>, message: &Message) {
    let Some(id) = message.tool_call_id() else {
        return messages.push(said(message));
    };
    let result = ToolResponse::new(id, message.text());
    let calls = messages
        .iter()
        .flat_map(|message| message.content.tool_calls());
    let name = calls.rev().find(|call| call.call_id == id);
    let result = match name.map(|call| call.fn_name.clone()) {
        Some(name) => result.with_fn_name(name),
        None => result,
    };
    match messages.last_mut() {
        Some(last) if !last.content.tool_responses().is_empty() => last.content.push(result),
        _ => messages.push(ChatMessage::tool(result)),
    }
}

fn part(attachment: &Attachment) -> ContentPart {
    let data = match attachment {
        Attachment::Document(document) => {
            let name = document.name().unwrap_or("document.pdf").to_owned();
            let data = document.data();
            return ContentPart::from_binary_base64(
                data.media_type(),
                data.to_base64(),
                Some(name),
            );
        }
        Attachment::Image(image) => match image.source() {
            Source::Data(data) => data,
            Source::Url(url) => return ContentPart::from_binary_url("image/*", url, None),
        },
    };
    ContentPart::from_binary_base64(data.media_type(), data.to_base64(), None)
}

fn tool(tool: &crate::client::Tool, kind: AdapterKind) -> Tool {
    let mut out = Tool::new(tool.name.as_str()).with_schema((*tool.schema).clone());
    out.description.clone_from(&tool.description);
    // The Responses API makes a schema strict by itself where it is not told not to.
    let is_said = tool.strict || kind == AdapterKind::OpenAIResp;
    out.strict = is_said.then_some(tool.strict);
    out
}

pub(super) fn options(request: &Request, kind: AdapterKind) -> ChatOptions {
    let parameters = &request.parameters;
    let mut options = ChatOptions {
        temperature: parameters.temperature,
        max_tokens: parameters.max_tokens,
        seed: parameters.seed,
        // What genai does not read of a body is read from it.
        capture_raw_body: Some(true),
        ..ChatOptions::default()
    };
    let mut extra = Map::new();
    match request.mode {
        Mode::JsonSchema if !request.strict && is_chat_completions(kind) => {
            extra.insert("response_format".to_owned(), response_format(request));
        }
        Mode::JsonSchema => {
            let mut format = JsonSpec::new(&request.name, (*request.schema).clone());
            format.description.clone_from(&request.description);
            options.response_format = Some(format.into());
        }
        Mode::JsonObject => options.response_format = Some(ChatResponseFormat::JsonMode),
        Mode::Tool => {
            options.tool_choice = Some(choice(request));
            if is_chat_completions(kind) {
                let several = request.parallel_tool_calls;
                extra.insert("parallel_tool_calls".to_owned(), several.into());
            }
        }
        Mode::Auto | Mode::Prompt => {}
    }
    extra.extend(parameters.extra.clone());
    // The reply is read whole.
    extra.remove("stream");
    if !extra.is_empty() {
        options.extra_body = Some(Value::Object(extra));
    }
    options
}

fn choice(request: &Request) -> ToolChoice {
    match request.tool_choice {
        Choice::Auto => ToolChoice::Auto,
        Choice::Required => ToolChoice::Required,
    }
}
