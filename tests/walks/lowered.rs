//! Schemas lowered for a provider.

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use llm_parse::dialect::{Dialect, Lowered, OpenAiStrict, Plain};
use llm_parse::shape::View;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::judge::validator;
use crate::types::*;

fn lower<T: LlmExtract>() -> Lowered {
    let lowered = OpenAiStrict.lower(View::of(T::SHAPE)).unwrap();
    validator(&lowered.schema);
    lowered
}

/// Calls `look` with every schema of a document; names of properties are not taken for keywords.
fn each_schema(schema: &Value, look: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    let Value::Object(schema) = schema else {
        return;
    };
    look(schema);
    for key in ["properties", "$defs"] {
        for inner in schema
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            each_schema(inner.1, look);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(key) {
            each_schema(inner, look);
        }
    }
    for inner in schema
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        each_schema(inner, look);
    }
}

fn hold_to_the_rules(lowered: &Lowered) {
    let root = &lowered.schema;
    assert_eq!(root["type"], "object", "{root:#}");
    each_schema(root, &mut |schema| {
        let refused = [
            "$schema",
            "oneOf",
            "allOf",
            "not",
            "prefixItems",
            "default",
            "patternProperties",
            "propertyNames",
            "minLength",
            "maxLength",
            "uniqueItems",
        ];
        for key in refused {
            assert!(!schema.contains_key(key), "{key}: {root:#}");
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            assert_eq!(schema.len(), 1, "{root:#}");
            assert!(
                root.pointer(&reference[1..]).is_some(),
                "{reference}: {root:#}"
            );
        }
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            assert_eq!(schema["additionalProperties"], false, "{root:#}");
            let names: Vec<&String> = properties.keys().collect();
            assert_eq!(schema["required"], json!(names), "{root:#}");
        }
    });
}

#[test]
fn openai_schemas_keep_openai_rules() {
    macro_rules! hold {
        ($($ty:ty),* $(,)?) => {{$(
            let lowered = lower::<$ty>();
            assert!(lowered.strict, "{}: {:?}", stringify!($ty), lowered.notes);
            hold_to_the_rules(&lowered);
        )*}};
    }
    hold!(
        Empty, Unit, Name, Pair, Page<u8>, Page<Name>, Level, Kebab, Shapes, Adjacent, Untagged, Other, Expr, Tree,
        Forest, Links, Ruled, Closed, FlatExternal, Twice, Nested, Wide, Vec<u8>, Option<Level>, String,
        BTreeMap<String, Ruled>, (u8, bool), std::time::Duration, std::num::NonZeroI8,
    );
}

#[test]
fn open_types_are_described_without_being_strict() {
    for (lowered, path) in [
        (lower::<FlatMap>(), ""),
        (lower::<Vec<Value>>(), "/*"),
        (lower::<BTreeMap<String, Value>>(), "/*"),
    ] {
        assert!(!lowered.strict);
        assert_eq!(lowered.notes[0].path.to_string(), path);
        assert_eq!(lowered.schema["type"], "object");
    }
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Keyed {
    by_name: BTreeMap<String, u8>,
    #[serde(default)]
    count: u8,
    #[llm(len(min = 3))]
    text: Option<String>,
}

#[test]
fn what_openai_cannot_say_is_said_otherwise() {
    let Lowered {
        schema,
        notes,
        wrapped,
        ..
    } = lower::<Keyed>();
    assert!(!wrapped);
    assert_eq!(
        schema["properties"]["count"]["type"],
        json!(["integer", "null"])
    );
    assert_eq!(
        schema["properties"]["text"]["description"],
        "at least 3 characters"
    );
    assert_eq!(
        schema["properties"]["by_name"]["items"]["required"],
        json!(["key", "value"])
    );
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "/by_name: a map is a list of its entries",
            "/by_name: each key once",
            "/text: at least 3 characters",
        ]
    );
}

#[test]
fn plain_is_the_schema_itself_but_for_what_grammars_rarely_know() {
    let lowered = Plain.lower(View::of(Expr::SHAPE)).unwrap();
    let mut schema = Expr::schema();
    schema.remove("$schema");
    assert_eq!(lowered.schema, schema.to_value());
    assert!(!lowered.strict && !lowered.wrapped && lowered.notes.is_empty());

    let lowered = Plain.lower(View::of(Ruled::SHAPE)).unwrap();
    let tags = &lowered.schema["properties"]["tags"];
    assert_eq!(tags.get("uniqueItems"), None);
    assert_eq!(tags["description"], "no equal items");
    let notes: Vec<String> = lowered.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"/tags: no equal items".to_owned()),
        "{notes:?}"
    );
}
