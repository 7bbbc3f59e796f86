//! What this library and others make of replies: right values, wrong values, refusals, and bytes in a second.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml --bin compare [tool]`
//!
//! Right is the intended value, or a refusal where one is intended; wrong is another value; refused is no value where one
//! was intended; broke is a panic, an abort, or more than two seconds. A wrong value counts worse than a refusal: it is in
//! somebody's database, a refusal costs a retry. A value is held to its type's rules, whoever read it. With `SHOW_WRONG`
//! set, and a tool and the number of an input to begin with, the wrong values are shown.

#[path = "../../../../tests/corpus/cases.rs"]
#[allow(dead_code, reason = "the tests look at more of a case")]
mod corpus;
mod inputs;
mod python;
mod tools;
#[path = "../../../../tests/corpus/types.rs"]
mod types;
mod worker;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use inputs::{Input, Wanted};
use llm_parse::LlmExtract;
use serde::Serialize;
use serde_json::Value;
use tools::{TOOLS, Tool};
use types::*;
use worker::{Answer, Verdict};

/// What came of the inputs of one source.
#[derive(Default)]
struct Tally {
    verdicts: BTreeMap<Verdict, usize>,
    bytes: usize,
    time: Duration,
}

fn main() -> std::io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let inputs = inputs::all();
    let mut args = std::env::args().skip(1);
    let only = args.next().unwrap_or_default();
    let chosen = TOOLS.into_iter().filter(|tool| tool.name().contains(&only));
    if let (Some(from), Some(tool)) = (args.next(), TOOLS.iter().find(|tool| tool.name() == only)) {
        let from = from.parse().map_err(std::io::Error::other)?;
        worker::serve(from, inputs.len(), |index| {
            judge(*tool, &inputs[index], None)
        });
        return Ok(());
    }
    println!("{:16}{}", "", heads(&inputs));
    for tool in chosen {
        let answers = match tool {
            Tool::Python => match python::repair_all(&inputs) {
                Some(python) => python,
                None => {
                    println!(
                        "{:16}skipped: no python3, or no json_repair to be had",
                        tool.name()
                    );
                    continue;
                }
            },
            _ => worker::answers(tool.name(), inputs.len())?,
        };
        print(tool.name(), &inputs, &answers);
    }
    tools::large();
    Ok(())
}

