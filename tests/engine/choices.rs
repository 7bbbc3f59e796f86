//! An enum as a choice of tools.

use llm_parse::Role::{Assistant, System, Tool, User};
use llm_parse::testing::{Malform, Malformation, Script};
use llm_parse::{
    Capabilities, Code, Error, Extraction, Extractor, FixKind, LlmExtract, Message, Mode, Reply,
    Request, Strategy, ToolCall, ToolChoice,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{block_on, cut, roles, text};

/// What to do next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Looks something up.
    Search {
        #[llm(len(min = 3))]
        query: String,
        limit: Option<u8>,
    },
    Reply(Mail),
    /// Says nothing more.
    Stop,
    Rate(#[llm(range(min = 1, max = 5))] u8),
    Move(i32, i32),
}

/// A mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Mail {
    to: String,
    body: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Internal {
    Search { query: String },
    Reply(Mail),
    Stop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "name", content = "arguments")]
enum Adjacent {
    Search { query: String },
    Rate(u8),
    Stop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(untagged)]
enum Untagged {
    Search { query: String, limit: Option<u8> },
    Find { query: String },
    Mail(Mail),
}

fn call(name: &str, arguments: &str) -> ToolCall {
    ToolCall::new(format!("id_{name}"), name, arguments)
}

fn calls(list: &[(&str, &str)]) -> Reply {
    let call = |(i, (name, arguments)): (usize, &(&str, &str))| {
        ToolCall::new(format!("id{i}"), *name, *arguments)
    };
    Reply::text("").with_tool_calls(list.iter().enumerate().map(call))
}

fn ask<T: LlmExtract>(script: &Script) -> Result<Extraction<T>, Error> {
    block_on(Extractor::new(script).mode(Mode::Tool).run("what now?"))
}

fn read<T: LlmExtract>(list: &[(&str, &str)]) -> T {
    let extraction = ask(&Script::new([calls(list)]));
    extraction
        .unwrap_or_else(|error| panic!("{list:?}: {error}"))
        .value
}

fn violations<T: LlmExtract + std::fmt::Debug>(reply: Reply) -> Vec<(String, Code)> {
    let script = Script::new([reply]);
    let extractor = Extractor::new(&script).mode(Mode::Tool).max_attempts(1);
    let error = block_on(extractor.run::<T>("what now?")).unwrap_err();
    let found = error.violations().iter();
    found
        .map(|violation| (violation.path().to_string(), violation.code()))
        .collect()
}

fn names(request: &Request) -> Vec<&str> {
    request.tools.iter().map(|tool| &*tool.name).collect()
}

fn once(script: &Script) -> Extractor<'_> {
    Extractor::new(script).mode(Mode::Tool).max_attempts(1)
}

fn first_request<T: LlmExtract>(can: Capabilities) -> Request {
    let script = Script::new(["no"]).capabilities(can);
    let _ = block_on(
        Extractor::new(&script)
            .max_attempts(1)
            .run::<T>("what now?"),
    );
    script.requests()[0].clone()
}

#[test]
fn each_variant_is_a_tool_with_a_schema_of_its_own() {
    let request = first_request::<Action>(Capabilities::modes([Mode::Tool]));
    assert_eq!(names(&request), ["search", "reply", "stop", "rate", "move"]);
    let about: Vec<_> = request
        .tools
        .iter()
        .map(|tool| tool.description.as_deref())
        .collect();
    let wanted = [
        Some("Looks something up."),
        Some("A mail."),
        Some("Says nothing more."),
        None,
        None,
    ];
    assert_eq!(about, wanted);
    let [search, reply, stop, rate, point] = &request.tools[..] else {
        panic!("five tools");
    };
    assert_eq!(search.schema["properties"]["query"]["minLength"], 3);
    assert_eq!(search.schema["required"], json!(["query"]));
    assert_eq!(reply.schema["required"], json!(["to", "body"]));
    assert_eq!(stop.schema["type"], "object");
    assert_eq!(rate.schema["properties"]["value"]["maximum"], 5);
    assert_eq!(point.schema["properties"]["value"]["maxItems"], 2);
    assert_eq!(request.tool_choice, ToolChoice::Required);
    assert!(!request.parallel_tool_calls);
    // One tool of the whole type, for a client that knows of no more.
    assert_eq!(request.name, "Action");
}

