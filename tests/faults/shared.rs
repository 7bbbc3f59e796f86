//! One extractor, shared by many tasks and threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use llm_parse::{Attempt, Extractor, Strategy};

use crate::Order;
use crate::cancel::{QUICK, Slow, holds};
use crate::values::Plain;
use crate::world::World;

const SEED: u64 = 7;

fn world() -> World {
    World::new(SEED, false)
}

/// Counts what the hook is told.
fn shared(calls: &Arc<AtomicUsize>) -> (Arc<Slow>, Extractor<'static>) {
    let client = Arc::new(Slow::of::<Plain>(&world(), 4));
    let calls = Arc::clone(calls);
    let count = move |_: &Attempt| {
        calls.fetch_add(1, Ordering::SeqCst);
    };
    let extractor = Extractor::new(Arc::clone(&client))
        .backoff(QUICK)
        .on_attempt(count);
    (client, extractor)
}

#[test]
fn many_tasks_share_one_extractor() {
    let calls = Arc::new(AtomicUsize::new(0));
    let (client, extractor) = shared(&calls);
    let extractor = Arc::new(extractor);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let attempts = runtime.block_on(async {
        let task = |_| {
            let extractor = Arc::clone(&extractor);
            tokio::spawn(async move {
                let outcome = extractor.run::<Order>("Jane Doe wants two lamps.").await;
                holds::<Plain>(&outcome, &world());
                outcome.map_or_else(|error| error.attempts().len(), |done| done.attempts().len())
            })
        };
        let tasks: Vec<_> = (0..1_000).map(task).collect();
        let mut attempts = 0;
        for task in tasks {
            attempts += task.await.expect("no task panicked");
        }
        attempts
    });
    assert_eq!(client.started.load(Ordering::SeqCst), attempts);
    assert_eq!(calls.load(Ordering::SeqCst), attempts);
    assert_eq!(client.under_way.load(Ordering::SeqCst), 0);
    drop(extractor);
    assert_eq!(Arc::strong_count(&client), 1);
    assert_eq!(Arc::strong_count(&calls), 1);
}

#[test]
fn many_threads_share_one_extractor() {
    let calls = Arc::new(AtomicUsize::new(0));
    let (client, extractor) = shared(&calls);
    let extractor = extractor.strategies([Strategy::Reask, Strategy::Simplified]);
    let attempts = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let outcome = llm_parse::blocking::run::<Order>(&extractor, "Two lamps.");
                    holds::<Plain>(&outcome, &world());
                    let ledger = outcome.map_or_else(
                        |error| error.attempts().len(),
                        |extraction| extraction.attempts().len(),
                    );
                    attempts.fetch_add(ledger, Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(client.started.load(Ordering::SeqCst), attempts.into_inner());
    assert_eq!(client.under_way.load(Ordering::SeqCst), 0);
}
