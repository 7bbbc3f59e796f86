//! The texts themselves, for a reader to judge.

use llm_parse::LlmExtract;
use serde_json::{Value, json};

use crate::types::*;

#[test]
fn an_outline_reads_like_a_type() {
    let expected = r#"// All rules
{
  "title": string, // Short summary; 5 to 12 characters
  "priority": integer, // 1 is lowest; 1 to 5
  "key": string | null, // matches ^[A-Z]{2,}-\d+$
  "day": string | null, // a date such as 2026-11-30
  "colour": "red" | "green",
  "prime": 2 | 3 | 5 | null,
  "fives": integer, // at least 7; a multiple of 5
  "quarter": number, // 0.1 to 1; a multiple of 0.25
  "tags": string[], // 2 to 3 items; no equal items; each item at least 4 characters
  "counts": { [key: string]: integer }, // at least 2 entries; each key matches ^[a-z]$; each value 0 to 9
  "note"?: string,
}"#;
    assert_eq!(Ruled::outline(), expected);
}

#[test]
fn an_outline_declares_what_recurs() {
    let expected = r#"// A user's name; 2 to 20 characters
type Name = string

// How urgent it is
type Level =
  | "Low" // Can wait
  | "High" // Cannot wait

{
  "a": Name,
  "b": Name,
  "c": Name, // 10 to 20 characters
  "level": Level,
  "other": Level | null,
}"#;
    assert_eq!(Twice::outline(), expected);
    let expected = r#"// One page of results
type Page_Name = {
  "items": string[], // The items, best first; each item 2 to 20 characters
  "next": Page_Name | null,
}

Page_Name"#;
    assert_eq!(Page::<Name>::outline(), expected);
}

#[test]
fn an_outline_writes_enums_as_serde_reads_them() {
    let expected = r#"  | "Nothing"
  | { "Circle": { "radius": number } }
  | { "Line": [number, number] }
  | { "Text": string }
  | {
    // How urgent it is
    "Level":
      | "Low" // Can wait
      | "High" // Cannot wait
  }"#;
    assert_eq!(Shapes::outline(), expected);
    assert_eq!(
        Adjacent::outline(),
        r#"  | { "t": "Nothing" }
  | { "t": "Circle", "c": { "radius": number } }
  | { "t": "Line", "c": [number, number] }
  | {
    "t": "Maybe",
    "c": integer | null, // 0 to 255
  }"#
    );
    assert_eq!(Kebab::outline(), r#""first-one" | "second-one""#);
    let expected = r#"{
  "levels": (
    | "Low" // Can wait
    | "High" // Cannot wait
  )[],
  "plain": { [key: Kebab]: (Kebab | null)[] },
  "grid": integer[][], // exactly 3 items; each item exactly 2 items; each item of each item 0 to 255
}"#;
    assert_eq!(Nested::outline().split_once("\n\n").unwrap().1, expected);
}

fn properties<T: LlmExtract>() -> Value {
    T::schema().to_value()["properties"].clone()
}

#[test]
fn a_schema_puts_rules_on_the_right_node() {
    assert_eq!(
        properties::<Ruled>(),
        json!({
            "title": { "description": "Short summary.", "type": "string", "minLength": 5, "maxLength": 12 },
            "priority": { "description": "1 is lowest.", "type": "integer", "minimum": 1, "maximum": 5 },
            "key": { "type": ["string", "null"], "pattern": "^[A-Z]{2,}-\\d+$" },
            "day": { "type": ["string", "null"], "format": "date" },
            "colour": { "type": "string", "enum": ["red", "green"] },
            "prime": { "type": ["integer", "null"], "enum": [2, 3, 5, null] },
            "fives": { "type": "integer", "minimum": 7, "maximum": 4_294_967_295_u64, "multipleOf": 5 },
            "quarter": { "type": "number", "minimum": 0.1, "maximum": 1.0, "multipleOf": 0.25 },
            "tags": {
                "type": "array",
                "items": { "type": "string", "minLength": 4 },
                "minItems": 2,
                "maxItems": 3,
                "uniqueItems": true,
            },
            "counts": {
                "type": "object",
                "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 9 },
                "propertyNames": { "type": "string", "pattern": "^[a-z]$" },
                "minProperties": 2,
            },
            "note": { "type": "string" },
        })
    );
}

#[test]
fn a_schema_defines_what_recurs() {
    let schema = Page::<Name>::schema().to_value();
    assert_eq!(
        schema["$defs"]["Page_Name"]["properties"]["next"],
        json!({ "anyOf": [{ "$ref": "#/$defs/Page_Name" }, { "type": "null" }] })
    );
    assert_eq!(
        schema["properties"],
        schema["$defs"]["Page_Name"]["properties"]
    );
    let schema = Twice::schema().to_value();
    let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Name", "Level"]);
    assert_eq!(schema["properties"]["a"], json!({ "$ref": "#/$defs/Name" }));
}

#[test]
fn a_schema_keeps_the_order_of_declaration() {
    let schema = Ruled::schema().to_value();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names[..3], ["title", "priority", "key"]);
    assert_eq!(names.len(), 11);
}

#[test]
fn words_say_what_json_tools_cannot_hold() {
    let properties = properties::<Wide>();
    assert_eq!(properties["a"]["minimum"], 0);
    assert_eq!(
        properties["a"]["description"],
        "at most 18446744073709551615"
    );
    assert_eq!(
        properties["c"]["description"],
        "at most 340282366920938463463374607431768211455"
    );
    assert_eq!(properties["e"]["not"], json!({ "const": 0 }));
    assert_eq!(properties["f"]["minimum"], 1);
}

#[test]
fn an_example_shows_every_field() {
    assert_eq!(
        Ruled::example(),
        json!({
            "title": "texts", "priority": 1, "key": "AA-1", "day": "2026-11-30", "colour": "red", "prime": 2,
            "fives": 10, "quarter": 0.25, "tags": ["text", "text-2"], "counts": { "a": 1, "b": 1 }, "note": "text",
        })
    );
    assert_eq!(Expr::example(), json!({ "Sum": [] }));
}
