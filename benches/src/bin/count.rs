//! Reads one text a number of times, for counting instructions:
//! `valgrind --tool=callgrind target/release/count llm_parse 100000 20`.

use std::hint::black_box;

use llm_parse_benches::{Orders, orders};

fn main() {
    let mut args = std::env::args().skip(1);
    let reader = args.next().unwrap_or_default();
    let bytes = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(100_000);
    let times = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(20);
    let text = serde_json::to_string(&orders(bytes)).expect("orders are JSON");
    for _ in 0..times {
        let text = black_box(text.as_str());
        match reader.as_str() {
            "llm_parse" => drop(black_box(llm_parse::parse::<Orders>(text).expect("clean"))),
            "serde_json" => drop(black_box(serde_json::from_str::<Orders>(text).expect("clean"))),
            "value" => {
                let value: serde_json::Value = serde_json::from_str(text).expect("clean");
                drop(black_box(serde_json::from_value::<Orders>(value).expect("clean")));
            }
            _ => {}
        }
    }
}
