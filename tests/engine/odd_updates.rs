//! Updates of odd values by odd replies: what was not mentioned stays, or the run fails.

use std::collections::{BTreeMap, HashMap};

use llm_parse::testing::Script;
use llm_parse::{Extractor, LlmExtract};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::block_on;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Text(String),
    Many(Vec<Either>),
    Map(BTreeMap<String, Either>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Shape {
    Circle {
        radius: f64,
    },
    Group {
        shapes: Vec<Shape>,
        label: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "kebab-case")]
struct Odd {
    #[serde(rename = "a/b~c")]
    slashed: u8,
    #[serde(rename = "")]
    empty: String,
    #[serde(rename = "-")]
    dash: Vec<u64>,
    pair: (u8, String),
    either: Either,
    shape: Shape,
    matrix: Vec<Vec<i32>>,
    maps: HashMap<String, HashMap<u8, String>>,
    nothing: Option<Box<Odd>>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

fn odd() -> Odd {
    Odd {
        slashed: 1,
        empty: "x\u{2028}\u{0}\"".to_owned(),
        dash: vec![u64::MAX, 0],
        pair: (1, "two".to_owned()),
        either: Either::Many(vec![
            Either::Number(-1),
            Either::Text("1".to_owned()),
            Either::Map(BTreeMap::from([("0".to_owned(), Either::Number(0))])),
        ]),
        shape: Shape::Group {
            shapes: vec![Shape::Circle { radius: 0.1 }],
            label: None,
        },
        matrix: vec![vec![], vec![1, -2]],
        maps: HashMap::from([("m".to_owned(), HashMap::from([(7, "seven".to_owned())]))]),
        nothing: None,
        rest: BTreeMap::from([("extra".to_owned(), json!({"k": [1.50, null]}))]),
    }
}

/// What becomes of the value by this reply alone.
fn after(reply: &str) -> Option<Odd> {
    let script = Script::new([reply]);
    let extractor = Extractor::new(&script).max_attempts(1);
    block_on(extractor.update(&odd(), "x"))
        .ok()
        .map(|done| done.value)
}

fn by(operations: &Value) -> Option<Odd> {
    after(&operations.to_string())
}

#[test]
fn nothing_is_lost_where_nothing_changes() {
    assert_eq!(after("[]"), Some(odd()));
    let whole = serde_json::to_string(&odd()).unwrap();
    assert_eq!(after(&whole), Some(odd()));
    assert_eq!(after(&format!("```json\n{whole}\n```")), Some(odd()));
}

#[test]
fn one_change_is_that_change() {
    let change =
        |path: &str, value: Value| by(&json!([{"op": "replace", "path": path, "value": value}]));
    assert_eq!(
        change("/a~1b~0c", json!(9)),
        Some(Odd {
            slashed: 9,
            ..odd()
        })
    );
    assert_eq!(
        change("/", json!("y")),
        Some(Odd {
            empty: "y".to_owned(),
            ..odd()
        })
    );
    assert_eq!(
        change("/-/#0", json!(3)),
        Some(Odd {
            dash: vec![3, 0],
            ..odd()
        })
    );
    assert_eq!(
        change("/pair/#1", json!("b")),
        Some(Odd {
            pair: (1, "b".to_owned()),
            ..odd()
        })
    );
    assert_eq!(
        change("/matrix/1/0", json!(5)),
        Some(Odd {
            matrix: vec![vec![], vec![5, -2]],
            ..odd()
        })
    );
    let label = Some("new".to_owned());
    let shape = Shape::Group {
        shapes: vec![Shape::Circle { radius: 0.1 }],
        label,
    };
    assert_eq!(
        change("/shape/label", json!("new")),
        Some(Odd { shape, ..odd() })
    );
    let map = HashMap::from([("m".to_owned(), HashMap::from([(7, "7".to_owned())]))]);
    assert_eq!(
        change("/maps/m/7", json!("7")),
        Some(Odd { maps: map, ..odd() })
    );
    let inner = Some(Box::new(odd()));
    let whole = serde_json::to_value(odd()).unwrap();
    assert_eq!(
        change("/nothing", whole),
        Some(Odd {
            nothing: inner,
            ..odd()
        })
    );
}

#[test]
fn an_odd_reply_changes_nothing() {
    let whole = serde_json::to_value(odd()).unwrap();
    let mut other = whole.clone();
    other["pair"] = json!([2, "two"]);
    let mut short = whole.clone();
    short["matrix"] = json!([]);
    for reply in [
        other.to_string(),
        short.to_string(),
        json!([whole]).to_string(),
        json!({"operations": whole}).to_string(),
        json!({"value": other}).to_string(),
        json!({"operations": [{"op": "replace", "path": "/pair", "value": [1]}]}).to_string(),
        json!([{"op": "replace", "path": "/-/-", "value": 1}]).to_string(),
        json!([{"op": "add", "path": "/pair/-", "value": 1}]).to_string(),
        json!([{"op": "add", "path": "/extra", "value": 1}]).to_string(),
        json!([{"op": "add", "path": "/maps/m/7", "value": "x"}]).to_string(),
        json!([{"op": "copy", "from": "/pair/#1", "path": "/maps/m/7"}]).to_string(),
        json!([{"op": "move", "from": "/matrix/#1", "path": "/matrix/#0"}]).to_string(),
        json!([{"op": "replace", "path": "/shape/radius", "value": 1}]).to_string(),
        json!([{"op": "replace", "path": "/shape/type", "value": "circle"}]).to_string(),
        json!([{"op": "remove", "path": "/either"}]).to_string(),
        json!([{"op": "replace", "path": "/either", "value": null}]).to_string(),
        json!([{"op": "replace", "path": "/pair/#0", "value": 2}, {"op": "replace", "path": "/pair/0", "value": 3}]).to_string(),
        json!([{"op": "add", "path": "/dash/-", "value": 2}, {"op": "test", "path": "/pair", "value": []}]).to_string(),
        "[{\"op\": \"replace\", \"path\": \"/a~1b~0c\", \"value\": 9".to_owned(),
        "{\"op\": \"replace\", \"path\": \"/a~1b~0c\", \"value\": 9} or {\"op\": \"replace\", \"path\": \"/a~1b~0c\", \"value\": 8}".to_owned(),
        "null".to_owned(),
        "{}".to_owned(),
        "[[]]".to_owned(),
        "[{}]".to_owned(),
    ] {
        if let Some(value) = after(&reply) {
            assert_eq!(value, odd(), "{reply}");
            panic!("{reply} was taken");
        }
    }
}

#[test]
fn sets_keep_every_value_whatever_the_reply() {
    let set = BTreeMap::from([("a".to_owned(), odd()), (String::new(), odd())]);
    let whole = serde_json::to_value(&set).unwrap();
    for reply in [
        json!({"a": whole["a"]}),
        json!([{"op": "remove", "path": "/"}]),
        json!([{"op": "move", "from": "/", "path": "/b"}]),
        json!([{"op": "add", "path": "/a", "value": {}}]),
        json!([{"op": "replace", "path": "", "value": {}}]),
        json!([{"op": "copy", "from": "/a/pair", "path": "/a"}]),
        json!([{"op": "replace", "path": "/a", "value": null}]),
    ] {
        let script = Script::new([reply.to_string()]);
        let extractor = Extractor::new(&script).max_attempts(1);
        let done = block_on(extractor.update_all(&set, "x"));
        assert!(done.is_err(), "{reply}: {done:?}");
    }
    let same = Script::new([whole.to_string()]);
    let done = block_on(Extractor::new(&same).update_all(&set, "x")).unwrap();
    assert_eq!(done.value, set);
}
