//! The engine and the `openai` client against a real server with a real, very weak model. What such a model says is never
//! known beforehand: these tests hold what must be true whatever it says.
//!
//! `scripts/real-model -- cargo test --test real_model`. Without the server, which `LLM_PARSE_BASE_URL` names, the tests
//! report themselves as ignored.

#[path = "../../examples/evaluate/types.rs"]
mod types;

use std::fmt::Debug;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use llm_parse::openai::OpenAi;
use llm_parse::{
    Attempt, Code, Error, ErrorKind, Extraction, Extractor, Leniency, LlmExtract, Mode, Outcome,
    Parameters, Strategy, Usage, blocking, parse,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

const MODES: [Mode; 4] = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
const PERSON: &str = "Maria Schneider, 34, works as a data engineer in Munich. Reach her at maria.schneider@example.org.";

/// Tokens of a first reply.
const LIMIT: u32 = 160;

type Test = fn(&str) -> Result<(), Failed>;

fn main() -> ExitCode {
    let url = std::env::var("LLM_PARSE_BASE_URL").ok();
    let tests: [(&str, Test); 7] = [
        ("every_mode_gives_a_valid_value_or_says_why_not", every_mode),
        ("an_enforced_schema_is_never_of_another_shape", enforced),
        ("a_retry_tells_what_was_wrong", retry),
        ("a_reply_that_is_cut_off_is_no_value", cut_off),
        ("a_slow_reply_is_a_time_out", time_out),
        ("a_dropped_run_leaves_the_server_free", cancel),
        ("runs_side_by_side_keep_their_replies", side_by_side),
    ];
    let trials = tests.map(|(name, test)| {
        let url = url.clone();
        let absent = url.is_none();
        Trial::test(name, move || test(&url.unwrap_or_default())).with_ignored_flag(absent)
    });
    // One after the other: each has the model for itself.
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials.into()).exit_code()
}

fn extractor(url: &str, mode: Mode) -> Extractor<'static> {
    let mut parameters = Parameters::default();
    (parameters.seed, parameters.temperature) = (Some(1), Some(0.0));
    Extractor::new(OpenAi::new(url))
        .mode(mode)
        .parameters(parameters)
        .max_attempts(2)
        .max_tokens(LIMIT)
}

/// What holds of each run, however it ended.
fn hold<T: LlmExtract + Debug>(run: &Result<Extraction<T>, Error>) -> Result<(), Failed> {
    let (attempts, usage) = match run {
        Ok(extraction) => (extraction.attempts(), extraction.usage()),
        Err(error) => (error.attempts(), error.usage()),
    };
    let sum: Usage = attempts.iter().map(Attempt::usage).sum();
    check(usage == sum, "the usage is not the sum over the attempts")?;
    check(
        (1..=2).contains(&attempts.len()),
        "the attempts are not in budget",
    )?;
    for attempt in attempts {
        let counted = attempt.reply().is_none() || attempt.usage().total_tokens() > 0;
        check(counted, "a reply has no usage")?;
        // Each cut doubles the limit.
        let most = LIMIT << attempt.number().saturating_sub(1);
        check(
            attempt.usage().completion_tokens <= most.into(),
            "a reply is longer than was allowed",
        )?;
    }
    match run {
        Ok(extraction) => Ok(extraction.value.validate()?),
        Err(error) => {
            let expected = [ErrorKind::Invalid, ErrorKind::CutOff, ErrorKind::Empty];
            check(
                expected.contains(&error.kind()),
                &format!("{:?}: {error}", error.kind()),
            )?;
            check(!error.to_string().is_empty(), "the error says nothing")
        }
    }
}

