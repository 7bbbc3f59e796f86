//! What each way to ask again costs: a simulated model, the nested summary of a conversation, and the tokens of the real
//! texts of requests and replies (`o200k_base`).
//!
//! `policies [cases] [prompt|tool|schema]` plays so many seeded cases in each cell of document size, number of faults,
//! and probability that the model repairs a fault it is told about. Exits with 1 where a goal is missed.

mod cells;
mod documents;
mod tokens;
#[path = "../../../../tests/data/transcript.rs"]
mod transcript;

use std::process::ExitCode;

use llm_parse::testing::{Simulator, Table, Trial};
use llm_parse::{Mode, Policy, Strategy};

use cells::{Cell, FAULTS, Played, SIZES};
use transcript::TranscriptSummary;

const REPAIRS: [f64; 3] = [0.3, 0.6, 0.9];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let cases = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(1_000);
    let mode = match args.next().as_deref() {
        Some("prompt") => Mode::Prompt,
        Some("schema") => Mode::JsonSchema,
        _ => Mode::Tool,
    };
    println!("{cases} cases in each cell, {mode:?}; tokens by o200k_base");
    println!("reask / patch / default ladder\n");
    let mut missed = Vec::new();
    for repairs in REPAIRS {
        println!("A fault that the model is told about is repaired with a probability of {repairs}:\n");
        println!("{}", cells::HEAD);
        let cells = SIZES.iter().flat_map(|size| FAULTS.map(|faults| Cell { size, faults }));
        let played = in_two_threads(cells.collect(), |cell| play_cell(&cell, repairs, cases, mode));
        for cell in played {
            println!("{}", cell.row());
            missed.extend(cell.missed(repairs));
        }
        let first = play(cases, mode, move |seed| {
            let right = serde_json::from_str(transcript::WHOLE).expect("the right answer");
            let first = serde_json::from_str(&transcript::first_reply()).expect("the first reply");
            let model = Simulator::of::<TranscriptSummary>(&right).first(first);
            (transcript::PROMPT.to_owned(), model.seed(seed).repairs(repairs))
        });
        println!("{}\n", Played::of("the first reply of the seed", "7", &first).row());
    }
    if missed.is_empty() {
        println!("all goals are met");
        return ExitCode::SUCCESS;
    }
    println!("missed:\n{}", missed.join("\n"));
    ExitCode::FAILURE
}

fn play_cell(cell: &Cell, repairs: f64, cases: u64, mode: Mode) -> Played {
    let table = play(cases, mode, |seed| {
        let (prompt, right) = documents::case(seed, cell.size.chars.clone());
        let model = Simulator::of(&right).seed(seed).faults(cell.faults);
        (prompt, model.repairs(repairs))
    });
    Played::of(cell.size.name, &cell.faults.to_string(), &table).of_cell(cell)
}

fn play(cases: u64, mode: Mode, case: impl Fn(u64) -> (String, Simulator)) -> Table {
    let case = |seed| {
        let (prompt, model) = case(seed);
        (prompt, model.modes([mode]).tokens(tokens::count))
    };
    let trial = Trial::<TranscriptSummary>::new(case)
        .policy("reask", Policy::new().strategies([Strategy::Reask]))
        .policy("patch", Policy::new().strategies([Strategy::Patch]))
        .policy("ladder", Policy::new());
    trial.run(0..cases)
}

/// Maps in order, with two threads.
fn in_two_threads<I: Send + Sync + Clone, O: Send>(items: Vec<I>, map: impl Fn(I) -> O + Sync) -> Vec<O> {
    let share = |first: usize| {
        let own = items.iter().skip(first).step_by(2).cloned();
        own.map(&map).collect::<Vec<_>>()
    };
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| share(1));
        (share(0), odd.join().expect("no thread panicked"))
    });
    let mut odd = odd.into_iter();
    even.into_iter().flat_map(|one| [Some(one), odd.next()]).flatten().collect()
}
