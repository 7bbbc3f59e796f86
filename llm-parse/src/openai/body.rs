//! The body of a request.

use serde_json::{Map, Value, json};

use super::TokenLimit;
use crate::attachment::{Attachment, Source};
use crate::client::{Mode, Parameters, Request, Tool, ToolCall, ToolChoice};
use crate::prompt::{Message, Role};

/// The body of a chat-completions request.
pub(super) fn body(
    model: Option<&str>,
    limit: TokenLimit,
    request: &Request,
) -> Map<String, Value> {
    let mut body = Map::new();
    if let Some(model) = model {
        body.insert("model".to_owned(), model.into());
    }
    let messages = request.messages().iter().map(message).collect();
    body.insert("messages".to_owned(), Value::Array(messages));
    add_mode(&mut body, request);
    add_parameters(&mut body, limit, &request.parameters);
    body
}

fn add_mode(body: &mut Map<String, Value>, request: &Request) {
    match request.mode {
        Mode::JsonSchema => {
            body.insert("response_format".to_owned(), response_format(request));
        }
        Mode::Tool => {
            // With one tool as good as its name, which llama.cpp and LM Studio do not understand.
            let choice = match request.tool_choice {
                ToolChoice::Auto => "auto",
                ToolChoice::Required => "required",
            };
            let tools = request.all_tools().iter().map(tool).collect();
            body.insert("tools".to_owned(), Value::Array(tools));
            body.insert("tool_choice".to_owned(), choice.into());
            let several = request.parallel_tool_calls;
            body.insert("parallel_tool_calls".to_owned(), several.into());
        }
        Mode::JsonObject => {
            body.insert(
                "response_format".to_owned(),
                json!({ "type": "json_object" }),
            );
        }
        Mode::Auto | Mode::Prompt => {}
    }
}

/// The request's schema as a response format.
pub(crate) fn response_format(request: &Request) -> Value {
    let mut format = json!({ "name": request.name });
    if let Some(description) = &request.description {
        format["description"] = description.as_str().into();
    }
    format["strict"] = request.strict.into();
    format["schema"] = (*request.schema).clone();
    json!({ "type": "json_schema", "json_schema": format })
}

fn tool(tool: &Tool) -> Value {
    let mut function = json!({ "name": tool.name });
    if let Some(description) = &tool.description {
        function["description"] = description.as_str().into();
    }
    function["parameters"] = (*tool.schema).clone();
    if tool.strict {
        function["strict"] = true.into();
    }
    json!({ "type": "function", "function": function })
}

fn add_parameters(body: &mut Map<String, Value>, limit: TokenLimit, parameters: &Parameters) {
    let numbers = [
        ("temperature", parameters.temperature.map(Value::from)),
        (limit.key(), parameters.max_tokens.map(Value::from)),
        ("seed", parameters.seed.map(Value::from)),
    ];
    for (key, number) in numbers {
        // A number that JSON cannot express has become `null`.
        if let Some(number) = number.filter(|number| !number.is_null()) {
            body.insert(key.to_owned(), number);
        }
    }
    for (key, value) in &parameters.extra {
        // The reply is read whole.
        if key != "stream" {
            body.insert(key.clone(), value.clone());
        }
    }
}

fn message(message: &Message) -> Value {
    let text = message.text();
    match (message.role(), message.tool_call_id()) {
        (Role::System, _) => json!({ "role": "system", "content": text }),
        (Role::Assistant, _) if message.tool_calls().is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        (Role::Assistant, _) => {
            let content = if text.is_empty() {
                Value::Null
            } else {
                text.into()
            };
            let calls: Vec<_> = message.tool_calls().iter().map(tool_call).collect();
            json!({ "role": "assistant", "content": content, "tool_calls": calls })
        }
        (Role::Tool, Some(id)) => json!({ "role": "tool", "tool_call_id": id, "content": text }),
        (Role::User | Role::Tool, _) => json!({ "role": "user", "content": content(message) }),
    }
}

/// A text, or parts where there is more than a text: that stands last, since it is what grows from attempt to attempt and
/// what stays the same before it is served from a provider's cache.
fn content(message: &Message) -> Value {
    let text = message.text();
    if message.attachments().is_empty() {
        return text.into();
    }
    let mut parts: Vec<_> = message.attachments().iter().map(part).collect();
    if !text.is_empty() {
        parts.push(json!({ "type": "text", "text": text }));
    }
    parts.into()
}

fn part(attachment: &Attachment) -> Value {
    let image = |url: &str| json!({ "type": "image_url", "image_url": { "url": url } });
    match attachment {
        Attachment::Image(one) => match one.source() {
            Source::Data(data) => image(&data.to_data_url()),
            Source::Url(url) => image(url),
        },
        Attachment::Document(document) => {
            let name = document.name().unwrap_or("document.pdf");
            let file = json!({ "filename": name, "file_data": document.data().to_data_url() });
            json!({ "type": "file", "file": file })
        }
    }
}

fn tool_call(call: &ToolCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.name, "arguments": replayed(&call.arguments) },
    })
}

/// Servers refuse a transcript whose arguments are no JSON object, so a call that went wrong is wrapped.
fn replayed(arguments: &str) -> String {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(_)) => arguments.to_owned(),
        _ => object(arguments).to_string(),
    }
}

/// The same as an object.
pub(crate) fn object(arguments: &str) -> Value {
    match serde_json::from_str(arguments) {
        Ok(object @ Value::Object(_)) => object,
        _ if arguments.trim().is_empty() => json!({}),
        _ => json!({ "_raw": arguments }),
    }
}
