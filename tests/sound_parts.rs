//! Checks are run on every sound part of a reply that is broken elsewhere, however deep the checked type lies.

use llm_parse::{LlmExtract, parse};
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(check = Even::check)]
struct Even(u8);

impl Even {
    fn check(&self) -> Result<(), String> {
        match self.0 % 2 {
            0 => Ok(()),
            _ => Err(format!("{} is odd", self.0)),
        }
    }
}

#[derive(Deserialize, LlmExtract)]
struct Wrapped(Even);

#[derive(Deserialize, LlmExtract)]
struct Pair(u8, Even);

#[allow(dead_code, reason = "only read")]
#[derive(Deserialize, LlmExtract)]
enum Choice {
    Whole(Wrapped),
    Named { even: Option<Even> },
}

#[derive(Deserialize, LlmExtract)]
struct Flat {
    beside: Even,
}

#[allow(dead_code, reason = "only read")]
#[derive(Deserialize, LlmExtract)]
struct Plain {
    #[serde(alias = "other")]
    wrapped: Wrapped,
    pair: Pair,
    list: Vec<Even>,
    choices: Vec<Choice>,
    #[llm(check = short)]
    text: String,
    #[llm(warn, check = any)]
    soft: Even,
    #[serde(default)]
    absent: Option<Even>,
    #[serde(flatten)]
    flat: Flat,
}

fn short(text: &str) -> Result<(), &'static str> {
    if text.len() < 4 {
        return Ok(());
    }
    Err("too long")
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "a check says whether it is content"
)]
fn any(_: &Even) -> Result<(), &'static str> {
    Ok(())
}

#[allow(dead_code, reason = "only read")]
#[derive(Deserialize, LlmExtract)]
struct Outer {
    plain: Inner,
    broken: bool,
}

#[allow(dead_code, reason = "only read")]
#[derive(Deserialize, LlmExtract)]
struct Inner {
    deep: Plain,
    next: Wrapped,
    pair: Pair,
    #[serde(alias = "another")]
    named: Wrapped,
    #[llm(check = short)]
    text: String,
    #[llm(warn, check = any)]
    soft: Even,
    #[llm(warn, check = short)]
    soft_text: String,
}

const PLAIN: &str = r#"{"other": 1, "pair": [1, 3], "list": [2, 5], "choices": [{"Whole": 7}, {"Named": {"even": 9}}],
    "text": "longer", "soft": 1, "beside": 11}"#;

const FAULTS: [&str; 7] = [
    "/wrapped",
    "/pair/1",
    "/list/1",
    "/choices/0/Whole",
    "/choices/1/Named/even",
    "/text",
    "/beside",
];

fn paths<T: LlmExtract>(text: &str) -> Vec<String> {
    let error = parse::<T>(text).map(|_| ()).unwrap_err();
    let violations = error.violations().iter();
    violations.map(|v| v.path().to_string()).collect()
}

#[test]
fn checks_of_a_sound_whole_are_found() {
    assert_eq!(paths::<Plain>(PLAIN), FAULTS);
}

#[test]
fn checks_of_sound_parts_are_found_beside_a_fault() {
    let text = format!(
        r#"{{"plain": {{"deep": {PLAIN}, "next": 1, "pair": [2, 13], "another": 15, "text": "longer", "soft": 1,
            "soft_text": "longer"}}, "broken": []}}"#
    );
    let mut wanted: Vec<String> = FAULTS
        .iter()
        .map(|path| format!("/plain/deep{path}"))
        .collect();
    wanted.extend(
        [
            "/plain/next",
            "/plain/pair/1",
            "/plain/named",
            "/plain/text",
            "/broken",
        ]
        .map(str::to_owned),
    );
    assert_eq!(paths::<Outer>(&text), wanted);
}
