//! A run to look at: as a table, as JSON, as a diagram.

use std::fmt::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::attempt::{Attempt, Extraction, Outcome, cost};
use crate::client::{Mode, Usage};
use crate::error::{Error, ErrorKind};
use crate::price::Cost;
use crate::reason::reason;
use crate::strategy::Strategy;

/// What happened in a run: every attempt and every request of a check, who was asked and how, what came of it, and what it cost.
///
/// It tells nothing of what was asked and answered: no prompt, no reply, no path and no value; only what a client said of
/// its own failure. Displayed, it is a table.
///
/// # Examples
///
/// ```
/// use llm_parse::{Extractor, blocking, testing::Script};
///
/// let client = Script::new(["none", "[1, 2]"]).named("small");
/// let extraction = blocking::run::<Vec<u8>>(&Extractor::new(client), "count")?;
/// let report = extraction.report();
/// assert!(report.to_string().starts_with("#  client  mode    strategy  outcome"));
/// assert!(report.mermaid().contains("c0-->>run: no JSON"));
/// assert_eq!(report.to_json()["attempts"][1]["strategy"], "Reask");
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Why there is no value, where there is none.
    error: Option<ErrorKind>,
    attempts: Vec<Row>,
    usage: Usage,
    cost: Option<f64>,
    seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Row {
    /// What it is counted as: `2`, or `2.1` for the first request of a check of the second answer.
    place: String,
    client: String,
    mode: Mode,
    strategy: Option<Strategy>,
    number: u32,
    total: u32,
    outcome: Outcome,
    reason: String,
    usage: Option<Usage>,
    cost: Option<f64>,
    seconds: f64,
    waited: f64,
}

impl<T> Extraction<T> {
    /// What happened in the run.
    pub fn report(&self) -> Report {
        Report::new(self.attempts(), None)
    }
}

impl Error {
    /// What happened in the run.
    pub fn report(&self) -> Report {
        Report::new(self.attempts(), Some(self.kind()))
    }
}

impl Report {
    fn new(attempts: &[Attempt], error: Option<ErrorKind>) -> Report {
        let time: Duration = attempts
            .iter()
            .map(|attempt| attempt.elapsed().saturating_add(attempt.waited()))
            .fold(Duration::ZERO, Duration::saturating_add);
        Report {
            error,
            attempts: Row::all(attempts, ""),
            usage: attempts.iter().map(Attempt::usage).sum(),
            cost: cost(attempts),
            seconds: time.as_secs_f64(),
        }
    }

    /// The run as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The run as a sequence diagram for Mermaid.
    pub fn mermaid(&self) -> String {
        let mut out = String::from("sequenceDiagram\n    participant run\n");
        let mut clients: Vec<&str> = Vec::new();
        for row in &self.attempts {
            if !clients.contains(&row.client.as_str()) {
                let name = shown(&row.client);
                let _ = writeln!(out, "    participant c{} as {name}", clients.len());
                clients.push(&row.client);
            }
        }
        for row in &self.attempts {
            let client = clients.iter().position(|name| *name == row.client);
            let client = client.unwrap_or_default();
            let strategy = if row.is_of_check() {
                format!("check {}", row.place)
            } else {
                row.strategy_or("first request")
            };
            let _ = writeln!(
                out,
                "    run->>c{client}: {} ({:?})",
                shown(&strategy),
                row.mode
            );
            let arrow = match row.outcome {
                Outcome::NoReply(_) => "--x",
                _ => "-->>",
            };
            let _ = writeln!(out, "    c{client}{arrow}run: {}", shown(&row.reason));
            if row.waited > 0.0 {
                let _ = writeln!(out, "    Note over run: waited {}", seconds(row.waited));
            }
        }
        let _ = writeln!(out, "    Note over run: {}", shown(&self.end()));
        out
    }

    /// What the run came to, in words.
    fn end(&self) -> String {
        let mut text = match self.error {
            None => "a value".to_owned(),
            Some(kind) => format!("no value ({kind:?})"),
        };
        let own = self.attempts.iter().filter(|row| !row.is_of_check());
        match own.count() {
            1 => text.push_str(" after 1 attempt"),
            n => {
                let _ = write!(text, " after {n} attempts");
            }
        }
        text.push_str(": ");
        if self.attempts.iter().any(|row| row.usage.is_some()) {
            let _ = write!(text, "{} tokens, ", tokens(&self.usage));
        }
        if let Some(cost) = self.cost {
            let _ = write!(text, "cost {cost}, ");
        }
        text.push_str(&seconds(self.seconds));
        text
    }
}

impl Row {
    /// A row for each attempt, and below it those of its checks.
    fn all(attempts: &[Attempt], before: &str) -> Vec<Row> {
        let mut rows = Vec::new();
        for (index, attempt) in attempts.iter().enumerate() {
            let place = format!("{before}{}", index + 1);
            let checks = Row::all(attempt.checks(), &format!("{place}."));
            rows.push(Row::new(attempt, place));
            rows.extend(checks);
        }
        rows
    }

    fn new(attempt: &Attempt, place: String) -> Row {
        Row {
            place,
            client: attempt.client().to_owned(),
            mode: attempt.mode(),
            strategy: attempt.strategy(),
            number: attempt.number(),
            total: attempt.total(),
            outcome: attempt.outcome(),
            reason: reason(attempt),
            usage: attempt
                .reply()
                .and_then(|reply| reply.usage)
                .map(|_| attempt.usage()),
            cost: attempt.cost.map(Cost::amount),
            seconds: attempt.elapsed().as_secs_f64(),
            waited: attempt.waited().as_secs_f64(),
        }
    }

    fn is_of_check(&self) -> bool {
        self.place.contains('.')
    }

    fn strategy_or(&self, none: &str) -> String {
        match self.strategy {
            Some(Strategy::Custom(name)) => name.as_str().to_owned(),
            Some(strategy) => format!("{strategy:?}"),
            None => none.to_owned(),
        }
    }

    fn cells(&self) -> [String; COLUMNS] {
        let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
        [
            self.place.clone(),
            plain(&self.client),
            format!("{:?}", self.mode),
            plain(&self.strategy_or("-")),
            plain(&self.reason),
            or_dash(self.usage.as_ref().map(tokens)),
            or_dash(self.cost.map(|cost| cost.to_string())),
            seconds(self.seconds),
        ]
    }
}

const COLUMNS: usize = 8;
const HEAD: [&str; COLUMNS] = [
    "#", "client", "mode", "strategy", "outcome", "tokens", "cost", "time",
];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(self.attempts.iter().map(Row::cells));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<_> = (0..COLUMNS).filter_map(width).collect();
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let _ = write!(line, "{cell:width$}  ");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        f.write_str(&self.end())
    }
}

fn tokens(usage: &Usage) -> String {
    format!("{} + {}", usage.prompt_tokens, usage.completion_tokens)
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.2} s")
}

/// The text on one line, without what a terminal would obey.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// The text as Mermaid shows it: signs of its own as entities.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '#' | ';' | '<' | '>' | '&' | '"' | '%' | '$' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
