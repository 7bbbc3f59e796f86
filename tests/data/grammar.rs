//! `llguidance`, the engine behind several providers' structured output, as a judge.

use std::sync::LazyLock;

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};
use serde_json::Value;

static FACTORY: LazyLock<ParserFactory> = LazyLock::new(|| {
    let mut factory = ParserFactory::new_simple(&ApproximateTokEnv::single_byte_env()).unwrap();
    factory.quiet();
    factory
});

/// Why a schema is no grammar, or an answer none of its sentences.
pub(crate) fn refuses(schema: &Value, answer: Option<&Value>) -> Option<String> {
    let grammar = TopLevelGrammar::from_json_schema(schema.clone());
    let mut matcher = Matcher::new(FACTORY.create_parser(grammar));
    if let Some(error) = matcher.get_error() {
        return Some(format!("no grammar: {error}: {schema}"));
    }
    let answer = whole(answer?).to_string();
    for (at, byte) in answer.bytes().enumerate() {
        if matcher.consume_token(u32::from(byte)).is_err() {
            return Some(format!("refuses {} in {answer}: {schema}", &answer[at..]));
        }
    }
    match matcher.is_accepting() {
        Ok(true) => None,
        _ => Some(format!("does not end after {answer}: {schema}")),
    }
}

/// The value with `1` for `1.0`: for a multiple of a fraction the engine knows no other form.
fn whole(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            let whole = text
                .strip_suffix(".0")
                .and_then(|whole| whole.parse::<i64>().ok());
            whole.map_or_else(|| value.clone(), Value::from)
        }
        Value::Array(items) => items.iter().map(whole).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), whole(value)))
            .collect(),
        other => other.clone(),
    }
}
