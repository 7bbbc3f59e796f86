//! Asks afresh for JSON and nothing else.

use super::{Situation, add_to_turn, joined};
use crate::feedback::feedback;
use crate::prompt::Message;

pub(super) fn messages(situation: &Situation<'_>) -> Vec<Message> {
    let mut messages = situation.first();
    let example = situation.form.example();
    let bracket = &example[..example.len().min(1)];
    let start = match bracket {
        "{" | "[" => format!("Your answer begins with `{bracket}`. "),
        _ => String::new(),
    };
    let looks = match situation.fresh_example() {
        Some(example) => format!(" It looks like this, with your own values:\n{example}"),
        None => String::new(),
    };
    let text = joined([
        format!("{start}Write JSON only: no Markdown, no words before or after it.{looks}"),
        format!("{}\n{}", feedback(situation.last), situation.repetition()),
    ]);
    add_to_turn(&mut messages, text.trim_end());
    messages
}
