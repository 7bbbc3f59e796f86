//! What a function of the user's says of an answer that it does not take.

use std::error::Error;

use crate::path::Path;
use crate::read::ParseError;
use crate::violation::{Violation, Violations};

/// Why a parse function or a check does not take an answer, and what is to follow.
///
/// A text stands for a [`Retry`](Verdict::Retry) that says so, as do violations.
///
/// ```
/// use llm_parse::Verdict;
///
/// fn celsius(text: &str) -> Result<f64, Verdict> {
///     let number = text.trim().trim_end_matches("°C").trim_end();
///     let celsius: f64 = number.parse().map_err(Verdict::retry)?;
///     if celsius < -273.15 {
///         return Err("nothing is colder than -273.15 °C".into());
///     }
///     Ok(celsius)
/// }
///
/// assert_eq!(celsius("21.5 °C").ok(), Some(21.5));
/// assert!(matches!(celsius("-300 °C"), Err(Verdict::Retry(_))));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The model can do better: it is told what is wrong.
    Retry(Violations),
    /// No answer can help: the run ends at once, with this error as its source.
    Abort(Box<dyn Error + Send + Sync>),
}

impl Verdict {
    /// Tells the model what is wrong with its answer, word for word.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "so that `map_err(Verdict::retry)` works"
    )]
    pub fn retry(message: impl ToString) -> Verdict {
        Violation::check("", message.to_string()).into()
    }

    /// Tells the model what is wrong with a part of its answer, which the JSON Pointer names.
    pub fn retry_at(path: impl Into<Path>, message: impl Into<String>) -> Verdict {
        Violation::check(path, message).into()
    }

    /// Ends the run.
    pub fn abort(error: impl Into<Box<dyn Error + Send + Sync>>) -> Verdict {
        Verdict::Abort(error.into())
    }
}

impl From<&str> for Verdict {
    fn from(message: &str) -> Verdict {
        Verdict::retry(message)
    }
}

impl From<String> for Verdict {
    fn from(message: String) -> Verdict {
        Verdict::retry(message)
    }
}

impl From<Violation> for Verdict {
    fn from(violation: Violation) -> Verdict {
        Verdict::Retry(violation.into())
    }
}

impl From<Violations> for Verdict {
    fn from(violations: Violations) -> Verdict {
        Verdict::Retry(violations)
    }
}

impl From<ParseError> for Verdict {
    fn from(error: ParseError) -> Verdict {
        match Violations::check(error.violations) {
            Err(violations) => Verdict::Retry(violations),
            Ok(()) => Verdict::retry("the answer cannot be read"),
        }
    }
}
