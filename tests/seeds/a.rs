//! The parsable task.

use std::fmt;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use llm_parse::testing::Script;
use llm_parse::{
    Client, ErrorKind, Extractor, Finish, Message, Outcome, Parameters, Reply, Role, Verdict,
    blocking, client_fn,
};
use serde_json::json;

use crate::{BAD, GOOD, PROSE, Ticket, block_on, text};

#[derive(Debug)]
struct Down;

impl fmt::Display for Down {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the database is down")
    }
}

impl std::error::Error for Down {}

fn number(text: &str) -> Result<i64, Verdict> {
    text.trim().parse().map_err(Verdict::retry)
}

/// The text of the only element of its name.
fn element<'t>(text: &'t str, name: &str) -> Result<&'t str, String> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let (_, rest) = text
        .split_once(&open)
        .ok_or(format!("there is no {open}"))?;
    let (inner, _) = rest
        .split_once(&close)
        .ok_or(format!("{open} is not closed"))?;
    Ok(inner)
}

#[test]
fn a1_any_format_is_parsed() {
    let script = Script::new(["forty-two", "42"]);
    let extractor = Extractor::new(&script);
    let extraction = block_on(extractor.run_with("6 * 7?", number)).unwrap();
    assert_eq!(extraction.value, 42);
    assert_eq!(extraction.answer(), "42");

    let script = Script::new(["<name>Ada", "<name>Ada</name>"]);
    let name = |text: &str| element(text, "name").map(str::to_owned);
    let extraction = blocking::run_with(&Extractor::new(&script), "who?", name).unwrap();
    assert_eq!(extraction.value, "Ada");
    assert!(text(&script.requests()[1]).contains("<name> is not closed"));
}

#[test]
fn a1_nothing_is_sent_but_the_prompt_and_then_the_fault() {
    let script = Script::new(["x", "y", "y", "7"]);
    let extractor = Extractor::new(&script);
    block_on(extractor.run_with("a digit, please", number)).unwrap();
    let requests = script.requests();
    assert_eq!(requests[0].messages(), [Message::user("a digit, please")]);
    assert_eq!(requests[0].schema.as_ref(), &json!(true));
    assert_eq!(requests[1].messages()[1].text(), "x");
    for (i, request) in requests.iter().enumerate() {
        assert!(!text(request).contains("JSON"), "{i}");
        assert!(!requests[..i].contains(request), "{i}");
    }
}

#[test]
fn a1_own_instructions_are_the_only_ones() {
    let script = Script::new(["7"]);
    let extractor = Extractor::new(&script).system("You are a die.");
    block_on(extractor.run_with("roll", number)).unwrap();
    let roles: Vec<_> = script.requests()[0]
        .messages()
        .iter()
        .map(Message::role)
        .collect();
    assert_eq!(roles, [Role::System, Role::User]);
    assert_eq!(script.requests()[0].messages()[0].text(), "You are a die.");
}

#[test]
fn a1_the_message_of_a_parse_function_is_sent_verbatim() {
    let report = format!(
        "error[E0308]: mismatched types\n{}",
        "  | here\n".repeat(200)
    );
    let script = Script::new(["fn f() -> u8 { \"\" }", "fn f() -> u8 { 0 }"]);
    let compile = |code: &str| match code.contains('"') {
        true => Err(report.clone()),
        false => Ok(code.len()),
    };
    block_on(Extractor::new(&script).run_with("write f", compile)).unwrap();
    assert!(text(&script.requests()[1]).contains(report.trim_end()));
}

#[test]
fn a1_what_was_cut_off_or_is_empty_is_never_parsed() {
    let cut = Reply::text("12").with_finish(Finish::Length);
    let script = Script::new([cut, Reply::text(" "), Reply::text("1234")]);
    let mut seen = Vec::new();
    let extraction = block_on(Extractor::new(&script).run_with("how many?", |text| {
        seen.push(text.to_owned());
        number(text)
    }));
    let extraction = extraction.unwrap();
    assert_eq!(extraction.value, 1234);
    let outcomes: Vec<_> = extraction.attempts().iter().map(|a| a.outcome()).collect();
    assert_eq!(outcomes, [Outcome::CutOff, Outcome::Empty, Outcome::Valid]);
    assert_eq!(seen, ["1234"]);
}

