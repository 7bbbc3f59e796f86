//! Calls that were right are not lost where the others are made again.

use llm_parse::Role::{Assistant, System, User};
use llm_parse::testing::Script;
use llm_parse::{
    Code, Error, Extraction, Extractor, FixKind, LlmExtract, Mode, Reply, Strategy, ToolCall,
};
use serde::{Deserialize, Serialize};

use crate::{block_on, roles, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Action {
    Search {
        #[llm(len(min = 3))]
        query: String,
    },
    Mail {
        to: String,
    },
    Stop,
}

use Action::{Mail, Search, Stop};

fn search(query: &str) -> Action {
    Search {
        query: query.to_owned(),
    }
}

fn mail(to: &str) -> Action {
    Mail { to: to.to_owned() }
}

const FERNS: (&str, &str) = ("search", r#"{"query": "ferns"}"#);
const MOSS: (&str, &str) = ("search", r#"{"query": "moss"}"#);
const SHORT: (&str, &str) = ("search", r#"{"query": "x"}"#);
const ADA: (&str, &str) = ("mail", r#"{"to": "Ada"}"#);
const NOBODY: (&str, &str) = ("mail", "{}");
const STOP: (&str, &str) = ("stop", "{}");
const FLY: (&str, &str) = ("fly", "{}");

fn calls(list: &[(&str, &str)]) -> Reply {
    let call = |(i, (name, arguments)): (usize, &(&str, &str))| {
        ToolCall::new(format!("id{i}"), *name, *arguments)
    };
    Reply::text("").with_tool_calls(list.iter().enumerate().map(call))
}

fn ask<T: LlmExtract>(script: &Script) -> Result<Extraction<Vec<T>>, Error> {
    let extractor = Extractor::new(script)
        .mode(Mode::Tool)
        .strategies([Strategy::Reask]);
    block_on(extractor.run("what now?"))
}

/// What the first answer and the second one come to together.
fn both(first: &[(&str, &str)], second: &[(&str, &str)]) -> Extraction<Vec<Action>> {
    let script = Script::new([calls(first), calls(second)]);
    ask(&script).unwrap_or_else(|error| panic!("{second:?}: {error}"))
}

#[test]
fn a_call_that_is_made_again_alone_takes_its_place() {
    for (first, second, wanted) in [
        (
            &[FERNS, NOBODY, STOP][..],
            &[ADA][..],
            vec![search("ferns"), mail("Ada"), Stop],
        ),
        (&[SHORT, STOP], &[FERNS], vec![search("ferns"), Stop]),
        (
            &[SHORT, STOP, NOBODY],
            &[FERNS, ADA],
            vec![search("ferns"), Stop, mail("Ada")],
        ),
        // Some of what was right, with all that was wrong.
        (
            &[FERNS, NOBODY, STOP],
            &[FERNS, ADA],
            vec![search("ferns"), mail("Ada"), Stop],
        ),
        (
            &[FERNS, FERNS, NOBODY],
            &[FERNS, ADA],
            vec![search("ferns"), search("ferns"), mail("Ada")],
        ),
        (&[FLY, STOP], &[ADA], vec![mail("Ada"), Stop]),
    ] {
        let extraction = both(first, second);
        assert_eq!(extraction.value, wanted, "{second:?}");
        let is_kept = |fix: &&llm_parse::Fix| fix.kind() == FixKind::Kept;
        assert!(
            extraction.fixes().iter().any(|fix| is_kept(&fix)),
            "{second:?}"
        );
    }
}

#[test]
fn an_answer_with_all_that_was_right_counts_as_it_stands() {
    for (first, second, wanted) in [
        (
            &[FERNS, NOBODY][..],
            &[FERNS, ADA][..],
            vec![search("ferns"), mail("Ada")],
        ),
        (
            &[FERNS, NOBODY],
            &[ADA, FERNS],
            vec![mail("Ada"), search("ferns")],
        ),
        (&[FERNS, FLY], &[FERNS], vec![search("ferns")]),
        (
            &[FERNS, FLY],
            &[FERNS, ADA, STOP],
            vec![search("ferns"), mail("Ada"), Stop],
        ),
    ] {
        let extraction = both(first, second);
        assert_eq!(extraction.value, wanted, "{second:?}");
        assert!(extraction.fixes().is_empty(), "{second:?}");
    }
}

#[test]
fn an_answer_that_loses_a_call_is_refused_and_the_list_shown() {
    for second in [&[MOSS][..], &[MOSS, ADA], &[ADA, MOSS, STOP], &[ADA, ADA]] {
        let script = Script::new([calls(&[FERNS, NOBODY, STOP]), calls(second), calls(&[ADA])]);
        let extraction = ask::<Action>(&script).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            extraction.value,
            [search("ferns"), mail("Ada"), Stop],
            "{second:?}"
        );
        let refused = &extraction.attempts()[1];
        assert_eq!(refused.violations()[0].code(), Code::Patch);
        let request = &script.requests()[2];
        assert_eq!(roles(request), [System, User, Assistant, User]);
        let told = text(request);
        let reason = r#"The last answer was not taken: {"search":{"query":"ferns"}} was right and is left out"#;
        assert!(told.contains(reason), "{told}");
        assert!(told.contains("/1/mail/to"), "{told}");
        assert!(request.messages()[2].text().contains("ferns"), "{told}");
    }
}

#[test]
fn what_is_wrong_again_is_told_with_its_place() {
    let script = Script::new([
        calls(&[FERNS, NOBODY, STOP]),
        calls(&[("mail", r#"{"to": 5.5, "cc": []}"#), ("mail", "[1]")]),
        calls(&[("mail", "[1]")]),
        calls(&[ADA]),
    ]);
    let extraction = ask::<Action>(&script).unwrap();
    assert_eq!(extraction.value, [search("ferns"), mail("Ada"), Stop]);
    let path = extraction.attempts()[2].violations()[0].path().to_string();
    assert_eq!(path, "/1/mail");
}

#[test]
fn a_list_that_is_written_out_must_hold_what_was_right() {
    let all = r#"[{"search": {"query": "ferns"}}, {"mail": {"to": "Ada"}}]"#;
    let one = r#"[{"mail": {"to": "Ada"}}]"#;
    let script = Script::new([calls(&[FERNS, NOBODY]), Reply::text(one), Reply::text(all)]);
    let extraction = ask::<Action>(&script).unwrap();
    assert_eq!(extraction.value, [search("ferns"), mail("Ada")]);
    assert_eq!(extraction.attempts().len(), 3);
}

/// The rule is the list's: any of its items may go.
#[test]
fn what_is_wrong_with_the_whole_list_keeps_nothing() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Two(#[llm(len(max = 2))] Vec<Action>);
    let script = Script::new([calls(&[FERNS, ADA, STOP]), calls(&[FERNS, STOP])]);
    let extractor = Extractor::new(&script)
        .mode(Mode::Tool)
        .strategies([Strategy::Reask]);
    let extraction = block_on(extractor.run::<Two>("x")).unwrap();
    assert_eq!(extraction.value.0, [search("ferns"), Stop]);
}

/// A note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Note {
    text: String,
    #[llm(range(max = 9))]
    weight: u8,
}

#[test]
fn several_calls_of_one_tool_keep_what_was_right_too() {
    let note = |text: &str, weight| format!(r#"{{"text": "{text}", "weight": {weight}}}"#);
    let list = |notes: &[String]| format!(r#"{{"value": [{}]}}"#, notes.join(","));
    let of = |arguments: &[String]| {
        let call = |(i, one): (usize, &String)| ToolCall::new(format!("id{i}"), "value", one);
        Reply::text("").with_tool_calls(arguments.iter().enumerate().map(call))
    };
    let value = |text: &str, weight| Note {
        text: text.to_owned(),
        weight,
    };
    for second in [
        of(&[note("b", 2)]),
        of(&[list(&[note("b", 2)])]),
        of(&[list(&[note("a", 1), note("b", 2), note("c", 3)])]),
    ] {
        for first in [
            of(&[note("a", 1), note("b", 20), note("c", 3)]),
            of(&[list(&[note("a", 1), note("b", 20)]), note("c", 3)]),
        ] {
            let script = Script::new([first, second.clone()]);
            let extraction = ask::<Note>(&script).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                extraction.value,
                [value("a", 1), value("b", 2), value("c", 3)]
            );
        }
    }
    let bad = of(&[note("d", 4), note("e", 5)]);
    let script = Script::new([of(&[note("a", 1), note("b", 20)]), bad, of(&[note("b", 2)])]);
    let extraction = ask::<Note>(&script).unwrap();
    assert_eq!(extraction.value, [value("a", 1), value("b", 2)]);
}
