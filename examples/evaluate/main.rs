//! How well a model extracts, and what it costs, by mode, strategies and leniency.
//!
//! `cargo run --release --example evaluate -- --base-url http://localhost:8080/v1 --model NAME`
//!
//! It asks for each task in each way and prints a table:
//!
//! | column | what it says |
//! | --- | --- |
//! | success | tasks of which a value was accepted |
//! | right | tasks of which every field of the value is what the text says |
//! | fields | fields that are right, of all fields of all tasks |
//! | attempts | requests for each task, on average |
//! | tokens | of prompts and replies for each task, on average |
//! | tokens for each right | of all tasks together, for each task that is right |

mod differing;
mod settings;
mod task;
mod types;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use llm_parse::openai::OpenAi;
use llm_parse::{Attempt, Extractor, Leniency, LlmExtract, Mode, Parameters, Strategy, blocking};
use serde::Serialize;
use serde_json::json;

use crate::differing::differing;
use crate::settings::{Settings, USAGE};
use crate::task::{Task, tasks};

/// One way to ask.
struct Way<'s> {
    mode: Mode,
    ladder: &'s [Strategy],
    leniency: Leniency,
}

/// What came of a task, or of all of them.
#[derive(Default)]
struct Score {
    tasks: usize,
    values: usize,
    right: usize,
    fields: usize,
    fields_right: usize,
    attempts: usize,
    tokens: u64,
}

type Log = Option<BufWriter<File>>;

fn main() -> ExitCode {
    let settings = match Settings::read() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let lines = match &settings.tasks {
        Some(file) => std::fs::read_to_string(file)?,
        None => include_str!("../../tests/data/recorded-tasks.jsonl").to_owned(),
    };
    let mut tasks = tasks(&lines)?;
    tasks.truncate(settings.limit);
    let mut log = settings
        .log
        .as_ref()
        .map(File::create)
        .transpose()?
        .map(BufWriter::new);
    let mut scores = Vec::new();
    for way in ways(settings) {
        let mut score = Score::default();
        for (done, task) in tasks.iter().enumerate() {
            progress(&way, done, tasks.len(), &task.id);
            score.add(&ask_by_type(settings, &way, task, &mut log)?);
        }
        scores.push((way, score));
    }
    progress_ends();
    if let Some(mut log) = log {
        log.flush()?;
    }
    print(&scores);
    Ok(())
}

fn ways(settings: &Settings) -> impl Iterator<Item = Way<'_>> {
    settings.modes.iter().flat_map(move |&mode| {
        settings.ladders.iter().flat_map(move |ladder| {
            let leniencies = settings.leniencies.iter();
            leniencies.map(move |&leniency| Way {
                mode,
                ladder,
                leniency,
            })
        })
    })
}

fn ask_by_type(
    settings: &Settings,
    way: &Way<'_>,
    task: &Task,
    log: &mut Log,
) -> Result<Score, Box<dyn Error>> {
    let ask = match task.r#type.as_str() {
        "Person" => ask::<types::Person>,
        "InvoiceLine" => ask::<types::InvoiceLine>,
        "Event" => ask::<types::Event>,
        "Ticket" => ask::<types::Ticket>,
        "Contact" => ask::<types::Contact>,
        "Order" => ask::<types::Order>,
        "Review" => ask::<types::Review>,
        "Job" => ask::<types::Job>,
        other => {
            return Err(format!(
                "{}: there is no type `{other}`; add it to types.rs",
                task.id
            )
            .into());
        }
    };
    ask(settings, way, task, log)
}

fn ask<T: LlmExtract + Serialize + Send>(
    settings: &Settings,
    way: &Way<'_>,
    task: &Task,
    log: &mut Log,
) -> Result<Score, Box<dyn Error>> {
    let prompt = format!("Extract the data from this text.\n\nText:\n{}", task.text);
    let mut score = Score {
        tasks: 1,
        fields: task.expected.len(),
        ..Score::default()
    };
    match blocking::run::<T>(&extractor(settings, way), prompt) {
        Ok(extraction) => {
            score.count(extraction.attempts());
            write(log, way, task, extraction.attempts())?;
            let wrong = differing(&extraction.value, &task.expected).len();
            score.values = 1;
            score.right = usize::from(wrong == 0);
            score.fields_right = score.fields - wrong;
        }
        Err(error)
            if error
                .attempts()
                .iter()
                .all(|attempt| attempt.reply().is_none()) =>
        {
            return Err(format!("{}: {error}", task.id).into());
        }
        Err(error) => {
            score.count(error.attempts());
            write(log, way, task, error.attempts())?;
        }
    }
    Ok(score)
}

