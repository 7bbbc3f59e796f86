//! Types of other crates that have a JSON Schema and no shape: `Schemars`, and `opaque` fields.

use std::collections::BTreeMap;

use llm_parse::{Code, LlmExtract, Schemars, parse, testing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A point on a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: i32,
    #[serde(default, rename = "mapLabel")]
    label: Option<String>,
    #[serde(default)]
    level: Level,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Level {
    #[default]
    Ground,
    UpperFloor,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Step {
    Walk { to: Point },
    Wait { minutes: u16 },
    Repeat { steps: Vec<Step> },
}

fn point(x: i32, y: i32) -> Point {
    Point {
        x,
        y,
        label: None,
        level: Level::Ground,
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Trip {
    name: String,
    start: Schemars<Point>,
    stops: Vec<Schemars<Point>>,
    end: Option<Schemars<Point>>,
    #[llm(opaque)]
    first: Step,
    #[llm(opaque)]
    steps: Vec<Step>,
}

const TRIP: &str = r#"{
    "name": "home", "start": {"X": "1", "y": 2.0}, "stops": {"x": 3, "y": "4", "map_label": "L"}, "end": null,
    "first": {"Type": "wait", "minutes": "5"},
    "steps": [{"type": "Repeat", "steps": [{"type": "Walk", "to": {"x": "7", "y": 8, "level": "Upper Floor"}}]}]
}"#;

#[test]
fn foreign_values_are_coerced() {
    let trip = parse::<Trip>(TRIP)
        .unwrap_or_else(|error| panic!("{error}"))
        .value;
    assert_eq!(*trip.start, point(1, 2));
    assert_eq!(
        trip.stops,
        [Schemars(Point {
            label: Some("L".to_owned()),
            ..point(3, 4)
        })]
    );
    assert_eq!(trip.first, Step::Wait { minutes: 5 });
    let to = Point {
        level: Level::UpperFloor,
        ..point(7, 8)
    };
    assert_eq!(
        trip.steps,
        [Step::Repeat {
            steps: vec![Step::Walk { to }]
        }]
    );
}

#[test]
fn what_is_wrong_inside_has_its_path() {
    let text = r#"{"name": "home", "start": {"x": 1}, "stops": [{"x": 1, "y": 2}, {"x": "a", "y": 5000000000}],
        "first": {"type": "fly"}, "steps": [{"type": "Repeat", "steps": [{"type": "Wait", "minutes": -1}]}]}"#;
    let error = parse::<Trip>(text).unwrap_err();
    let found: Vec<_> = error
        .violations()
        .iter()
        .map(|v| (v.path().to_string(), v.code()))
        .collect();
    let wanted = [
        ("/start/y", Code::Missing),
        ("/stops/1/x", Code::Type),
        ("/first/type", Code::OneOf),
        ("/steps/0/steps/0/minutes", Code::Range),
    ];
    assert_eq!(
        found,
        wanted.map(|(path, code)| (path.to_owned(), code)),
        "{error}"
    );
    let spans = error.violations().iter().map(|v| &text[v.span().unwrap()]);
    assert_eq!(
        spans.collect::<Vec<_>>(),
        [r#"{"x": 1}"#, "\"a\"", "\"fly\"", "-1"]
    );
    // What the schema does not bound, the type does.
    let error = parse::<Schemars<Point>>(r#"{"x": 1, "y": 5000000000}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "/y");
}

#[test]
fn an_adapted_type_is_a_root() {
    let parsed = parse::<Schemars<Point>>("Here: {X: '1', y: 2, extra: 3}").unwrap();
    assert_eq!(parsed.value.into_inner(), point(1, 2));
    assert_eq!(
        parse::<Schemars<String>>("plain text").unwrap().value.0,
        "plain text"
    );
    assert_eq!(
        parse::<Schemars<Level>>("Upper Floor").unwrap().value.0,
        Level::UpperFloor
    );
    let list = parse::<Vec<Schemars<Point>>>("{\"x\": 1, \"y\": 2}\n{\"x\": 3, \"y\": 4}").unwrap();
    assert_eq!(list.value, [Schemars(point(1, 2)), Schemars(point(3, 4))]);
    let list = parse::<Schemars<Vec<Point>>>("{\"x\": 1, \"y\": 2}\n{\"x\": 3, \"y\": 4}").unwrap();
    assert_eq!(list.value.0, [point(1, 2), point(3, 4)]);
    let map = parse::<Schemars<BTreeMap<String, u8>>>(r#"{"a": "1"}"#).unwrap();
    assert_eq!(map.value.0, BTreeMap::from([("a".to_owned(), 1)]));
}

#[test]
fn the_schema_of_the_type_is_embedded() {
    let schema = Trip::schema().to_value();
    assert!(
        schema["$defs"]["Point"]["properties"]["mapLabel"].is_object(),
        "{schema:#}"
    );
    assert_eq!(
        schema["properties"]["start"],
        json!({ "$ref": "#/$defs/Point" })
    );
    let text = serde_json::to_string(&parse::<Trip>(TRIP).unwrap().value).unwrap();
    assert_eq!(parse::<Trip>(&text).unwrap().fixes, []);
    testing::assert_contract::<Schemars<Point>>();
    testing::assert_contract::<Trip>();
}

/// A type whose schema asks for what no shape says.
#[derive(Debug, PartialEq, Deserialize)]
struct Odd(Vec<u8>);

impl JsonSchema for Odd {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Odd".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "array", "unevaluatedItems": false })
    }
}

#[test]
fn a_schema_that_is_not_supported_allows_every_value() {
    assert_eq!(
        parse::<Schemars<Odd>>("[1, 2]").unwrap().value.0,
        Odd(vec![1, 2])
    );
    let error = parse::<Schemars<Odd>>("[1, 256]").unwrap_err();
    assert_eq!(error.violations()[0].code(), Code::Decode);
}
