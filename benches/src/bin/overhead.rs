//! What the engine itself costs: the time of an attempt with a reply of 1 KB, beyond reading it, and the memory of
//! sessions in flight, beyond their texts.
//!
//! `overhead [time|memory|count]`; `count` plays 1,000 attempts, for `valgrind --tool=callgrind`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use llm_parse::{Capabilities, Policy, Reply, Session, Step};
use llm_parse_benches::{Orders, orders};

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const SESSIONS: usize = 10_000;

fn main() {
    let text = serde_json::to_string(&orders(1_000)).expect("orders are JSON");
    match std::env::args().nth(1).as_deref() {
        Some("time") => time(&text),
        Some("memory") => memory(&text),
        Some("count") => (0..1_000).for_each(|_| attempt(&text)),
        _ => {
            time(&text);
            memory(&text);
        }
    }
}

fn session() -> Session<Orders> {
    Session::new("Which orders are open?", Policy::new(), &[Capabilities::default()])
}

/// One extraction that succeeds at once.
fn attempt(text: &str) {
    let mut session = session();
    let Step::Send { request, .. } = session.next() else { panic!("no request") };
    black_box(request);
    session.receive(Ok(Reply::text(text)), Duration::ZERO);
    let Step::Done(extraction) = session.next() else { panic!("no value") };
    black_box(extraction.value);
}

/// The median of many runs, in microseconds.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<_> = (0..5_000)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn time(text: &str) {
    attempt(text);
    let whole = median(|| attempt(text));
    let read = median(|| drop(black_box(llm_parse::parse::<Orders>(black_box(text)))));
    println!("attempt with {} bytes: {whole:.1} us, of which reading {read:.1} us; beyond it {:.1} us", text.len(), whole - read);
}

fn memory(text: &str) {
    // One key is missing, so the reply stands in the ledger and in the next request.
    let bad = text.replacen("\"priority\"", "\"importance\"", 1);
    attempt(text);
    let before = LIVE.load(Ordering::Relaxed);
    let mut texts = 0;
    let mut sessions = Vec::with_capacity(SESSIONS);
    for _ in 0..SESSIONS {
        let mut session = session();
        black_box(session.next());
        session.receive(Ok(Reply::text(&*bad)), Duration::ZERO);
        let Step::Send { request, .. } = session.next() else { panic!("no request") };
        let sent: usize = request.messages().iter().map(|message| message.text().len()).sum();
        texts += bad.len() + sent;
        sessions.push((session, request));
    }
    let live = LIVE.load(Ordering::Relaxed) - before;
    let each = |bytes: usize| bytes as f64 / SESSIONS as f64 / 1024.0;
    println!(
        "{SESSIONS} sessions after a failed attempt: {:.1} KiB each, of which texts {:.1} KiB; beyond them {:.1} KiB",
        each(live),
        each(texts),
        each(live - texts)
    );
    drop(sessions);
}
