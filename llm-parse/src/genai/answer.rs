//! What genai answers becomes a reply or an error.

use genai::Error;
use genai::chat::{ChatResponse, StopReason};
use genai::resolver;
use genai::webc::Error as Web;
use serde_json::Value;

use crate::client::{ClientError, ClientErrorKind, Finish, Mode, Reply, ToolCall, Usage};
use crate::openai::received::{self, Secrets};

pub(super) fn read(
    answered: Result<ChatResponse, Error>,
    mode: Mode,
    secrets: &Secrets,
) -> Result<Reply, ClientError> {
    match answered {
        Ok(response) => match &response.captured_raw_body {
            Some(body) if is_chat_completion(body) => from_body(body, mode, secrets),
            _ => Ok(reply(response)),
        },
        Err(Error::ChatResponseGeneration { response_body, .. }) if response_body.is_object() => {
            from_body(&response_body, mode, secrets)
        }
        Err(Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. }) => {
            from_web(webc_error, mode, secrets)
        }
        Err(Error::HttpError {
            status,
            body,
            headers,
            ..
        }) => received::read(status.as_u16(), Some(&headers), body, mode, secrets),
        Err(error) => Err(failed(&error, secrets)),
    }
}

/// Whether a body is read from its own words: genai drops refusals, takes an error for an empty reply, and fails on tool
/// arguments that are no JSON.
fn is_chat_completion(body: &Value) -> bool {
    body.get("choices").is_some() || body.get("error").is_some_and(|error| !error.is_null())
}

fn from_body(body: &Value, mode: Mode, secrets: &Secrets) -> Result<Reply, ClientError> {
    if let Some(refusal) = body.get("promptFeedback").and(received::refusal(body)) {
        return Ok(Reply {
            refusal: Some(secrets.hide(refusal)),
            finish: Finish::ContentFilter,
            ..Reply::default()
        });
    }
    received::read(200, None, body.to_string(), mode, secrets)
}

fn from_web(error: Web, mode: Mode, secrets: &Secrets) -> Result<Reply, ClientError> {
    match error {
        Web::ResponseFailedStatus {
            status,
            body,
            headers,
        } => received::read(status.as_u16(), Some(&headers), body, mode, secrets),
        Web::ResponseFailedNotJson { body, .. } | Web::ResponseFailedInvalidJson { body, .. } => {
            received::read(200, None, body, mode, secrets)
        }
        Web::Reqwest(error) => Err(received::failed(error)),
        Web::JsonValueExt(error) => Err(ClientError::permanent(secrets.hide(&error.to_string()))),
    }
}

/// An error that no server told of.
pub(super) fn failed(error: &Error, secrets: &Secrets) -> ClientError {
    if let Error::Resolver {
        resolver_error: resolver::Error::ApiKeyEnvNotFound { env_name },
        ..
    } = error
    {
        let message = format!("the environment variable `{env_name}` is not set");
        return ClientError::new(ClientErrorKind::Auth, message);
    }
    let kind = match error {
        Error::RequiresApiKey { .. }
        | Error::NoAuthResolver { .. }
        | Error::NoAuthData { .. }
        | Error::Resolver { .. } => ClientErrorKind::Auth,
        Error::MessageRoleNotSupported { .. }
        | Error::MessageContentTypeNotSupported { .. }
        | Error::LastChatMessageIsNotUser { .. }
        | Error::AdapterNotSupported { .. } => ClientErrorKind::Unsupported,
        _ => ClientErrorKind::Permanent,
    };
    ClientError::new(kind, secrets.hide(&error.to_string()))
}

fn reply(response: ChatResponse) -> Reply {
    let calls = response.content.tool_calls().into_iter();
    let mut reply = Reply {
        content: response.content.texts().concat(),
        tool_calls: calls
            .map(|call| ToolCall {
                id: call.call_id.clone(),
                name: call.fn_name.clone(),
                arguments: arguments(&call.fn_arguments),
            })
            .collect(),
        reasoning: response.reasoning_content.filter(|text| !text.is_empty()),
        refusal: None,
        finish: response.stop_reason.map_or(Finish::Unknown, finish),
        usage: usage(&response.usage),
    };
    if let Some(body) = &response.captured_raw_body {
        received::tell_refusal(&mut reply, body);
    }
    reply
}

/// Arguments that were a text stay that text.
fn arguments(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

fn finish(reason: StopReason) -> Finish {
    match reason {
        StopReason::Completed(_) | StopReason::StopSequence(_) => Finish::Stop,
        StopReason::MaxTokens(_) => Finish::Length,
        StopReason::ToolCall(_) => Finish::ToolCalls,
        StopReason::ContentFilter(_) => Finish::ContentFilter,
        StopReason::Other(word) => Finish::Other(word.to_lowercase()),
    }
}

fn usage(usage: &genai::chat::Usage) -> Option<Usage> {
    let count = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok());
    let prompt = usage.prompt_tokens_details.as_ref();
    let completion = usage.completion_tokens_details.as_ref();
    if usage.prompt_tokens.is_none() && usage.completion_tokens.is_none() {
        return None;
    }
    Some(Usage {
        prompt_tokens: count(usage.prompt_tokens).unwrap_or_default(),
        completion_tokens: count(usage.completion_tokens).unwrap_or_default(),
        cached_tokens: count(prompt.and_then(|prompt| prompt.cached_tokens)).unwrap_or_default(),
        reasoning_tokens: count(completion.and_then(|completion| completion.reasoning_tokens))
            .unwrap_or_default(),
    })
}
