//! Budgets: of money, of tokens, of attempts, of faults on the way; none of them touches another.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Attempt, Backoff, Capabilities, ClientError, ClientSettings, ErrorKind, Extractor, Policy,
    Price, Prices, Reply, Session, SessionState, Step, Strategy, Usage,
};

use crate::{BAD, GOOD, PROSE, Ticket, run, usage};

/// A million tokens of either kind cost 1 and 2.
fn prices() -> Prices {
    Prices::new().set("script", Price::new(1.0, 2.0))
}

fn paid(text: &str) -> Reply {
    Reply::text(text).with_usage(usage(1_000, 100))
}

/// What one of these replies costs.
const ONE: f64 = 0.001_2;

#[test]
fn every_attempt_tells_its_cost() {
    let script = Script::new([paid(PROSE), paid(BAD), paid(GOOD)]);
    let extraction = run(&Extractor::new(&script).prices(prices())).unwrap();
    assert_eq!(extraction.attempts()[1].cost(), Some(ONE));
    assert_eq!(extraction.cost(), Some(0.003_6));

    let script = Script::new([paid(PROSE), paid(BAD)]);
    let error = run(&Extractor::new(&script).prices(prices()).max_attempts(2)).unwrap_err();
    assert_eq!(error.cost(), Some(0.002_4));
}

#[test]
fn tokens_from_a_cache_have_a_price_of_their_own() {
    let mut cached = usage(1_000, 0);
    cached.cached_tokens = 600;
    let cost = |price: Price| {
        let script = Script::new([Reply::text(GOOD).with_usage(cached)]);
        let prices = Prices::new().set("script", price);
        run(&Extractor::new(&script).prices(prices)).unwrap().cost()
    };
    assert_eq!(cost(Price::new(1.0, 2.0)), Some(0.001));
    assert_eq!(cost(Price::new(1.0, 2.0).cached(0.1)), Some(0.000_46));
}

#[test]
fn a_cost_that_is_not_known_is_no_sum() {
    let cost = |replies: [Reply; 2], prices: Prices| {
        let script = Script::new(replies);
        run(&Extractor::new(&script).prices(prices)).unwrap().cost()
    };
    assert_eq!(cost([paid(PROSE), paid(GOOD)], Prices::new()), None);
    assert_eq!(cost([PROSE.into(), paid(GOOD)], prices()), None);
    let other = Prices::new().set("another", Price::new(1.0, 1.0));
    assert_eq!(cost([paid(PROSE), paid(GOOD)], other), None);
}

#[test]
fn the_budget_of_money_ends_what_is_not_done() {
    let script = Script::new([paid(PROSE), paid(BAD), paid(GOOD)]);
    let extractor = Extractor::new(&script)
        .prices(prices())
        .money_budget(2.0 * ONE);
    let error = run(&extractor).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Budget);
    assert_eq!(script.requests().len(), 2);
    assert_eq!(
        error.to_string(),
        "the budget was spent after 2 attempts: a cost of 0.0024, where 0.0024 was allowed"
    );
    assert_eq!(error.cost(), Some(0.002_4));
}

#[test]
fn the_message_says_which_budget() {
    let script = Script::new([paid(PROSE), paid(GOOD)]);
    let both = |tokens| {
        let extractor = Extractor::new(&script).prices(prices()).money_budget(1.0);
        run(&extractor.token_budget(tokens))
    };
    let error = both(1_100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the budget was spent after 1 attempt: 1100 tokens, where 1100 were allowed"
    );
    assert!(both(1_101).is_ok());
}

#[test]
fn a_value_that_goes_over_the_budget_is_taken() {
    let script = Script::new([paid(GOOD)]);
    let extractor = Extractor::new(&script)
        .prices(prices())
        .money_budget(ONE / 100.0);
    assert!(run(&extractor).is_ok());
}

#[test]
fn the_budget_is_that_of_all_clients_together() {
    let (small, large) = (
        Script::new([paid(PROSE)]).named("small"),
        Script::new([paid(PROSE), paid(GOOD)]).named("large"),
    );
    let prices = Prices::new()
        .set("small", Price::new(1.0, 2.0))
        .set("large", Price::new(10.0, 20.0));
    let extractor = Extractor::new(&small)
        .fallback_with(&large, ClientSettings::new().max_attempts(3))
        .max_attempts(1)
        .prices(prices)
        .money_budget(0.013_2);
    let error = run(&extractor).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Budget);
    assert_eq!(error.cost(), Some(0.013_2));
    assert_eq!(large.requests().len(), 1);
}

#[test]
fn a_client_without_a_price_is_a_wrong_setting() {
    let script = Script::new([GOOD]);
    let other = Script::new([GOOD]).named("other");
    let budget = |extractor: Extractor<'_>| run(&extractor.money_budget(1.0)).unwrap_err();
    let error = budget(Extractor::new(&script));
    assert_eq!(error.kind(), ErrorKind::Settings);
    assert!(error.to_string().contains("\"script\""), "{error}");
    let error = budget(Extractor::new(&script).prices(prices()).fallback(&other));
    assert!(error.to_string().contains("\"other\""), "{error}");
    let settings = ClientSettings::new().model("gpt");
    let error = budget(
        Extractor::new(&script)
            .prices(prices())
            .fallback_with(&other, settings),
    );
    assert!(error.to_string().contains("\"gpt\""), "{error}");
    assert!(script.requests().is_empty());
}