#[test]
fn a_strict_client_gets_strict_tools() {
    let request = first_request::<Action>(
        Capabilities::modes([Mode::Tool]).dialect(llm_parse::dialect::OpenAiStrict),
    );
    for tool in &request.tools {
        assert!(tool.strict, "{}", tool.name);
        assert_eq!(tool.schema["additionalProperties"], false, "{}", tool.name);
    }
    assert_eq!(
        request.tools[0].schema["required"],
        json!(["query", "limit"])
    );
}

/// Eight keys that may be left out.
#[derive(Debug, Deserialize, LlmExtract)]
#[allow(dead_code, reason = "only its schema is looked at")]
struct Options {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
    d: Option<u8>,
    e: Option<u8>,
    f: Option<u8>,
    g: Option<u8>,
    h: Option<u8>,
}

#[derive(Debug, Deserialize, LlmExtract)]
#[allow(dead_code, reason = "only its schema is looked at")]
enum TwoUses {
    Find(Options),
    Sort(Options),
}

#[derive(Debug, Deserialize, LlmExtract)]
#[allow(dead_code, reason = "only its schema is looked at")]
enum ThreeUses {
    Find(Options),
    Sort(Options),
    Drop(Options),
}

#[test]
fn tools_share_the_limits_of_a_request() {
    let client = || Capabilities::modes([Mode::Tool]).dialect(llm_parse::dialect::Anthropic);
    // Eight optional properties of several types in each, of which a request may have 16 of several types.
    let request = first_request::<TwoUses>(client());
    assert_eq!(request.tools.len(), 2);
    let request = first_request::<ThreeUses>(client());
    assert_eq!((request.mode, request.tools.len()), (Mode::Tool, 1));
    assert!(request.strict);
    let mut wide = llm_parse::dialect::Rules::from(llm_parse::dialect::Anthropic);
    wide.sizes.shared = false;
    let request = first_request::<ThreeUses>(Capabilities::modes([Mode::Tool]).dialect(wide));
    assert_eq!(request.tools.len(), 3);
}

#[test]
fn other_modes_send_one_schema() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Prompt] {
        let request = first_request::<Action>(Capabilities::modes([mode]));
        assert!(request.tools.is_empty(), "{mode:?}");
        assert!(text(&request).contains("\"search\": "), "{mode:?}");
    }
}

