//! The parsable task.

use std::cell::RefCell;
use std::fmt;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use llm_parse::testing::Script;
use llm_parse::{
    Client, Conversation, ErrorKind, Extractor, Finish, Message, Outcome, Parameters, Prompt,
    Reply, Role, Verdict, blocking, client_fn, fenced_blocks, json_values,
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
    let compile = |code: &str| {
        let is_sound = !code.contains('"');
        is_sound.then_some(code.len()).ok_or_else(|| report.clone())
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
    let outcomes: Vec<_> = extraction
        .attempts()
        .iter()
        .map(llm_parse::Attempt::outcome)
        .collect();
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

thread_local! {
    static LINES: RefCell<Vec<String>> = RefCell::default();
}

/// Keeps the messages of warnings, each with its fields, for each thread apart.
struct Log;

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
        LINES.with_borrow_mut(|lines| lines.push(line.0));
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn a8_every_failure_is_logged_with_its_number_out_of_the_total() {
    tracing::subscriber::set_global_default(Log).unwrap();
    let script = Script::new([PROSE, BAD, GOOD]);
    block_on(Extractor::new(&script).max_attempts(5).run::<Ticket>("x")).unwrap();
    let lines = LINES.take();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, parts) in lines.iter().zip([
        [
            "attempt 1 of 5 failed",
            "client=\"script\"",
            "reason=\"no JSON\"",
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

#[test]
fn a4_a_hook_rewrites_the_input_once() {
    let script = Script::new([PROSE, GOOD, GOOD]);
    let calls = AtomicUsize::new(0);
    let extractor = Extractor::new(&script).prepare(|prompt: Prompt| {
        calls.fetch_add(1, Ordering::Relaxed);
        format!("<{}>", prompt.messages()[0].text()).into()
    });
    block_on(extractor.run::<Ticket>("login")).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    for request in script.requests() {
        assert_eq!(request.messages()[1].text(), "<login>");
    }
    let mut conversation = Conversation::from(vec![Message::user("hi"), Message::assistant("ho")]);
    block_on(conversation.ask::<Ticket>(&extractor, "login")).unwrap();
    let said: Vec<_> = conversation.messages().iter().map(Message::text).collect();
    assert_eq!(said, ["hi", "ho", "<login>", GOOD]);
}

#[test]
fn a7_failed_attempts_never_enter_the_conversation() {
    let script = Script::new([PROSE, BAD, GOOD]);
    let extractor = Extractor::new(&script);
    let mut conversation = Conversation::from(vec![Message::system("You triage.")]);
    block_on(conversation.ask::<Ticket>(&extractor, "login is down")).unwrap();
    assert_eq!(
        conversation.messages(),
        [
            Message::system("You triage."),
            Message::user("login is down"),
            Message::assistant(GOOD)
        ]
    );
}

#[test]
fn a7_a_run_that_fails_leaves_the_conversation_as_it_was() {
    let script = Script::new([PROSE, BAD]);
    let extractor = Extractor::new(&script).max_attempts(2);
    let mut conversation = Conversation::from(vec![Message::system("You triage.")]);
    let before = conversation.clone();
    block_on(conversation.ask::<Ticket>(&extractor, "login is down")).unwrap_err();
    assert_eq!(conversation, before);
}

#[test]
fn a7_a_call_without_input_uses_the_history_as_it_is() {
    let script = Script::new([PROSE, GOOD]);
    let extractor = Extractor::new(&script).prepare(|_| "never called".into());
    let mut conversation = Conversation::from(vec![Message::user("login is down")]);
    block_on(conversation.ask_as_is::<Ticket>(&extractor)).unwrap();
    assert_eq!(script.requests()[0].messages()[1].text(), "login is down");
    assert_eq!(
        conversation.messages(),
        [Message::user("login is down"), Message::assistant(GOOD)]
    );
}

#[test]
fn a7_a_conversation_is_stored_and_read_back() {
    let conversation = Conversation::from(vec![Message::user("hi"), Message::assistant("ho")]);
    let text = serde_json::to_string(&conversation).unwrap();
    assert_eq!(
        serde_json::from_str::<Conversation>(&text).unwrap(),
        conversation
    );
}

#[test]
fn a10_code_and_json_are_pulled_out_of_prose() {
    let reply = "Sure:\n```python\nprint({1: 2})\n```\nand {\"a\": 1,} it is.";
    let code = fenced_blocks(reply);
    assert_eq!(
        (code[0].language, code[0].text),
        ("python", "print({1: 2})\n")
    );
    assert_eq!(json_values(reply)[0].json, r#"{"a":1}"#);

    let script = Script::new(["No code.", reply]);
    let only_code = |text: &str| match fenced_blocks(text).as_slice() {
        [block] => Ok(block.text.to_owned()),
        blocks => Err(format!("expected one fenced block, found {}", blocks.len())),
    };
    let extraction = block_on(Extractor::new(&script).run_with("code", only_code)).unwrap();
    assert_eq!(extraction.value, "print({1: 2})\n");
}
