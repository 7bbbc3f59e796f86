//! A server that answers each request of each extraction with another row, as a seed has it.

use std::collections::HashMap;

use llm_parse::Mode;
use serde_json::Value;

use crate::faulty_server::{Play, Received};
use crate::table::{Item, ROWS, Row};

/// What was answered so far.
pub(crate) struct Plan {
    seed: u64,
    /// By the number of the item that is asked for.
    plays: HashMap<u64, Vec<&'static Row>>,
    /// How many requests came.
    pub(crate) seen: usize,
    /// Requests that no provider would take.
    pub(crate) invalid: Vec<String>,
}

impl Plan {
    pub(crate) fn new(seed: u64) -> Plan {
        Plan {
            seed,
            plays: HashMap::new(),
            seen: 0,
            invalid: Vec::new(),
        }
    }

    /// How the item of this number is asked for.
    pub(crate) fn prompt(id: u64) -> String {
        format!("give me item no. {id}, please")
    }

    pub(crate) fn play(&mut self, request: &Received) -> Play {
        let body = request.json();
        self.seen += 1;
        if !is_complete(&body) {
            self.invalid.push(request.body.clone());
        }
        let (_, rest) = request
            .body
            .split_once("item no. ")
            .expect("the prompt is sent");
        let id = rest
            .split(',')
            .next()
            .and_then(|id| id.parse().ok())
            .expect("it has a number");
        let plays = self.plays.entry(id).or_default();
        let row = pick(mode(&body), random(self.seed, id, plays.len()));
        plays.push(row);
        row.play(&Item::of(id))
    }

    /// How many answers were not taken.
    pub(crate) fn left(&self) -> usize {
        self.plays.values().map(Vec::len).sum()
    }

    /// What was answered for an item; it is forgotten.
    pub(crate) fn take(&mut self, id: u64) -> Vec<&'static Row> {
        self.plays.remove(&id).unwrap_or_default()
    }
}

/// The right answer half of the time, and seldom one that has to be waited for.
fn pick(mode: Mode, mut random: u64) -> &'static Row {
    let rows: Vec<_> = ROWS.iter().filter(|row| row.fits(mode)).collect();
    if random.is_multiple_of(2) {
        let right = rows
            .iter()
            .find(|row| row.name.ends_with("in a string") || row.name == "a string");
        return right.expect("there is one for each mode");
    }
    loop {
        random /= 2;
        let row = rows[usize::try_from(random % rows.len() as u64).unwrap()];
        random /= rows.len() as u64;
        if !row.slow || random.is_multiple_of(4) {
            return row;
        }
    }
}

/// `SplitMix64`
pub(crate) fn random(seed: u64, id: u64, count: usize) -> u64 {
    let mut z = seed ^ (id << 20) ^ count as u64;
    for _ in 0..2 {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
    }
    z
}

fn mode(body: &Value) -> Mode {
    match body["response_format"]["type"].as_str() {
        _ if body.get("tools").is_some() => Mode::Tool,
        Some("json_schema") => Mode::JsonSchema,
        Some("json_object") => Mode::JsonObject,
        _ => Mode::Prompt,
    }
}

/// Whether each call in the transcript is answered, and its arguments are an object.
fn is_complete(body: &Value) -> bool {
    let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let mut open: Vec<&Value> = Vec::new();
    for message in messages {
        if message["role"] == "tool" {
            let known = open.iter().position(|id| **id == message["tool_call_id"]);
            match known {
                Some(known) => drop(open.remove(known)),
                None => return false,
            }
            continue;
        }
        if !open.is_empty() {
            return false;
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()) {
                return false;
            }
            open.push(&call["id"]);
        }
    }
    !messages.is_empty() && open.is_empty()
}