fn check(holds: bool, otherwise: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

fn every_mode(url: &str) -> Result<(), Failed> {
    for mode in MODES {
        let extractor = extractor(url, mode);
        let run = blocking::run::<types::Person>(&extractor, PERSON);
        report(mode, &run);
        hold(&run)?;
        let run = blocking::run::<Vec<String>>(&extractor, "Name three colours.");
        report(mode, &run);
        hold(&run)?;
    }
    Ok(())
}

/// What came of it, for those who read along (`-- --nocapture`).
fn report<T: Debug>(mode: Mode, run: &Result<Extraction<T>, Error>) {
    match run {
        Ok(extraction) => println!("{mode:?}: {:?}", extraction.value),
        Err(error) => println!("{mode:?}: {error}"),
    }
}

fn enforced(url: &str) -> Result<(), Failed> {
    shape_of::<types::Person>(url, PERSON)?;
    shape_of::<types::InvoiceLine>(url, "3 x printer paper, 4.20 EUR per pack")?;
    shape_of::<types::Event>(url, "Team lunch on 18 September 2025, 12:30, at Da Mario.")?;
    shape_of::<types::Ticket>(url, "I was charged twice, call me back today!")?;
    shape_of::<types::Contact>(url, "Acme, 12 Rue de Rivoli, 75001 Paris, France")?;
    shape_of::<types::Order>(url, "Order 77812: three notebooks at 4.50 each.")?;
    shape_of::<types::Review>(url, "Great screen, poor battery. 4 stars.")?;
    shape_of::<types::Job>(url, "Rust developer at Acme, remote, 60-80k")
}

/// A reply that ended by itself can only break rules that a grammar does not say.
fn shape_of<T: LlmExtract + Send>(url: &str, text: &str) -> Result<(), Failed> {
    let extractor = extractor(url, Mode::JsonSchema).max_attempts(1);
    let Err(error) = blocking::run::<T>(&extractor, text) else {
        return Ok(());
    };
    let shapes = [Code::Type, Code::Missing, Code::UnknownKey, Code::NoJson];
    let whole = error.kind() != ErrorKind::CutOff;
    let broken = |error: &Error| {
        error
            .violations()
            .iter()
            .any(|violation| shapes.contains(&violation.code()))
    };
    check(!(whole && broken(&error)), &error.to_string())
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
enum Colour {
    Red,
    Green,
    Blue,
}

/// Whatever the model says first is refused; if it says the same again, so is that.
fn retry(url: &str) -> Result<(), Failed> {
    let first = AtomicBool::new(true);
    let second_thought = |_: &Colour| {
        if first.swap(false, Ordering::SeqCst) {
            return Err("think of another colour");
        }
        Ok(())
    };
    let extractor = extractor(url, Mode::JsonSchema).strategies([Strategy::Reask]);
    let run = blocking::run_checked(&extractor, "What colour has the sky?", second_thought);
    hold(&run)?;
    let attempts = match &run {
        Ok(extraction) => extraction.attempts(),
        Err(error) => error.attempts(),
    };
    let [first, second] = attempts else {
        return Err("there are not two attempts".into());
    };
    let message = first.violations()[0].message();
    check(
        message == "think of another colour",
        "the first is not refused",
    )?;
    check(
        second.strategy() == Some(Strategy::Reask),
        "the second is no retry",
    )?;
    let told = second.usage().prompt_tokens > first.usage().prompt_tokens;
    check(told, "the second request says no more than the first")
}

fn cut_off(url: &str) -> Result<(), Failed> {
    let extractor = extractor(url, Mode::JsonSchema)
        .max_tokens(8)
        .max_attempts(1);
    let error = blocking::run::<types::Person>(&extractor, PERSON).unwrap_err();
    check(error.kind() == ErrorKind::CutOff, &error.to_string())?;
    check(
        error.attempts()[0].outcome() == Outcome::CutOff,
        "the outcome is another",
    )?;
    check(
        error.attempts()[0].usage().completion_tokens == 8,
        "the reply is not of 8 tokens",
    )
}

fn time_out(url: &str) -> Result<(), Failed> {
    let client = OpenAi::new(url).timeout(Duration::from_millis(30));
    let impatient = Extractor::new(client)
        .mode(Mode::Prompt)
        .max_attempts(1)
        .max_tokens(400);
    let error =
        blocking::run::<types::Job>(&impatient, "Make up a job with twenty skills.").unwrap_err();
    let kinds = [ErrorKind::Client, ErrorKind::Deadline];
    check(kinds.contains(&error.kind()), &error.to_string())?;
    let deadline = extractor(url, Mode::Prompt).deadline(Duration::from_millis(50));
    let error =
        blocking::run::<types::Job>(&deadline, "Make up a job with twenty skills.").unwrap_err();
    check(error.kind() == ErrorKind::Deadline, &error.to_string())
}

fn cancel(url: &str) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let extractor = extractor(url, Mode::Prompt).max_tokens(100_000);
    runtime.block_on(async {
        for _ in 0..4 {
            let run = extractor.run::<types::Job>("Make up a job with two hundred skills.");
            let ended = tokio::time::timeout(Duration::from_millis(100), run).await;
            check(ended.is_err(), "the run ended before it was dropped")?;
        }
        Ok::<(), Failed>(())
    })?;
    // The server has two places: four forgotten runs of 100,000 tokens would hold them for minutes.
    let patient = self::extractor(url, Mode::JsonSchema).deadline(Duration::from_secs(60));
    let run = blocking::run::<Colour>(&patient, "What colour has grass?");
    check(
        !run.is_err_and(|error| error.kind() == ErrorKind::Deadline),
        "the server is not free",
    )
}

fn side_by_side(url: &str) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let extractor = extractor(url, Mode::JsonSchema).leniency(Leniency::Strict);
    let ask = |name: &'static str| extractor.run::<Colour>(format!("Say {name}, nothing else."));
    let (red, green, blue) =
        runtime.block_on(async { tokio::join!(ask("Red"), ask("Green"), ask("Blue")) });
    for run in [red, green, blue] {
        hold(&run)?;
        let extraction = run?;
        let reply = extraction.attempts().last().and_then(Attempt::reply);
        let said = reply.map(|reply| parse::<serde_json::Value>(&reply.content));
        let said = said
            .and_then(Result::ok)
            .map(|said| said.value["value"].clone());
        check(
            said == Some(json!(extraction.value)),
            "the value is not what its reply says",
        )?;
    }
    Ok(())
}
