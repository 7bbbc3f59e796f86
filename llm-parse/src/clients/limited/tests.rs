use std::task::Poll;
use std::time::Duration;

use super::estimate::{Estimate, estimate};
use super::room::{Room, Spent, Turn};
use super::{Limited, Limits};
use crate::client::{ClientErrorKind, Mode, Request, RequestParts, Tool, Usage};
use crate::prompt::Message;
use crate::time::Instant;
use crate::{Document, Image};

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn room(set: impl FnOnce(Limited<()>) -> Limited<()>) -> Room {
    let limits: Limits = *set(Limited::new(())).gate.limits();
    Room::new(limits)
}

fn tokens(prompt: u64) -> Estimate {
    let most = Some(0);
    Estimate { prompt, most }
}

fn goes(room: &mut Room, now: Instant, cost: Estimate) -> Spent {
    match room.turn(now, cost) {
        Poll::Ready(Turn::Go(spent)) => spent,
        other => panic!("{other:?}"),
    }
}

fn waits(room: &mut Room, now: Instant, cost: Estimate) -> Duration {
    match room.turn(now, cost) {
        Poll::Ready(Turn::Wait(wait)) => wait,
        other => panic!("{other:?}"),
    }
}

/// Sends what comes, one after the other, as soon as there is room; when each was sent.
fn sent(room: &mut Room, costs: &[u64]) -> Vec<(Instant, u64)> {
    let mut now = Instant::now();
    let mut sent = Vec::new();
    for cost in costs {
        while let Poll::Ready(Turn::Wait(wait)) = room.turn(now, tokens(*cost)) {
            assert!(!wait.is_zero());
            now += wait;
        }
        // It went while it was asked the last time.
        sent.push((now, *cost));
        now += Duration::from_millis(cost % 700);
    }
    sent
}

#[test]
fn no_minute_has_more_than_its_limit() {
    let costs: Vec<u64> = (0..400).map(|number| 1 + number * 7919 % 1000).collect();
    let mut room = room(|limited| limited.requests_per_minute(20).tokens_per_minute(8_000));
    let sent = sent(&mut room, &costs);
    for (index, (from, _)) in sent.iter().enumerate() {
        let minute = sent[index..]
            .iter()
            .take_while(|(at, _)| *at < *from + seconds(60));
        let minute: Vec<u64> = minute.map(|(_, cost)| *cost).collect();
        assert!(minute.len() <= 20, "{} requests", minute.len());
        assert!(minute.iter().sum::<u64>() <= 8_000, "{minute:?}");
    }
    // Nothing waits longer than it must: the tokens are what there is too few of.
    let minutes = costs.iter().sum::<u64>() / 8_000 + 3;
    assert!(sent[399].0 - sent[0].0 < seconds(61) * u32::try_from(minutes).unwrap());
}

#[test]
fn what_a_reply_did_not_cost_comes_back() {
    let now = Instant::now();
    let mut room = room(|limited| limited.tokens_per_minute(1_000));
    let first = goes(&mut room, now, tokens(600));
    assert_eq!(waits(&mut room, now, tokens(600)), seconds(61));
    room.settle(now + seconds(1), first, Usage::new(300, 100));
    goes(&mut room, now + seconds(1), tokens(600));
    // What it cost beyond the estimate is spent when that is known.
    let mut room = self::room(|limited| limited.tokens_per_minute(1_000));
    let first = goes(&mut room, now, tokens(600));
    room.settle(now + seconds(30), first, Usage::new(300, 700));
    assert_eq!(
        waits(&mut room, now + seconds(30), tokens(600)),
        seconds(31)
    );
    assert_eq!(
        waits(&mut room, now + seconds(61), tokens(601)),
        seconds(30)
    );
    // A reply that took longer than a minute has nothing to give back.
    let mut room = self::room(|limited| limited.tokens_per_minute(1_000));
    let first = goes(&mut room, now, tokens(1_000));
    goes(&mut room, now + seconds(61), tokens(1_000));
    room.settle(now + seconds(62), first, Usage::new(1, 1));
    assert_eq!(waits(&mut room, now + seconds(62), tokens(1)), seconds(60));
}

#[test]
fn what_is_larger_than_a_minute_goes_alone() {
    let now = Instant::now();
    for large in [1_001, u64::from(u32::MAX) + 1, u64::MAX] {
        let mut room = room(|limited| limited.tokens_per_minute(1_000));
        goes(&mut room, now, tokens(1));
        assert_eq!(waits(&mut room, now, tokens(large)), seconds(61));
        goes(&mut room, now + seconds(61), tokens(large));
        assert_eq!(waits(&mut room, now + seconds(61), tokens(1)), seconds(61));
        goes(&mut room, now + seconds(122), tokens(1));
    }
}

