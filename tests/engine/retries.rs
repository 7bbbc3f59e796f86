//! What follows an answer that holds no value.

use llm_parse::testing::Script;
use llm_parse::{ClientSettings, ErrorKind, Extractor, Finish, Outcome, Reply, Strategy};

use crate::{BAD, GOOD, PROSE, Ticket, ask, block_on, cut, roles, run, text, ticket};
use llm_parse::Role::{Assistant, System, User};

#[test]
fn a_valid_answer_takes_one_request() {
    let script = Script::new([GOOD]);
    let extraction = ask(&script).unwrap();
    assert_eq!(
        extraction.value,
        Ticket {
            title: "Login is down".into(),
            priority: 5
        }
    );
    assert_eq!(extraction.attempts().len(), 1);
    assert_eq!(extraction.attempts()[0].strategy(), None);
    assert_eq!(script.requests().len(), 1);
}

#[test]
fn the_first_request_shows_the_prompt_as_it_is_and_asks_for_json() {
    let script = Script::new([GOOD]);
    ask(&script).unwrap();
    let request = &script.requests()[0];
    assert_eq!(roles(request), [System, User]);
    assert!(request.messages()[0].text().contains("JSON"));
    assert_eq!(request.messages()[1].text(), "login is down");
    assert_eq!(request.name, "Ticket");
}

#[test]
fn the_default_is_four_attempts_with_the_default_ladder() {
    let script = Script::new([BAD, PROSE, "{}", "[]", GOOD]);
    let error = ask(&script).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let strategies: Vec<_> = error
        .attempts()
        .iter()
        .map(llm_parse::Attempt::strategy)
        .collect();
    assert_eq!(
        strategies,
        [
            None,
            Some(Strategy::Reask),
            Some(Strategy::StrictFormat),
            Some(Strategy::JsonStrict)
        ]
    );
    assert_eq!(script.requests().len(), 4);
}

#[test]
fn the_last_strategy_is_repeated() {
    let script = Script::new([BAD, PROSE, "{}", "[]", "1", GOOD]);
    let extractor = Extractor::new(&script)
        .max_attempts(6)
        .strategies([Strategy::Reask]);
    let extraction = run(&extractor).unwrap();
    assert!(
        extraction.attempts()[1..]
            .iter()
            .all(|a| a.strategy() == Some(Strategy::Reask))
    );
    assert_eq!(extraction.attempts().len(), 6);
}

#[test]
fn reask_continues_the_conversation() {
    let script = Script::new([BAD, GOOD]);
    ask(&script).unwrap();
    let requests = script.requests();
    assert_eq!(roles(&requests[1]), [System, User, Assistant, User]);
    assert_eq!(requests[1].messages()[..2], requests[0].messages()[..]);
    assert_eq!(requests[1].messages()[2].text(), BAD);
    assert!(requests[1].messages()[3].text().contains("not valid"));
}

#[test]
fn strict_format_asks_afresh_with_error_preview_and_example() {
    let long = format!("{{\"title\": \"{}\"}}", "é".repeat(1000));
    let script = Script::new([long.as_str(), GOOD]);
    run(&Extractor::new(&script).strategies([Strategy::StrictFormat])).unwrap();
    let request = &script.requests()[1];
    assert_eq!(roles(request), [System, User]);
    let text = request.messages()[1].text();
    assert!(text.starts_with("login is down"));
    assert!(
        text.contains("not valid") && text.contains("example"),
        "{text}"
    );
    let shown = text.matches('é').count();
    assert!((200..=300).contains(&shown), "{shown}");
}

#[test]
fn a_conversation_keeps_its_messages_and_their_order() {
    use llm_parse::Message;

    let script = Script::new([BAD, PROSE, GOOD]);
    let prompt = [
        Message::system("You are terse."),
        Message::user("hello"),
        Message::assistant("hello, what is wrong?"),
        Message::user("login is down"),
    ];
    block_on(Extractor::new(&script).run::<Ticket>(prompt)).unwrap();
    for request in script.requests() {
        assert_eq!(roles(&request)[..4], [System, User, Assistant, User]);
        assert!(request.messages()[0].text().starts_with("You are terse."));
        assert_eq!(request.messages()[1].text(), "hello");
        assert!(request.messages()[3].text().starts_with("login is down"));
    }
}

#[test]
fn own_instructions_come_first() {
    let script = Script::new([GOOD]);
    run(&Extractor::new(&script).system("Answer in English.")).unwrap();
    assert!(
        script.requests()[0].messages()[0]
            .text()
            .starts_with("Answer in English.\n\n")
    );
}

#[test]
fn a_repeated_answer_climbs_the_ladder_and_is_not_shown_again() {
    let script = Script::new([BAD, BAD, BAD, GOOD]);
    let ladder = [Strategy::Reask, Strategy::Reask, Strategy::StrictFormat];
    let extraction = run(&Extractor::new(&script).strategies(ladder)).unwrap();
    assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Reask));
    assert_eq!(
        extraction.attempts()[2].strategy(),
        Some(Strategy::StrictFormat)
    );
    let requests = script.requests();
    assert!(text(&requests[2]).contains("2 times"));
    assert!(!text(&requests[2]).contains("<previous_answer>"));
    assert_ne!(requests[2], requests[3]);
}

