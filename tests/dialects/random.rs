//! The laws of the dialects, for shapes that nobody wrote.

use std::any::TypeId;

use llm_parse::dialect::{Anthropic, Dialect, Gemini, LlamaCpp, OpenAiStrict, Plain, Rules};
use llm_parse::shape::{Shape, View};
use serde_json::{Value, json};

use crate::grammar;
use crate::providers::{self, Provider};
use crate::shapes::{Random, shapes, text, value};

const SHAPES: u64 = 300;

#[test]
fn random_shapes_keep_the_laws() {
    let dialects: [(&Rules, Provider, bool); 5] = [
        (OpenAiStrict.rules(), providers::open_ai_strict, true),
        (Anthropic.rules(), providers::anthropic, false),
        (Gemini.rules(), providers::gemini, false),
        (LlamaCpp.rules(), providers::llama_cpp, true),
        (Plain.rules(), |_| Ok(()), true),
    ];
    let (mut said, mut values) = (0, 0);
    for seed in 0..SHAPES {
        let mut random = Random(seed);
        let mut defs = shapes(&mut random);
        let keys = Shape::new("", TypeId::of::<()>, text());
        defs.push(Shape { id: None, ..keys });
        let view = View {
            shape: &defs[0],
            defs: &defs,
        };
        for (rules, provider, is_grammar) in dialects {
            let Ok(lowered) = rules.lower(view) else {
                continue;
            };
            if rules.enforced && !lowered.strict {
                assert!(!lowered.notes.is_empty());
                continue;
            }
            said += 1;
            let schema = &lowered.schema;
            provider(schema).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            let validator = jsonschema::validator_for(&standard(schema)).unwrap();
            let mut shown = None;
            for _ in 0..6 {
                let wire = value(&mut random, view);
                let Some(answer) = lowered.lower_value(view, &wire) else {
                    continue;
                };
                values += 1;
                let valid = validator.validate(&answer);
                assert!(
                    valid.is_ok(),
                    "seed {seed}: {wire} as {answer}: {valid:?}: {schema}"
                );
                let lifted = lowered.lift(view, answer.clone());
                assert_eq!(lifted, wire, "seed {seed}: {answer}: {schema}");
                shown = Some(answer);
            }
            let refusal = grammar::refuses(schema, shown.as_ref()).filter(|_| is_grammar);
            assert_eq!(refusal, None, "seed {seed}");
        }
    }
    assert!(said > SHAPES * 3, "{said} of {} said", SHAPES * 5);
    assert!(values > said * 5, "{values} values of {said}");
}

/// The schema with `nullable` as JSON Schema has it; no property of these shapes is called so.
fn standard(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let mut object = object.clone();
            for value in object.values_mut() {
                *value = standard(value);
            }
            match object.remove("nullable") {
                Some(_) => json!({ "anyOf": [object, { "type": "null" }] }),
                None => Value::Object(object),
            }
        }
        Value::Array(items) => items.iter().map(standard).collect(),
        other => other.clone(),
    }
}
