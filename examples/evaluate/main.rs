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
//!
//! Each task is written to a file of JSON Lines as soon as it is done, with every reply as it came. A run that was
//! interrupted goes on with `--resume FILE`.

mod differing;
mod progress;
mod rows;
mod settings;
mod table;
mod task;
mod types;
mod way;

use std::error::Error;
use std::process::ExitCode;

use crate::progress::Progress;
use crate::rows::{Row, Rows};
use crate::settings::{Settings, USAGE};
use crate::task::{Task, tasks};
use crate::way::ways;

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
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?
        }
        None => include_str!("../../tests/data/recorded-tasks.jsonl").to_owned(),
    };
    let mut tasks = tasks(&lines)?;
    tasks.truncate(settings.limit);
    let mut rows = if settings.resume {
        Rows::resume(&settings.log)?
    } else {
        Rows::create(&settings.log)?
    };
    eprintln!("each task is kept in {}", settings.log.display());
    let result = ask_all(settings, &tasks, &mut rows);
    print!("{}", table::table(&rows.list));
    result
}

/// Asks for one task after the other in all ways, so that a run that ends early has asked the same of all of them.
fn ask_all(settings: &Settings, tasks: &[Task], rows: &mut Rows) -> Result<(), Box<dyn Error>> {
    let ways = ways(settings);
    let ways: Vec<_> = ways
        .iter()
        .map(|way| (way, way.extractor(settings)))
        .collect();
    let model = settings.model.as_deref();
    let mut progress = Progress::new(ways.len() * tasks.len());
    for task in tasks {
        for (way, extractor) in &ways {
            if rows
                .list
                .iter()
                .any(|row| row.is_of(model, &way.name, task))
            {
                progress.was_there();
                continue;
            }
            if progress.elapsed() >= settings.limit_of_time {
                return Ok(());
            }
            progress.asks(&way.name, &task.id);
            let answer = task.ask(extractor);
            if let (Err(error), attempts) = &answer
                && attempts.iter().all(|attempt| attempt.reply().is_none())
            {
                // Nor will the server answer to the next task.
                return Err(format!("{}: {error}", task.id).into());
            }
            rows.add(Row::new(model, &way.name, task, answer))?;
            progress.is_done();
        }
    }
    Ok(())
}
