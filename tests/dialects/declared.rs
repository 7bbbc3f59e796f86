//! The dialects that a type says it can be sent in: what the compiler cannot see of it is found before any request.

#![allow(dead_code, reason = "the types are only asked for")]

use std::collections::BTreeMap;

use llm_parse::testing::{Script, assert_contract};
use llm_parse::{ErrorKind, LlmExtract, Prompt, blocking};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
struct Foreign {
    any: serde_json::Value,
}

#[derive(Debug, Deserialize, LlmExtract)]
#[llm(dialects(plain, gemini))]
struct Opaque {
    #[llm(opaque)]
    inner: Vec<Foreign>,
}

/// Its two variants look alike where a map is a list of entries.
#[derive(Debug, Deserialize, LlmExtract)]
#[serde(untagged)]
#[llm(dialects(open_ai_strict))]
enum Alike {
    Entries(Vec<Entry>),
    Map(BTreeMap<String, u8>),
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Entry {
    at: u8,
}

/// What stands in another type is that type's to say.
#[derive(Debug, Deserialize, LlmExtract)]
struct Around {
    inner: Opaque,
}

#[derive(Debug, Deserialize, LlmExtract)]
#[llm(dialects(open_ai_strict, anthropic, gemini, llama_cpp, plain))]
struct Fine {
    id: u8,
}

#[derive(Debug, Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Page<T> {
    items: Vec<T>,
}

fn fault<T: LlmExtract + Send>() -> Option<String> {
    let script = Script::new([r#"{"id": 1, "items": []}"#]);
    let error = blocking::extract::<T>(&script, Prompt::from("one")).err()?;
    if error.kind() != ErrorKind::TypeFault {
        return None;
    }
    assert!(script.requests().is_empty());
    let source = std::error::Error::source(&error).map(ToString::to_string);
    Some(format!("{error}; {}", source.unwrap_or_default()))
}

fn contract<T: LlmExtract>() -> Option<String> {
    let panic = std::panic::catch_unwind(assert_contract::<T>).err()?;
    panic.downcast_ref::<String>().cloned()
}

#[test]
fn what_cannot_be_sent_is_a_type_fault_before_any_request() {
    let says = [
        (
            fault::<Opaque>(),
            "`Opaque` cannot be sent to `gemini`: a value of any type",
        ),
        (
            contract::<Opaque>(),
            "`Opaque` cannot be sent to `gemini`: a value of any type",
        ),
        (fault::<Opaque>(), "/inner/*/any"),
        (
            fault::<Alike>(),
            "`Alike` cannot be sent to `open_ai_strict`: variants without a tag that an answer could not tell apart",
        ),
        (
            contract::<Alike>(),
            "`Alike` cannot be sent to `open_ai_strict`",
        ),
    ];
    for (said, what) in says {
        assert!(
            said.as_ref().is_some_and(|said| said.contains(what)),
            "{said:?}: {what}"
        );
    }
}

#[test]
fn what_can_be_sent_is_sent() {
    assert_eq!(fault::<Fine>(), None);
    assert_eq!(contract::<Fine>(), None);
    assert_eq!(fault::<Around>(), None);
    assert_eq!(fault::<Page<Page<Fine>>>(), None);
    assert_eq!(contract::<Page<Fine>>(), None);
}