fn extractor(settings: &Settings, way: &Way<'_>) -> Extractor<'static> {
    let mut client = OpenAi::new(&*settings.base_url);
    if let Ok(key) = std::env::var("OPENAI_API_KEY") {
        client = client.key(key);
    }
    if let Some(model) = &settings.model {
        client = client.model(model);
    }
    let mut parameters = Parameters::default();
    (parameters.temperature, parameters.seed) = (Some(0.0), Some(1));
    let extractor = Extractor::new(client)
        .mode(way.mode)
        .leniency(way.leniency)
        .parameters(parameters)
        .max_attempts(settings.attempts)
        .max_tokens(settings.max_tokens);
    if way.ladder.is_empty() {
        return extractor;
    }
    extractor.strategies(way.ladder.iter().copied())
}

impl Way<'_> {
    fn ladder(&self) -> String {
        let names: Vec<_> = self
            .ladder
            .iter()
            .map(|strategy| format!("{strategy:?}"))
            .collect();
        if names.is_empty() {
            "default".to_owned()
        } else {
            names.join("+")
        }
    }
}

impl Score {
    fn count(&mut self, attempts: &[Attempt]) {
        self.attempts = attempts.len();
        self.tokens = attempts
            .iter()
            .map(|attempt| attempt.usage().total_tokens())
            .sum();
    }

    fn add(&mut self, other: &Score) {
        self.tasks += other.tasks;
        self.values += other.values;
        self.right += other.right;
        self.fields += other.fields;
        self.fields_right += other.fields_right;
        self.attempts += other.attempts;
        self.tokens += other.tokens;
    }
}

fn write(
    log: &mut Log,
    way: &Way<'_>,
    task: &Task,
    attempts: &[Attempt],
) -> Result<(), Box<dyn Error>> {
    let Some(log) = log else { return Ok(()) };
    for attempt in attempts {
        let line = json!({
            "task": task.id,
            "mode": way.mode,
            "ladder": way.ladder(),
            "leniency": format!("{:?}", way.leniency),
            "attempt": attempt,
        });
        writeln!(log, "{line}")?;
    }
    Ok(())
}

/// A bar on a terminal, else a line for each way.
fn progress(way: &Way<'_>, done: usize, all: usize, task: &str) {
    let way = format!("{:?}, {}, {:?}", way.mode, way.ladder(), way.leniency);
    if std::io::stderr().is_terminal() {
        let filled = done * 20 / all.max(1);
        let bar = "#".repeat(filled) + &".".repeat(20 - filled);
        eprint!("\r\x1b[K[{bar}] {done} of {all}: {way}: {task}");
    } else if done == 0 {
        eprintln!("{way}: {all} tasks");
    }
}

fn progress_ends() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

#[allow(clippy::cast_precision_loss, reason = "small counts, for people")]
fn print(scores: &[(Way<'_>, Score)]) {
    println!(
        "| mode | ladder | leniency | success | right | fields | attempts | tokens | tokens for each right |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (way, score) in scores {
        let tasks = score.tasks.max(1) as f64;
        let for_each_right = match score.right {
            0 => "-".to_owned(),
            right => format!("{:.0}", score.tokens as f64 / right as f64),
        };
        println!(
            "| {:?} | {} | {:?} | {} of {} | {} | {:.0} % | {:.2} | {:.0} | {for_each_right} |",
            way.mode,
            way.ladder(),
            way.leniency,
            score.values,
            score.tasks,
            score.right,
            100.0 * score.fields_right as f64 / score.fields.max(1) as f64,
            score.attempts as f64 / tasks,
            score.tokens as f64 / tasks,
        );
    }
}
