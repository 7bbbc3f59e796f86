//! Futures that are dropped at every point where they may wait.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use llm_parse::{
    Attempt, Backoff, BoxFuture, Capabilities, Client, ClientError, Error, Extraction, Extractor,
    Judge, Mode, Reply, Request, Verdict, check_fn,
};

use crate::Order;
use crate::fate::Fate;
use crate::jobs::{Job, Model};
use crate::random::Random;
use crate::updates::{Update, UpdateAll};
use crate::values::{Optional, Perhaps, Plain};
use crate::world::{Answers, World};

type Draw = dyn Fn(&mut Random, &Request) -> Fate + Send + Sync;

/// A client that keeps each request waiting for some polls, and counts what is under way.
pub(crate) struct Slow {
    draw: Box<Draw>,
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
    pub(crate) fn of<J: Job + Send + Sync + 'static>(world: &World, polls: usize) -> Slow {
        let model = Model::<J>::new(world);
        Slow::new(world.seed, polls, move |random, request| {
            model.draw(random, request)
        })
    }

    /// A judge, which has its own faults.
    fn judge(seed: u64, polls: usize) -> Slow {
        Slow::new(seed, polls, |random, request| {
            let met = random.chance(60);
            let ruling = serde_json::json!({"reasons": "It is so.", "met": met});
            let reply = Reply::text(ruling.to_string());
            let answers = Answers::new(ruling, "", llm_parse::testing::Malform::new);
            if random.chance(70) {
                Fate::of(reply)
            } else {
                Fate::draw(random, request, &answers, &reply)
            }
        })
    }

    fn new(
        seed: u64,
        polls: usize,
        draw: impl Fn(&mut Random, &Request) -> Fate + Send + Sync + 'static,
    ) -> Slow {
        Slow {
            draw: Box::new(draw),
            random: Mutex::new(Random::new(seed)),
            polls,
            started: AtomicUsize::new(0),
            under_way: AtomicUsize::new(0),
        }
    }

    fn draw(&self, request: &Request) -> (Result<Reply, ClientError>, usize) {
        let mut random = self.random.lock().expect("no thread panicked");
        let polls = random.below(self.polls + 1);
        ((self.draw)(&mut random, request).result, polls)
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

/// Polls a future so many times at the most; what it came to.
fn poll<T>(future: impl Future<Output = T>, times: usize) -> Option<T> {
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

const PROMPT: &str = "Jane Doe wants two lamps.";

/// The ways to ask, each with the client that it asks.
const WAYS: [(Make, Ask); 7] = [
    (Slow::of::<Plain>, |world, extractor, _| {
        Box::pin(async { holds::<Plain>(&extractor.run(PROMPT).await, world) })
    }),
    (Slow::of::<Perhaps>, |world, extractor, _| {
        Box::pin(async { holds::<Perhaps>(&extractor.run(PROMPT).await, world) })
    }),
    (Slow::of::<Optional>, |world, extractor, _| {
        Box::pin(async { holds::<Optional>(&extractor.run_optional(PROMPT).await, world) })
    }),
    (Slow::of::<Plain>, |world, extractor, _| {
        let parse = |text: &str| llm_parse::parse::<Order>(text).map(|parsed| parsed.value);
        Box::pin(async move { holds::<Plain>(&extractor.run_with(PROMPT, parse).await, world) })
    }),
    (Slow::of::<Update>, |world, extractor, _| {
        let run = extractor.update(&world.current, PROMPT);
        Box::pin(async { holds::<Update>(&run.await, world) })
    }),
    (Slow::of::<UpdateAll>, |world, extractor, _| {
        Box::pin(async {
            let run = extractor.update_all(&world.present(), PROMPT).await;
            holds::<UpdateAll>(&run, world);
        })
    }),
    (Slow::of::<Plain>, |world, extractor, judge| {
        let is_known = check_fn(|order: &Order| {
            let is_known = order.priority > 1;
            async move {
                pending_once().await;
                if is_known {
                    Ok(())
                } else {
                    Err(Verdict::retry_at("/customer", "who is it?"))
                }
            }
        });
        let judge = Judge::with(Extractor::new(judge).backoff(QUICK), "It is an order.");
        let run = extractor.run_checked(PROMPT, (is_known, judge));
        Box::pin(async { holds::<Plain>(&run.await, world) })
    }),
];

type Make = fn(&World, usize) -> Slow;
type Ask = for<'a> fn(&'a World, &'a Extractor<'a>, &'a Slow) -> BoxFuture<'a, ()>;

#[test]
fn a_future_may_be_dropped_at_every_await() {
    for (way, (client, ask)) in WAYS.into_iter().enumerate() {
        let mut dropped = 0;
        for seed in 0..24 {
            let world = World::new(seed, false);
            for times in 0.. {
                let (client, judge) = (client(&world, 3), Slow::judge(seed, 3));
                let extractor = Extractor::new(&client)
                    .backoff(QUICK)
                    .deadline(Duration::from_secs(600));
                let ended = poll(ask(&world, &extractor, &judge), times).is_some();
                let idle = || [&client, &judge].map(|slow| slow.under_way.load(Ordering::SeqCst));
                assert_eq!(idle(), [0, 0], "way {way}, seed {seed}, {times} polls");
                // The extractor is as good as new.
                poll(ask(&world, &extractor, &judge), usize::MAX).expect("an end");
                assert_eq!(idle(), [0, 0]);
                if ended {
                    break;
                }
                dropped += 1;
            }
        }
        assert!(dropped > 60, "way {way}: {dropped}");
    }
}

/// Whether an outcome is a value that is right, or an error that says why.
pub(crate) fn holds<J: Job>(outcome: &Result<Extraction<J::Value>, Error>, world: &World) {
    match outcome {
        Ok(extraction) => {
            let reply = extraction.attempts().last().and_then(Attempt::reply);
            assert!(J::holds(world, &extraction.value, reply.expect("a reply")));
        }
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
    let outcome = poll(extractor.run::<Order>(PROMPT), usize::MAX);
    let error = outcome.expect("an end").expect_err("no value");
    assert_eq!(error.kind(), llm_parse::ErrorKind::Deadline);
    assert_eq!(client.0.load(Ordering::SeqCst), 0);
}
