//! What a cassette records is replayed, and nothing else.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use llm_parse::testing::{Cassette, Script};
use llm_parse::{
    Capabilities, Client, ClientError, ClientErrorKind, Error, Extractor, Image, LlmExtract, Media,
    Message, Mode, Parameters, Reply, Usage, blocking, client_fn, dialect,
};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Person {
    name: String,
    #[llm(range(max = 130))]
    age: u8,
}

const ADA: &str = r#"{"name": "Ada", "age": 36}"#;

/// A file that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("llm-parse-cassette-{}-{number}.jsonl", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap()
    }

    fn record(&self, client: impl Client + 'static) -> Cassette {
        Cassette::record(&self.0, client).unwrap()
    }

    fn replay(&self) -> Cassette {
        Cassette::replay(&self.0).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn ask(client: &Cassette, prompt: &str) -> Result<Person, Error> {
    blocking::extract(client, prompt)
}

#[test]
fn a_run_with_retries_is_replayed_with_all_that_it_cost() {
    let scratch = Scratch::new();
    let replies = [
        Err(ClientError::transient("the connection was reset")),
        Err(ClientError::rate_limit(Some(Duration::from_millis(1))).with_status(429)),
        Ok(Reply::text("no idea").with_usage(Usage::new(50, 3))),
        Ok(Reply::text(ADA).with_usage(Usage::new(80, 12))),
    ];
    let script = Script::new(replies)
        .named("small")
        .capabilities(Capabilities::modes([Mode::JsonObject]).dialect(dialect::Gemini));
    let recorded = blocking::run::<Person>(&Extractor::new(scratch.record(script)), "Ada, 36");
    let cassette = scratch.replay();
    assert_eq!((cassette.name(), cassette.unplayed()), ("small", 4));
    let wanted = Capabilities::modes([Mode::JsonObject]).dialect(dialect::Gemini);
    assert_eq!(cassette.capabilities(), wanted);
    let replayed = blocking::run::<Person>(&Extractor::new(&cassette), "Ada, 36").unwrap();
    let recorded = recorded.unwrap();
    assert_eq!(replayed.value, recorded.value);
    assert_eq!(replayed.usage(), Usage::new(130, 15));
    let outcomes = |run: &llm_parse::Extraction<Person>| {
        let attempts = run.attempts().iter();
        attempts
            .map(|attempt| (attempt.outcome(), attempt.error().map(str::to_owned)))
            .collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&replayed), outcomes(&recorded));
    assert_eq!(cassette.unplayed(), 0);
}

#[test]
fn a_changed_request_fails_and_says_what_changed() {
    let scratch = Scratch::new();
    ask(&scratch.record(Script::new([ADA])), "Ada is 36 years old").unwrap();
    let error = ask(&scratch.replay(), "Ada is 37 years old")
        .unwrap_err()
        .to_string();
    let expected = r#"/messages/1/text: recorded "Ada is 36 years old", now "Ada is 37 years old""#;
    assert!(error.contains(expected), "{error}");
    assert!(error.contains("delete the file"), "{error}");

    let extractor = Extractor::new(scratch.replay()).temperature(0.5);
    let error = blocking::run::<Person>(&extractor, "Ada is 36 years old").unwrap_err();
    let expected = "/parameters/temperature: recorded nothing, now 0.5";
    assert!(error.to_string().contains(expected), "{error}");

    let played = scratch.replay();
    ask(&played, "Ada is 36 years old").unwrap();
    let error = ask(&played, "Ada is 36 years old").unwrap_err().to_string();
    assert!(
        error.contains("all 1 recorded replies were played"),
        "{error}"
    );
}

