//! Tokens, in every provider's words.

use serde_json::Value;

use crate::client::Usage;

/// What a request cost; where one count is missing, the total tells it.
pub(super) fn usage(usage: &Value) -> Option<Usage> {
    let count = |pointers: &[&str]| {
        pointers
            .iter()
            .find_map(|pointer| number(usage.pointer(pointer)?))
    };
    let prompt = count(&["/prompt_tokens", "/input_tokens", "/prompt_eval_count"]);
    let completion = count(&["/completion_tokens", "/output_tokens", "/eval_count"]);
    let total = count(&["/total_tokens"]);
    let rest = |known: u64| total.unwrap_or(known).saturating_sub(known);
    let (prompt_tokens, completion_tokens) = match (prompt, completion) {
        (Some(prompt), Some(completion)) => (prompt, completion),
        (Some(prompt), None) => (prompt, rest(prompt)),
        (None, Some(completion)) => (rest(completion), completion),
        (None, None) => (total?, 0),
    };
    Some(Usage {
        prompt_tokens,
        completion_tokens,
        cached_tokens: count(&[
            "/prompt_tokens_details/cached_tokens",
            "/input_tokens_details/cached_tokens",
            "/prompt_cache_hit_tokens",
            "/cached_tokens",
        ])
        .unwrap_or(0),
        reasoning_tokens: count(&[
            "/completion_tokens_details/reasoning_tokens",
            "/output_tokens_details/reasoning_tokens",
            "/reasoning_tokens",
        ])
        .unwrap_or(0),
    })
}

/// A count as a number of any form, or in digits.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(digits) => digits.parse().ok(),
        value => value.as_u64().or_else(|| {
            let float = value.as_f64().filter(|float| *float >= 0.0)?;
            format!("{float:.0}").parse().ok()
        }),
    }
}
