//! The goals of reading as ratios of time: clean JSON against `serde_json`, and a broken reply against the same text clean.
//!
//! Both sides of a ratio run in turn, and the fastest round of each counts: a shared machine only ever adds time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use llm_parse_benches::{READERS, Reader, body, broken, orders};

const ROUNDS: usize = 400;

fn main() {
    let [ours, theirs] = [READERS[0].1, READERS[1].1];
    for bytes in [1_000, 10_000, 100_000] {
        let orders = orders(bytes);
        let text = serde_json::to_string(&orders).expect("orders are JSON");
        let times = 400_000 / bytes;
        row(
            &format!("clean {}KB", bytes / 1000),
            times,
            (ours, &text),
            (theirs, &text),
        );
    }
    let orders = orders(100_000);
    let (broken, clean) = (broken(&orders), body(&orders));
    row("broken / clean 100KB", 4, (ours, &broken), (ours, &clean));
}

fn row(name: &str, times: usize, ours: (Reader, &str), theirs: (Reader, &str)) {
    let (mut best_ours, mut best_theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        best_ours = best_ours.min(time(times, ours));
        best_theirs = best_theirs.min(time(times, theirs));
    }
    let micros = |best: Duration| best.as_secs_f64() * 1e6 / times as f64;
    println!(
        "{name:<22} {:8.2} us {:8.2} us  {:.2}",
        micros(best_ours),
        micros(best_theirs),
        micros(best_ours) / micros(best_theirs)
    );
}

fn time(times: usize, (read, text): (Reader, &str)) -> Duration {
    let start = Instant::now();
    for _ in 0..times {
        black_box(read(black_box(text)));
    }
    start.elapsed()
}