#[test]
fn what_only_names_things_is_one_tool() {
    #[derive(Debug, Deserialize, LlmExtract)]
    enum Level {
        Low,
        High,
    }
    let request = first_request::<Level>(Capabilities::modes([Mode::Tool]));
    assert_eq!(names(&request), ["Level"]);
    assert!(matches!(
        read::<Level>(&[("Level", r#"{"value": "High"}"#)]),
        Level::High
    ));
    assert!(matches!(
        read::<Level>(&[("Level", r#"{"value": "Low"}"#)]),
        Level::Low
    ));
}

#[test]
fn the_instructions_say_each_tool_with_its_arguments() {
    let request = first_request::<Action>(Capabilities::modes([Mode::Tool]));
    let said = text(&request);
    assert!(
        said.contains("one call of one of these tools: `search`, `reply`, `stop`"),
        "{said}"
    );
    assert!(
        said.contains("`search`:\n// Looks something up\n{\n"),
        "{said}"
    );
    assert!(said.contains("What to do next."), "{said}");
    assert!(!said.contains("\"search\": "), "{said}");
}

#[test]
fn a_call_is_read_in_every_tagging() {
    let mail = Mail {
        to: "ada".to_owned(),
        body: "hi".to_owned(),
    };
    let (query, mail_text) = (r#"{"query": "ferns"}"#, r#"{"to": "ada", "body": "hi"}"#);
    let ferns = || "ferns".to_owned();
    let search = Action::Search {
        query: ferns(),
        limit: None,
    };
    assert_eq!(read::<Action>(&[("search", query)]), search);
    assert_eq!(
        read::<Action>(&[("reply", mail_text)]),
        Action::Reply(mail.clone())
    );
    assert_eq!(read::<Action>(&[("stop", "{}")]), Action::Stop);
    assert_eq!(read::<Action>(&[("stop", "")]), Action::Stop);
    assert_eq!(
        read::<Action>(&[("rate", r#"{"value": 4}"#)]),
        Action::Rate(4)
    );
    assert_eq!(read::<Action>(&[("rate", "4")]), Action::Rate(4));
    assert_eq!(
        read::<Action>(&[("move", r#"{"value": [1, -2]}"#)]),
        Action::Move(1, -2)
    );

    assert_eq!(
        read::<Internal>(&[("Search", query)]),
        Internal::Search { query: ferns() }
    );
    assert_eq!(
        read::<Internal>(&[("Reply", mail_text)]),
        Internal::Reply(mail.clone())
    );
    assert_eq!(read::<Internal>(&[("Stop", "{}")]), Internal::Stop);

    assert_eq!(
        read::<Adjacent>(&[("Search", query)]),
        Adjacent::Search { query: ferns() }
    );
    assert_eq!(
        read::<Adjacent>(&[("Rate", r#"{"value": 4}"#)]),
        Adjacent::Rate(4)
    );
    assert_eq!(read::<Adjacent>(&[("Stop", "{}")]), Adjacent::Stop);

    let search = Untagged::Search {
        query: ferns(),
        limit: Some(3),
    };
    assert_eq!(
        read::<Untagged>(&[("Search", r#"{"query": "ferns", "limit": 3}"#)]),
        search
    );
    assert_eq!(
        read::<Untagged>(&[("Mail", mail_text)]),
        Untagged::Mail(mail)
    );
}

#[test]
fn a_call_that_serde_would_take_for_another_variant_is_refused() {
    let reply = calls(&[("Find", r#"{"query": "ferns"}"#)]);
    assert_eq!(
        violations::<Untagged>(reply),
        [(String::new(), Code::Ambiguous)]
    );
}

#[test]
fn arguments_are_mended_as_any_answer_is() {
    let messy = "```json\n{'query': 'ferns', limit: '3',}\n```";
    let script = Script::new([calls(&[("Search", messy)])]);
    let extraction = ask::<Action>(&script).unwrap();
    let wanted = Action::Search {
        query: "ferns".to_owned(),
        limit: Some(3),
    };
    assert_eq!(extraction.value, wanted);
    let paths: Vec<_> = extraction
        .fixes()
        .iter()
        .map(|fix| fix.path().to_string())
        .collect();
    assert!(paths.contains(&"/search/limit".to_owned()), "{paths:?}");
    let encoded = json!(r#"{"query": "ferns"}"#).to_string();
    assert!(matches!(
        read::<Action>(&[("search", &encoded)]),
        Action::Search { .. }
    ));
}

#[test]
fn each_call_is_held_to_its_own_schema() {
    let reply = calls(&[("search", r#"{"query": "x", "limit": 300}"#)]);
    let wanted = [
        ("/search/query".to_owned(), Code::Len),
        ("/search/limit".to_owned(), Code::Range),
    ];
    assert_eq!(violations::<Action>(reply), wanted);
    let reply = calls(&[("search", r#"{"to": "ada", "body": "hi"}"#)]);
    assert_eq!(
        violations::<Action>(reply),
        [("/search/query".to_owned(), Code::Missing)]
    );
    let reply = calls(&[("Rate", r#"{"value": 300}"#)]);
    assert_eq!(
        violations::<Adjacent>(reply),
        [("/arguments".to_owned(), Code::Range)]
    );
    let reply = calls(&[("search", r#"{"query": "fer"#)]);
    assert_eq!(violations::<Action>(reply)[0].1, Code::CutOff);
    let reply = calls(&[("search", "I would look for ferns")]);
    assert_eq!(violations::<Action>(reply)[0].1, Code::NoJson);
}

#[test]
fn a_call_of_an_unknown_tool_is_fed_back() {
    let script = Script::new([
        calls(&[("delete", r#"{"query": "ferns"}"#)]),
        calls(&[("search", r#"{"query": "ferns"}"#)]),
    ]);
    assert!(matches!(
        ask::<Action>(&script).unwrap().value,
        Action::Search { .. }
    ));
    let request = &script.requests()[1];
    assert_eq!(roles(request), [System, User, Assistant, Tool]);
    let told = request.messages()[3].text();
    assert!(told.contains("found a call of \"delete\""), "{told}");
    assert!(told.contains("\"search\", \"reply\", \"stop\""), "{told}");
    assert!(told.contains("Call a tool again"), "{told}");
}

#[test]
fn feedback_names_places_in_the_arguments() {
    let script = Script::new([
        calls(&[("Rate", r#"{"value": 300}"#)]),
        calls(&[("Rate", r#"{"value": 3}"#)]),
    ]);
    ask::<Adjacent>(&script).unwrap();
    let told = script.requests()[1].messages()[3].text().to_owned();
    assert!(!told.contains("/arguments"), "{told}");
    let script = Script::new([
        calls(&[("search", r#"{"query": "x"}"#)]),
        calls(&[("search", r#"{"query": "ferns"}"#)]),
    ]);
    ask::<Action>(&script).unwrap();
    let told = script.requests()[1].messages()[3].text().to_owned();
    assert!(told.contains("- /query: "), "{told}");
}

#[test]
fn one_call_is_the_answer_and_the_others_are_on_record() {
    let list = [("stop", "{}"), ("search", r#"{"query": "ferns"}"#)];
    let script = Script::new([calls(&list)]);
    let extraction = ask::<Action>(&script).unwrap();
    assert_eq!(extraction.value, Action::Stop);
    assert_eq!(extraction.fixes()[0].kind(), FixKind::OtherValue);
    // What stands beside a broken call is no answer in its stead.
    let reply = calls(&[("search", "{}"), ("stop", "{}")]);
    assert_eq!(violations::<Action>(reply).len(), 1);
}

#[test]
fn a_list_takes_several_calls() {
    let list = [
        ("search", r#"{"query": "ferns"}"#),
        ("stop", "{}"),
        ("rate", r#"{"value": 2}"#),
    ];
    let script = Script::new([calls(&list)]);
    let extraction = ask::<Vec<Action>>(&script).unwrap();
    assert_eq!(extraction.value.len(), 3);
    assert_eq!(extraction.value[1..], [Action::Stop, Action::Rate(2)]);
    assert!(extraction.fixes().is_empty());
    assert_eq!(
        extraction.answer(),
        r#"[{"search":{"query":"ferns"}},"stop",{"rate":2}]"#
    );
    let request = &script.requests()[0];
    assert!(request.parallel_tool_calls);
    assert_eq!(request.tool_choice, ToolChoice::Auto);
}

#[test]
fn an_empty_list_is_said_without_a_call() {
    let script = Script::new(["[]"]);
    assert!(ask::<Vec<Action>>(&script).unwrap().value.is_empty());
    // Talk is no list.
    let script = Script::new(["There is nothing to do.", "[]"]);
    assert_eq!(ask::<Vec<Action>>(&script).unwrap().attempts().len(), 2);
}

#[test]
fn a_list_that_cannot_be_empty_needs_a_call() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Plan(#[llm(len(min = 1))] Vec<Action>);
    let request = first_request::<Plan>(Capabilities::modes([Mode::Tool]));
    assert_eq!(request.tool_choice, ToolChoice::Required);
    assert_eq!(read::<Plan>(&[("stop", "{}")]).0, [Action::Stop]);
    assert_eq!(
        violations::<Plan>("[]".into()),
        [(String::new(), Code::Len)]
    );
}

#[test]
fn every_call_of_a_refused_list_is_answered() {
    let bad = [
        ("search", r#"{"query": "x"}"#),
        ("stop", "{}"),
        ("fly", "{}"),
    ];
    let good = [("search", r#"{"query": "ferns"}"#), ("stop", "{}")];
    let script = Script::new([calls(&bad), calls(&good)]);
    let extraction = ask::<Vec<Action>>(&script).unwrap();
    assert_eq!(extraction.value.len(), 2);
    let request = &script.requests()[1];
    assert_eq!(roles(request), [System, User, Assistant, Tool, Tool, Tool]);
    let messages = request.messages();
    let ids: Vec<_> = messages[3..]
        .iter()
        .filter_map(Message::tool_call_id)
        .collect();
    assert_eq!(ids, ["id0", "id1", "id2"]);
    assert!(
        messages[3].text().contains("- /query: "),
        "{}",
        messages[3].text()
    );
    let right = "This call is right: make it again as it is.";
    assert_eq!(messages[4].text(), right);
    assert!(
        messages[5].text().contains("a call of \"fly\""),
        "{}",
        messages[5].text()
    );
    assert!(messages[5].text().contains("Make all the calls again"));
    let paths: Vec<_> = extraction.attempts()[0]
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["/0/search/query", "/2"]);
}

#[test]
fn a_list_that_was_cut_off_is_not_whole() {
    let mut reply = cut("");
    reply.tool_calls = vec![call("stop", "{}"), call("search", r#"{"query": "ferns"}"#)];
    assert_eq!(
        violations::<Vec<Action>>(reply),
        [(String::new(), Code::CutOff)]
    );
    // A single call that closed its own brackets is.
    let mut reply = cut("");
    reply.tool_calls = vec![call("search", r#"{"query": "ferns"}"#)];
    assert!(ask::<Action>(&Script::new([reply])).is_ok());
}

#[test]
fn calls_that_are_written_out_are_understood() {
    let one = r#"<tool_call>{"name": "search", "arguments": {"query": "ferns"}}</tool_call>"#;
    let script = Script::new([one]);
    assert!(matches!(
        ask::<Action>(&script).unwrap().value,
        Action::Search { .. }
    ));
    let two =
        format!("{one}\n<tool_call>\n{{\"name\": \"stop\", \"arguments\": {{}}}}\n</tool_call>");
    let script = Script::new([two]);
    assert_eq!(ask::<Vec<Action>>(&script).unwrap().value.len(), 2);
    // And the value as it stands on the wire.
    let script = Script::new([r#"{"search": {"query": "ferns"}}"#]);
    assert!(matches!(
        ask::<Action>(&script).unwrap().value,
        Action::Search { .. }
    ));
    let script = Script::new([r#"{"name": "Search", "arguments": {"query": "ferns"}}"#]);
    assert!(matches!(
        ask::<Adjacent>(&script).unwrap().value,
        Adjacent::Search { .. }
    ));
}

#[test]
fn a_client_that_offers_the_whole_type_as_one_tool_is_understood() {
    let value = read::<Action>(&[("Action", r#"{"value": {"rate": 3}}"#)]);
    assert_eq!(value, Action::Rate(3));
    let value = read::<Internal>(&[("Internal", r#"{"kind": "Search", "query": "ferns"}"#)]);
    assert!(matches!(value, Internal::Search { .. }));
}

#[test]
fn several_calls_of_one_tool_are_one_list() {
    let list = [
        (
            "value",
            r#"{"value": [{"to": "a", "body": "1"}, {"to": "b", "body": "2"}]}"#,
        ),
        ("value", r#"{"to": "c", "body": "3"}"#),
        ("value", r#"{"value": []}"#),
    ];
    let mails = read::<Vec<Mail>>(&list);
    let to: Vec<_> = mails.iter().map(|mail| &*mail.to).collect();
    assert_eq!(to, ["a", "b", "c"]);
    // By whatever name, since no other tool was offered.
    let named = list.map(|(_, arguments)| ("Mail", arguments));
    assert_eq!(read::<Vec<Mail>>(&named), mails);
    // But not beside those that name it.
    let script = Script::new([calls(&[list[0], list[1], named[1]])]);
    let extraction = ask::<Vec<Mail>>(&script).unwrap();
    assert_eq!(extraction.value, mails);
    let left_out = extraction
        .fixes()
        .iter()
        .filter(|fix| fix.kind() == FixKind::OtherValue);
    assert_eq!(left_out.count(), 1);
    let reply = calls(&[list[0], ("value", r#"{"value": [{"to": "c"}]}"#)]);
    assert_eq!(
        violations::<Vec<Mail>>(reply),
        [("/2/body".to_owned(), Code::Missing)]
    );
}

#[test]
fn a_missing_call_is_fed_back() {
    let script = Script::new([
        Reply::text("I would search for ferns."),
        calls(&[("search", r#"{"query": "ferns"}"#)]),
    ]);
    let extraction = ask::<Action>(&script).unwrap();
    assert_eq!(extraction.attempts().len(), 2);
    let told = text(&script.requests()[1]);
    assert!(told.contains("Call a tool again"), "{told}");
}

#[test]
fn tools_of_like_names_are_told_apart() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    enum Odd {
        #[serde(rename = "a b")]
        First(u8),
        #[serde(rename = "a_b")]
        Second(u8),
    }
    let request = first_request::<Odd>(Capabilities::modes([Mode::Tool]));
    assert_eq!(names(&request), ["a_b", "a_b_2"]);
    assert_eq!(read::<Odd>(&[("a_b", r#"{"value": 1}"#)]), Odd::First(1));
    assert_eq!(read::<Odd>(&[("a_b_2", r#"{"value": 1}"#)]), Odd::Second(1));
}

#[test]
fn a_value_that_may_be_missing_is_a_choice_of_two_tools() {
    let request = first_request::<llm_parse::Maybe<Mail>>(Capabilities::modes([Mode::Tool]));
    assert_eq!(names(&request), ["found", "not_found"]);
    let value = read::<llm_parse::Maybe<Mail>>(&[("not_found", r#"{"value": "no mail"}"#)]);
    assert_eq!(value.reason(), Some("no mail"));
    let value = read::<llm_parse::Maybe<Mail>>(&[("found", r#"{"to": "a", "body": "1"}"#)]);
    assert!(value.is_found());
}

#[test]
fn exact_numbers_stay_exact() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    enum Sum {
        Big { n: u128 },
        Small(u8),
    }
    let big = r#"{"n": 340282366920938463463374607431768211455}"#;
    assert_eq!(read::<Sum>(&[("Big", big)]), Sum::Big { n: u128::MAX });
    assert_eq!(read::<Sum>(&[("Small", r#"{"value": 7}"#)]), Sum::Small(7));
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
#[serde(untagged)]
enum Silent {
    Nothing,
    Maybe(Option<u8>),
}

#[test]
fn a_tool_without_arguments_takes_none() {
    for arguments in ["{}", "", "null", " {} "] {
        let script = Script::new([calls(&[("stop", arguments)])]);
        assert!(
            ask::<Action>(&script).unwrap().fixes().is_empty(),
            "{arguments}"
        );
    }
    let script = Script::new([calls(&[("stop", r#"{"why": "done"}"#)])]);
    let extraction = ask::<Action>(&script).unwrap();
    assert_eq!(extraction.fixes()[0].kind(), FixKind::UnknownKey);

    let reply = calls(&[("Maybe", r#"{"value": null}"#)]);
    assert_eq!(
        violations::<Silent>(reply),
        [(String::new(), Code::Ambiguous)]
    );
    assert_eq!(read::<Silent>(&[("Nothing", "{}")]), Silent::Nothing);
}

#[test]
fn a_long_list_is_mended_by_parts() {
    let body = "so long and thanks for all the fish. ".repeat(20);
    let mail = json!({"to": "ada", "body": body}).to_string();
    let list = [
        ("reply", &*mail),
        ("rate", r#"{"value": 9}"#),
        ("stop", "{}"),
    ];
    for (strategy, answer) in [
        (
            Strategy::Patch,
            r#"{"operations": [{"op": "replace", "path": "/#1/rate", "value": 4}]}"#,
        ),
        (Strategy::Focus, r#"{"1_rate": 4}"#),
    ] {
        let script = Script::new([calls(&list), Reply::text(answer)]);
        let extractor = Extractor::new(&script)
            .mode(Mode::Tool)
            .strategies([strategy]);
        let extraction = block_on(extractor.run::<Vec<Action>>("what now?")).unwrap();
        assert_eq!(extraction.attempts()[1].strategy(), Some(strategy));
        assert_eq!(
            extraction.value[1..],
            [Action::Rate(4), Action::Stop],
            "{strategy:?}"
        );
        assert!(extraction.answer().contains(&body));
        // It is one tool that the parts are asked with.
        assert_eq!(script.requests()[1].tools.len(), 1);
        assert_eq!(script.requests()[1].tool_choice, ToolChoice::Required);
    }
}

#[test]
fn no_call_makes_it_panic_or_hang() {
    let odd = [
        "",
        "null",
        "[]",
        "{",
        "}",
        "\"",
        "{\"value\":",
        "\u{0}",
        "{\"query\":\"\\ud800\"}",
        "[[[[[[",
        "1e999",
        "{\"value\":{\"value\":{\"value\":1}}}",
        "\"{\\\"query\\\": \\\"x\\\"}\"",
        "search",
        "{}{}",
        "```",
    ];
    let deep = "{\"query\":".repeat(2_000);
    let long = format!("{{\"query\": \"{}\"}}", "x".repeat(20_000));
    let names = [
        "search", "rate", "stop", "move", "reply", "value", "Action", "", "\u{0}", "SEARCH ",
    ];
    for name in names {
        for arguments in odd.iter().copied().chain([&*deep, &*long]) {
            let script = |reply: Reply| Script::new([reply]);
            let several = calls(&[(name, arguments), ("stop", "{}"), (name, arguments)]);
            let mut half = calls(&[(name, arguments)]);
            half.finish = llm_parse::Finish::Length;
            for reply in [calls(&[(name, arguments)]), several, half] {
                let (one, two, three) =
                    (script(reply.clone()), script(reply.clone()), script(reply));
                let _ = block_on(once(&one).run::<Action>("x"));
                let _ = block_on(once(&two).run::<Vec<Action>>("x"));
                let _ = block_on(once(&three).run_optional::<Vec<Mail>>("x"));
            }
        }
    }
    let many: Vec<_> = (0..5_000)
        .map(|i| call("Serach", &format!("{i}")))
        .collect();
    let reply = Reply::text("").with_tool_calls(many);
    assert_eq!(violations::<Vec<Action>>(reply).len(), 5_000);
}

#[test]
fn malformed_arguments_are_never_read_as_another_value() {
    let mail = Mail {
        to: "ada".to_owned(),
        body: "a \"fern\", 3 leaves: {so} it is".to_owned(),
    };
    let (mut read, mut refused) = (0, 0);
    for (seed, malformation) in
        (0..4).flat_map(|seed| Malformation::all().iter().map(move |one| (seed, *one)))
    {
        let malformed = Malform::of::<Mail>(seed).with(malformation).apply(&mail);
        let reply = calls(&[("reply", malformed.reply())]);
        let script = Script::new([reply]);
        match block_on(once(&script).run::<Action>("x")) {
            Ok(one) => {
                assert_eq!(one.value, Action::Reply(mail.clone()), "{malformed:?}");
                read += 1;
            }
            Err(_) => refused += 1,
        }
        // Nor do the calls beside it change.
        let reply = calls(&[
            ("stop", "{}"),
            ("reply", malformed.reply()),
            ("rate", r#"{"value": 2}"#),
        ]);
        let script = Script::new([reply]);
        if let Ok(list) = block_on(once(&script).run::<Vec<Action>>("x")) {
            let wanted = [Action::Stop, Action::Reply(mail.clone()), Action::Rate(2)];
            assert_eq!(list.value, wanted, "{malformed:?}");
        }
    }
    assert!(read > 4 * refused, "{read} read, {refused} refused");
}

#[test]
fn the_rest_of_a_list_that_was_cut_off_is_asked_for() {
    let complete = [("search", r#"{"query": "ferns"}"#), ("stop", "{}")];
    let broken = [complete[0], complete[1], ("rate", r#"{"val"#)];
    for list in [&complete[..], &broken[..]] {
        let mut first = calls(list);
        first.finish = llm_parse::Finish::Length;
        let script = Script::new([first, Reply::text(r#"[{"rate": 2}, {"rate": 3}]"#)]);
        let extraction = ask::<Vec<Action>>(&script).unwrap();
        assert_eq!(
            extraction.attempts()[1].strategy(),
            Some(Strategy::Continue)
        );
        assert_eq!(
            extraction.value[1..],
            [Action::Stop, Action::Rate(2), Action::Rate(3)]
        );
        let said = text(&script.requests()[1]);
        assert!(said.contains("from item 3 on"), "{said}");
    }
}
