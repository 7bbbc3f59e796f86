//! What is mended on the way: the same as where a type is read.

use llm_parse::{Code, FixKind, Leniency, ParseError, Reader, RuntimeShape};
use serde_json::{Value, json};

fn read(schema: &Value, text: &str) -> Result<Value, ParseError> {
    let shape = RuntimeShape::from_json_schema(schema).unwrap_or_else(|e| panic!("{e}: {schema}"));
    Reader::new().parse_value(&shape, text).map(|parsed| {
        let is_same = serde_json::from_str(text).is_ok_and(|whole: Value| whole == parsed.value);
        assert!(!parsed.fixes.is_empty() || is_same, "{text}: no fix");
        parsed.value
    })
}

#[track_caller]
fn reads(schema: &Value, cases: &[(&str, Value)]) {
    for (text, wanted) in cases {
        match read(schema, text) {
            Ok(value) => assert_eq!(&value, wanted, "{text} under {schema}"),
            Err(error) => panic!("{text} under {schema}: {error}"),
        }
    }
}

/// Each text with the pointers and codes of what is wrong.
#[track_caller]
fn refuses(schema: &Value, cases: &[(&str, &[(&str, Code)])]) {
    for (text, wanted) in cases {
        let error = read(schema, text).expect_err(text);
        let found: Vec<_> = error
            .violations()
            .iter()
            .map(|v| (v.path().to_string(), v.code()))
            .collect();
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(path, code)| ((*path).to_owned(), *code))
            .collect();
        assert_eq!(found, wanted, "{text} under {schema}: {error}");
    }
}

#[test]
fn scalars_are_coerced() {
    reads(
        &json!({ "type": "integer" }),
        &[
            ("\"12\"", json!(12)),
            ("20.0", json!(20)),
            ("[7]", json!(7)),
        ],
    );
    reads(
        &json!({ "type": "number", "minimum": 1 }),
        &[("\"2.5\"", json!(2.5))],
    );
    reads(
        &json!({ "type": "boolean" }),
        &[("\"True\"", json!(true)), ("True", json!(true))],
    );
    reads(
        &json!({ "enum": ["open", "in progress"] }),
        &[
            ("\"In-Progress\"", json!("in progress")),
            ("OPEN", json!("open")),
        ],
    );
    reads(
        &json!({ "enum": [1, 2, null] }),
        &[("\"2\"", json!(2)), ("null", json!(null))],
    );
    reads(
        &json!({ "type": ["integer", "null"] }),
        &[("\"2\"", json!(2)), ("None", json!(null))],
    );
    let list = json!({ "type": "array", "items": { "type": "string" } });
    reads(
        &list,
        &[
            ("[1, true, 'x']", json!(["1", "true", "x"])),
            ("\"x\"", json!(["x"])),
        ],
    );
}

