//! Sentences beside a value, one a line (`\n` for a line break): those that leave it as it is, and those that disown it.
//! `@` stands for an invoice, `&` for a list of visits; a line that is known to be taken otherwise begins with `!`.

use llm_parse::{LlmExtract, parse};
use serde::{Deserialize, Serialize};

/// An invoice.
#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Invoice {
    customer: String,
    total: f64,
    method: String,
    due: Option<String>,
    items: Vec<String>,
}

/// A visit.
#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Visit {
    date: String,
    cost: f64,
}

const INVOICE: &str =
    r#"{"customer": "Acme", "total": 12.5, "method": "cash", "due": null, "items": ["bolt"]}"#;
const VISITS: &str = r#"[{"date": "2025-01-02", "cost": 80}, {"date": "2025-02-03", "cost": 15}]"#;

fn is_taken(line: &str) -> bool {
    let reply = line.replace("\\n", "\n");
    if reply.contains('&') {
        parse::<Vec<Visit>>(&reply.replace('&', VISITS)).is_ok()
    } else {
        parse::<Invoice>(&reply.replace('@', INVOICE)).is_ok()
    }
}

/// The lines of a file that are taken otherwise than wanted, or than they are marked.
fn others(text: &str, taken: bool) -> Vec<&str> {
    let lines = text.lines();
    let other = |line: &&str| {
        let known = line.starts_with('!');
        is_taken(line.trim_start_matches('!')) == (taken == known)
    };
    lines.filter(other).collect()
}

#[test]
fn sentences_that_leave_a_value_as_it_is() {
    let text = include_str!("../data/beside/harmless.txt");
    assert_eq!(others(text, true), [""; 0]);
}

#[test]
fn sentences_that_disown_a_value() {
    let text = include_str!("../data/beside/against.txt");
    assert_eq!(others(text, false), [""; 0]);
}
