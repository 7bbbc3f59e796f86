//! Documents that cannot be read by, and documents that are meant to be a burden.

use std::fmt::Write;

use llm_parse::{Reader, RuntimeShape};
use serde_json::{Value, json};

#[test]
fn what_is_not_supported_is_said() {
    let cases = [
        (
            json!(3),
            "the schema: a schema is an object, `true` or `false`",
        ),
        (
            json!({ "properties": { "a": 3 } }),
            "/properties/a: a schema is an object",
        ),
        (
            json!({ "type": "any" }),
            "/type: `type` has to be one of null, boolean",
        ),
        (
            json!({ "items": { "type": ["string", "text"] } }),
            "/items/type: `type` has to be",
        ),
        (
            json!({ "minLength": -1 }),
            "/minLength: `minLength` has to be a whole number from 0",
        ),
        (
            json!({ "minimum": "1" }),
            "/minimum: `minimum` has to be a number",
        ),
        (
            json!({ "multipleOf": 0 }),
            "/multipleOf: `multipleOf` has to be a number above 0",
        ),
        (
            json!({ "enum": "a" }),
            "/enum: `enum` has to be a list of values",
        ),
        (
            json!({ "properties": { "a": { "required": true } } }),
            "/properties/a/required: `required` has to be a list",
        ),
        (
            json!({ "anyOf": [] }),
            "/anyOf: `anyOf` has to be a list of schemas",
        ),
        (
            json!({ "properties": [] }),
            "/properties: `properties` has to be an object of schemas",
        ),
        (
            json!({ "uniqueItems": 1 }),
            "/uniqueItems: `uniqueItems` has to be true or false",
        ),
        (
            json!({ "pattern": "(?=a)" }),
            "/pattern: the pattern `(?=a)` cannot be run",
        ),
        (
            json!({ "patternProperties": { "(": true } }),
            "/patternProperties/(: the pattern `(` cannot be run",
        ),
        (
            json!({ "$ref": "#/$defs/A" }),
            "/$ref: `#/$defs/A` leads nowhere",
        ),
        (
            json!({ "$ref": "other.json" }),
            "/$ref: `other.json` leads out of the document",
        ),
        (
            json!({ "$dynamicRef": "#a" }),
            "/$dynamicRef: `$dynamicRef` is not supported",
        ),
        (
            json!({ "unevaluatedItems": false }),
            "/unevaluatedItems: `unevaluatedItems` is not supported",
        ),
        (
            json!({ "$ref": "#" }),
            "the schema: it refers to itself for the very same value",
        ),
        (
            json!({ "allOf": [{ "$ref": "#/$defs/A" }], "$defs": { "A": { "anyOf": [{ "$ref": "#/$defs/A" }, true] } } }),
            "/$defs/A: it refers to itself for the very same value",
        ),
        (
            json!({ "items": { "$id": "https://example.com" } }),
            "/items/$id: a schema with an `$id` of its own",
        ),
    ];
    for (schema, wanted) in cases {
        let error = RuntimeShape::from_json_schema(&schema).expect_err(&schema.to_string());
        let text = error.to_string();
        assert!(text.starts_with(wanted), "{text}\n{wanted}");
        assert!(!text.contains('\n') && !text.ends_with('.'), "{text}");
        assert!(
            wanted.starts_with(error.pointer()) || error.pointer().is_empty(),
            "{text}"
        );
    }
}

#[test]
fn what_is_not_reached_is_not_looked_at() {
    let schema = json!({ "type": "integer", "$defs": { "A": { "$dynamicRef": "#x" } } });
    assert!(RuntimeShape::from_json_schema(&schema).is_ok());
}

#[test]
fn shapes_are_cheap_to_share() {
    fn shared<T: Clone + Send + Sync + std::fmt::Debug + 'static>(value: &T) -> T {
        value.clone()
    }
    let any = shared(&RuntimeShape::any());
    assert_eq!(
        Reader::new()
            .parse_value(&any, "[1, {\"a\": null}]")
            .unwrap()
            .value,
        json!([1, { "a": null }])
    );
    assert!(format!("{any:?}").contains("RuntimeShape"));
}

