//! How many tokens (`o200k_base`) the outline of a type takes of those of its compact JSON Schema.
//!
//! Reads the types of the test suite from standard input, a line of JSON each:
//!
//! ```sh
//! cargo test -q --all-features --test types -- --ignored --nocapture print_outlines | grep '^{' > outlines.jsonl
//! cargo run --manifest-path benches/Cargo.toml --bin outline < outlines.jsonl
//! ```
//!
//! Exits with 1 where the types that have at least two keys take more than half in sum.

use std::io::{self, BufRead};

use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    name: String,
    outline: String,
    schema: String,
}

/// Tokens of outlines and of schemas.
#[derive(Default)]
struct Sum {
    types: usize,
    outline: usize,
    schema: usize,
}

impl Sum {
    fn add(&mut self, outline: usize, schema: usize) {
        self.types += 1;
        self.outline += outline;
        self.schema += schema;
    }

    fn ratio(&self) -> f64 {
        self.outline as f64 / self.schema as f64
    }

    fn print(&self, name: &str) {
        let Sum {
            types,
            outline,
            schema,
        } = self;
        println!(
            "{name}: {types} types, {outline} / {schema} tokens, {:.3}",
            self.ratio()
        );
    }
}

fn main() -> io::Result<()> {
    let tokens = tiktoken_rs::o200k_base_singleton();
    let count = |text: &str| tokens.encode_ordinary(text).len();
    let (mut all, mut objects, mut ratios) = (Sum::default(), Sum::default(), Vec::new());
    for line in io::stdin().lock().lines() {
        let Line {
            name,
            outline,
            schema,
        } = serde_json::from_str(&line?)?;
        let (outline, whole) = (count(&outline), count(&schema));
        all.add(outline, whole);
        if schema.matches("\"type\":").count() > 2 && schema.contains("\"properties\"") {
            objects.add(outline, whole);
        }
        ratios.push((outline as f64 / whole as f64, name));
    }
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.print("all");
    objects.print("objects of at least two keys");
    println!("median: {:.3}", ratios[ratios.len() / 2].0);
    for (ratio, name) in ratios.iter().take(12) {
        println!("{ratio:.2} {name}");
    }
    std::process::exit(i32::from(objects.ratio() > 0.5));
}