/// What a tool makes of an input; `repaired` is what Python did.
fn judge(tool: Tool, input: &Input, repaired: Option<&str>) -> Answer {
    let start = Instant::now();
    let got = catch_unwind(AssertUnwindSafe(|| read(tool, input, repaired)));
    let time = start.elapsed();
    let Ok(got) = got else {
        return (Verdict::Broke, time);
    };
    let verdict = compare(input, &got);
    if let (Verdict::Wrong, Outcome::Value(got), true) =
        (verdict, &got, std::env::var_os("SHOW_WRONG").is_some())
    {
        let Input {
            r#type,
            text,
            wanted,
            ..
        } = input;
        eprintln!("{}: {text:?}\n  wanted {wanted:?}\n  got {got}", r#type);
    }
    (verdict, time)
}

fn compare(input: &Input, got: &Outcome) -> Verdict {
    let right = match (&input.wanted, got) {
        (Wanted::Value(wanted) | Wanted::ValueOrRefused(wanted), Outcome::Value(got)) => {
            same(wanted, got)
        }
        (Wanted::Cut(wanted), Outcome::Value(got) | Outcome::Cut(got)) => same(wanted, got),
        (Wanted::ValueOrRefused(_) | Wanted::Refused, Outcome::Refused | Outcome::Cut(_)) => true,
        (_, _) => false,
    };
    match got {
        _ if right => Verdict::Right,
        Outcome::Value(_) => Verdict::Wrong,
        _ => Verdict::Refused,
    }
}

/// What a tool made of a text.
pub enum Outcome {
    Value(Value),
    /// Nothing, since the text is cut off; what was read of it.
    Cut(Value),
    Refused,
}

macro_rules! by_name {
    ($name:expr, $call:ident, $arguments:tt: $($type:ty)*) => {{
        let name: &str = $name;
        $(if name == stringify!($type).replace(' ', "") {
            return $call::<$type> $arguments;
        })*
        panic!("no type {name}")
    }};
}

/// Calls a function for the type of the corpus that has a name.
macro_rules! for_type {
    ($name:expr, $call:ident, $arguments:tt) => {
        by_name!($name, $call, $arguments:
            Account Action Address Amount Article Badge Choice Company Contact Counter Crew Decision Flags Invoice Key Labels Level Line Lookup Measure
            Meeting Message Node Note Person Product Profile Review Sentiment Server Shape Snippet Status Step Ticket Currency
            Value String bool char u8 u32 i64 f64 Vec<Person> Vec<Counter> Vec<Line> Vec<String> Vec<i64> Vec<f64>
            Vec<Status> Vec<Vec<i64>> Option<Person> Option<u32> Option<String> Option<Status> Option<Vec<String>>
            Vec<Action> Vec<Shape> Vec<Message> Vec<Amount> Vec<Profile> Option<Profile> BTreeMap<String,Profile> BTreeMap<String,f64> BTreeMap<String,u32> BTreeMap<String,String>
            BTreeMap<String,Person> BTreeMap<String,Vec<String>> (String,u32) Vec<(String,f64)> NaiveDate)
    };
}

pub(crate) use {by_name, for_type};

fn read(tool: Tool, input: &Input, repaired: Option<&str>) -> Outcome {
    for_type!(&input.r#type, read_as, (tool, input, repaired))
}

fn read_as<T: LlmExtract + Serialize>(
    tool: Tool,
    input: &Input,
    repaired: Option<&str>,
) -> Outcome {
    let held = |value: T| {
        let value = Some(value).filter(|value| value.validate().is_ok());
        value
            .and_then(|value| serde_json::to_value(value).ok())
            .map_or(Outcome::Refused, Outcome::Value)
    };
    if !matches!(tool, Tool::LlmParse) {
        return tool
            .read::<T>(&input.text, repaired)
            .map_or(Outcome::Refused, held);
    }
    match llm_parse::Reader::new()
        .cut_off(input.cut_off)
        .parse::<T>(&input.text)
    {
        Ok(parsed) => held(parsed.value),
        Err(error) if error.is_cut_off() => Outcome::Cut(error.partial().unwrap_or_default()),
        Err(_) => Outcome::Refused,
    }
}

/// Whether two values are equal, numbers by value: `1.0` is `1`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn heads(inputs: &[Input]) -> String {
    let mut sources: BTreeMap<&str, usize> = BTreeMap::new();
    inputs
        .iter()
        .for_each(|input| *sources.entry(input.source).or_default() += 1);
    let head =
        |(source, count): (&&str, &usize)| format!("| {:<33}", format!("{source} ({count})"));
    let first: String = sources.iter().map(head).collect();
    let columns = format!(
        "| {:>6} {:>6} {:>7} {:>5} {:>4} ",
        "right", "wrong", "refused", "broke", "MB/s"
    )
    .repeat(sources.len());
    format!("{first}|\n{:16}{columns}|", "")
}

fn print(tool: &str, inputs: &[Input], answers: &[Answer]) {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for (input, (verdict, time)) in inputs.iter().zip(answers) {
        let tally = tallies.entry(input.source).or_default();
        *tally.verdicts.entry(*verdict).or_default() += 1;
        tally.bytes += input.text.len();
        tally.time += *time;
    }
    print!("{tool:16}");
    for tally in tallies.values() {
        let count = |verdict| tally.verdicts.get(&verdict).copied().unwrap_or_default();
        let [right, wrong, refused, broke] = [
            Verdict::Right,
            Verdict::Wrong,
            Verdict::Refused,
            Verdict::Broke,
        ]
        .map(count);
        let speed = tally.bytes as f64 / 1e6 / tally.time.as_secs_f64();
        print!("| {right:>6} {wrong:>6} {refused:>7} {broke:>5} {speed:>4.1} ");
    }
    println!("|");
}
