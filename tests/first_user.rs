//! What a first user ran into: wrong values that were taken, and facts that were lost.

use llm_parse::testing::Script;
use llm_parse::{
    Code, ErrorKind, Extraction, Extractor, Finish, FixKind, LlmExtract, Reply, ToolCall, blocking,
    parse,
};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Note {
    title: String,
    n: i64,
}

fn codes<T: LlmExtract>(text: &str) -> Vec<Code> {
    let error = parse::<T>(text).err();
    error.map_or_else(Vec::new, |error| {
        error
            .violations()
            .iter()
            .map(llm_parse::Violation::code)
            .collect()
    })
}

fn once(reply: Reply) -> Result<Extraction<Note>, llm_parse::Error> {
    let model = Script::new([reply]);
    blocking::run(&Extractor::new(&model).max_attempts(1), "go")
}

#[test]
fn an_example_before_a_cut_off_answer_is_not_the_answer() {
    for example in [
        "Input was:\n{\"title\":\"eg\",\"n\":0}\n\nAnswer:\n",
        "E.g.\n```json\n{\"title\":\"eg\",\"n\":0}\n```\n",
    ] {
        let text = format!("{example}{{\"title\":\"b\",\"n\":");
        assert_eq!(codes::<Note>(&text), [Code::CutOff], "{text}");
        let error = once(Reply::text(text).with_finish(Finish::Length)).expect_err("cut off");
        assert_eq!(error.kind(), ErrorKind::CutOff);
    }
}

#[test]
fn an_answer_before_a_repetition_that_is_cut_off_is_the_answer() {
    let text = "{\"title\":\"a\",\"n\":1}\n{\"title\":\"a\",\"n\":";
    let extraction = once(Reply::text(text).with_finish(Finish::Length)).expect("it is complete");
    assert_eq!(extraction.value.n, 1);
    assert!(
        extraction
            .fixes()
            .iter()
            .any(|fix| fix.kind() == FixKind::RanOn)
    );
}

#[test]
fn a_draft_in_the_reasoning_is_not_the_answer() {
    let thought = "Maybe {\"title\":\"draft\",\"n\":1}? No, n must be 2.";
    let error = once(Reply::text("").with_reasoning(thought)).expect_err("a draft");
    assert_eq!(error.kind(), ErrorKind::Empty);
    let bare =
        once(Reply::text("").with_reasoning("{\"title\":\"a\",\"n\":1}")).expect("a bare value");
    assert_eq!(bare.fixes()[0].kind(), FixKind::Extracted);
}

#[test]
fn a_call_of_another_tool_is_not_the_answer() {
    let call =
        |name: &str, n: i64| ToolCall::new("1", name, format!("{{\"title\":\"q\",\"n\":{n}}}"));
    let reply = Reply::text("{\"title\":\"c\",\"n\":1}");
    let extraction =
        once(reply.clone().with_tool_calls(vec![call("search", 9)])).expect("the content");
    assert_eq!(extraction.value.n, 1);
    let both = once(reply.with_tool_calls(vec![call("Note", 9), call("note", 8)]))
        .expect("the first call");
    assert_eq!(both.value.n, 9);
    assert!(
        both.fixes()
            .iter()
            .any(|fix| fix.kind() == FixKind::OtherValue)
    );
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Soft {
    #[llm(warn, range(max = 10))]
    w: i32,
    #[llm(one_of("a", "b"))]
    o: String,
}

#[test]
fn a_soft_rule_softens_no_fault_of_the_type() {
    assert_eq!(
        codes::<Soft>("{\"w\":\"x\",\"o\":\"c\"}"),
        [Code::Type, Code::OneOf]
    );
    assert_eq!(codes::<Soft>("{\"w\":\"x\",\"o\":\"a\"}"), [Code::Type]);
    assert_eq!(
        codes::<Soft>("{\"w\":1,\"w\":2,\"o\":\"a\"}"),
        [Code::DuplicateKey]
    );
    let parsed = parse::<Soft>("{\"w\":11,\"o\":\"a\"}").expect("only a soft rule is broken");
    assert_eq!(
        (
            parsed.value.w,
            parsed.value.o.as_str(),
            parsed.warnings.len()
        ),
        (11, "a", 1)
    );
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Total {
    #[llm(range(max = 5.0))]
    total: f64,
}

#[test]
fn a_number_that_is_none_is_in_no_range() {
    assert!(Total { total: f64::NAN }.validate().is_err());
    assert!(Total { total: 4.0 }.validate().is_ok());
}
