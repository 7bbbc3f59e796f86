//! Reading replies into a type, all rules held, against readers that check nothing.
//!
//! Ratios of one run count, not times: `cargo bench --manifest-path benches/Cargo.toml --bench read`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use llm_parse_benches::hostile::hostile;
use llm_parse_benches::{Orders, READERS, body, broken, orders};

/// Clean JSON, by all that can read it.
fn clean(c: &mut Criterion) {
    for bytes in [1_000, 10_000, 100_000] {
        let orders = orders(bytes);
        let text = serde_json::to_string(&orders).expect("orders are JSON");
        compare(c, "clean", &format!("{}KB", bytes / 1000), &text, &orders);
    }
}

/// A reply that needs repair, and the same text with nothing to repair.
fn repair(c: &mut Criterion) {
    let orders = orders(100_000);
    compare(c, "repair", "clean", &body(&orders), &orders);
    compare(c, "repair", "broken", &broken(&orders), &orders);
}

/// Texts that are made to be slow to read: one of twice the size is to take at most twice the time.
fn slow(c: &mut Criterion) {
    let mut group = c.benchmark_group("hostile");
    for bytes in [50_000, 100_000] {
        for (name, text) in hostile(bytes) {
            group.bench_with_input(BenchmarkId::new(name, bytes), &text, |b, text| {
                b.iter(|| llm_parse::parse::<Orders>(black_box(text)).is_ok());
            });
        }
    }
    group.finish();
}

/// Measures each reader that reads the text rightly.
fn compare(c: &mut Criterion, group: &str, name: &str, text: &str, orders: &Orders) {
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Bytes(text.len() as u64));
    for (reader, read) in READERS {
        if read(text).as_ref() == Some(orders) {
            group.bench_with_input(BenchmarkId::new(reader, name), text, |b, text| {
                b.iter(|| read(black_box(text)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, clean, repair, slow);
criterion_main!(benches);
