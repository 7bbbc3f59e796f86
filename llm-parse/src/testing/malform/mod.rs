//! Replies as models write them, made from valid values.

mod assert;
mod containers;
mod entries;
mod kind;
mod names;
mod numbers;
mod punctuation;
mod random;
mod scalars;
mod structure;
mod text;
mod tokens;
mod work;

use serde::Serialize;

pub use assert::assert_reads_malformed;
pub use kind::Malformation;

use crate::LlmExtract;
use names::Names;
pub(super) use random::Random;
use work::Work;

/// Makes malformed replies out of valid values: the same seed makes the same reply.
///
/// [`Malform::new`] knows no type, and leaves out those malformations that could turn a value into another one, such as
/// a number in a string; [`Malform::of`] knows which keys are declared and which are data.
///
/// # Examples
///
/// ```
/// use llm_parse::testing::{Expected, Malform, Malformation};
/// use serde_json::json;
///
/// let malform = Malform::new(7).with(Malformation::SingleQuotes).with(Malformation::ProseAfter);
/// let malformed = malform.apply(&json!({"name": "Ada", "age": 36}));
///
/// assert!(malformed.reply().contains('\''));
/// assert_eq!(malformed.applied().len(), 2);
/// assert_eq!(malformed.expected(), Expected::SameValue);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Malform {
    seed: u64,
    names: Names,
    wanted: Vec<Malformation>,
}

/// A malformed reply.
#[derive(Clone, Debug)]
pub struct Malformed {
    reply: String,
    applied: Vec<Malformation>,
}

/// What must come of a malformed reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// The value is read.
    SameValue,
    /// The value is read, or the reply is refused; no other value is read.
    SameOrViolation,
    /// The reply is refused.
    Violation,
    /// The reply is refused as cut off.
    CutOff,
}

impl Malform {
    /// Makes replies for a type of which nothing is known.
    pub fn new(seed: u64) -> Malform {
        Malform {
            seed,
            names: Names::unknown(),
            wanted: Vec::new(),
        }
    }

    /// Makes replies for a type.
    pub fn of<T: LlmExtract>(seed: u64) -> Malform {
        Malform {
            names: Names::of::<T>(),
            ..Malform::new(seed)
        }
    }

    /// Adds a malformation. In whatever order they are added, they are applied from the inside to the outside.
    pub fn with(mut self, malformation: Malformation) -> Malform {
        self.wanted.push(malformation);
        self
    }

    /// Changes the seed.
    pub fn seed(mut self, seed: u64) -> Malform {
        self.seed = seed;
        self
    }

    /// Makes a reply out of a value, or out of a JSON text as a `serde_json::value::RawValue`. A malformation for which
    /// the value has no place is left out.
    ///
    /// # Panics
    ///
    /// Where the value cannot be serialised as JSON.
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "a value that is no JSON is a fault of the test"
    )]
    pub fn apply(&self, value: &impl Serialize) -> Malformed {
        let json = match serde_json::to_string(value) {
            Ok(json) => json,
            Err(error) => panic!("the value is no JSON: {error}"),
        };
        let mut wanted = self.wanted.clone();
        wanted.sort_by_key(|malformation| (malformation.stage(), *malformation));
        wanted.dedup();
        let mut work = Work::new(json, self.seed, &self.names);
        let applied = work.apply(wanted);
        Malformed {
            reply: work.into_reply(),
            applied,
        }
    }
}

impl Malformed {
    /// The reply.
    pub fn reply(&self) -> &str {
        &self.reply
    }

    /// The malformations that were applied, in their order.
    pub fn applied(&self) -> &[Malformation] {
        &self.applied
    }

    /// What must come of all of them together.
    pub fn expected(&self) -> Expected {
        let has = |expected| self.applied.iter().any(|one| one.expected() == expected);
        let doubtful = has(Expected::SameOrViolation);
        match (has(Expected::CutOff), has(Expected::Violation)) {
            (true, false) if !doubtful => Expected::CutOff,
            (true, _) | (_, true) => Expected::Violation,
            _ if doubtful => Expected::SameOrViolation,
            _ => Expected::SameValue,
        }
    }
}