#[test]
fn a2_an_abort_ends_the_run_and_keeps_its_source() {
    let (script, second) = (Script::new(["7", "8"]), Script::new(["9"]));
    let extractor = Extractor::new(&script).fallback(&second);
    let error = block_on(extractor.run_with("roll", |_| Err::<u8, _>(Verdict::abort(Down))));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert!(std::error::Error::source(&error).unwrap().is::<Down>());
    assert_eq!(
        error.to_string(),
        "the answer could not be judged after 1 attempt: the database is down"
    );
    assert_eq!(error.attempts()[0].outcome(), Outcome::Aborted);
    assert_eq!(error.attempts()[0].error(), Some("the database is down"));
    assert_eq!((script.requests().len(), second.requests().len()), (1, 0));
}

#[test]
fn a2_a_retry_and_an_abort_are_told_apart() {
    let script = Script::new(["seven", "7"]);
    let mut calls = 0;
    let error = block_on(Extractor::new(&script).run_with("roll", |text| {
        calls += 1;
        let number = number(text)?;
        Err::<i64, _>(Verdict::abort(format!("no more than {number}")))
    }));
    assert_eq!(error.unwrap_err().attempts().len(), 2);
    assert_eq!(calls, 2);
}

#[test]
fn a3_attempts_count_from_one_and_are_checked_before_any_request() {
    let script = Script::new([PROSE, PROSE, PROSE, PROSE, PROSE]);
    let error = block_on(Extractor::new(&script).run::<Ticket>("x")).unwrap_err();
    assert_eq!(error.attempts().len(), 4);
    let error = block_on(Extractor::new(&script).max_attempts(1).run::<Ticket>("x")).unwrap_err();
    assert_eq!(error.attempts().len(), 1);

    let script = Script::new([GOOD]);
    let error = block_on(Extractor::new(&script).max_attempts(0).run::<Ticket>("x")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Settings);
    assert!(script.requests().is_empty());
}

#[test]
fn a5_parameters_are_passed_through() {
    let script = Script::new([GOOD]);
    let mut parameters = Parameters::default();
    parameters.seed = Some(7);
    parameters.extra.insert("top_k".into(), json!(40));
    let extractor = Extractor::new(&script)
        .parameters(parameters)
        .temperature(0.2)
        .max_tokens(99);
    block_on(extractor.run::<Ticket>("x")).unwrap();
    let sent = &script.requests()[0].parameters;
    assert_eq!(
        (sent.temperature, sent.max_tokens, sent.seed),
        (Some(0.2), Some(99), Some(7))
    );
    assert_eq!(sent.extra["top_k"], json!(40));
}

#[test]
fn a6_the_error_holds_every_failed_answer_with_its_fault() {
    let script = Script::new([BAD, PROSE]);
    let error = block_on(Extractor::new(&script).max_attempts(2).run::<Ticket>("x")).unwrap_err();
    let answers: Vec<_> = error
        .attempts()
        .iter()
        .map(|attempt| attempt.reply().unwrap().content.as_str())
        .collect();
    assert_eq!(answers, [BAD, PROSE]);
    assert_eq!(
        error.attempts()[0].violations()[0].path().to_string(),
        "/priority"
    );
    assert!(error.to_string().contains("after 2 attempts"), "{error}");
    let error = block_on(
        Extractor::new(Script::new([BAD]))
            .max_attempts(1)
            .run::<Ticket>("x"),
    );
    assert!(error.unwrap_err().to_string().contains("after 1 attempt:"));
}

#[test]
fn a9_a_model_is_a_value_an_arc_a_box_or_a_closure() {
    let answer = || client_fn(|_| async { Ok(Reply::text(GOOD)) });
    let boxed: Box<dyn Client> = Box::new(answer());
    let shared = Arc::new(answer());
    for extractor in [
        Extractor::new(answer()),
        Extractor::new(boxed),
        Extractor::new(shared),
    ] {
        assert_eq!(
            block_on(extractor.run::<Ticket>("x"))
                .unwrap()
                .value
                .priority,
            5
        );
    }
}

/// Keeps the messages of warnings, each with its fields.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl tracing::field::Visit for Line {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() == tracing::Level::WARN
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn a8_every_failure_is_logged_with_its_number_out_of_the_total() {
    let log = Log::default();
    let script = Script::new([PROSE, BAD, GOOD]);
    tracing::subscriber::with_default(log.clone(), || {
        block_on(Extractor::new(&script).max_attempts(5).run::<Ticket>("x")).unwrap();
    });
    let lines = log.0.lock().unwrap();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, parts) in lines.iter().zip([
        [
            "attempt 1 of 5 failed",
            "client=\"script\"",
            "reason=\"no JSON: NoJson\"",
        ],
        [
            "attempt 2 of 5 failed",
            "strategy=Reask",
            "reason=\"rule: Range\"",
        ],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
}
