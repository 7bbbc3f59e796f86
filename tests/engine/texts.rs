//! Texts that are asked for inside of an object, which is never the text itself.

use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, Code, Error, Extraction, Extractor, Finish, LlmExtract, Mode, Reply, ToolCall,
};
use serde::{Deserialize, Serialize};

use crate::block_on;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Act {
    Search { query: String },
    Say(String),
    Stop,
}

fn called(name: &str, arguments: &str) -> Reply {
    let mut reply = Reply::text("").with_tool_calls([ToolCall::new("1", name, arguments)]);
    reply.finish = Finish::ToolCalls;
    reply
}

fn ask<T: LlmExtract>(mode: Mode, reply: Reply) -> Result<Extraction<T>, Error> {
    let script = Script::new([reply])
        .capabilities(Capabilities::modes([mode]).dialect(llm_parse::dialect::OpenAiStrict));
    block_on(Extractor::new(&script).mode(mode).max_attempts(1).run("?"))
}

fn code<T: LlmExtract + std::fmt::Debug>(mode: Mode, reply: Reply) -> Code {
    let error = ask::<T>(mode, reply).unwrap_err();
    error.attempts()[0].violations()[0].code()
}

fn say(arguments: &str) -> Result<Extraction<Act>, Error> {
    ask(Mode::Tool, called("say", arguments))
}

const NO_TEXT: [&str; 8] = [
    r#"{"text":"hi"}"#,
    r#"{"query":"x"}"#,
    r#"{"value":{"text":"hi"}}"#,
    r#"{"value":null}"#,
    "{}",
    "",
    "null",
    r#"["hi"]"#,
];

#[test]
fn an_object_of_another_form_is_never_the_text() {
    for arguments in NO_TEXT {
        match say(arguments) {
            Err(_) => {}
            Ok(read) => panic!("{arguments}: {:?} {:?}", read.value, read.fixes()),
        }
        let read = ask::<String>(Mode::Tool, called("String", arguments));
        assert!(read.is_err(), "{arguments}: {read:?}");
        let read = ask::<Option<String>>(Mode::Tool, called("String", arguments));
        let text = read.ok().and_then(|read| read.value);
        assert_eq!(text, None, "{arguments}");
    }
}

#[test]
fn a_text_that_was_cut_off_inside_its_object_is_cut_off() {
    let cut = r#"{"value":"hello wor"#;
    assert_eq!(code::<Act>(Mode::Tool, called("say", cut)), Code::CutOff);
    assert_eq!(
        code::<String>(Mode::Tool, called("String", cut)),
        Code::CutOff
    );
    for cut in [
        cut,
        r#"{"value":"hello"#,
        r#"{"value""#,
        "```json\n{\"value\": \"hello",
    ] {
        let reply = Reply::text(cut);
        assert_eq!(
            code::<String>(Mode::JsonSchema, reply),
            Code::CutOff,
            "{cut}"
        );
    }
}

#[test]
fn what_stands_beside_the_text_is_left_out_with_a_fix() {
    let read = say(r#"{"value":"hi","x":1}"#).unwrap();
    assert_eq!(read.value, Act::Say("hi".to_owned()));
    assert!(!read.fixes().is_empty());
    let reply = Reply::text("Here it is: {\"value\": \"hi\"}");
    let read = ask::<String>(Mode::JsonSchema, reply).unwrap();
    assert_eq!(read.value, "hi");
    assert!(!read.fixes().is_empty());
}

#[test]
fn a_text_in_its_object_or_alone_is_the_text() {
    for arguments in [r#"{"value":"hi"}"#, r#" { "value" : "hi" } "#, r#""hi""#] {
        let read = say(arguments).unwrap();
        assert_eq!(read.value, Act::Say("hi".to_owned()), "{arguments}");
        assert!(read.fixes().is_empty());
    }
    let read = ask::<String>(Mode::Tool, Reply::text("Hello {there}")).unwrap();
    assert_eq!(read.value, "Hello {there}");
    let json = r#"{"value":"{\"a\":1}"}"#;
    let read = ask::<String>(Mode::JsonSchema, Reply::text(json)).unwrap();
    assert_eq!(read.value, r#"{"a":1}"#);
}

#[test]
fn a_text_that_breaks_its_rule_is_not_saved_by_the_object_round_it() {
    #[derive(Debug, Serialize, Deserialize, LlmExtract)]
    struct Long(#[llm(len(min = 10))] String);

    let reply = Reply::text(r#"{"value":"hi"}"#);
    assert_eq!(code::<Long>(Mode::JsonSchema, reply), Code::Len);
}

/// A text that was asked for as JSON, and put into an object that nobody asked for.
#[test]
fn a_text_in_an_object_is_the_text_or_none_also_without_a_strict_schema() {
    let run = |first: &str| {
        let script = Script::new([first, "\"hello\""]).modes([Mode::JsonSchema]);
        block_on(Extractor::new(&script).run::<String>("say hello")).unwrap()
    };
    let cut = run(r#"{"value":"hello wor"#);
    assert_eq!(cut.attempts()[0].outcome(), llm_parse::Outcome::CutOff);
    assert_eq!(cut.value, "hello");
    let whole = run(r#"{"value":"hello world"}"#);
    assert_eq!((whole.attempts().len(), &*whole.value), (1, "hello world"));
}
