use llm_parse::*;
use serde_json::{Value, json};
#[test]
fn scratch() {
    let cases: Vec<(Value, &str)> = vec![
        (
            json!({"type":"object","properties":{"title":{"type":"string","minLength":3},"priority":{"type":"integer","minimum":1,"maximum":5},"state":{"enum":["open","closed"]}},"required":["title","priority"]}),
            "Here: {Title: 'Fix', priority: \"4\", state: 'Open', extra: 1}",
        ),
        (
            json!({"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":true}),
            r#"{"N":"1","b":[1],"c":{}}"#,
        ),
        (
            json!({"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}},"required":["v"]}}}),
            r#"{"v":"1","next":{"v":"2","next":{"v":3,"next":null}}}"#,
        ),
        (
            json!({"anyOf":[{"type":"object","properties":{"type":{"const":"a"},"x":{"type":"integer"}},"required":["type","x"]},{"type":"object","properties":{"type":{"const":"b"},"y":{"type":"integer"}},"required":["type","y"]}]}),
            r#"{"Type":"B","y":"3"}"#,
        ),
        (
            json!({"type":"object","patternProperties":{"^x":{"type":"integer"},"1$":{"type":"integer"}}}),
            r#"{"x1":"2","y":"3"}"#,
        ),
        (json!({"type":"integer"}), "12345678901234567890123"),
        (json!({"type":"integer"}), "20.0"),
        (json!({"type":"number"}), "1e400"),
        (
            json!({"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}),
            "[\"1\", 2]",
        ),
        (json!({"not":{"type":"string"}}), "\"a\""),
        (json!({"type":["string","null"],"minLength":3}), "\"ab\""),
        (
            json!({"oneOf":[{"type":"integer"},{"type":"integer","minimum":5}]}),
            "7",
        ),
        (
            json!({"oneOf":[{"type":"integer"},{"type":"integer","minimum":5}]}),
            "\"3\"",
        ),
        (
            json!({"type":"object","properties":{"street":{"type":"string","x-alias":"Straße"}},"required":["street"]}),
            r#"{"STRASSE":"x"}"#,
        ),
        (
            json!({"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}),
            r#"{"a":1,"b":[1]}"#,
        ),
        (
            json!({"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"}}),
            r#"{"a":1,"b":"x","b":"y"}"#,
        ),
        (
            json!({"anyOf":[{"type":"object","properties":{"A":{"type":"integer"}},"required":["A"],"additionalProperties":false},{"const":"B"}]}),
            r#"{"a":"1"}"#,
        ),
    ];
    for (schema, text) in cases {
        match RuntimeShape::from_json_schema(&schema) {
            Ok(shape) => match Reader::new().parse_value(&shape, text) {
                Ok(p) => println!(
                    "{text} => {} {:?}",
                    p.value,
                    p.fixes.iter().map(|f| f.to_string()).collect::<Vec<_>>()
                ),
                Err(e) => println!("{text} => ERR {e}"),
            },
            Err(e) => println!("SHAPE {e}"),
        }
    }
}
#[derive(Debug, serde::Deserialize, LlmExtract)]
struct Flat {
    x: u8,
    #[serde(flatten)]
    rest: std::collections::BTreeMap<String, Value>,
}
#[test]
fn flat() {
    println!("{:?}", parse::<Flat>(r#"{"x":1,"b":1,"b":2}"#));
}
