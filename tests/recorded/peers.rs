//! What peers got out of the same models, attempt by attempt, and what reading as we do gets out of the same replies:
//!
//! `cargo test --test recorded peers -- --nocapture`
//!
//! A run is what a peer's loop of at most four attempts was answered. For us it ends with the first reply that is read;
//! what our own feedback would have been answered is not known, so later replies are those to the peer's.

use std::collections::BTreeMap;

use jsonschema::Validator;
use llm_parse::{Reader, RuntimeShape};
use serde::Deserialize;
use serde_json::Value;

use crate::differing::differing;
use crate::{Task, schemas, tasks};

#[derive(Deserialize)]
struct Reply {
    run: String,
    task: String,
    content: String,
    finish_reason: String,
    tokens: usize,
}

/// After so many attempts all of them gave up.
const MOST: usize = 4;

/// What came of a run.
#[derive(Default)]
struct Tally {
    tasks: usize,
    success: usize,
    right: usize,
    attempts: usize,
    tokens: usize,
}

struct Schema {
    validator: Validator,
    shape: RuntimeShape,
}

#[test]
fn peers_are_told_from_us_on_their_own_replies() {
    let tasks = tasks();
    let schemas = schemas();
    let schema = |(name, schema): (&String, &Value)| {
        let schema = Schema {
            validator: jsonschema::validator_for(schema).unwrap(),
            shape: RuntimeShape::from_json_schema(schema).unwrap(),
        };
        (name.clone(), schema)
    };
    let schemas: BTreeMap<_, _> = schemas.iter().map(schema).collect();
    let mut runs: BTreeMap<String, BTreeMap<String, Vec<Reply>>> = BTreeMap::new();
    for line in include_str!("../data/recorded-retries.jsonl").lines() {
        let reply: Reply = serde_json::from_str(line).unwrap();
        let run = runs.entry(reply.run.clone()).or_default();
        run.entry(reply.task.clone()).or_default().push(reply);
    }
    println!(
        "| run | tasks | success | right | attempts | tokens for each success | for each right |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, replies) in &runs {
        let (mut peer, mut ours) = (Tally::default(), Tally::default());
        for (task, replies) in replies {
            let task = tasks.iter().find(|other| other.id == *task).unwrap();
            let schema = &schemas[&task.r#type];
            peer.add(replies, task, schema.taken(replies));
            let mut values = replies.iter().map(|reply| schema.read(reply));
            let used = values
                .position(|value| value.is_some())
                .unwrap_or(replies.len() - 1);
            ours.add(&replies[..=used], task, schema.read(&replies[used]));
        }
        print(name, &peer, &ours);
        assert!(ours.success >= peer.success, "{name}");
        assert!(ours.right >= peer.right, "{name}");
    }
}

impl Schema {
    /// What we read of a reply.
    fn read(&self, reply: &Reply) -> Option<Value> {
        let reader = Reader::new().cut_off(reply.finish_reason == "length");
        let value = reader.parse_value(&self.shape, &reply.content).ok()?.value;
        assert!(
            self.validator.is_valid(&value),
            "{} {}",
            reply.run,
            reply.task
        );
        adds_up(&value).then_some(value)
    }

    /// What a peer took. Its verdict was not recorded: it took the last reply where it asked no more though it might
    /// have, or where the reply is valid.
    fn taken(&self, replies: &[Reply]) -> Option<Value> {
        let last = replies.last()?;
        let (start, end) = (last.content.find('{')?, last.content.rfind('}')?);
        let value: Value = serde_json::from_str(last.content.get(start..=end)?).ok()?;
        let asked_no_more = replies.len() < MOST && last.finish_reason != "length";
        let is_valid = self.validator.is_valid(&value) && adds_up(&value);
        (asked_no_more || is_valid).then_some(value)
    }
}

/// What the peers' types checked beyond the schema.
fn adds_up(value: &Value) -> bool {
    let number = |value: &Value, key: &str| value[key].as_f64().unwrap_or_default();
    let sum = |items: &Vec<Value>| -> f64 {
        let price = |item: &Value| number(item, "quantity") * number(item, "price");
        items.iter().map(price).sum()
    };
    let order = value["items"].as_array();
    order.is_none_or(|items| (sum(items) - number(value, "total")).abs() < 0.01)
        && number(value, "salary_min") <= number(value, "salary_max")
}

impl Tally {
    fn add(&mut self, replies: &[Reply], task: &Task, value: Option<Value>) {
        self.tasks += 1;
        self.attempts += replies.len();
        self.tokens += replies.iter().map(|reply| reply.tokens).sum::<usize>();
        if let Some(value) = value {
            self.success += 1;
            self.right += usize::from(differing(&value, &task.expected).is_empty());
        }
    }

    fn tokens_for(&self, number: usize) -> String {
        match number {
            0 => "-".to_owned(),
            number => (self.tokens / number).to_string(),
        }
    }
}

/// The peer's figures, then ours.
#[expect(clippy::cast_precision_loss, reason = "small counts, for people")]
fn print(run: &str, peer: &Tally, ours: &Tally) {
    let attempts = |tally: &Tally| format!("{:.2}", tally.attempts as f64 / tally.tasks as f64);
    let both = |of: &dyn Fn(&Tally) -> String| format!("{} / {}", of(peer), of(ours));
    println!(
        "| {run} | {} | {} | {} | {} | {} | {} |",
        peer.tasks,
        both(&|tally| tally.success.to_string()),
        both(&|tally| tally.right.to_string()),
        both(&attempts),
        both(&|tally| tally.tokens_for(tally.success)),
        both(&|tally| tally.tokens_for(tally.right)),
    );
}
