//! Why a reply ended, in every provider's words.

use serde_json::Value;

use crate::client::Finish;

/// The finish reason of the choice, else of the whole body.
pub(super) fn finish(choice: &Value, root: &Value) -> Finish {
    let keys = [
        "finish_reason",
        "finishReason",
        "native_finish_reason",
        "done_reason",
        "stop_reason",
    ];
    let word = |value: &Value| {
        let words = keys.iter().filter_map(|key| value.get(*key)?.as_str());
        words
            .map(str::trim)
            .find(|word| !word.is_empty())
            .map(str::to_lowercase)
    };
    let Some(word) = word(choice).or_else(|| word(root)) else {
        return Finish::Unknown;
    };
    match word.as_str() {
        "stop" | "end_turn" | "eos" | "eos_token" | "stop_sequence" | "end" | "complete"
        | "completed" => Finish::Stop,
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "max_length"
        | "incomplete"
        | "model_length"
        | "token_limit"
        | "model_context_window_exceeded" => Finish::Length,
        "tool_calls" | "tool_call" | "tool_use" | "function_call" => Finish::ToolCalls,
        "content_filter" | "content_filtered" | "safety" | "recitation" | "prohibited_content"
        | "blocklist" | "spii" | "refusal" | "sensitive" => Finish::ContentFilter,
        _ if is_name(&word) => Finish::Other(word),
        _ => Finish::Unknown,
    }
}

/// A reason is traced: it must not be anything that a server chooses to say, such as a key.
fn is_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '_' || c == '-';
    word.len() <= 40 && word.chars().all(is_letter)
}
