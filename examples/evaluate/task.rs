//! What is asked.

use std::error::Error;

use llm_parse::{Attempt, Extractor, LlmExtract, RuntimeShape, blocking};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::types;

/// A text, what is to be taken out of it, and what it says of each field.
#[derive(Deserialize)]
struct Line {
    #[serde(alias = "task")]
    id: String,
    /// One of the types of `types.rs`, where there is no schema.
    r#type: Option<String>,
    schema: Option<Value>,
    text: String,
    #[serde(alias = "expected_fields")]
    expected: Map<String, Value>,
}

pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) expected: Map<String, Value>,
    ask: Ask,
}

enum Ask {
    Type(fn(&Extractor<'_>, String) -> Answer),
    Shape(RuntimeShape),
}

/// The value, or why there is none; and how it came about.
pub(crate) type Answer = (Result<Value, llm_parse::Error>, Vec<Attempt>);

impl Task {
    /// Asks a model for the value.
    pub(crate) fn ask(&self, extractor: &Extractor<'_>) -> Answer {
        let prompt = format!("Extract the data from this text.\n\nText:\n{}", self.text);
        match &self.ask {
            Ask::Type(ask) => ask(extractor, prompt),
            Ask::Shape(shape) => answer(blocking::run_value(extractor, shape, prompt)),
        }
    }
}

/// The tasks of a file that has one of them a line.
pub(crate) fn tasks(lines: &str) -> Result<Vec<Task>, Box<dyn Error>> {
    let lines = lines.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            task(line).map_err(|error| format!("line {}: {error}", number + 1).into())
        })
        .collect()
}

fn task(line: &str) -> Result<Task, Box<dyn Error>> {
    let Line {
        id,
        r#type,
        schema,
        text,
        expected,
    } = serde_json::from_str(line)?;
    let ask = match (schema, r#type) {
        (Some(schema), _) => Ask::Shape(RuntimeShape::from_json_schema(&schema)?),
        (None, Some(name)) => Ask::Type(of_type(&name)?),
        (None, None) => return Err("a task has a `schema` or a `type`".into()),
    };
    Ok(Task {
        id,
        text,
        expected,
        ask,
    })
}

fn of_type(name: &str) -> Result<fn(&Extractor<'_>, String) -> Answer, String> {
    match name {
        "Person" => Ok(ask::<types::Person>),
        "InvoiceLine" => Ok(ask::<types::InvoiceLine>),
        "Event" => Ok(ask::<types::Event>),
        "Ticket" => Ok(ask::<types::Ticket>),
        "Contact" => Ok(ask::<types::Contact>),
        "Order" => Ok(ask::<types::Order>),
        "Review" => Ok(ask::<types::Review>),
        "Job" => Ok(ask::<types::Job>),
        other => Err(format!(
            "there is no type `{other}`; give a `schema`, or add the type to types.rs"
        )),
    }
}

fn ask<T: LlmExtract + Serialize + Send>(extractor: &Extractor<'_>, prompt: String) -> Answer {
    answer(blocking::run::<T>(extractor, prompt))
}

fn answer<T: Serialize>(result: Result<llm_parse::Extraction<T>, llm_parse::Error>) -> Answer {
    match result {
        Ok(extraction) => {
            let attempts = extraction.attempts().to_vec();
            let value = serde_json::to_value(extraction.value);
            (Ok(value.unwrap_or_default()), attempts)
        }
        Err(error) => {
            let attempts = error.attempts().to_vec();
            (Err(error), attempts)
        }
    }
}
