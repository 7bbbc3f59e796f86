//! Spans and events after OpenTelemetry's semantic conventions for generative AI.
//!
//! Names: <https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/>; what they have no name for begins with
//! `llm_parse`. Numbers are signed, since bridges to OpenTelemetry turn unsigned ones into text.

use serde_json::{Value, json};
use tracing::field::{Empty, debug, display};
use tracing::instrument::{Instrument, Instrumented};

use crate::attachment::{Attachment, Data, Source};
use crate::attempt::{Attempt, Outcome, cost};
use crate::client::{Client, Finish, Mode, Reply, Request};
use crate::error::Error;
use crate::event::Event;
use crate::prompt::{Message, Role};
use crate::reason::{outcome, reason};

pub(crate) struct Span(tracing::Span);

impl Span {
    /// The span of a run for a type of this name.
    pub(crate) fn run(name: &str) -> Span {
        Span(tracing::info_span!(
            "extract",
            otel.name = format_args!("extract {name}"),
            otel.kind = "internal",
            otel.status_code = Empty,
            llm_parse.type = name,
            llm_parse.attempts = Empty,
            llm_parse.cost = Empty,
            error.type = Empty,
        ))
    }

    /// The span of a request; what it says is recorded only where `content` is set.
    pub(crate) fn request(
        name: &str,
        client: &impl Client,
        request: &Request,
        content: bool,
    ) -> Span {
        let parameters = &request.parameters;
        let span = tracing::info_span!(
            "chat",
            otel.name = format_args!("chat {name}"),
            otel.kind = "client",
            otel.status_code = Empty,
            gen_ai.operation.name = "chat",
            gen_ai.provider.name = client.provider().unwrap_or("_OTHER"),
            gen_ai.request.model = name,
            gen_ai.request.temperature = parameters.temperature,
            gen_ai.request.max_tokens = parameters.max_tokens.map(i64::from),
            gen_ai.request.seed = parameters.seed.map(signed),
            gen_ai.output.type = output(request.mode),
            gen_ai.input.messages = Empty,
            gen_ai.output.messages = Empty,
            gen_ai.response.finish_reasons = Empty,
            gen_ai.usage.input_tokens = Empty,
            gen_ai.usage.output_tokens = Empty,
            gen_ai.usage.cache_read.input_tokens = Empty,
            gen_ai.usage.reasoning.output_tokens = Empty,
            llm_parse.mode = debug(request.mode),
            llm_parse.outcome = Empty,
            llm_parse.cost = Empty,
            error.type = Empty,
        );
        if content {
            let messages: Vec<_> = request.messages().iter().map(message).collect();
            span.record("gen_ai.input.messages", display(Value::Array(messages)));
        }
        Span(span)
    }

    pub(crate) fn around<F: Future>(&self, future: F) -> Instrumented<F> {
        future.instrument(self.0.clone())
    }

    /// Records what a request came to.
    pub(crate) fn replied(&self, attempt: &Attempt, content: bool) {
        let span = &self.0;
        span.record("llm_parse.outcome", outcome(attempt.outcome()));
        span.record("llm_parse.cost", attempt.cost());
        if let Outcome::NoReply(kind) = attempt.outcome() {
            span.record("error.type", debug(kind));
            span.record("otel.status_code", "ERROR");
        }
        let Some(reply) = attempt.reply() else {
            return;
        };
        span.record(
            "gen_ai.response.finish_reasons",
            debug([finish(&reply.finish)]),
        );
        if let Some(usage) = reply.usage {
            for (name, tokens) in [
                ("gen_ai.usage.input_tokens", usage.prompt_tokens),
                ("gen_ai.usage.output_tokens", usage.completion_tokens),
                ("gen_ai.usage.cache_read.input_tokens", usage.cached_tokens),
                (
                    "gen_ai.usage.reasoning.output_tokens",
                    usage.reasoning_tokens,
                ),
            ] {
                span.record(name, signed(tokens));
            }
        }
        if content {
            span.record("gen_ai.output.messages", display(answer(reply)));
        }
    }