#[test]
fn in_long_texts_the_place_is_shown() {
    let scratch = Scratch::new();
    let long = "word ".repeat(1000);
    ask(
        &scratch.record(Script::new([ADA])),
        &format!("{long}four{long}"),
    )
    .unwrap();
    let error = ask(&scratch.replay(), &format!("{long}five{long}"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("four") && error.contains("five"), "{error}");
    assert!(error.len() < 600, "{} characters", error.len());
}

#[test]
fn runs_side_by_side_get_their_own_replies() {
    let scratch = Scratch::new();
    let client = client_fn(|request| async move {
        let text = request
            .messages()
            .last()
            .map(Message::text)
            .unwrap_or_default();
        let age = text.trim_start_matches("P is ").trim();
        Ok(Reply::text(format!(r#"{{"name": "P", "age": {age}}}"#)))
    });
    let record = scratch.record(client);
    for age in 0..64 {
        ask(&record, &format!("P is {age}")).unwrap();
    }
    let (cassette, ages) = (scratch.replay(), [63, 7, 0, 31, 8, 62]);
    std::thread::scope(|scope| {
        for age in ages {
            let cassette = &cassette;
            scope.spawn(move || {
                assert_eq!(ask(cassette, &format!("P is {age}")).unwrap().age, age);
            });
        }
    });
    assert_eq!(cassette.unplayed(), 64 - ages.len());
}

#[test]
fn equal_requests_get_their_replies_in_order() {
    let scratch = Scratch::new();
    let bo = r#"{"name": "Bo", "age": 3}"#;
    let record = scratch.record(Script::new([ADA, bo]));
    let both = |client: &Cassette| [ask(client, "who?"), ask(client, "who?")].map(Result::unwrap);
    assert_eq!(both(&record), both(&scratch.replay()));
}

#[test]
fn by_order_asks_nothing_of_the_request() {
    let scratch = Scratch::new();
    ask(&scratch.record(Script::new([ADA])), "Ada is 36").unwrap();
    assert_eq!(
        ask(&scratch.replay().by_order(), "Who is it?").unwrap().age,
        36
    );
}

#[test]
fn what_is_hidden_is_not_in_the_file_and_not_compared() {
    let scratch = Scratch::new();
    let mut parameters = Parameters::default();
    parameters.extra.insert("api_key".into(), "sk-1".into());
    let run = |cassette: Cassette, name: &str| {
        let extractor = Extractor::new(cassette.hide(name)).parameters(parameters.clone());
        blocking::run::<Person>(&extractor, format!("{name} is 36")).unwrap()
    };
    let script = Script::new([r#"{"name": "Ada \"A\" Byron", "age": 360}"#, ADA]);
    run(scratch.record(script), "Ada \"A\" Byron");
    let text = scratch.text();
    assert!(!text.contains("Byron") && !text.contains("sk-1"), "{text}");
    assert!(text.contains("[hidden] is 36"), "{text}");
    run(scratch.replay(), "Countess");
}

#[test]
fn attached_bytes_are_compared_and_not_written() {
    let scratch = Scratch::new();
    let message = |bytes: &[u8]| Message::user("who?").with_image(Image::bytes("image/png", bytes));
    let can = Capabilities::default().media([Media::Image]);
    let script = Script::new([ADA]).capabilities(can);
    let record = scratch.record(script);
    blocking::extract::<Person>(&record, message(&[7; 1000])).unwrap();
    assert!(!scratch.text().contains("BwcHBwcH"), "{}", scratch.text());
    blocking::extract::<Person>(&scratch.replay(), message(&[7; 1000])).unwrap();
    let error = blocking::extract::<Person>(&scratch.replay(), message(&[8; 1000])).unwrap_err();
    assert!(error.to_string().contains("hash"), "{error}");
}

#[test]
fn a_file_that_is_none_is_named_with_its_line() {
    let scratch = Scratch::new();
    ask(&scratch.record(Script::new([ADA])), "Ada is 36").unwrap();
    let whole = scratch.text();
    let broken = [
        (String::new(), "line 1"),
        ("{}\n".to_owned(), "line 1"),
        (whole[..whole.len() - 10].to_owned(), "line 2"),
        (format!("{whole}[]\n"), "line 3"),
    ];
    for (text, line) in broken {
        fs::write(&scratch.0, text).unwrap();
        let error = Cassette::replay(&scratch.0).unwrap_err().to_string();
        assert!(error.contains(line) && error.contains("jsonl"), "{error}");
    }
    let absent = Cassette::replay(scratch.0.with_extension("none")).unwrap_err();
    assert!(absent.to_string().contains(".none: "), "{absent}");
}

#[test]
fn open_records_once() {
    let scratch = Scratch::new();
    let open = |reply: &str| Cassette::open(&scratch.0, Script::new([reply])).unwrap();
    assert_eq!(ask(&open(ADA), "Ada is 36").unwrap().age, 36);
    assert_eq!(ask(&open("never asked"), "Ada is 36").unwrap().age, 36);
}

#[test]
fn failures_are_replayed_as_they_were() {
    let scratch = Scratch::new();
    let error = || ClientError::new(ClientErrorKind::Auth, "no such key").with_status(401);
    let failed = ask(&scratch.record(Script::new([error()])), "Ada").unwrap_err();
    let again = ask(&scratch.replay(), "Ada").unwrap_err();
    assert_eq!(failed.kind(), again.kind());
    assert_eq!(failed.to_string(), again.to_string());
}