#[test]
fn replies_say_how_long_the_next_may_be() {
    let now = Instant::now();
    let unknown = Estimate {
        prompt: 0,
        most: None,
    };
    let mut room = room(|limited| limited.tokens_per_minute(100_000));
    for _ in 0..40 {
        let spent = goes(&mut room, now, unknown);
        room.settle(now, spent, Usage::new(0, 2_000));
    }
    let before = goes(&mut room, now + seconds(61), unknown);
    assert!(format!("{before:?}").contains("tokens: 19"), "{before:?}");
    // Nothing that a server says overflows, and nothing waits for ever for it.
    for hour in 1..100 {
        let now = now + seconds(3_600 * hour);
        let spent = goes(&mut room, now, unknown);
        room.settle(now, spent, Usage::new(u64::MAX, u64::MAX));
        room.settle(now, spent, Usage::new(0, 0));
        assert!(waits(&mut room, now, tokens(1)) <= seconds(61));
    }
}

#[test]
fn a_pause_holds_everybody_back() {
    let now = Instant::now();
    let mut room = room(|limited| limited);
    room.pause(now, seconds(20));
    room.pause(now + seconds(1), seconds(2));
    assert_eq!(waits(&mut room, now + seconds(1), tokens(1)), seconds(19));
    room.pause(now + seconds(1), seconds(30));
    assert_eq!(waits(&mut room, now + seconds(20), tokens(1)), seconds(11));
    goes(&mut room, now + seconds(31), tokens(1));
}

#[test]
fn a_pause_that_is_too_long_is_an_error_until_the_server_is_asked_again() {
    let now = Instant::now();
    let mut room = room(|limited| limited.in_flight(1).longest_pause(seconds(10)));
    goes(&mut room, now, tokens(1));
    room.pause(now, seconds(100));
    let Poll::Ready(Turn::Refused(error)) = room.turn(now + seconds(9), tokens(1)) else {
        panic!("it is not refused");
    };
    assert_eq!(error.kind(), ClientErrorKind::RateLimit);
    assert_eq!(error.retry_after(), Some(seconds(91)));
    room.leave();
    goes(&mut room, now + seconds(10), tokens(1));
    room.leave();
    // The server says once more what it said before.
    room.pause(now + seconds(11), seconds(89));
    let refused = room.turn(now + seconds(20), tokens(1));
    assert!(
        matches!(refused, Poll::Ready(Turn::Refused(_))),
        "{refused:?}"
    );
    room.pause(now, Duration::MAX);
    goes(&mut room, now + seconds(21), tokens(1));
}

#[test]
fn who_is_one_too_many_stays() {
    let now = Instant::now();
    let mut room = room(|limited| limited.in_flight(2));
    goes(&mut room, now, tokens(1));
    goes(&mut room, now, tokens(1));
    assert!(room.turn(now, tokens(1)).is_pending());
    room.leave();
    goes(&mut room, now, tokens(1));
}

#[test]
fn what_is_sent_is_estimated() {
    let parts = || RequestParts::new(vec![Message::user("x".repeat(3_000))]);
    let of = |parts| estimate(&Request::new(parts));
    let plain = Estimate {
        prompt: 1_000,
        most: None,
    };
    assert_eq!(of(parts()), plain);
    let mut schema = parts();
    schema.schema = serde_json::json!("y".repeat(598)).into();
    assert_eq!(of(schema.clone()), plain, "it is not sent in this mode");
    schema.mode = Mode::JsonSchema;
    assert_eq!(of(schema.clone()).prompt, 1_200);
    schema.mode = Mode::Tool;
    assert_eq!(of(schema.clone()).prompt, 1_200);
    let tool = Tool {
        name: "a".to_owned(),
        description: None,
        schema: schema.schema.clone(),
        strict: true,
    };
    schema.tools = vec![tool.clone(), tool];
    assert_eq!(of(schema).prompt, 1_400);
    let mut most = parts();
    most.parameters
        .extra
        .insert("max_completion_tokens".to_owned(), 70.into());
    assert_eq!(of(most.clone()).most, Some(70));
    most.parameters.max_tokens = Some(50);
    assert_eq!(of(most).most, Some(50));
    let message = Message::user("x".repeat(300))
        .with_image(Image::url("https://example.org/a.png"))
        .with_document(Document::pdf(vec![0; 60_000]));
    assert_eq!(
        of(RequestParts::new(vec![message])).prompt,
        100 + 1_500 + 2_000
    );
}
