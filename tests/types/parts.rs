//! A value is made whole again by asking for parts of it only: where it is wrong, and from where it was cut off.

use std::time::Duration;

use llm_parse::{
    Attempt, Capabilities, Finish, LlmExtract, Mode, Policy, Reply, Session, Step, Strategy,
};
use serde_json::{Value, json};

use crate::judge::Case;
use crate::oracle::answer;
use crate::rng::Rng;

/// How many random values of a type are used, at how many places each is cut, and how often it is broken.
const SAMPLES: usize = 4;
const CUTS: usize = 30;
const BREAKS: usize = 12;

/// What an extraction took.
pub(crate) struct Taken {
    attempts: usize,
    /// Whether a part was asked for.
    parts: bool,
}

impl Taken {
    /// Whether one request for parts was enough.
    fn is_cheap(&self) -> bool {
        self.parts && self.attempts == 2
    }
}

/// Lets a model that knows the value answer after a first reply.
pub(crate) fn drive<T: LlmExtract + PartialEq>(
    first: &str,
    strategy: Strategy,
    whole: &str,
) -> Result<Taken, String> {
    let wanted: T = serde_json::from_str(whole).map_err(|error| error.to_string())?;
    let known: Value = serde_json::from_str(whole).map_err(|error| error.to_string())?;
    let steps = [strategy, strategy, Strategy::StrictFormat];
    let policy = Policy::new().strategies(steps).max_attempts(6);
    let mut session = Session::<T>::new("?", policy, &[Capabilities::modes([Mode::Prompt])]);
    let mut first = Some(Reply::text(first));
    if strategy == Strategy::Continue {
        first = first.map(|reply| reply.with_finish(Finish::Length));
    }
    let mut asked = 0;
    loop {
        match session.next() {
            Step::Send { request, .. } => {
                let reply = first.take().unwrap_or_else(|| {
                    let part = answer(&request, &known);
                    asked += usize::from(part.is_some());
                    Reply::text(part.map_or_else(|| whole.to_owned(), |part| part.to_string()))
                });
                session.receive(Ok(reply), Duration::ZERO);
            }
            Step::Done(done) if done.value == wanted => {
                return Ok(Taken {
                    attempts: done.attempts().len(),
                    parts: asked > 0,
                });
            }
            Step::Done(done) => return Err(format!("another value: {}", ledger(done.attempts()))),
            Step::Failed(error) => return Err(format!("{error}: {}", ledger(error.attempts()))),
            _ => return Err("a wait".to_owned()),
        }
    }
}

fn ledger(attempts: &[Attempt]) -> String {
    let line = |attempt: &Attempt| {
        let reply = attempt.reply().map_or("", |reply| &reply.content);
        format!(
            "\n  {:?} {reply} {:?}",
            attempt.strategy(),
            attempt.violations()
        )
    };
    attempts.iter().map(line).collect()
}

/// The texts of random values that a JSON value holds as they are.
fn texts(case: &Case, seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut texts: Vec<String> = (0..4 * SAMPLES).map(|_| (case.text)(&mut rng)).collect();
    let exact = |text: &String| {
        let value: Value = serde_json::from_str(text).unwrap();
        // A path is shown on one line.
        let mut places = Vec::new();
        gather(&value, &mut String::new(), &mut places);
        let written = value.to_string();
        written == *text && !places.concat().contains(char::is_control)
    };
    texts.retain(exact);
    texts.sort_by_key(|text| std::cmp::Reverse(text.len().min(600)));
    texts.dedup();
    texts.truncate(SAMPLES);
    texts
}

/// What comes of texts that are cut off at many places; how many were completed from a part.
pub(crate) fn cut_off(cases: &[Case]) -> (usize, usize, Vec<String>) {
    let (mut all, mut completed, mut faults) = (0, 0, Vec::new());
    for case in cases {
        let mut found = Vec::new();
        for text in texts(case, 3) {
            let step = text.len() / CUTS + 1;
            let ends = (1..text.len()).step_by(step);
            for end in ends.filter(|end| text.is_char_boundary(*end)) {
                if text[..end].len() < 2 {
                    continue;
                }
                all += 1;
                match (case.drive)(&text[..end], Strategy::Continue, &text) {
                    Ok(taken) => completed += usize::from(taken.is_cheap()),
                    Err(error) => found.push(format!("{}: {}: {error}", case.name, &text[..end])),
                }
            }
        }
        faults.extend(found.into_iter().take(2));
    }
    (all, completed, faults)
}

/// What comes of values that are broken in several places; how many were mended by asking for parts.
pub(crate) fn broken(cases: &[Case]) -> (usize, usize, Vec<String>) {
    let (mut all, mut mended, mut faults) = (0, 0, Vec::new());
    for case in cases {
        let mut rng = Rng::new(5);
        let mut found = Vec::new();
        for text in texts(case, 4) {
            let whole: Value = serde_json::from_str(&text).unwrap();
            let places = places(case, &whole);
            for _ in 0..BREAKS.min(places.len() * 3) {
                let mut broken = whole.clone();
                let mut at: Vec<String> = Vec::new();
                for _ in 0..=rng.below(3) {
                    let place = rng.pick(&places);
                    let overlaps =
                        |other: &String| other.starts_with(&place) || place.starts_with(other);
                    if !at.iter().any(overlaps) {
                        break_at(&mut broken, &place);
                        at.push(place);
                    }
                }
                all += 1;
                match (case.drive)(&broken.to_string(), Strategy::Focus, &text) {
                    Ok(taken) => mended += usize::from(taken.is_cheap()),
                    Err(error) => found.push(format!("{}: {broken}: {error}", case.name)),
                }
            }
        }
        faults.extend(found.into_iter().take(2));
    }
    (all, mended, faults)
}

/// Puts something there that is not what stood there nor read as such; takes a list or an object out.
fn break_at(value: &mut Value, place: &str) {
    let wrong = match value.pointer(place) {
        Some(Value::String(_)) => json!([["a", 1], ["b", 2]]),
        Some(Value::Array(_) | Value::Object(_) | Value::Null) | None => {
            return remove(value, place);
        }
        Some(_) => json!("no such value"),
    };
    if let Some(slot) = value.pointer_mut(place) {
        *slot = wrong;
    }
}

fn remove(value: &mut Value, place: &str) {
    let (outer, key) = place.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    if let Some(Value::Object(entries)) = value.pointer_mut(outer) {
        entries.shift_remove(&key);
    }
}

/// The places where nothing but the right value is taken.
fn places(case: &Case, whole: &Value) -> Vec<String> {
    let mut places = Vec::new();
    gather(whole, &mut String::new(), &mut places);
    places.retain(|place| {
        let mut broken = whole.clone();
        break_at(&mut broken, place);
        (case.refused)(&broken.to_string())
    });
    places
}

fn gather(value: &Value, at: &mut String, places: &mut Vec<String>) {
    let len = at.len();
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, item)| (i.to_string(), item))
            .collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        _ => Vec::new(),
    };
    for (step, child) in children {
        at.push('/');
        at.push_str(&step);
        places.push(at.clone());
        gather(child, at, places);
        at.truncate(len);
    }
}
