//! The libraries that are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use llm_parse_benches::{Orders, body, broken, orders};
use serde::de::DeserializeOwned;
use serde_json::Value;

use rustia::LlmJsonParseResult as Rustia;

#[derive(Clone, Copy)]
pub enum Tool {
    LlmParse,
    SerdeJson,
    LlmJson,
    JsonRepair,
    JsonRepairRs,
    TryParse,
    LlmExtract,
    JsonPartial,
    Rustia,
    Python,
}

pub const TOOLS: [Tool; 10] = [
    Tool::LlmParse,
    Tool::SerdeJson,
    Tool::LlmJson,
    Tool::JsonRepair,
    Tool::JsonRepairRs,
    Tool::TryParse,
    Tool::LlmExtract,
    Tool::JsonPartial,
    Tool::Rustia,
    Tool::Python,
];

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Tool::LlmParse => "llm-parse",
            Tool::SerdeJson => "serde_json",
            Tool::LlmJson => "llm_json",
            Tool::JsonRepair => "jsonrepair",
            Tool::JsonRepairRs => "jsonrepair-rs",
            Tool::TryParse => "tryparse",
            Tool::LlmExtract => "llm-extract",
            Tool::JsonPartial => "json_partial",
            Tool::Rustia => "rustia-rs",
            Tool::Python => "json_repair (py)",
        }
    }

    /// Reads a text into a type, by way of serde where the tool knows no types; `repaired` is what Python made of it.
    pub fn read<T: DeserializeOwned>(self, text: &str, repaired: Option<&str>) -> Option<T> {
        let text = match self {
            // It reads only what has its own trait; `main` does that.
            Tool::LlmParse => return None,
            Tool::TryParse => return tryparse::parse(text).ok(),
            // Its repair of names and its coercion want derives of their own.
            Tool::LlmExtract => return llm_extract::extract_strict(text).ok(),
            Tool::Rustia => return from_value(rustia(text)?),
            Tool::SerdeJson => text.to_owned(),
            Tool::LlmJson => {
                llm_json::repair_json(text, &llm_json::RepairOptions::default()).ok()?
            }
            Tool::JsonRepair => {
                jsonrepair::repair_json(text, &jsonrepair::Options::default()).ok()?
            }
            Tool::JsonRepairRs => jsonrepair_rs::jsonrepair(text).ok()?,
            Tool::JsonPartial => {
                let value = json_partial::jsonish::parse(text, Default::default()).ok()?;
                json_partial::jsonish::to_json_string(&value).ok()?
            }
            Tool::Python => repaired?.to_owned(),
        };
        serde_json::from_str(&text).ok()
    }
}

/// The value, if it was read without an error.
fn rustia(text: &str) -> Option<Value> {
    match rustia::parse_lenient_json_value(text) {
        Rustia::Success { data } => Some(data),
        Rustia::Failure { .. } => None,
    }
}

fn from_value<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

/// Prints how long each tool takes for 100 KB, clean and broken, where it reads them rightly.
pub fn large() {
    let orders = orders(100_000);
    let texts = [("clean", body(&orders)), ("broken", broken(&orders))];
    println!(
        "\n{:16} {:>12} {:>12}   (ms for 100 KB, the least of 10; - is not read rightly)",
        "", texts[0].0, texts[1].0
    );
    for tool in TOOLS.iter().filter(|tool| !matches!(tool, Tool::Python)) {
        let times = texts
            .iter()
            .map(|(_, text)| match time(*tool, text, &orders) {
                Some(time) => format!("{:.2}", time.as_secs_f64() * 1e3),
                None => "-".to_owned(),
            });
        let times: Vec<String> = times.collect();
        println!("{:16} {:>12} {:>12}", tool.name(), times[0], times[1]);
    }
}

fn time(tool: Tool, text: &str, orders: &Orders) -> Option<Duration> {
    let read = |text: &str| match tool {
        Tool::LlmParse => llm_parse::parse(text)
            .ok()
            .map(llm_parse::Parsed::into_value),
        _ => tool.read::<Orders>(text, None),
    };
    let times = (0..10).map(|_| {
        let start = Instant::now();
        let read = read(black_box(text));
        (read.as_ref() == Some(orders)).then(|| start.elapsed())
    });
    times.collect::<Option<Vec<_>>>()?.into_iter().min()
}
