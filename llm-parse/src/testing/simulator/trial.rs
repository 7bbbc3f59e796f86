//! Plays many extractions under several policies.

use std::marker::PhantomData;
use std::ops::Range;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::{Score, Simulator, Table};
use crate::LlmExtract;
use crate::client::Client;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::session::{Session, Step};

/// Compares policies: plays the same extractions under each of them, with a simulated model and without any clock.
///
/// # Examples
///
/// ```
/// use llm_parse::testing::{Simulator, Trial};
/// use llm_parse::{LlmExtract, Policy, Strategy};
///
/// #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     #[llm(range(min = 0, max = 150))]
///     age: u8,
/// }
///
/// let ada = Person { name: "Ada".to_owned(), age: 36 };
/// let model = |seed| Simulator::of(&ada).seed(seed).faults(2).repairs(0.5);
/// let table = Trial::<Person>::new(|seed| ("Ada Lovelace died at 36", model(seed)))
///     .policy("reask", Policy::new().strategies([Strategy::Reask]))
///     .policy("ladder", Policy::new())
///     .run(0..200);
///
/// println!("{table}");
/// let [reask, ladder] = table.scores() else { panic!() };
/// assert!(reask.success() > 0.6 && ladder.success() > 0.6);
/// assert_eq!(reask.wrong() + ladder.wrong(), 0);
/// ```
#[must_use]
pub struct Trial<'t, T> {
    case: Box<dyn Fn(u64) -> (Prompt, Simulator) + 't>,
    policies: Vec<(String, Policy)>,
    of: PhantomData<fn() -> T>,
}

/// How one extraction ended.
pub(super) struct Run {
    /// Whether the value is the right one; `None` where there is no value.
    pub(super) right: Option<bool>,
    /// Prompt and completion tokens of each attempt.
    pub(super) attempts: Vec<(u64, u64)>,
}

impl<'t, T: LlmExtract + Serialize> Trial<'t, T> {
    /// A trial of the cases that `case` makes of seeds: what is asked, and the model.
    pub fn new<P: Into<Prompt>>(case: impl Fn(u64) -> (P, Simulator) + 't) -> Self {
        Trial {
            case: Box::new(move |seed| {
                let (prompt, model) = case(seed);
                (prompt.into(), model)
            }),
            policies: Vec::new(),
            of: PhantomData,
        }
    }

    /// Adds a policy.
    pub fn policy(mut self, name: impl Into<String>, policy: Policy) -> Self {
        self.policies.push((name.into(), policy));
        self
    }

    /// Plays one extraction for each seed and policy.
    pub fn run(&self, seeds: Range<u64>) -> Table {
        let score = |(name, policy): &(String, Policy)| {
            let runs = seeds.clone().map(|seed| self.play(seed, policy));
            Score::of(name, runs)
        };
        Table::new(self.policies.iter().map(score).collect())
    }

    fn play(&self, seed: u64, policy: &Policy) -> Run {
        let (prompt, model) = (self.case)(seed);
        let clients = [model.capabilities()];
        let mut session = Session::<T>::new(prompt, policy.clone(), &clients);
        let right = loop {
            match session.next() {
                Step::Send { request, .. } => {
                    session.receive(Ok(model.answer(&request)), Duration::ZERO);
                }
                Step::Wait(wait) => session.waited(wait),
                Step::Done(extraction) => break Some(is(&extraction.value, model.right())),
                Step::Failed(_) => break None,
            }
        };
        let usage = session.attempts().iter().map(crate::Attempt::usage);
        let attempts = usage
            .map(|usage| (usage.prompt_tokens, usage.completion_tokens))
            .collect();
        Run { right, attempts }
    }
}

fn is<T: Serialize>(value: &T, right: &Value) -> bool {
    serde_json::to_value(value).is_ok_and(|value| value == *right)
}
