//! Why an attempt failed, in words that tell nothing of what was asked and answered.

use std::fmt::Write;

use crate::attempt::{Attempt, Outcome};
use crate::feedback::clamp;
use crate::violation::Code;

/// How much of a client's own words is repeated, in characters.
const ERROR_CHARS: usize = 200;

/// An outcome as a word or two.
pub(crate) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Valid => "valid",
        Outcome::NoReply(_) => "no reply",
        Outcome::Refused => "refused",
        Outcome::CutOff => "cut off",
        Outcome::Empty => "empty",
        Outcome::NoJson => "no JSON",
        Outcome::Shape => "shape",
        Outcome::Rule => "rule",
        Outcome::Check => "check",
        Outcome::Aborted => "aborted",
        Outcome::TypeFault => "type fault",
    }
}

/// Why an attempt failed: its outcome, and what the client said, or the kinds of what is wrong with the answer. Paths and
/// values are left out, since the model writes them.
pub(crate) fn reason(attempt: &Attempt) -> String {
    let mut text = outcome(attempt.outcome()).to_owned();
    if let (Outcome::NoReply(_), Some(error)) = (attempt.outcome(), attempt.error()) {
        let words: Vec<_> = error.split_whitespace().collect();
        let _ = write!(text, ": {}", clamp(&words.join(" "), ERROR_CHARS));
    } else if !attempt.violations().is_empty() {
        text.push_str(": ");
        text.push_str(&codes(attempt));
    }
    text
}

/// The codes of the violations in order, each with its number where it is more than one.
fn codes(attempt: &Attempt) -> String {
    let mut counts: Vec<(Code, usize)> = Vec::new();
    for violation in attempt.violations() {
        match counts
            .iter_mut()
            .find(|(code, _)| *code == violation.code())
        {
            Some((_, count)) => *count += 1,
            None => counts.push((violation.code(), 1)),
        }
    }
    let words = counts.iter().map(|(code, count)| match count {
        1 => format!("{code:?}"),
        n => format!("{n} {code:?}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
