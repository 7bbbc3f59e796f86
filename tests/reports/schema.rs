//! The schema says what is read, in the provider's dialect.

use std::collections::HashMap;

use llm_parse::dialect::{Dialect, Lowered, OpenAiStrict, Plain};
use llm_parse::shape::View;
use llm_parse::testing::{Script, assert_contract};
use llm_parse::{Extractor, LlmExtract, Mode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{block_on, faults, read};

fn strict<T: LlmExtract>() -> Lowered {
    OpenAiStrict.lower(View::of(T::SHAPE)).unwrap()
}

/// Every object in a schema.
fn walk(schema: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|inner| walk(inner, visit));
        }
        Value::Array(items) => items.iter().for_each(|inner| walk(inner, visit)),
        _ => {}
    }
}

/// All `$ref` lead somewhere.
fn assert_refs(schema: &Value) {
    walk(schema, &mut |object| {
        if let Some(Value::String(target)) = object.get("$ref") {
            let pointer = target.strip_prefix('#').unwrap();
            assert!(schema.pointer(pointer).is_some(), "{target} in {schema}");
        }
    });
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Segment {
    offset: u32,
    confidence: f32,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Config {
    A { x: i32 },
    B { y: i32 },
    C(Box<Config>),
    D { kids: Vec<Config> },
}

/// B001
#[test]
fn nothing_stands_beside_a_reference() {
    #[derive(Debug, Deserialize, LlmExtract)]
    enum Rank {
        Captain,
        Mate,
        Cook,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Sailor {
        /// Rank held on board
        rank: Rank,
        /// Rank held before
        before: Option<Rank>,
    }
    let lowered = strict::<Sailor>();
    assert!(lowered.strict);
    walk(&lowered.schema, &mut |object| {
        assert!(
            !object.contains_key("$ref") || object.len() == 1,
            "{object:?}"
        );
    });
    let text = lowered.schema.to_string();
    assert!(text.contains("Rank held on board") && text.contains("Rank held before"));
}

/// B023
#[test]
fn a_strict_schema_requires_what_has_a_default() {
    fn ten() -> u32 {
        10
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Query {
        #[serde(default = "ten")]
        limit: u32,
        #[serde(default)]
        tags: Vec<String>,
    }
    let schema = strict::<Query>().schema;
    assert_eq!(schema["required"], json!(["limit", "tags"]));
    walk(&schema, &mut |object| {
        assert!(
            object.get("default").is_none_or(Value::is_object),
            "{schema}"
        );
    });
    let query = Query {
        limit: 10,
        tags: Vec::new(),
    };
    assert_eq!(read::<Query>(r#"{"limit":null,"tags":null}"#), query);
    assert_eq!(read::<Query>("{}"), query);
}

/// B024, B043
#[test]
fn maps_are_sayable_or_the_schema_is_not_strict() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Scores {
        by_team: HashMap<String, f64>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Open {
        id: String,
        #[serde(flatten)]
        extra: HashMap<String, Value>,
    }
    for lowered in [strict::<Scores>(), strict::<Open>()] {
        if lowered.strict {
            walk(&lowered.schema, &mut |object| {
                assert_eq!(
                    object.get("additionalProperties").unwrap_or(&json!(false)),
                    false
                );
            });
        } else {
            assert!(!lowered.notes.is_empty());
        }
    }
    let entries = r#"{"by_team":[{"key":"red","value":1},{"key":"blue","value":2.5}]}"#;
    assert_eq!(
        read::<Scores>(entries).by_team["blue"].to_bits(),
        2.5_f64.to_bits()
    );
    assert_eq!(
        read::<Scores>(r#"{"by_team":{"red":1}}"#).by_team["red"].to_bits(),
        1.0_f64.to_bits()
    );
    assert_eq!(read::<Open>(r#"{"id":"x","y":[1]}"#).extra["y"], json!([1]));
}

/// B028
#[test]
fn a_tagged_enum_is_any_of() {
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(tag = "maker")]
    enum Bike {
        Cargo { wheels: u8 },
        Fold { wheels: u8 },
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Garage {
        bikes: Vec<Bike>,
    }
    let schema = strict::<Garage>().schema;
    walk(&schema, &mut |object| {
        assert!(!object.contains_key("oneOf"), "{schema}");
    });
    let mut tags = Vec::new();
    walk(&schema, &mut |object| {
        if let Some(maker) = object.get("properties").and_then(|p| p.get("maker")) {
            assert!(
                object["required"]
                    .as_array()
                    .unwrap()
                    .contains(&json!("maker"))
            );
            tags.push(
                maker
                    .get("const")
                    .or_else(|| maker["enum"].get(0))
                    .cloned()
                    .unwrap(),
            );
        }
    });
    assert_eq!(tags, [json!("Cargo"), json!("Fold")]);
}

/// B029, B030
#[test]
fn a_root_that_is_no_object_is_wrapped_and_taken_out() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(tag = "status")]
    enum Answer {
        Done { result: String },
        Missing { fields: Vec<String> },
    }
    for lowered in [strict::<Answer>(), strict::<Vec<Segment>>(), strict::<u8>()] {
        assert!(lowered.wrapped);
        assert_eq!(lowered.schema["type"], "object");
        assert_eq!(lowered.schema["properties"].as_object().unwrap().len(), 1);
    }
    let done = Answer::Done {
        result: "x".to_owned(),
    };
    assert_eq!(
        read::<Answer>(r#"{"value":{"status":"Done","result":"x"}}"#),
        done
    );
    assert_eq!(read::<Answer>(r#"{"status":"Done","result":"x"}"#), done);
    for text in [
        r#"{"items":[{"offset":1,"confidence":0.5}]}"#,
        r#"[{"offset":1,"confidence":0.5}]"#,
    ] {
        assert_eq!(read::<Vec<Segment>>(text).len(), 1);
    }
    assert_eq!(read::<u8>(r#"{"value":7}"#), 7);
}

/// B033
#[test]
fn the_values_of_items_stand_at_the_items() {
    #[derive(Debug, Deserialize, LlmExtract)]
    enum Tag {
        Red,
        Blue,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Tags {
        tags: Vec<Tag>,
        #[llm(items(one_of("a", "b")))]
        words: Vec<String>,
    }
    let schema = Tags::schema().to_value();
    let text = schema["properties"]["tags"].to_string();
    assert_eq!(schema["properties"]["tags"].get("enum"), None, "{text}");
    assert_eq!(schema["properties"]["words"].get("enum"), None);
    assert_eq!(
        schema["properties"]["words"]["items"]["enum"],
        json!(["a", "b"])
    );
    assert_contract::<Tags>();
}

/// B034
#[test]
fn names_of_generic_types_are_legal_and_distinct() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Item {
        a: u8,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Other {
        b: u8,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Page<T> {
        items: Vec<T>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Both {
        a: Page<Item>,
        b: Page<Other>,
        c: Page<Item>,
    }
    let script = Script::new([r#"{"items":[]}"#]);
    block_on(Extractor::new(&script).run::<Page<Item>>("go")).unwrap();
    let name = script.requests()[0].name.clone();
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    assert!(
        !name.is_empty() && name.len() <= 64 && name.chars().all(legal),
        "{name}"
    );
    let schema = Both::schema().to_value();
    assert_refs(&schema);
    read::<Both>(r#"{"a":{"items":[{"a":1}]},"b":{"items":[{"b":1}]},"c":{"items":[]}}"#);
    let text = schema.to_string();
    assert!(text.contains("\"a\"") && text.contains("\"b\""), "{text}");
}

/// B036, B038
#[test]
fn no_keyword_is_sent_that_providers_stumble_over() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Tokens {
        tokens: u64,
        share: f32,
        count: Option<usize>,
    }
    for schema in [
        strict::<Tokens>().schema,
        Plain.lower(View::of(Tokens::SHAPE)).unwrap().schema,
    ] {
        walk(&schema, &mut |object| {
            for keyword in ["format", "$schema", "$id"] {
                assert!(!object.contains_key(keyword), "{keyword} in {schema}");
            }
        });
    }
}

/// B039
#[test]
fn properties_named_like_keywords_survive() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Link {
        r#ref: String,
        title: String,
        default: bool,
        format: String,
        pattern: String,
        examples: Vec<String>,
        r#const: i32,
        properties: u8,
        required: u8,
    }
    let names = [
        "ref",
        "title",
        "default",
        "format",
        "pattern",
        "examples",
        "const",
        "properties",
        "required",
    ];
    for schema in [
        Link::schema().to_value(),
        strict::<Link>().schema,
        Plain.lower(View::of(Link::SHAPE)).unwrap().schema,
    ] {
        let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, names);
        assert_eq!(schema["required"], json!(names));
    }
    assert_contract::<Link>();
}

/// B124
#[test]
fn what_the_schema_accepts_is_read() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Skipped {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        v: Vec<String>,
    }
    assert_eq!(Skipped::schema().to_value()["required"], json!(["v"]));
    assert_eq!(faults::<Skipped>("{}")[0].0, "/v");
}

/// B135, B137
#[test]
fn a_recursive_type_has_a_finite_schema() {
    for schema in [Config::schema().to_value(), strict::<Config>().schema] {
        assert_refs(&schema);
    }
    assert_contract::<Config>();
    let nested = r#"{"type":"d","kids":[{"type":"c","type":"c"},{"type":"a","x":1}]}"#;
    assert!(llm_parse::parse::<Config>(nested).is_err());
    let kids = r#"{"type":"d","kids":[{"type":"b","y":2},{"type":"a","x":1}]}"#;
    assert_eq!(
        read::<Config>(kids),
        Config::D {
            kids: vec![Config::B { y: 2 }, Config::A { x: 1 }]
        }
    );
    assert_refs(&strict::<Vec<Config>>().schema);
}

/// B181, B182, B184
#[test]
fn names_are_serde_s_names() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(
        tag = "Variant",
        rename_all = "lowercase",
        rename_all_fields = "PascalCase"
    )]
    enum Door {
        Start {
            door_number: u8,
        },
        Stop {
            #[serde(rename = "Other")]
            exit_door: u8,
        },
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(untagged, rename_all = "camelCase")]
    enum Search {
        Hit { page_no: u16 },
        Miss { fail_text: String },
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(untagged)]
    enum Loose {
        Unit,
        Nt(u32),
        T(u32, u32),
    }
    let door = Door::schema().to_value().to_string();
    for key in [
        "\"Variant\"",
        "\"DoorNumber\"",
        "\"Other\"",
        "\"start\"",
        "\"stop\"",
    ] {
        assert!(door.contains(key), "{door}");
    }
    assert_eq!(
        read::<Door>(r#"{"Variant":"start","DoorNumber":3}"#),
        Door::Start { door_number: 3 }
    );
    assert_eq!(
        read::<Door>(r#"{"Variant":"stop","Other":3}"#),
        Door::Stop { exit_door: 3 }
    );
    let search = Search::schema().to_value().to_string();
    assert!(
        search.contains("page_no") && search.contains("fail_text"),
        "{search}"
    );
    assert_eq!(
        read::<Search>(r#"{"page_no":3}"#),
        Search::Hit { page_no: 3 }
    );
    assert_eq!(read::<Loose>("null"), Loose::Unit);
    assert_eq!(read::<Loose>("3"), Loose::Nt(3));
    assert_eq!(read::<Loose>("[1,2]"), Loose::T(1, 2));
    assert_contract::<Door>();
    assert_contract::<Search>();
    assert_contract::<Loose>();
}

/// B185
#[test]
fn an_alias_is_accepted() {
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(deny_unknown_fields)]
    struct Paint {
        #[serde(alias = "colour")]
        #[llm(one_of("red", "blue"))]
        color: String,
    }
    assert_eq!(read::<Paint>(r#"{"colour":"red"}"#).color, "red");
    assert_eq!(read::<Paint>(r#"{"Colour":"red"}"#).color, "red");
    assert_eq!(faults::<Paint>(r#"{"colour":"pink"}"#)[0].0, "/color");
}

/// B042
#[test]
fn a_closed_struct_with_a_flattened_enum_accepts_its_own_example() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(deny_unknown_fields)]
    struct Message {
        name: String,
        #[serde(flatten)]
        kind: Kind,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Text(String),
        Num(i32),
    }
    let text = r#"{"name":"x","text":"y"}"#;
    let message = read::<Message>(text);
    assert_eq!(message, serde_json::from_str(text).unwrap());
    assert_eq!(message.kind, Kind::Text("y".to_owned()));
    assert_contract::<Message>();
}

/// B210
#[test]
fn lowering_changes_no_schema() {
    let before = Segment::schema();
    let lowered = strict::<Segment>();
    assert_ne!(lowered.schema, before.as_value().clone());
    assert_eq!(Segment::schema(), before);
    let script = Script::new(["{}", r#"{"offset":1,"confidence":0}"#]).modes([Mode::JsonSchema]);
    block_on(Extractor::new(&script).run::<Segment>("go")).unwrap();
    let schemas: Vec<_> = script
        .requests()
        .iter()
        .map(|request| request.schema.clone())
        .collect();
    assert_eq!(schemas[0], schemas[1]);
    assert_eq!(Segment::schema(), before);
}
