//! Reading clean JSON into a type, all rules held, against `serde_json` without any check.
//!
//! Ratios of one run count, not times: `cargo bench --manifest-path benches/Cargo.toml --bench read`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use llm_parse_benches::{Orders, orders};

fn clean(c: &mut Criterion) {
    let mut group = c.benchmark_group("clean");
    for bytes in [1_000, 10_000, 100_000] {
        let text = serde_json::to_string(&orders(bytes)).expect("orders are JSON");
        group.throughput(Throughput::Bytes(text.len() as u64));
        let size = format!("{}KB", bytes / 1000);
        group.bench_with_input(BenchmarkId::new("serde_json from_str T", &size), &text, |b, text| {
            b.iter(|| serde_json::from_str::<Orders>(black_box(text)).expect("clean"));
        });
        group.bench_with_input(BenchmarkId::new("serde_json Value then T", &size), &text, |b, text| {
            b.iter(|| {
                let value: serde_json::Value = serde_json::from_str(black_box(text)).expect("clean");
                serde_json::from_value::<Orders>(value).expect("clean")
            });
        });
        group.bench_with_input(BenchmarkId::new("llm_parse", &size), &text, |b, text| {
            b.iter(|| llm_parse::parse::<Orders>(black_box(text)).expect("clean"));
        });
    }
    group.finish();
}

criterion_group!(benches, clean);
criterion_main!(benches);
