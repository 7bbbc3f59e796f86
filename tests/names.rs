//! The names that other people's code is compiled against.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use llm_parse::testing::{Script, assert_contract};
use llm_parse::{
    Attempt, BoxFuture, Capabilities, Client, ClientError, Code, Error, ErrorKind, Extraction,
    Extractor, Fix, FixKind, Leniency, LlmExtract, Mode, ParseError, Parsed, Path, Prompt, Reader,
    Reply, Request, Session, SessionState, Step, Strategy, Usage, Violation, Violations, client_fn,
    dialect, extract, parse,
};
use serde::Deserialize;
use serde_json::Value;

/// A number.
#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Number {
    #[llm(range(min = 1))]
    n: u8,
}

struct Echo;

impl Client for Echo {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        let words = request.messages().len();
        Box::pin(async move { Ok(Reply::text(format!("{{\"n\": {words}}}"))) })
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }
}

#[test]
fn types_say_what_they_are() {
    let _: schemars::Schema = Number::schema();
    let _: Value = Number::example();
    let _: String = Number::outline();
    let refused: Result<(), Violations> = Number { n: 0 }.validate();
    let violations = refused.expect_err("below the range");
    let first: &Violation = &violations[0];
    let _: (&Path, Code, &str, &str) =
        (first.path(), first.code(), first.expected(), first.found());
    let _: Option<Range<usize>> = first.span();
    assert!(!first.message().is_empty());
    assert_contract::<Number>();
}

#[test]
fn replies_are_read() {
    let parsed: Result<Parsed<Number>, ParseError> = parse("{\"n\": \"2\"}");
    let parsed = parsed.expect("a number in a string");
    let fix: &Fix = &parsed.fixes[0];
    assert_eq!(
        (fix.path().to_string().as_str(), fix.kind(), fix.span()),
        ("/n", FixKind::NumberFromText, 6..9)
    );
    assert_eq!(parsed.into_value(), Number { n: 2 });
    let reader = Reader::new()
        .leniency(Leniency::Strict)
        .max_depth(8)
        .max_bytes(100)
        .cut_off(false);
    let error = reader.parse::<Number>("{\"n\": 2").expect_err("cut off");
    let _: (&[Violation], &[Fix], Option<Value>, bool) = (
        error.violations(),
        error.fixes(),
        error.partial(),
        error.is_cut_off(),
    );
}

#[tokio::test]
async fn values_are_extracted() -> Result<(), Error> {
    let value: Number = extract(&Echo, "count").await?;
    assert_eq!(value.n, 2);
    let shared: Arc<dyn Client> = Arc::new(Echo);
    let scripted = Script::new(["not json", "{\"n\": 1}"]);
    let closure = client_fn(|_: Request| async { Ok(Reply::text("{\"n\": 3}")) });
    let extractor = Extractor::new(&scripted)
        .system("Count.")
        .mode(Mode::Auto)
        .max_attempts(2)
        .strategies([Strategy::Reask, Strategy::StrictFormat])
        .deadline(Duration::from_secs(60))
        .token_budget(1_000_000)
        .fallback(shared)
        .fallback(closure)
        .leniency(Leniency::Coerce)
        .on_attempt(|attempt: &Attempt| assert!(attempt.reply().is_some()));
    let prompt: Prompt = "count".into();
    let extraction: Extraction<Number> = extractor.run(prompt).await?;
    let _: (Usage, &[Fix]) = (extraction.usage(), extraction.fixes());
    let attempt = &extraction.attempts()[0];
    let _ = (
        attempt.outcome(),
        attempt.violations(),
        attempt.strategy(),
        attempt.usage(),
        attempt.elapsed(),
    );
    assert!(!attempt.client().is_empty());
    assert_eq!(scripted.requests().len(), 2);
    Ok(())
}

#[test]
fn failures_tell_everything() {
    let scripted = Script::new(["no", "no", "no", "no"]);
    let error =
        llm_parse::blocking::extract::<Number>(&scripted, "count").expect_err("never a number");
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(error.attempts().len(), 4);
    let _: (Usage, Value) = (error.usage(), error.payload("count"));
    assert!(error.to_string().contains('4'), "{error}");
    let wrong = Extractor::new(&scripted).max_attempts(0);
    let error = llm_parse::blocking::run::<Number>(&wrong, "count").expect_err("no attempts");
    assert_eq!(error.kind(), ErrorKind::Settings);
}

#[test]
fn sessions_do_no_io() {
    let policy = llm_parse::Policy::new();
    let mut session = Session::<Number>::new("count", policy.clone(), &[Capabilities::default()]);
    assert!(matches!(session.next(), Step::Send { client: 0, .. }));
    session.receive(Ok(Reply::text("{\"n\": 300}")), Duration::from_millis(5));
    let state: SessionState = session.state();
    let stored = serde_json::to_string(&state).expect("plain data");
    let state = serde_json::from_str(&stored).expect("plain data");
    let mut session = Session::<Number>::resume(state, policy);
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Ok(Reply::text("{\"n\": 3}")), Duration::from_millis(5));
    assert!(matches!(session.next(), Step::Done(extraction) if extraction.value.n == 3));
}

#[test]
fn dialects_lower() {
    use dialect::Dialect;
    let view = llm_parse::shape::View::of(Number::SHAPE);
    assert!(dialect::OpenAiStrict.lower(view).is_ok());
    assert!(dialect::Plain.lower(view).is_ok());
}
