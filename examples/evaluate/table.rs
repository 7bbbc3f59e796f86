//! The table of what came of the ways to ask.

use crate::rows::Row;
use crate::way::Name;

const HEAD: [&str; 9] = [
    "mode",
    "ladder",
    "leniency",
    "success",
    "right",
    "fields",
    "attempts",
    "tokens",
    "tokens for each right",
];

/// The first columns are words, the others numbers.
const WORDS: usize = 3;

/// One line for each way, in the order in which they were first asked; all columns of one width.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut ways: Vec<&Name> = Vec::new();
    for row in rows {
        if !ways.contains(&&row.way) {
            ways.push(&row.way);
        }
    }
    let lines = ways.iter().map(|way| line(way, rows));
    let lines: Vec<_> = [HEAD.map(str::to_owned)].into_iter().chain(lines).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<_> = (0..HEAD.len())
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let rule = |(column, width): (usize, &usize)| {
        let end = if column < WORDS { '-' } else { ':' };
        format!("{}{end}", "-".repeat(width - 1))
    };
    let rule = joined(widths.iter().enumerate().map(rule));
    let mut set = lines.iter().map(|line| {
        let cells = line.iter().zip(&widths).enumerate();
        joined(cells.map(|(column, (cell, width))| match column {
            ..WORDS => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        }))
    });
    let head = set.next().into_iter().chain([rule]);
    head.chain(set).collect()
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<_> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

#[allow(clippy::cast_precision_loss, reason = "small counts, for people")]
fn line(way: &Name, rows: &[Row]) -> [String; 9] {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.way == *way).collect();
    let tasks = rows.len();
    let sum = |of: fn(&Row) -> usize| rows.iter().map(|row| of(row)).sum::<usize>();
    let values = sum(|row| usize::from(row.value.is_some()));
    let right = sum(|row| usize::from(row.wrong.is_empty()));
    let (fields, wrong) = (sum(|row| row.fields), sum(|row| row.wrong.len()));
    let attempts = sum(|row| row.attempts.len());
    let attempt_tokens = rows.iter().flat_map(|row| &row.attempts);
    let tokens: u64 = attempt_tokens
        .map(|attempt| attempt.usage().total_tokens())
        .sum();
    let for_each_right = match right {
        0 => "-".to_owned(),
        right => format!("{:.0}", tokens as f64 / right as f64),
    };
    [
        way.mode.clone(),
        way.ladder.clone(),
        way.leniency.clone(),
        format!("{values} of {tasks}"),
        right.to_string(),
        format!(
            "{:.0} %",
            100.0 * (fields - wrong) as f64 / fields.max(1) as f64
        ),
        format!("{:.2}", attempts as f64 / tasks as f64),
        format!("{:.0}", tokens as f64 / tasks as f64),
        for_each_right,
    ]
}
