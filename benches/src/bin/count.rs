//! Reads one text a number of times, for counting instructions:
//! `valgrind --tool=callgrind target/release/count llm_parse clean 100000 20`.
//!
//! The text is `clean`, `pretty`, `broken`, or the name of a hostile one. Any other reader reads nothing: what that
//! counts is to be subtracted.

use std::hint::black_box;

use llm_parse_benches::hostile::hostile;
use llm_parse_benches::{READERS, body, broken, orders};

fn main() {
    let mut args = std::env::args().skip(1);
    let reader = args.next().unwrap_or_default();
    let form = args.next().unwrap_or_default();
    let bytes = args
        .next()
        .and_then(|arg| arg.parse().ok())
        .unwrap_or(100_000);
    let times = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(20);
    let orders = orders(bytes);
    let text = match form.as_str() {
        "clean" => serde_json::to_string(&orders).expect("orders are JSON"),
        "pretty" => body(&orders),
        "broken" => broken(&orders),
        name => {
            let found = hostile(bytes).find(|(known, _)| *known == name);
            found.expect("the name of a text").1
        }
    };
    let Some((_, read)) = READERS.iter().find(|(name, _)| *name == reader) else {
        return;
    };
    let right = read(&text).as_ref() == Some(&orders);
    println!(
        "{reader}, {form}, {} bytes: {}",
        text.len(),
        if right { "right" } else { "not read" }
    );
    for _ in 1..times {
        black_box(read(black_box(&text)));
    }
}