/// Unions of recursive forms, each of which looks at everything inside before it fails.
#[test]
fn unions_inside_unions_do_not_multiply() {
    let form = |kind: &str| {
        json!({
            "type": "object",
            "properties": { "inner": { "$ref": "#" }, "end": { "type": "integer", "const": kind.len() } },
            "required": ["end"]
        })
    };
    let forms: Vec<Value> = ["a", "ab", "abc", "abcd"].map(form).into();
    for keyword in ["anyOf", "oneOf"] {
        let shape = RuntimeShape::from_json_schema(&json!({ keyword: forms })).unwrap();
        let mut text = r#"{"end":9}"#.to_owned();
        for _ in 0..50 {
            text = format!(r#"{{"inner":{text},"end":4}}"#);
        }
        assert!(Reader::new().parse_value(&shape, &text).is_err());
        let text = text.replace('9', "2");
        assert!(Reader::new().parse_value(&shape, &text).is_ok());
    }
}

/// Documents whose forms multiply, or that hold each other without end.
#[test]
fn documents_cannot_run_away() {
    let pair = |name: &str| json!({ "anyOf": [{ "required": [name] }, { "required": [format!("{name}2")] }] });
    let pairs: Vec<Value> = (0..40).map(|n| pair(&format!("k{n}"))).collect();
    let shape =
        RuntimeShape::from_json_schema(&json!({ "type": "object", "allOf": pairs })).unwrap();
    let mut text = String::from("{\"k0\":1");
    (1..40).for_each(|n| write!(text, ",\"k{n}\":1").unwrap());
    text.push('}');
    assert!(Reader::new().parse_value(&shape, &text).is_ok());
    assert!(Reader::new().parse_value(&shape, "{\"k0\":1}").is_err());

    let growing = json!({
        "$ref": "#/$defs/A",
        "$defs": {
            "A": { "type": "object", "properties": {
                "a": { "allOf": [{ "$ref": "#/$defs/A" }, { "properties": { "a": { "$ref": "#/$defs/B" } } }] },
                "b": { "allOf": [{ "$ref": "#/$defs/A" }, { "properties": { "b": { "minProperties": 1 } } }] }
            } },
            "B": { "type": "object", "properties": { "a": { "allOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/C" }] } } },
            "C": { "type": "object", "properties": { "b": { "$ref": "#/$defs/B" } } }
        }
    });
    let shape = RuntimeShape::from_json_schema(&growing).unwrap();
    assert!(
        Reader::new()
            .parse_value(&shape, r#"{"a":{"a":{"b":{}}}}"#)
            .is_ok()
    );

    let mut chain = json!({ "type": "integer" });
    let mut defs = serde_json::Map::new();
    for n in 0..5000 {
        defs.insert(format!("d{n}"), chain);
        chain = json!({ "$ref": format!("#/$defs/d{n}") });
    }
    let error = RuntimeShape::from_json_schema(&json!({ "$ref": "#/$defs/d4999", "$defs": defs }))
        .unwrap_err();
    assert!(error.to_string().contains("too many references"), "{error}");

    let mut defs = serde_json::Map::from_iter([("d0".to_owned(), json!({ "type": "integer" }))]);
    for n in 1..40 {
        let inner = json!({ "$ref": format!("#/$defs/d{}", n - 1) });
        defs.insert(format!("d{n}"), json!({ "allOf": [inner, inner] }));
    }
    let error = RuntimeShape::from_json_schema(&json!({ "$ref": "#/$defs/d39", "$defs": defs }))
        .unwrap_err();
    assert!(error.to_string().contains("too many references"), "{error}");

    let mut deep = json!({});
    (0..300).for_each(|_| deep = json!({ "items": deep }));
    let error = RuntimeShape::from_json_schema(&deep).unwrap_err();
    assert!(error.to_string().contains("nested too deep"), "{error}");
}
