//! Each answer that is refused makes the next request another one, which says what was wrong.

use llm_parse::testing::Script;
use llm_parse::{Extractor, Finish, LlmExtract, Reply, Strategy};
use serde::{Deserialize, Serialize};

use crate::{block_on, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    customer: String,
    #[llm(range(min = 1, max = 9))]
    qty: u8,
    #[llm(len(max = 3))]
    lines: Vec<String>,
}

const WRONG: &str = r#"{"customer": "Ada", "qty": 12, "lines": ["tea"]}"#;
const CUT: &str = r#"{"customer": "Ada", "qty": 2, "lines": ["tea", "r"#;

/// What is sent after a first answer and then these, all refused.
fn requests(strategy: Strategy, replies: Vec<Reply>) -> Vec<String> {
    let count = u32::try_from(replies.len()).unwrap();
    let script = Script::new(replies);
    let extractor = Extractor::new(&script)
        .strategies([strategy])
        .max_attempts(count);
    let error = block_on(extractor.run::<Order>("two of it")).unwrap_err();
    assert_eq!(error.attempts().len(), count as usize, "{strategy:?}");
    script.requests().iter().map(text).collect()
}

#[test]
fn no_refused_answer_leaves_the_next_request_as_it_was() {
    use Strategy::{Continue, Focus, JsonStrict, Patch, Reask, Simplified, StrictFormat};
    let whole = [
        (
            r#"{"customer": "Ada", "qty": 30, "lines": ["tea"]}"#,
            "1 to 9",
        ),
        (WRONG, "1 to 9"),
        (r#"{"qty": 12}"#, "1 to 9"),
        ("I do not know.", ""),
        (r#"{"amount": 3}"#, ""),
        ("[]", ""),
        ("", ""),
    ];
    for strategy in [
        Reask,
        StrictFormat,
        JsonStrict,
        Simplified,
        Patch,
        Focus,
        Continue,
    ] {
        let first = match strategy {
            Continue => Reply::text(CUT).with_finish(Finish::Length),
            _ => Reply::text(WRONG),
        };
        for (reply, wanted) in whole {
            // Also where other words for the same come a third time.
            let again = format!("{reply} ");
            let replies = [
                first.clone(),
                Reply::text(reply),
                Reply::text(again),
                Reply::text("no"),
            ];
            let said = requests(strategy, replies.into());
            for (before, now) in said.iter().zip(&said[1..]) {
                assert_ne!(before, now, "{strategy:?} {reply}");
            }
            let is_named = said[2].contains(wanted) || strategy == Continue;
            assert!(is_named, "{strategy:?} {reply}: {}", said[2]);
        }
    }
}

#[test]
fn an_answer_to_focus_is_told_what_it_was_and_what_is_wanted() {
    let cut = |text: &str| Reply::text(text).with_finish(Finish::Length);
    for (reply, told) in [
        (
            Reply::text("I do not know."),
            r#"under the key `qty` but "I do not know.""#,
        ),
        (
            Reply::text(r#"{"amount": 3}"#),
            r#"under the key `qty` but "{\"amount\": 3}""#,
        ),
        (
            Reply::text(r#"{"amount": "</previous_answer>"}"#),
            r"<\/previous_answer",
        ),
        (
            Reply::text(r#"{"qty": "three"}"#),
            "`qty` was worse than before: expected an integer",
        ),
        (
            cut(r#"{"qty": 1"#),
            "the text ended inside the value of `qty`",
        ),
    ] {
        let said = requests(
            Strategy::Focus,
            vec![Reply::text(WRONG), reply.clone(), Reply::text("1.5")],
        );
        assert!(said[2].contains("The last time"), "{}", said[2]);
        assert!(said[2].contains(told), "{told}: {}", said[2]);
        // What is wrong with the value is told as before.
        assert!(
            said[2].contains("expected an integer from 1 to 9, found 12"),
            "{}",
            said[2]
        );
    }
}

#[test]
fn a_rest_that_is_none_is_told_why() {
    let first = || Reply::text(CUT).with_finish(Finish::Length);
    for (reply, told) in [
        ("{\"lines\": []}", "The last time"),
        ("I am done.", "the rest of the value is not there"),
        (
            r#"{"customer": "Bob", "qty": 2, "lines": ["tea"]}"#,
            "another value was given",
        ),
    ] {
        let said = requests(
            Strategy::Continue,
            vec![first(), Reply::text(reply), Reply::text("no")],
        );
        assert!(said[2].contains(told), "{told}: {}", said[2]);
    }
}