    /// Records what a run came to.
    pub(crate) fn ended(&self, attempts: &[Attempt], error: Option<&Error>) {
        let span = &self.0;
        span.record("llm_parse.attempts", signed(attempts.len() as u64));
        span.record("llm_parse.cost", cost(attempts));
        if let Some(error) = error {
            span.record("error.type", debug(error.kind()));
            span.record("otel.status_code", "ERROR");
        }
    }

    /// An event of the span that is entered.
    pub(crate) fn event(event: &Event<'_>) {
        match event {
            Event::Attempt(attempt) if attempt.outcome() == Outcome::Valid => {
                tracing::debug!(
                    client = attempt.client(),
                    number = attempt.number(),
                    total = attempt.total(),
                    "the answer is valid"
                );
            }
            Event::Attempt(attempt) => {
                tracing::warn!(
                    client = attempt.client(),
                    number = attempt.number(),
                    total = attempt.total(),
                    strategy = attempt.strategy().map(debug),
                    reason = reason(attempt),
                    "attempt {} of {} failed",
                    attempt.number(),
                    attempt.total()
                );
            }
            Event::ModeLost { client, mode } => {
                tracing::info!(client, ?mode, "the client does not understand the mode");
            }
            Event::Wait { client, wait } => {
                tracing::info!(client, ?wait, "waiting before the request is sent again");
            }
            Event::Fallback { from, to, after } => {
                tracing::warn!(from, to, after = outcome(*after), "asking another client");
            }
            Event::Failed(error) => {
                tracing::error!(kind = ?error.kind(), attempts = error.attempts().len(), "no value");
            }
            Event::Request { .. } | Event::Done(_) => {}
        }
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn output(mode: Mode) -> &'static str {
    match mode {
        Mode::JsonSchema | Mode::Tool | Mode::JsonObject => "json",
        Mode::Auto | Mode::Prompt => "text",
    }
}

fn finish(finish: &Finish) -> &str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
        Finish::ToolCalls => "tool_call",
        Finish::ContentFilter => "content_filter",
        Finish::Other(reason) => reason,
        Finish::Unknown => "unknown",
    }
}

fn message(message: &Message) -> Value {
    let role = match message.role() {
        Role::System => "system",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
        Role::User => "user",
    };
    let mut parts: Vec<_> = message.attachments().iter().map(attachment).collect();
    match message.tool_call_id() {
        Some(id) => {
            let response = message.text();
            parts.push(json!({"type": "tool_call_response", "id": id, "response": response}));
        }
        None => parts.extend(text(message.text())),
    }
    parts.extend(calls(message.tool_calls()));
    json!({"role": role, "parts": parts})
}

/// What an attachment is; its bytes are not for a trace.
fn attachment(attachment: &Attachment) -> Value {
    let blob = |modality: &str, data: &Data| {
        let (mime_type, bytes) = (data.media_type(), data.bytes().len());
        json!({"type": "blob", "modality": modality, "mime_type": mime_type, "bytes": bytes})
    };
    match attachment {
        Attachment::Document(document) => blob("document", document.data()),
        Attachment::Image(image) => match image.source() {
            Source::Data(data) => blob("image", data),
            Source::Url(url) => json!({"type": "uri", "modality": "image", "uri": url}),
        },
    }
}

fn answer(reply: &Reply) -> Value {
    let parts: Vec<_> = text(&reply.content)
        .into_iter()
        .chain(calls(&reply.tool_calls))
        .collect();
    json!([{"role": "assistant", "parts": parts, "finish_reason": finish(&reply.finish)}])
}

fn text(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| json!({"type": "text", "content": text}))
}

fn calls(calls: &[crate::client::ToolCall]) -> impl Iterator<Item = Value> + '_ {
    calls.iter().map(|call| {
        json!({"type": "tool_call", "id": call.id, "name": call.name, "arguments": call.arguments})
    })
}
