//! Whatever follows an answer that was cut off, the value is the one that was meant, or there is none.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::{Capabilities, LlmExtract, Mode, Policy, Reply, Request, Session, Step, Strategy};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::cut;
use crate::oracle::answer;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Invoice {
    number: String,
    lines: Vec<Line>,
    total: f64,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Line {
    what: String,
    amount: f64,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    unit: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Counts {
    totals: BTreeMap<String, u32>,
    flags: Vec<bool>,
    #[serde(default)]
    a: Option<u32>,
    #[serde(default)]
    b: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Node {
    name: String,
    children: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Figure {
    Circle {
        radius: f64,
    },
    Path {
        points: Vec<(u32, u32)>,
        closed: bool,
    },
}

/// The answers that a model may give to a request for the rest.
fn seconds(request: &Request, whole: &Value, at: usize) -> Vec<(&'static str, Reply)> {
    let text = whole.to_string();
    let mut all = vec![
        ("the text's own rest", Reply::text(&text[at..])),
        ("the whole", Reply::text(&*text)),
        (
            "the whole, cut",
            cut(text.strip_suffix(['}', ']']).unwrap()),
        ),
        ("words", Reply::text("That was all of it.")),
        ("an error", Reply::text(r#"{"error": "too long"}"#)),
        ("null", Reply::text("null")),
        ("no keys", Reply::text("{}")),
    ];
    for end in [at.saturating_sub(3), at, usize::midpoint(at, text.len())] {
        let end = (0..=end)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap();
        all.push(("the whole, cut", cut(&text[..end])));
    }
    let Some(right) = answer(request, whole) else {
        return all;
    };
    all.push(("the rest", Reply::text(right.to_string())));
    let written = right.to_string();
    let ends = (1 + at % 31..written.len())
        .step_by(31)
        .filter(|end| written.is_char_boundary(*end));
    all.extend(ends.map(|end| ("the rest, cut", cut(&written[..end]))));
    let entries = right.as_object().unwrap();
    if let (1, Some(list)) = (entries.len(), entries.values().next()) {
        all.push(("the rest alone", Reply::text(list.to_string())));
        all.push((
            "the rest as `list`",
            Reply::text(json!({ "list": list }).to_string()),
        ));
    }
    for count in 1..3 {
        let again = Reply::text(repeated(request, whole, count).to_string());
        all.push(("the rest with items before it", again));
    }
    all
}

/// The right answer, with so many items before each list that are there already.
fn repeated(request: &Request, whole: &Value, count: usize) -> Value {
    let mut right: Map<String, Value> =
        answer(request, whole).unwrap().as_object().unwrap().clone();
    let properties = request.schema["properties"].as_object().unwrap();
    for (key, schema) in properties {
        let note = schema["description"].as_str().unwrap_or_default();
        let note = note
            .lines()
            .find_map(|line| line.strip_prefix("only the further items of "));
        let place = note.and_then(|note| note.split_once(", from item "));
        let Some((place, from)) = place else { continue };
        let from: usize = from.strip_suffix(" on").unwrap().parse().unwrap();
        let place = if place == "the value" { "" } else { place };
        let items = whole.pointer(place).unwrap().as_array().unwrap();
        let first = (from - 1).saturating_sub(count);
        right[key] = items[first..].to_vec().into();
    }
    right.into()
}

/// What becomes of a first answer that is cut off there, for each second one.
fn check<T: LlmExtract + Serialize + PartialEq + Debug>(
    value: &T,
    mode: Mode,
    step: usize,
) -> (usize, usize) {
    let whole = serde_json::to_value(value).unwrap();
    let text = whole.to_string();
    let policy = || {
        let list = [
            Strategy::Continue,
            Strategy::Continue,
            Strategy::StrictFormat,
        ];
        Policy::new().strategies(list).max_attempts(8)
    };
    let (mut asked, mut taken) = (0, 0);
    for at in (1..text.len())
        .step_by(step)
        .filter(|at| text.is_char_boundary(*at))
    {
        let start = || {
            let clients = [Capabilities::modes([mode])];
            let mut session = Session::<T>::new("sum it up", policy(), &clients);
            let _ = session.next();
            session.receive(Ok(cut(&text[..at])), std::time::Duration::ZERO);
            session
        };
        let Step::Send { request, .. } = start().next() else {
            continue;
        };
        if !request
            .messages()
            .last()
            .unwrap()
            .text()
            .contains("Give the rest only")
        {
            continue;
        }
        asked += 1;
        for (kind, second) in seconds(&request, &whole, at) {
            let mut session = start();
            let _ = session.next();
            let said = second.clone();
            session.receive(Ok(second), std::time::Duration::ZERO);
            let mut replies = 2;
            let found = loop {
                match session.next() {
                    Step::Send { request, .. } => {
                        let right = answer(&request, &whole).unwrap_or_else(|| whole.clone());
                        replies += 1;
                        session.receive(
                            Ok(Reply::text(right.to_string())),
                            std::time::Duration::ZERO,
                        );
                    }
                    Step::Done(done) => break Some(done.value),
                    _ => break None,
                }
            };
            let is_right = found.as_ref().is_none_or(|found| found == value);
            // An empty object says that there is no more, where there may be none.
            let said_no_more = kind == "no keys" && replies == 2;
            assert!(
                is_right || said_no_more,
                "{mode:?} {} + {kind}: {:?} = {found:?}",
                &text[..at],
                said.content
            );
            taken += usize::from(replies == 2);
        }
    }
    (asked, taken)
}

fn line(what: &str, amount: f64, unit: Option<u32>) -> Line {
    Line {
        what: what.to_owned(),
        amount,
        tags: vec!["new".to_owned(), what[..2].to_owned()],
        unit,
    }
}

#[test]
fn a_value_that_was_cut_off_anywhere_ends_as_it_was_meant() {
    for (mode, step) in [(Mode::Prompt, 6), (Mode::JsonSchema, 31)] {
        let invoice = Invoice {
            number: "INV-7".to_owned(),
            lines: vec![
                line("Coffee beans", 12.5, Some(1)),
                line("Filter paper", 3.25, None),
                line("Grinder \"X\" caf\u{e9}", 80.0, Some(12)),
            ],
            total: 95.75,
            note: Some("paid".to_owned()),
        };
        println!("{:?}", check(&invoice, mode, step));
        println!("{:?}", check(&invoice.lines, mode, step));
        println!("{:?}", check(&vec![10, 20, 30, 11, 12, 40], mode, step));
        println!("{:?}", check(&vec![1, 2, 1, 2, 2, 3, 1], mode, step));
        println!(
            "{:?}",
            check(&vec![-1.5, 2.25, 1e30, -7.0, 1.5], mode, step)
        );
        println!(
            "{:?}",
            check(&vec![true, false, false, true, true], mode, step)
        );
        println!(
            "{:?}",
            check(&vec![vec![1], vec![2, 3], vec![], vec![3, 45]], mode, step)
        );
        let words =
            ["apple pie", "banana", "band", "cherry", "apple", "che\n\"r"].map(str::to_owned);
        println!("{:?}", check(&words.to_vec(), mode, step));
        let counts = Counts {
            totals: [("one", 1), ("two", 22), ("three", 3), ("twenty", 20)]
                .map(|(key, count)| (key.to_owned(), count))
                .into(),
            flags: vec![true, true, false],
            a: Some(1),
            b: Some("no remarks".to_owned()),
        };
        println!("{:?}", check(&counts, mode, step));
        println!("{:?}", check(&counts.totals, mode, step));
        let leaf = |name: &str| Node {
            name: name.to_owned(),
            children: vec![],
        };
        let node = Node {
            name: "root".to_owned(),
            children: vec![
                leaf("left"),
                Node {
                    name: "right".to_owned(),
                    children: vec![leaf("a"), leaf("b")],
                },
                leaf("last"),
            ],
        };
        println!("{:?}", check(&node, mode, step));
        let figures = vec![
            Figure::Circle { radius: 1.5 },
            Figure::Path {
                points: vec![(1, 2), (1, 3), (2, 2)],
                closed: true,
            },
            Figure::Circle { radius: 2.5 },
        ];
        println!("{:?}", check(&figures, mode, step));
    }
}
