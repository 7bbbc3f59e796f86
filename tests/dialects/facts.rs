//! Each rule of a provider, as its documentation and the reports of users have it.

use std::collections::BTreeMap;

use llm_parse::dialect::{
    Anthropic, Dialect, Gemini, LlamaCpp, Lowered, OpenAiStrict, Place, Plain, Rules,
};
use llm_parse::shape::View;
use llm_parse::testing::assert_dialect;
use llm_parse::{LlmExtract, RuntimeShape};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::providers;

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Event {
    /// It began.
    Start {
        at: u8,
    },
    Stop {
        at: u8,
        why: Option<String>,
    },
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Part {
    size: u8,
}

/// Everything at once.
#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Order {
    /// The first part.
    first: Part,
    #[llm(len(min = 2, max = 9))]
    parts: Vec<Part>,
    level: Option<Level>,
    event: Event,
    prices: BTreeMap<String, f64>,
    pair: (u8, bool),
    #[llm(range(min = 0.5), multiple_of = 0.5)]
    share: f32,
    #[llm(pattern = "^[A-Z]+$", len(max = 5_000))]
    code: String,
    #[llm(pattern = r"^\d+$", example = "7")]
    digits: String,
    #[llm(format = "email")]
    mail: String,
    #[llm(format = "date-time")]
    at: String,
    #[llm(one_of(1, 2, 3))]
    grade: u8,
    #[serde(default)]
    #[llm(range(min = 1))]
    count: u8,
    #[llm(unique)]
    tags: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Named {
    r#ref: String,
    title: String,
    default: bool,
    format: String,
    pattern: String,
    examples: Vec<String>,
    r#const: i32,
    nullable: bool,
    #[serde(rename = "anyOf")]
    any_of: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Tree {
    leaves: Vec<Tree>,
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Empty {}

fn order(dialect: &dyn Dialect) -> Lowered {
    dialect.lower(View::of(Order::SHAPE)).unwrap()
}

fn property(lowered: &Lowered, name: &str) -> Map<String, Value> {
    let property = &lowered.schema["properties"][name];
    property.as_object().unwrap().clone()
}

fn says(lowered: &Lowered, name: &str, words: &str) -> bool {
    let property = property(lowered, name);
    let path = format!("/{name}");
    let noted = lowered
        .notes
        .iter()
        .any(|note| note.path.to_string() == path && note.what.contains(words));
    noted && property["description"].as_str().unwrap().contains(words)
}

/// Why a schema of one's own making is not said as it should be.
fn refusal(dialect: &dyn Dialect, schema: &Value) -> Option<String> {
    let shape = RuntimeShape::from_json_schema(schema).unwrap();
    match dialect.lower(shape.view()) {
        Ok(lowered) if lowered.strict => None,
        Ok(lowered) => Some(lowered.notes[0].to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// An object with so many properties of a kind.
fn wide(count: usize, each: &Value, required: bool) -> Value {
    let names: Vec<String> = (0..count).map(|index| format!("p{index}")).collect();
    let properties: Map<String, Value> = names
        .iter()
        .map(|name| (name.clone(), each.clone()))
        .collect();
    let required = if required { names } else { Vec::new() };
    json!({ "type": "object", "properties": properties, "required": required })
}

fn deep(levels: usize) -> Value {
    let inner = if levels == 1 {
        json!({ "type": "string" })
    } else {
        deep(levels - 1)
    };
    json!({ "type": "object", "properties": { "in": inner }, "required": ["in"] })
}

#[test]
fn every_provider_takes_everything_at_once() {
    providers::open_ai_strict(&order(&OpenAiStrict).schema).unwrap();
    providers::anthropic(&order(&Anthropic).schema).unwrap();
    providers::gemini(&order(&Gemini).schema).unwrap();
    providers::llama_cpp(&order(&LlamaCpp).schema).unwrap();
}

#[test]
fn the_mocks_refuse_what_is_not_theirs() {
    let plain = order(&Plain).schema;
    for provider in [
        providers::open_ai_strict,
        providers::anthropic,
        providers::gemini,
        providers::llama_cpp,
    ] {
        provider(&plain).unwrap_err();
    }
    providers::gemini(&order(&OpenAiStrict).schema).unwrap_err();
    providers::anthropic(&order(&LlamaCpp).schema).unwrap_err();
    providers::llama_cpp(&order(&Anthropic).schema).unwrap_err();
    providers::open_ai_strict(&order(&Gemini).schema).unwrap_err();
}

#[test]
fn properties_named_like_keywords_survive() {
    let names = [
        "ref", "title", "default", "format", "pattern", "examples", "const", "nullable", "anyOf",
    ];
    for rules in [
        OpenAiStrict.rules(),
        Anthropic.rules(),
        Gemini.rules(),
        LlamaCpp.rules(),
        Plain.rules(),
    ] {
        let lowered = rules.lower(View::of(Named::SHAPE)).unwrap();
        let properties = lowered.schema["properties"].as_object().unwrap();
        assert!(properties.keys().eq(names.iter()), "{properties:?}");
        assert_eq!(lowered.schema["required"], json!(names));
    }
}

#[test]
fn openai_closes_objects_and_requires_everything() {
    let lowered = order(&OpenAiStrict);
    assert!(lowered.strict && !lowered.wrapped);
    assert_eq!(lowered.schema["additionalProperties"], false);
    assert_eq!(lowered.schema["required"].as_array().unwrap().len(), 14);
    assert_eq!(
        property(&lowered, "count")["type"],
        json!(["integer", "null"])
    );
    assert_eq!(
        property(&lowered, "level")["enum"],
        json!(["low", "high", null])
    );
    assert_eq!(property(&lowered, "prices")["type"], "array");
    assert_eq!(
        property(&lowered, "first")["anyOf"][0]
            .as_object()
            .unwrap()
            .len(),
        1
    );
    assert!(says(
        &lowered,
        "pair",
        "the items have different types, in this order"
    ));
    assert!(says(&lowered, "tags", "no equal items"));
    assert!(says(&lowered, "code", "at most 5000 characters"));
    assert_eq!(property(&lowered, "code")["pattern"], "^[A-Z]+$");
}

#[test]
fn openai_has_limits_beyond_which_it_is_not_strict() {
    let text = json!({ "type": "string" });
    assert_eq!(refusal(&OpenAiStrict, &deep(10)), None);
    assert_eq!(
        refusal(&OpenAiStrict, &deep(11)).unwrap(),
        "/in/in/in/in/in/in/in/in/in/in: not strict because of objects 11 deep, the limit is 10"
    );
    assert_eq!(refusal(&OpenAiStrict, &wide(5_000, &text, true)), None);
    assert_eq!(
        refusal(&OpenAiStrict, &wide(5_001, &text, true)).unwrap(),
        "not strict because of 5001 properties, the limit is 5000"
    );
    let names = |count: u32| {
        let names: Vec<String> = (0..count).map(|index| format!("v{index}")).collect();
        json!({ "type": "string", "enum": names })
    };
    assert_eq!(
        refusal(&OpenAiStrict, &wide(1, &names(1_001), true)).unwrap(),
        "/p0: not strict because of 1001 values of enums, the limit is 1000"
    );
    // Both refer to one definition, which is counted once.
    assert_eq!(refusal(&OpenAiStrict, &wide(2, &names(501), true)), None);
    let long = json!({ "type": "string", "enum": ["x".repeat(130_000)] });
    let why = refusal(&OpenAiStrict, &wide(1, &long, true)).unwrap();
    assert!(why.contains("the limit is 120000"), "{why}");
}

#[test]
fn openai_takes_a_long_enum_only_of_short_values() {
    let values = |count: usize, len: usize| {
        let values: Vec<String> = (0..count).map(|index| format!("{index:0len$}")).collect();
        json!({ "type": "string", "enum": values })
    };
    let why = |count, len| refusal(&OpenAiStrict, &wide(1, &values(count, len), true));
    assert_eq!(why(250, 400), None);
    assert_eq!(why(300, 50), None);
    assert_eq!(
        why(300, 51).unwrap(),
        "/p0: not strict because of an enum of 300 values of 15300 characters, the limit is 15000"
    );
    assert_eq!(refusal(&Anthropic, &wide(1, &values(300, 51), true)), None);
}

#[test]
fn a_recursive_type_is_as_deep_as_it_is_written() {
    assert!(OpenAiStrict.lower(View::of(Tree::SHAPE)).unwrap().strict);
    for dialect in [&Anthropic as &dyn Dialect, &Gemini] {
        let error = dialect.lower(View::of(Tree::SHAPE)).unwrap_err();
        assert_eq!(error.note().path.to_string(), "/leaves/*");
        assert_eq!(error.note().what, "a type that holds itself");
    }
}

#[test]
fn anthropic_keeps_few_keywords_and_says_the_rest() {
    let lowered = order(&Anthropic);
    assert_eq!(property(&lowered, "mail")["format"], "email");
    assert!(says(&lowered, "parts", "2 to 9 items"));
    assert!(says(&lowered, "share", "at least 0.5, a multiple of 0.5"));
    assert!(says(&lowered, "code", "matches ^[A-Z]+$"));
    assert_eq!(property(&lowered, "grade")["enum"], json!([1, 2, 3]));
    let required = lowered.schema["required"].as_array().unwrap();
    assert!(!required.contains(&json!("count")));
    let one = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
    let shape = RuntimeShape::from_json_schema(&wide(1, &one, true)).unwrap();
    let lowered = Anthropic.lower(shape.view()).unwrap();
    assert_eq!(lowered.schema["properties"]["p0"]["minItems"], 1);
}

#[test]
fn anthropic_counts_optional_and_union_parameters() {
    let (text, union) = (
        json!({ "type": "string" }),
        json!({ "type": ["string", "null"] }),
    );
    assert_eq!(refusal(&Anthropic, &wide(24, &text, false)), None);
    let why = refusal(&Anthropic, &wide(25, &text, false)).unwrap();
    assert!(
        why.ends_with("/p24: 25 optional properties, the limit is 24"),
        "{why}"
    );
    assert_eq!(refusal(&Anthropic, &wide(16, &union, true)), None);
    let why = refusal(&Anthropic, &wide(17, &union, true)).unwrap();
    assert!(
        why.ends_with("/p16: 17 properties of several types, the limit is 16"),
        "{why}"
    );
}

#[test]
fn gemini_has_one_type_and_nullable() {
    let lowered = order(&Gemini);
    let level = property(&lowered, "level");
    assert_eq!(
        (&level["type"], &level["nullable"]),
        (&json!("string"), &json!(true))
    );
    assert!(says(&lowered, "grade", "1, 2 or 3"));
    assert_eq!(property(&lowered, "grade").get("enum"), None);
    assert!(says(&lowered, "mail", "an e-mail address"));
    assert_eq!(property(&lowered, "at")["format"], "date-time");
    // Nothing stands beside a union, so that its description is in each of its forms.
    let event = property(&lowered, "event");
    assert_eq!(event["anyOf"][0]["description"], "It began.");
    let required: Vec<&str> = lowered.schema["required"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(required[..5], ["first", "parts", "event", "prices", "pair"]);
}

#[test]
fn gemini_refuses_what_it_cannot_say() {
    let refused = |view: View<'_>| Gemini.lower(view).unwrap_err().to_string();
    assert_eq!(
        refused(View::of(Vec::<Empty>::SHAPE)),
        "this dialect has no schema for the type: /*: an object without keys"
    );
    assert_eq!(
        refused(View::of(BTreeMap::<String, Value>::SHAPE)),
        "this dialect has no schema for the type: /*: a value of any type"
    );
}

#[test]
fn a_grammar_is_given_what_it_takes() {
    let lowered = order(&LlamaCpp);
    assert_eq!(property(&lowered, "level")["anyOf"][1]["type"], "null");
    assert!(says(&lowered, "share", "at least 0.5"));
    assert!(says(&lowered, "code", "at most 5000 characters"));
    assert!(says(&lowered, "digits", r"matches ^\d+$"));
    assert_eq!(property(&lowered, "code")["pattern"], "^[A-Z]+$");
    assert_eq!(property(&lowered, "count")["minimum"], 1);
    assert!(property(&lowered, "pair")["prefixItems"].is_array());
    assert_eq!(property(&lowered, "pair").get("items"), None);
    assert_eq!(property(&lowered, "prices")["type"], "object");
    let any = LlamaCpp.lower(View::of(Value::SHAPE)).unwrap();
    assert_eq!(any.schema["anyOf"].as_array().unwrap().len(), 6);
}

#[test]
fn lowering_is_the_same_twice_and_changes_no_schema() {
    let before = Order::schema().to_value();
    for rules in [
        OpenAiStrict.rules(),
        Anthropic.rules(),
        Gemini.rules(),
        LlamaCpp.rules(),
    ] {
        assert_eq!(order(rules), order(rules));
    }
    assert_eq!(Order::schema().to_value(), before);
}

#[test]
fn a_dialect_is_made_of_the_parts_of_another() {
    let mut rules: Rules = Gemini.rules().clone();
    rules.refs = Place::Alone;
    rules.recursion = true;
    let lowered = rules.lower(View::of(Tree::SHAPE)).unwrap();
    assert_eq!(
        lowered.schema["properties"]["leaves"]["items"]["$ref"],
        "#/$defs/Tree"
    );
    rules.unions = Place::Never;
    let error = rules.lower(View::of(Order::SHAPE)).unwrap_err();
    assert_eq!(error.note().path.to_string(), "/event");
    assert_eq!(error.note().what, "a value of several types");
    let text = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
}

#[test]
fn a_test_says_why_a_type_cannot_be_sent() {
    assert_dialect::<Order>(&OpenAiStrict);
    assert_dialect::<Tree>(&Plain);
    let message = |assert: fn()| {
        let panic = std::panic::catch_unwind(assert).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let said = message(|| assert_dialect::<Tree>(&Gemini));
    assert!(
        said.ends_with("/leaves/*: a type that holds itself"),
        "{said}"
    );
    let said = message(|| assert_dialect::<Vec<Value>>(&OpenAiStrict));
    assert!(
        said.ends_with("- /*: not strict because of a value of any type"),
        "{said}"
    );
}
