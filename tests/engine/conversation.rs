//! What enters a conversation.

use std::sync::atomic::{AtomicUsize, Ordering};

use llm_parse::testing::Script;
use llm_parse::{
    Conversation, ErrorKind, Extractor, Finish, Message, Mode, Reply, Role, Strategy, ToolCall,
    Verdict, client_fn,
};
use serde_json::{Value, json};

use crate::oracle::answer;

use crate::{BAD, GOOD, PROSE, Ticket, block_on, roles};

#[test]
fn an_empty_conversation_is_no_question() {
    let script = Script::new([GOOD]);
    let mut conversation = Conversation::new();
    let error = block_on(conversation.ask_as_is::<Ticket>(&Extractor::new(&script))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Settings);
    assert!(script.requests().is_empty());
}

#[test]
fn its_instructions_come_first_and_once() {
    let script = Script::new([GOOD, GOOD]);
    let mut conversation = Conversation::from(vec![Message::system("You triage.")]);
    let extractor = Extractor::new(&script);
    for _ in 0..2 {
        block_on(conversation.ask::<Ticket>(&extractor, "login is down")).unwrap();
    }
    let request = &script.requests()[1];
    assert_eq!(
        roles(request),
        [Role::System, Role::User, Role::Assistant, Role::User]
    );
    assert_eq!(
        request.messages()[0].text().matches("You triage.").count(),
        1
    );
}

#[test]
fn a_future_that_is_dropped_leaves_it_as_it_was() {
    let client = client_fn(|_| std::future::pending());
    let extractor = Extractor::new(client);
    let mut conversation = Conversation::from(vec![Message::user("hello")]);
    let before = conversation.clone();
    block_on(async {
        let mut asked = std::pin::pin!(conversation.ask::<Ticket>(&extractor, "login is down"));
        std::future::poll_fn(|context| {
            assert!(asked.as_mut().poll(context).is_pending());
            std::task::Poll::Ready(())
        })
        .await;
    });
    assert_eq!(conversation, before);
}

#[test]
fn all_kinds_of_runs_enter_it() {
    let script = Script::new(["x", "7", BAD, GOOD, PROSE, GOOD]);
    let extractor = Extractor::new(&script);
    let mut conversation = Conversation::new();
    let number = |text: &str| text.parse::<u8>().map_err(Verdict::retry);
    block_on(conversation.ask_with(&extractor, "a number", number)).unwrap();
    let check = |_: &Ticket| Ok::<(), Verdict>(());
    block_on(conversation.ask_checked(&extractor, "a ticket", check)).unwrap();
    let prompt = conversation.with("another");
    let extraction = block_on(extractor.run::<Ticket>(prompt)).unwrap();
    conversation.enter("another", &extraction);
    let said: Vec<_> = conversation.messages().iter().map(Message::text).collect();
    assert_eq!(said, ["a number", "7", "a ticket", GOOD, "another", GOOD]);
}

#[test]
fn the_answer_is_exact_and_without_what_stood_round_it() {
    let call = |arguments: &str| {
        Reply::default().with_tool_calls([ToolCall::new("c1", "Ticket", arguments)])
    };
    let script = Script::new([call(r#"{"title": "a", "priority": "5",}"#)]).modes([Mode::Tool]);
    let extraction = block_on(Extractor::new(&script).run::<Ticket>("x")).unwrap();
    assert_eq!(extraction.answer(), r#"{"title":"a","priority":5}"#);

    let script = Script::new(["The sum is [1.10, 340282366920938463463374607431768211455]."]);
    let extraction = block_on(Extractor::new(&script).run::<(f64, u128)>("x")).unwrap();
    assert_eq!(
        extraction.answer(),
        "[1.10,340282366920938463463374607431768211455]"
    );
}

#[test]
fn a_mended_document_enters_as_one() {
    #[derive(Debug, PartialEq, serde::Deserialize, llm_parse::LlmExtract)]
    struct Order {
        #[llm(range(max = 9))]
        table: u8,
        dishes: Vec<String>,
    }
    let whole = json!({"table": 7, "dishes": ["soup", "fish", "pie"]});
    let wrong = Reply::text(r#"{"table": 70, "dishes": ["soup", "fish", "pie"]}"#);
    let cut = Reply::text(r#"{"table": 7, "dishes": ["soup", "fi"#).with_finish(Finish::Length);
    let patch = r#"{"operations": [{"op": "replace", "path": "/table", "value": 7}]}"#;
    for (strategy, first) in [
        (Strategy::Focus, wrong.clone()),
        (Strategy::Continue, cut),
        (Strategy::Patch, wrong),
    ] {
        let known = whole.clone();
        let calls = AtomicUsize::new(0);
        let client = client_fn(move |request| {
            let part = match calls.fetch_add(1, Ordering::Relaxed) {
                0 => first.clone(),
                _ if strategy == Strategy::Patch => Reply::text(patch),
                _ => Reply::text(answer(&request, &known).expect("a part").to_string()),
            };
            async move { Ok(part) }
        });
        let extractor = Extractor::new(client).strategies([strategy]);
        let mut conversation = Conversation::new();
        let extraction = block_on(conversation.ask::<Order>(&extractor, "order")).unwrap();
        assert_eq!(extraction.attempts()[1].strategy(), Some(strategy));
        let [question, entered] = conversation.messages() else {
            panic!()
        };
        assert_eq!(question.text(), "order");
        assert_eq!(entered.role(), Role::Assistant);
        assert_eq!(
            serde_json::from_str::<Value>(entered.text()).unwrap(),
            whole
        );
    }
}

#[test]
fn an_answer_in_words_enters_as_it_is() {
    let script = Script::new(["Hello! What can I do for you?"]);
    let extractor = Extractor::new(&script);
    let mut conversation = Conversation::new();
    let prompt = conversation.with("Hi");
    let extraction = block_on(extractor.run_optional::<Ticket>(prompt)).unwrap();
    conversation.enter("Hi", &extraction);
    assert_eq!(
        conversation.messages()[1].text(),
        "Hello! What can I do for you?"
    );
}