#[test]
fn no_request_is_sent_twice_however_often_the_answer_is_the_same() {
    let script = Script::new([PROSE; 8]);
    let extractor = Extractor::new(&script).max_attempts(8).temperature(0.0);
    run(&extractor).unwrap_err();
    let requests = script.requests();
    assert_eq!(requests.len(), 8);
    for (i, request) in requests.iter().enumerate() {
        assert!(!requests[..i].contains(request), "request {i}");
    }
}

#[test]
fn a_repeated_answer_raises_a_low_temperature() {
    let script = Script::new([PROSE, PROSE, GOOD]);
    run(&Extractor::new(&script).temperature(0.0)).unwrap();
    let temperatures: Vec<_> = script
        .requests()
        .iter()
        .map(|r| r.parameters.temperature)
        .collect();
    assert_eq!(temperatures, [Some(0.0), Some(0.0), Some(0.5)]);
}

#[test]
fn a_refusal_is_not_retried() {
    let script = Script::new([Reply::text("Sorry, no.").with_refusal("I cannot help with that.")]);
    let error = ask(&script).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(
        error.to_string().contains("I cannot help with that."),
        "{error}"
    );
    assert_eq!(script.requests().len(), 1);
    assert_eq!(error.attempts()[0].outcome(), Outcome::Refused);
}

#[test]
fn a_refusal_in_words_is_asked_once_more_and_then_one() {
    const NO: &str = "I'm sorry, but I can\u{2019}t help with that.";
    let script = Script::new([NO, NO, GOOD]);
    let error = ask(&script).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert_eq!(error.attempts().len(), 2);
    assert_eq!(error.attempts()[1].outcome(), Outcome::Refused);
    assert!(error.to_string().contains(NO), "{error}");
    // One more request may help, and other words are other words.
    assert!(ask(&Script::new([NO, GOOD])).is_ok());
    assert!(ask(&Script::new([NO, PROSE, NO, GOOD])).is_ok());
    let script = Script::new([NO]);
    let error = run(&Extractor::new(&script).max_attempts(1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    let script = Script::new([PROSE, PROSE, PROSE, PROSE]);
    assert_eq!(ask(&script).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn a_client_for_refusals_is_asked_after_one_in_words() {
    let (first, second) = (
        Script::new(["I cannot assist with that request."; 2]),
        Script::new([GOOD]),
    );
    let settings = ClientSettings::new().after([Outcome::Refused]);
    let extractor = Extractor::new(&first).fallback_with(&second, settings);
    assert_eq!(run(&extractor).unwrap().value, ticket());
}

#[test]
fn a_withheld_reply_is_a_refusal() {
    let script = Script::new([Reply::text("").with_finish(Finish::ContentFilter)]);
    assert_eq!(ask(&script).unwrap_err().kind(), ErrorKind::Refused);
}

#[test]
fn an_empty_reply_is_retried() {
    let script = Script::new(["", GOOD]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.attempts()[0].outcome(), Outcome::Empty);
    assert!(text(&script.requests()[1]).contains("empty"));

    let script = Script::new(["", " \n", "", ""]);
    assert_eq!(ask(&script).unwrap_err().kind(), ErrorKind::Empty);
}

#[test]
fn thought_is_an_answer_only_where_it_holds_the_value() {
    let script = Script::new([Reply::text("").with_reasoning(GOOD)]);
    assert_eq!(ask(&script).unwrap().value.priority, 5);

    let script = Script::new([Reply::text("").with_reasoning("let me think"), GOOD.into()]);
    assert_eq!(
        ask(&script).unwrap().attempts()[0].outcome(),
        Outcome::Empty
    );
}

#[test]
fn a_cut_answer_is_asked_for_once_more_and_shorter() {
    let script = Script::new([
        cut("{\"title\": \"Lo"),
        cut("{\"title\": \"Log"),
        GOOD.into(),
    ]);
    let error = run(&Extractor::new(&script).max_tokens(100)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CutOff);
    let requests = script.requests();
    assert_eq!(requests.len(), 2);
    assert!(text(&requests[1]).contains("shorter"));
    assert_eq!(requests[1].parameters.max_tokens, Some(200));
    assert_eq!(
        error.attempts()[0].reply().unwrap().content,
        "{\"title\": \"Lo"
    );
}

#[test]
fn a_value_that_closed_before_the_cut_is_taken() {
    let script = Script::new([cut(GOOD)]);
    assert_eq!(ask(&script).unwrap().value.priority, 5);
}

#[test]
fn repair_starts_from_the_reply_that_failed() {
    let script = Script::new([GOOD]);
    let extraction =
        block_on(Extractor::new(&script).repair::<Ticket>("login is down", BAD)).unwrap();
    assert_eq!(extraction.attempts().len(), 1);
    assert_eq!(extraction.attempts()[0].strategy(), Some(Strategy::Reask));
    let request = &script.requests()[0];
    assert_eq!(request.messages()[2].text(), BAD);
}

#[test]
fn repair_sends_nothing_where_the_reply_can_be_read() {
    let script = Script::new([PROSE]);
    let extraction =
        block_on(Extractor::new(&script).repair::<Ticket>("login is down", GOOD)).unwrap();
    assert_eq!(extraction.value.priority, 5);
    assert!(extraction.attempts().is_empty());
    assert!(script.requests().is_empty());
}