#[test]
fn a_model_s_price_is_found_by_its_name() {
    let script = Script::new([PROSE]);
    let other = Script::new([paid(GOOD)]).named("other");
    let priced = prices()
        .set("gpt", Price::new(2.0, 4.0))
        .set("other", Price::new(9.0, 9.0));
    let extractor = Extractor::new(&script)
        .fallback_with(&other, ClientSettings::new().model("gpt"))
        .max_attempts(1)
        .prices(priced)
        .money_budget(1.0);
    let extraction = run(&extractor).unwrap();
    assert_eq!(extraction.attempts()[1].cost(), Some(2.0 * ONE));
    assert_eq!(extraction.attempts()[1].client(), "gpt");
}

#[test]
fn amounts_that_are_none_are_wrong_settings() {
    for amount in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let script = Script::new([GOOD]);
        let extractor = Extractor::new(&script).prices(prices());
        let error = run(&extractor.money_budget(amount)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings, "{amount}");
    }
    for price in [
        Price::new(-1.0, 0.0),
        Price::new(0.0, f64::NAN),
        Price::new(0.0, 0.0).cached(f64::INFINITY),
    ] {
        let script = Script::new([GOOD]);
        let prices = Prices::new().set("script", price);
        let error = run(&Extractor::new(&script).prices(prices)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings, "{price:?}");
        assert!(script.requests().is_empty());
    }
}

#[test]
fn a_session_knows_its_clients_by_their_names() {
    let policy = || Policy::new().prices(prices()).money_budget(0.001);
    let clients = [Capabilities::default()];
    let session = || Session::<Ticket>::new("login is down", policy(), &clients);
    assert!(matches!(session().next(), Step::Failed(error) if error.kind() == ErrorKind::Settings));
    let mut session = session().client_names(["script"]);
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Ok(paid(PROSE)), Duration::ZERO);

    // What was spent is part of the state.
    let text = serde_json::to_string(&session.state()).unwrap();
    let state: SessionState = serde_json::from_str(&text).unwrap();
    let mut session = Session::<Ticket>::resume(state, policy());
    assert!(matches!(session.next(), Step::Failed(error) if error.kind() == ErrorKind::Budget));
}

#[test]
fn faults_on_the_way_cost_no_attempt_and_attempts_cost_no_fault() {
    let fault = || Err(ClientError::transient("reset"));
    let answer = |text: &str| Ok(paid(text));
    let quick = Backoff::new().base(Duration::from_micros(10)).tries(2);
    let replies = || {
        [
            fault(),
            answer(PROSE),
            fault(),
            answer(BAD),
            fault(),
            answer(GOOD),
        ]
    };
    let script = Script::new(replies());
    let extraction = run(&Extractor::new(&script).max_attempts(3).backoff(quick)).unwrap();
    let numbers: Vec<_> = extraction
        .attempts()
        .iter()
        .map(|attempt| (attempt.number(), attempt.total()))
        .collect();
    assert_eq!(numbers, [(1, 2), (1, 3), (1, 2), (2, 3), (1, 2), (3, 3)]);
    assert_eq!(extraction.usage(), usage(3_000, 300));

    // Two faults in a row are one too many, however many answers are left.
    let script = Script::new([fault(), answer(PROSE), fault(), fault(), answer(GOOD)]);
    let error = run(&Extractor::new(&script).max_attempts(9).backoff(quick)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Client);
    assert_eq!(error.attempts().len(), 4);
}

#[test]
fn sums_of_money_do_not_overflow() {
    let all = Usage::new(u64::MAX, u64::MAX);
    let reply = |text: &str| Reply::text(text).with_usage(all);
    let script = Script::new([reply(PROSE), reply(GOOD)]);
    let extraction = run(&Extractor::new(&script).prices(prices())).unwrap();
    assert!(extraction.cost().unwrap() > 1e7);
}

#[test]
fn where_the_budget_is_scarce_only_parts_are_asked_for() {
    let second = |policy: Policy| {
        let script = Script::new([paid(BAD), paid(GOOD)]);
        let result = run(&Extractor::new(&script).policy(policy.prices(prices())));
        let of = |attempts: &[Attempt]| attempts[1].strategy();
        result.map_or_else(
            |error| of(error.attempts()),
            |extraction| of(extraction.attempts()),
        )
    };
    let whole = Some(Strategy::Reask);
    assert_eq!(second(Policy::new()), whole);
    assert_eq!(second(Policy::new().token_budget(2_200)), whole);
    let parts = Some(Strategy::Focus);
    assert_eq!(second(Policy::new().token_budget(2_199)), parts);
    assert_eq!(second(Policy::new().money_budget(ONE * 1.5)), parts);
}
