//! The check that a type's values survive what models do to them.

use std::any::type_name;
use std::fmt::Debug;

use serde::Serialize;

use super::random::Random;
use super::{Expected, Malform, Malformation, Malformed};
use crate::LlmExtract;
use crate::read::parse;

/// Asserts that no malformed reply is read as another value: each value is malformed in each way alone, and in random
/// pairs of ways, once for each seed; each reply must come to what [`Malformed::expected`] says.
///
/// # Panics
///
/// Where one does not: with the reply, the seed, and what came of it.
///
/// # Examples
///
/// ```
/// use llm_parse::{LlmExtract, testing::assert_reads_malformed};
///
/// #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     age: u8,
/// }
///
/// let ada = Person { name: "Ada".to_owned(), age: 36 };
/// assert_reads_malformed(&[ada], 0..1);
/// ```
#[track_caller]
#[expect(clippy::panic, reason = "it is an assertion")]
pub fn assert_reads_malformed<T>(values: &[T], seeds: impl IntoIterator<Item = u64>)
where
    T: LlmExtract + Serialize + PartialEq + Debug,
{
    let all = Malformation::all();
    for seed in seeds {
        let mut random = Random::new(seed);
        for (value, malformation) in values
            .iter()
            .flat_map(|value| all.iter().map(move |one| (value, *one)))
        {
            let one = Malform::of::<T>(seed).with(malformation);
            let two = one.clone().with(all[random.below(all.len())]);
            for malform in [one, two] {
                let malformed = malform.apply(value);
                if let Some(fault) = fault(value, &malformed) {
                    panic!("{}", told::<T>(value, &malformed, seed, &fault));
                }
            }
        }
    }
}

/// What is wrong with how a reply is read.
fn fault<T: LlmExtract + PartialEq + Debug>(value: &T, malformed: &Malformed) -> Option<String> {
    let expected = malformed.expected();
    match parse::<T>(malformed.reply()) {
        Ok(parsed) if matches!(expected, Expected::CutOff | Expected::Violation) => {
            Some(format!("it is read as {:?}", parsed.value))
        }
        Ok(parsed) if parsed.value == *value => None,
        Ok(parsed) => Some(format!("it is read as {:?}", parsed.value)),
        Err(error) if expected == Expected::CutOff && error.is_cut_off() => None,
        Err(_) if matches!(expected, Expected::SameOrViolation | Expected::Violation) => None,
        Err(error) => Some(format!("it is refused: {error}")),
    }
}

fn told<T: Debug>(value: &T, malformed: &Malformed, seed: u64, fault: &str) -> String {
    let Malformed { reply, applied } = malformed;
    format!(
        "`{}`: {fault}\nvalue: {value:?}\nreply: {reply:?}\nmalformations: {applied:?}, seed {seed}\nexpected: {:?}",
        type_name::<T>(),
        malformed.expected()
    )
}
