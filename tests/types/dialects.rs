//! The laws of the dialects, for every type: the schema is one that the provider takes, a value that is lowered is valid
//! under it and is lifted back, and what else is valid is read, or broken by a rule that was said in words.

use jsonschema::Validator;
use llm_parse::Code;
use llm_parse::dialect::{
    Anthropic, Dialect, Gemini, LlamaCpp, Lowered, OpenAiStrict, OtherKeys, Plain, Rules,
};
use llm_parse::shape::View;
use serde_json::{Value, json};

use crate::grammar;
use crate::judge::Case;
use crate::mutants;
use crate::providers::{self, Provider};
use crate::rng::Rng;

/// Every dialect, and who judges its schemas.
fn dialects() -> [(&'static str, &'static Rules, Provider); 5] {
    [
        (
            "OpenAiStrict",
            OpenAiStrict.rules(),
            providers::open_ai_strict,
        ),
        ("Anthropic", Anthropic.rules(), providers::anthropic),
        ("Gemini", Gemini.rules(), providers::gemini),
        ("LlamaCpp", LlamaCpp.rules(), providers::llama_cpp),
        ("Plain", Plain.rules(), |_| Ok(())),
    ]
}

/// How many of the types each dialect can say, how many values it lowered, and what is wrong.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) said: usize,
    pub(crate) types: usize,
    pub(crate) values: usize,
    pub(crate) unsure: usize,
    pub(crate) faults: Vec<String>,
}

pub(crate) fn judge(cases: &[Case]) -> Tally {
    let mut tally = Tally::default();
    for case in cases {
        let before = (case.schema)();
        for (name, rules, provider) in dialects() {
            let at = tally.faults.len();
            law(case, rules, provider, &mut tally);
            for fault in &mut tally.faults[at..] {
                *fault = format!("{} in {name}: {fault}", case.name);
            }
        }
        if (case.schema)() != before {
            tally
                .faults
                .push(format!("{}: lowering changed it", case.name));
        }
    }
    tally
}

fn law(case: &Case, rules: &Rules, provider: Provider, tally: &mut Tally) {
    let view = (case.view)();
    tally.types += 1;
    let Ok(lowered) = rules.lower(view) else {
        return;
    };
    let schema = &lowered.schema;
    if rules.enforced && !lowered.strict {
        let why: Vec<String> = lowered.notes.iter().map(ToString::to_string).collect();
        if why.is_empty() {
            tally
                .faults
                .push("not strict, and nobody says why".to_owned());
        }
        return;
    }
    tally.said += 1;
    if let Err(why) = provider(schema) {
        tally.faults.push(why);
    }
    let validator = match jsonschema::options()
        .should_validate_formats(true)
        .build(&standard(schema, rules))
    {
        Ok(validator) => validator,
        Err(error) => return tally.faults.push(format!("{error}: {schema}")),
    };
    let mut rng = Rng::new(11);
    let mut kept = Vec::new();
    for _ in 0..20 {
        let text = (case.text)(&mut rng);
        match value(case, view, &lowered, &validator, &text) {
            Ok(Some(value)) => {
                tally.values += 1;
                kept.push(value);
            }
            Ok(None) => tally.unsure += 1,
            Err(why) => tally.faults.push(why),
        }
    }
    let example = (case.example)();
    let example = lowered.lower_value(view, &example);
    if *rules != *Gemini.rules() && *rules != *Anthropic.rules() {
        tally
            .faults
            .extend(grammar::refuses(schema, example.as_ref()));
    }
    kept.truncate(2);
    for kept in kept.iter().flat_map(mutants::of) {
        let whole = kept.whole;
        if validator.is_valid(&whole)
            && let Err(why) = answer(case, view, &lowered, &whole)
        {
            tally.faults.push(format!("{}: {why}", kept.label));
            break;
        }
    }
    tally.faults.truncate(30);
}

/// A value is lowered and lifted; `None` where that is not sure.
fn value(
    case: &Case,
    view: View<'_>,
    lowered: &Lowered,
    validator: &Validator,
    text: &str,
) -> Result<Option<Value>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    // What a JSON value cannot hold is not lowered.
    let written = value.to_string();
    if written != text {
        return Ok(None);
    }
    let Some(said) = lowered.lower_value(view, &value) else {
        return Ok(None);
    };
    if let Err(error) = validator.validate(&said) {
        return Err(format!(
            "{text} is lowered to {said}: {error}: {}",
            lowered.schema
        ));
    }
    let lifted = lowered.lift(view, said.clone());
    (case.same)(&lifted.to_string(), text)
        .map_err(|why| format!("{text} -> {said} -> {lifted}: {why}"))?;
    let inside = inside(lowered, &said);
    (case.same)(&inside, text).map_err(|why| format!("{text} -> {inside}: {why}"))?;
    Ok(Some(said))
}

/// The text that is read of an answer: a wrapped value is taken out where it was asked for so.
fn inside(lowered: &Lowered, answer: &Value) -> String {
    let inner = answer.get("value").filter(|_| lowered.wrapped);
    inner.unwrap_or(answer).to_string()
}

/// What is valid under the schema is read, or breaks a rule that the schema says in words.
fn answer(case: &Case, view: View<'_>, lowered: &Lowered, answer: &Value) -> Result<(), String> {
    let said = inside(lowered, answer);
    let lifted = lowered.lift(view, answer.clone()).to_string();
    let (of_said, of_lifted) = ((case.codes)(&said), (case.codes)(&lifted));
    let fault = |what: String| format!("{said} -> {lifted}: {what}: {}", lowered.schema);
    if of_said.is_empty() != of_lifted.is_empty() {
        return Err(fault(format!(
            "read differently, {of_said:?} and {of_lifted:?}"
        )));
    }
    if of_lifted.is_empty() {
        return (case.same)(&said, &lifted).map_err(fault);
    }
    let is_said = |what: &str| lowered.notes.iter().any(|note| note.what.contains(what));
    let loosely = is_said("too large to be written out") || is_said("in this order");
    let in_words = |code: &Code| match code {
        Code::Missing => loosely,
        Code::UnknownKey | Code::NoJson => false,
        // How wide a number is in Rust is not said, and no check of the user's is.
        Code::Range | Code::Check => true,
        _ => lowered.schema.to_string().contains("description"),
    };
    match of_lifted.iter().find(|code| !in_words(code)) {
        Some(code) => Err(fault(format!("{code:?}"))),
        None => Ok(()),
    }
}

/// The schema as JSON Schema has it: `nullable` is a type, and objects are closed where a provider closes them unsaid.
fn standard(schema: &Value, rules: &Rules) -> Value {
    match schema {
        Value::Object(object) => {
            let mut object: serde_json::Map<String, Value> = object
                .iter()
                .map(|(key, value)| (key.clone(), standard(value, rules)))
                .collect();
            if rules.other_keys == OtherKeys::Unsaid && object.get("type") == Some(&json!("object"))
            {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            match object.remove("nullable") {
                Some(Value::Bool(true)) => json!({ "anyOf": [object, { "type": "null" }] }),
                Some(other) => {
                    object.insert("nullable".to_owned(), other);
                    Value::Object(object)
                }
                None => Value::Object(object),
            }
        }
        Value::Array(items) => items.iter().map(|item| standard(item, rules)).collect(),
        other => other.clone(),
    }
}
