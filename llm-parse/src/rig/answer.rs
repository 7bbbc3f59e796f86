//! What rig answers becomes a reply or an error.

use std::error::Error;

use rig_core::completion::message::EMPTY_RESPONSE_ERROR;
use rig_core::completion::{
    AssistantContent, CompletionError, CompletionResponse, FinishReason, Usage as Counted,
};
use rig_core::http_client::Error as Http;
use serde_json::{Value, json};

use crate::client::{ClientError, ClientErrorKind, Finish, Mode, Reply, ToolCall, Usage};
use crate::openai::received::{self, Secrets};

pub(super) fn read(
    answered: Result<CompletionResponse, CompletionError>,
    mode: Mode,
) -> Result<Reply, ClientError> {
    let secrets = Secrets::new([]);
    let error = match answered {
        Ok(response) => return Ok(reply(&response)),
        Err(error) => error,
    };
    if let Some(body) = error.provider_response_body() {
        let status = error.provider_response_status();
        let status = status.map_or(200, |status| status.as_u16());
        return match received::read(
            status,
            error.provider_response_headers(),
            body,
            mode,
            &secrets,
        ) {
            // A body that rig could not read is none for us either.
            Ok(reply) if reply == Reply::default() => {
                Err(ClientError::transient("the reply cannot be read").with_status(status))
            }
            answer => answer,
        };
    }
    let hidden = |error: &dyn Error| secrets.hide(&error.to_string());
    match error {
        CompletionError::ResponseError(text) if is_empty(&text) => Ok(Reply::default()),
        CompletionError::HttpError(Http::InvalidStatusCode(status)) => {
            received::read(status.as_u16(), None, "", mode, &secrets)
        }
        CompletionError::HttpError(Http::Instance(error)) => {
            Err(match error.downcast::<reqwest::Error>() {
                Ok(error) => received::failed(*error),
                Err(error) => ClientError::transient(hidden(&*error)),
            })
        }
        CompletionError::HttpError(error) => Err(ClientError::transient(hidden(&error))),
        // What is said in a body of a good status.
        CompletionError::ProviderError(text) => {
            let body = match serde_json::from_str::<Value>(&text) {
                Ok(Value::Object(_)) => text,
                _ => json!({ "error": text }).to_string(),
            };
            received::read(200, None, body, mode, &secrets)
        }
        CompletionError::JsonError(_) | CompletionError::ResponseError(_) => {
            let message = format!("the reply cannot be read: {}", hidden(&error));
            Err(ClientError::transient(message))
        }
        error => {
            let message = hidden(&error);
            let kind = if message.contains("support") {
                ClientErrorKind::Unsupported
            } else {
                ClientErrorKind::Permanent
            };
            Err(ClientError::new(kind, message))
        }
    }
}

/// Whether rig found nothing in a reply.
fn is_empty(error: &str) -> bool {
    error == EMPTY_RESPONSE_ERROR || error == "No response candidates in response"
}

fn reply(response: &CompletionResponse) -> Reply {
    let mut reply = Reply {
        finish: response.finish_reason().map_or(Finish::Unknown, finish),
        usage: usage(&response.usage),
        ..Reply::default()
    };
    for part in &response.choice {
        match part {
            AssistantContent::Text(text) => reply.content.push_str(&text.text),
            AssistantContent::ToolCall(call) => reply.tool_calls.push(ToolCall {
                id: call.wire_call_id().to_owned(),
                name: call.function.name.clone(),
                arguments: match &call.function.arguments {
                    Value::String(text) => text.clone(),
                    Value::Null => String::new(),
                    value => value.to_string(),
                },
            }),
            AssistantContent::Reasoning(thoughts) => {
                let reasoning = reply.reasoning.get_or_insert_default();
                reasoning.push_str(&thoughts.display_text());
            }
            AssistantContent::Image(_) => {}
        }
    }
    received::tell_refusal(&mut reply, &response.raw);
    reply
}

fn finish(reason: FinishReason) -> Finish {
    match reason {
        FinishReason::Stop => Finish::Stop,
        FinishReason::Length => Finish::Length,
        FinishReason::ToolCalls => Finish::ToolCalls,
        FinishReason::ContentFilter => Finish::ContentFilter,
        FinishReason::Other(word) => Finish::Other(word.to_lowercase()),
    }
}

/// Providers count cached tokens among those of the prompt, or beside them, and reasoning likewise; the total tells.
fn usage(counted: &Counted) -> Option<Usage> {
    if !counted.has_values() {
        return None;
    }
    let Counted {
        input_tokens: input,
        output_tokens: output,
        total_tokens: total,
        cached_input_tokens: cached,
        cache_creation_input_tokens: created,
        reasoning_tokens: reasoning,
        ..
    } = *counted;
    let beside = input.saturating_add(cached).saturating_add(created);
    let prompt = if total == beside.saturating_add(output) {
        beside
    } else {
        input
    };
    let with_thoughts = output.saturating_add(reasoning);
    let completion = if total == prompt.saturating_add(with_thoughts) {
        with_thoughts
    } else {
        output
    };
    Some(Usage {
        prompt_tokens: prompt,
        completion_tokens: completion,
        cached_tokens: cached,
        reasoning_tokens: reasoning,
    })
}
