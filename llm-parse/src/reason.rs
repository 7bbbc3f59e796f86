//! Why an attempt failed, in words that tell nothing of what was asked and answered.

use std::fmt::Write;

use crate::attempt::{Attempt, Outcome};
use crate::feedback::clamp;
use crate::violation::{Code, Violation};

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
        return text;
    }
    let mut codes = codes(attempt.violations());
    // `check: Check` says no more than `check`.
    if let Some(at) = codes
        .iter()
        .position(|(code, _)| is_said(*code, attempt.outcome()))
    {
        let (_, count) = codes.remove(at);
        if count > 1 {
            let _ = write!(text, " ({count})");
        }
    }
    for (index, (code, count)) in codes.iter().enumerate() {
        let comma = if index == 0 { ": " } else { ", " };
        let _ = match count {
            1 => write!(text, "{comma}{code:?}"),
            n => write!(text, "{comma}{n} {code:?}"),
        };
    }
    text
}

/// Whether an outcome names this code.
fn is_said(code: Code, outcome: Outcome) -> bool {
    matches!(
        (code, outcome),
        (Code::Check, Outcome::Check)
            | (Code::CutOff, Outcome::CutOff)
            | (Code::NoJson, Outcome::NoJson)
            | (Code::TypeFault, Outcome::TypeFault)
    )
}

/// The codes of the violations in order, each with its number.
fn codes(violations: &[Violation]) -> Vec<(Code, usize)> {
    let mut counts: Vec<(Code, usize)> = Vec::new();
    for violation in violations {
        let known = counts
            .iter_mut()
            .find(|(code, _)| *code == violation.code());
        match known {
            Some((_, count)) => *count += 1,
            None => counts.push((violation.code(), 1)),
        }
    }
    counts
}