#[test]
fn keys_are_matched() {
    let schema = json!({
        "type": "object",
        "properties": { "due_date": { "type": "string" }, "size": { "type": "integer" } },
        "required": ["due_date"]
    });
    reads(
        &schema,
        &[
            (
                r#"{"dueDate": "x", "Size": "3"}"#,
                json!({ "due_date": "x", "size": 3 }),
            ),
            (
                r#"{"due_date": "x", "size": null}"#,
                json!({ "due_date": "x" }),
            ),
            (
                r#"{"due_date": "x", "more": [1]}"#,
                json!({ "due_date": "x" }),
            ),
            (
                r#"{"due_date": "x", "due_date": "x"}"#,
                json!({ "due_date": "x" }),
            ),
            (r#""{\"due_date\": \"x\"}""#, json!({ "due_date": "x" })),
            (
                "Sure!\n```json\n{due_date: 'x',}\n```",
                json!({ "due_date": "x" }),
            ),
        ],
    );
    refuses(
        &schema,
        &[
            (
                r#"{"due_date": "x", "due_date": "y"}"#,
                &[("/due_date", Code::DuplicateKey)],
            ),
            (
                r#"{"size": 1.5}"#,
                &[("/due_date", Code::Missing), ("/size", Code::Type)],
            ),
        ],
    );
}

#[test]
fn undeclared_keys_follow_the_schema() {
    let properties = json!({ "a": { "type": "integer" } });
    let text = r#"{"a": 1, "b": {"c": 2}, "d": 3}"#;
    let whole: Value = serde_json::from_str(text).unwrap();
    let open = json!({ "type": "object", "properties": properties });
    let shape = RuntimeShape::from_json_schema(&open).unwrap();
    let parsed = Reader::new().parse_value(&shape, text).unwrap();
    assert_eq!(parsed.value, json!({ "a": 1 }));
    let fixes: Vec<_> = parsed
        .fixes
        .iter()
        .map(|fix| (fix.path().to_string(), fix.kind()))
        .collect();
    let unknown = |path: &str| (path.to_owned(), FixKind::UnknownKey);
    assert_eq!(fixes, [unknown("/b"), unknown("/d")]);

    let kept = json!({ "type": "object", "properties": properties, "additionalProperties": true });
    let shape = RuntimeShape::from_json_schema(&kept).unwrap();
    let parsed = Reader::new().parse_value(&shape, text).unwrap();
    assert_eq!((parsed.value, parsed.fixes.len()), (whole, 0));

    let closed =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    refuses(
        &closed,
        &[(text, &[("/b", Code::UnknownKey), ("/d", Code::UnknownKey)])],
    );
    // A key that stands twice is no less wrong where keys are free.
    refuses(
        &kept,
        &[(r#"{"a": 1, "b": 1, "b": 2}"#, &[("/b", Code::DuplicateKey)])],
    );
    refuses(
        &json!({ "type": "object" }),
        &[(r#"{"b": 1, "b": 2}"#, &[("/b", Code::DuplicateKey)])],
    );
    refuses(
        &json!(true),
        &[(r#"[{"b": 1, "b": 2}]"#, &[("/0/b", Code::DuplicateKey)])],
    );
}

#[test]
fn free_values_have_the_shape_of_their_pattern() {
    let schema = json!({
        "type": "object",
        "properties": { "id": { "type": "integer" } },
        "patternProperties": { "^n_": { "type": "number" }, "^b_": { "type": "boolean" } },
        "additionalProperties": { "type": "array", "items": { "type": "integer" } }
    });
    reads(
        &schema,
        &[(
            r#"{"ID": "1", "n_a": "2.5", "b_a": "true", "rest": "3"}"#,
            json!({ "id": 1, "n_a": 2.5, "b_a": true, "rest": [3] }),
        )],
    );
    refuses(
        &schema,
        &[(
            r#"{"n_a": "x", "rest": [1, "y"]}"#,
            &[("/n_a", Code::Type), ("/rest/1", Code::Type)],
        )],
    );
}

#[test]
fn forms_are_told_apart() {
    let tagged = json!({
        "oneOf": [{ "$ref": "#/$defs/Circle" }, { "$ref": "#/$defs/Group" }],
        "$defs": {
            "Circle": {
                "type": "object",
                "properties": { "kind": { "const": "circle" }, "radius": { "type": "number" } },
                "required": ["kind", "radius"]
            },
            "Group": {
                "type": "object",
                "properties": {
                    "kind": { "const": "group" },
                    "members": { "type": "array", "items": { "$ref": "#" } }
                },
                "required": ["kind", "members"]
            }
        }
    });
    reads(
        &tagged,
        &[
            (
                r#"{"Kind": "Circle", "radius": "2"}"#,
                json!({ "kind": "circle", "radius": 2 }),
            ),
            (
                r#"{"kind": "group", "members": [{"kind": "group", "members": []}, {"kind": "CIRCLE", "radius": "1.5"}]}"#,
                json!({ "kind": "group", "members": [
                { "kind": "group", "members": [] },
                { "kind": "circle", "radius": 1.5 },
            ] }),
            ),
        ],
    );
    refuses(
        &tagged,
        &[
            (r#"{"kind": "square"}"#, &[("/kind", Code::OneOf)]),
            (r#"{"radius": 2}"#, &[("/kind", Code::Missing)]),
            (
                r#"{"kind": "group", "members": [{"kind": "circle"}]}"#,
                &[("/members/0/radius", Code::Missing)],
            ),
        ],
    );

    let outer = json!({ "anyOf": [
        { "const": "none" },
        {
            "type": "object",
            "properties": { "some": { "type": "integer" } },
            "required": ["some"],
            "additionalProperties": false
        }
    ] });
    reads(
        &outer,
        &[
            ("\"None\"", json!("none")),
            (r#"{"Some": "3"}"#, json!({ "some": 3 })),
        ],
    );
    refuses(&outer, &[(r#"{"some": "x"}"#, &[("/some", Code::Type)])]);

    let untold = json!({ "anyOf": [
        { "type": "object", "properties": { "x": { "type": "integer" } }, "required": ["x"] },
        { "type": "object", "properties": { "y": { "type": "integer" } }, "required": ["y"] },
        { "type": "array", "items": { "type": "integer" } }
    ] });
    reads(
        &untold,
        &[
            (r#"{"Y": "3"}"#, json!({ "y": 3 })),
            ("[\"1\"]", json!([1])),
        ],
    );
}

#[test]
fn parts_of_one_object_are_merged() {
    let schema = json!({
        "allOf": [
            { "$ref": "#/definitions/Base" },
            { "type": "object", "properties": { "size": { "type": "integer", "maximum": 9 } }, "required": ["size"] }
        ],
        "definitions": { "Base": {
            "type": "object",
            "properties": { "name": { "type": "string" }, "size": { "minimum": 2 } },
            "required": ["name"]
        } }
    });
    reads(
        &schema,
        &[(
            r#"{"Name": "x", "size": "3"}"#,
            json!({ "name": "x", "size": 3 }),
        )],
    );
    refuses(
        &schema,
        &[
            (
                r#"{"size": 12}"#,
                &[("/name", Code::Missing), ("/size", Code::Range)],
            ),
            (r#"{"name": "x", "size": "1"}"#, &[("/size", Code::Range)]),
        ],
    );
}

#[test]
fn what_no_shape_can_say_is_held_too() {
    refuses(
        &json!({ "type": "integer", "not": { "const": 3 } }),
        &[("\"3\"", &[("", Code::Type)])],
    );
    let tail = json!({
        "type": "object",
        "properties": { "l": { "type": "array", "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } } }
    });
    refuses(&tail, &[(r#"{"l": [1, "a", 2]}"#, &[("/l/2", Code::Type)])]);
    let exclusive = json!({ "type": "number", "exclusiveMinimum": 0.5 });
    reads(&exclusive, &[("\"0.75\"", json!(0.75))]);
    refuses(&exclusive, &[("\"0.5\"", &[("", Code::Range)])]);
    let conditional = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } },
        "if": { "properties": { "a": { "const": 1 } }, "required": ["a"] },
        "then": { "required": ["b"] }
    });
    reads(&conditional, &[(r#"{"a": "2"}"#, json!({ "a": 2 }))]);
    refuses(&conditional, &[(r#"{"a": "1"}"#, &[("", Code::Type)])]);
}

#[test]
fn numbers_are_those_that_serde_json_holds() {
    let integer = json!({ "type": "integer" });
    for text in ["18446744073709551615", "-9223372036854775808", "0"] {
        reads(&integer, &[(text, serde_json::from_str(text).unwrap())]);
    }
    for text in [
        "18446744073709551616",
        "-9223372036854775809",
        "123456789012345678901234567890",
    ] {
        refuses(&integer, &[(text, &[("", Code::Range)])]);
    }
    refuses(
        &json!({ "type": "number" }),
        &[("1e400", &[("", Code::Range)])],
    );
    refuses(
        &json!({ "type": "array" }),
        &[("[1, 1e400]", &[("/1", Code::Decode)])],
    );
    reads(&json!({}), &[("1.5", json!(1.5)), ("-3", json!(-3))]);
}

#[test]
fn further_names_are_rewritten() {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": { "type": "string", "x-alias": "Stadt" },
            "food": { "enum": ["COFFEE", "TEA"], "x-enum-aliases": { "COFFEE": ["Café", "Kaffee"] } }
        },
        "required": ["city"]
    });
    reads(
        &schema,
        &[(
            r#"{"Stadt": "Berlin", "food": "kaffee"}"#,
            json!({ "city": "Berlin", "food": "COFFEE" }),
        )],
    );
}

#[test]
fn what_may_be_missing_is_not_left_out() {
    let list = json!({ "type": "array", "items": { "type": "integer" } });
    assert!(read(&list, "[1, 2, ...]").is_err());
    let object = json!({ "type": "object", "properties": { "l": list } });
    assert!(read(&object, r#"{"l": [1, 2, ...]}"#).is_err());
}

#[test]
fn openapi_says_nullable() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer", "nullable": true } }, "required": ["a"] });
    reads(
        &schema,
        &[
            (r#"{"a":null}"#, json!({ "a": null })),
            (r#"{"a": "1"}"#, json!({ "a": 1 })),
        ],
    );
}

#[test]
fn strictness_is_a_setting() {
    let shape = RuntimeShape::from_json_schema(&json!({ "type": "integer" })).unwrap();
    for leniency in [Leniency::Strict, Leniency::Repair] {
        let reader = Reader::new().leniency(leniency);
        assert!(reader.parse_value(&shape, "\"3\"").is_err());
        assert!(reader.parse_value(&shape, "3").is_ok());
    }
}

#[test]
fn a_text_that_is_cut_off_is_no_value() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "array", "items": { "type": "integer" } } } });
    let error = read(&schema, r#"{"a": ["1", 2"#).unwrap_err();
    assert!(error.is_cut_off());
    let error = read(&schema, &schema.to_string()).unwrap_err();
    assert_eq!(error.violations()[0].code(), Code::SchemaEchoed);
}
