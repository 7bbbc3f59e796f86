//! Futures that are dropped at every point where they may wait.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use llm_parse::testing::Simulator;
use llm_parse::{
    Backoff, BoxFuture, Capabilities, Client, ClientError, Error, Extraction, Extractor, Mode,
    Reply, Request,
};

use crate::fate::{Fate, model};
use crate::random::Random;
use crate::{Order, order};

/// A client that keeps each request waiting for some polls, and counts what is under way.
pub(crate) struct Slow {
    order: Order,
    model: Simulator,
    random: Mutex<Random>,
    /// How many polls a reply takes at the most.
    polls: usize,
    pub(crate) started: AtomicUsize,
    pub(crate) under_way: AtomicUsize,
}

/// Counts a request as long as it lives.
struct UnderWay<'c>(&'c AtomicUsize);

impl<'c> UnderWay<'c> {
    fn new(count: &'c AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        UnderWay(count)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Slow {
    pub(crate) fn new(seed: u64, polls: usize) -> Slow {
        let order = order(seed);
        Slow {
            model: model(seed, &order),
            order,
            random: Mutex::new(Random::new(seed)),
            polls,
            started: AtomicUsize::new(0),
            under_way: AtomicUsize::new(0),
        }
    }

    fn draw(&self, request: &Request) -> (Result<Reply, ClientError>, usize) {
        let mut random = self.random.lock().expect("no thread panicked");
        let polls = random.below(self.polls + 1);
        let reply = self.model.answer(request);
        let fate = Fate::draw(&mut random, request, &self.order, &reply);
        (fate.result, polls)
    }
}

impl Client for Slow {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        let (result, polls) = self.draw(request);
        self.started.fetch_add(1, Ordering::SeqCst);
        let under_way = UnderWay::new(&self.under_way);
        Box::pin(async move {
            for _ in 0..polls {
                pending_once().await;
            }
            drop(under_way);
            result
        })
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::modes([Mode::Tool, Mode::JsonObject])
    }
}

async fn pending_once() {
    let mut polled = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut polled, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

/// A backoff whose waits are over before anybody looks.
pub(crate) const QUICK: Backoff = Backoff::new()
    .base(Duration::from_nanos(100))
    .cap(Duration::from_micros(1));

type Outcome = Result<Extraction<Order>, Error>;

/// Polls a future so many times at the most; what it came to.
fn poll(future: impl Future<Output = Outcome>, times: usize) -> Option<Outcome> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..times {
        if let Poll::Ready(outcome) = future.as_mut().poll(&mut context) {
            return Some(outcome);
        }
        std::thread::yield_now();
    }
    None
}

#[test]
fn a_future_may_be_dropped_at_every_await() {
    let mut dropped = 0;
    for seed in 0..120 {
        for times in 0.. {
            let client = Slow::new(seed, 3);
            let extractor = Extractor::new(&client)
                .backoff(QUICK)
                .deadline(Duration::from_secs(600));
            let outcome = poll(extractor.run("Jane Doe wants two lamps."), times);
            assert_eq!(
                client.under_way.load(Ordering::SeqCst),
                0,
                "seed {seed}, {times} polls"
            );
            // The extractor is as good as new.
            let again = poll(extractor.run("Jane Doe wants two lamps."), usize::MAX);
            holds(&again.expect("an end"), seed);
            assert_eq!(client.under_way.load(Ordering::SeqCst), 0);
            if let Some(outcome) = outcome {
                holds(&outcome, seed);
                break;
            }
            dropped += 1;
        }
    }
    assert!(dropped > 400, "{dropped}");
}

/// Whether an outcome is a value that is right, or an error that says why.
pub(crate) fn holds(outcome: &Outcome, seed: u64) {
    match outcome {
        Ok(extraction) => assert_eq!(extraction.value, order(seed)),
        Err(error) => assert!(!error.attempts().is_empty() && !error.to_string().is_empty()),
    }
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    struct Never(AtomicUsize);

    impl Client for Never {
        fn complete<'a>(&'a self, _: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
            let under_way = UnderWay::new(&self.0);
            Box::pin(async move {
                std::future::pending::<()>().await;
                drop(under_way);
                Ok(Reply::default())
            })
        }
    }

    let client = Never(AtomicUsize::new(0));
    let extractor = Extractor::new(&client).deadline(Duration::from_millis(20));
    let outcome = poll(extractor.run("Jane Doe wants two lamps."), usize::MAX);
    let error = outcome.expect("an end").expect_err("no value");
    assert_eq!(error.kind(), llm_parse::ErrorKind::Deadline);
    assert_eq!(client.0.load(Ordering::SeqCst), 0);
}
