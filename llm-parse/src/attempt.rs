//! The ledger: what was tried, and what came of it.

use std::cmp::Reverse;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::client::{ClientErrorKind, Mode, Reply, Usage};
use crate::cut::Cut;
use crate::fix::Fix;
use crate::inner::value_of;
use crate::judgement::is_cut;
use crate::price::Cost;
use crate::read::Parsed;
use crate::strategy::Strategy;
use crate::violation::{Code, Violation};

/// One request and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub(crate) reply: Option<Reply>,
    pub(crate) outcome: Outcome,
    pub(crate) violations: Vec<Violation>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) strategy: Option<Strategy>,
    pub(crate) error: Option<String>,
    pub(crate) elapsed: Duration,
    pub(crate) client: String,
    pub(crate) mode: Mode,
    /// What could be read of the value, as JSON text; the whole document where the reply was only a part of it.
    pub(crate) document: Option<String>,
    pub(crate) cut: Option<Cut>,
    pub(crate) cost: Option<Cost>,
    pub(crate) number: u32,
    pub(crate) total: u32,
    pub(crate) waited: Duration,
    pub(crate) checks: Vec<Attempt>,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Outcome {
    /// A value.
    Valid,
    /// No reply; the client failed in this way.
    NoReply(ClientErrorKind),
    /// The model or the provider refused.
    Refused,
    /// The reply ended inside the value.
    CutOff,
    /// The reply was empty.
    Empty,
    /// The reply holds no JSON that can be read, or not the value that was asked for.
    NoJson,
    /// The JSON has another shape than the type's.
    Shape,
    /// The shape is right, and a rule is broken.
    Rule,
    /// Shape and rules are right, and a check of the user's refused the value.
    Check,
    /// A parse function or a check gave up, which ended the run.
    Aborted,
    /// The type itself can never be read.
    TypeFault,
}

impl Outcome {
    /// What a reading with these violations came to: the worst of them.
    pub(crate) fn of(violations: &[Violation]) -> Outcome {
        violations
            .iter()
            .map(|violation| Outcome::of_code(violation.code()))
            .max_by_key(|outcome| outcome.gravity())
            .unwrap_or(Outcome::NoJson)
    }

    fn of_code(code: Code) -> Outcome {
        match code {
            Code::TypeFault => Outcome::TypeFault,
            Code::CutOff => Outcome::CutOff,
            Code::NoJson | Code::Syntax | Code::SchemaEchoed | Code::Size | Code::Depth => {
                Outcome::NoJson
            }
            Code::Check => Outcome::Check,
            Code::Range
            | Code::MultipleOf
            | Code::Len
            | Code::Pattern
            | Code::Format
            | Code::Unique
            | Code::OneOf => Outcome::Rule,
            _ => Outcome::Shape,
        }
    }

    pub(crate) fn gravity(self) -> u8 {
        match self {
            Outcome::Aborted | Outcome::Check => 1,
            Outcome::Rule => 2,
            Outcome::Shape => 3,
            Outcome::NoJson => 4,
            Outcome::CutOff => 5,
            Outcome::Empty => 6,
            Outcome::Refused | Outcome::NoReply(_) => 7,
            Outcome::TypeFault => 8,
            Outcome::Valid => 0,
        }
    }
}

impl Attempt {
    /// The reply; `None` where the client failed.
    pub fn reply(&self) -> Option<&Reply> {
        self.reply.as_ref()
    }

    /// What came of it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Everything that is wrong with the reply, in declaration order.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What was mended while reading the reply.
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// The strategy that made the request; `None` for a client's first.
    pub fn strategy(&self) -> Option<Strategy> {
        self.strategy
    }

    /// What the request cost, and those of [`checks`](Attempt::checks); zero where the provider did not say.
    pub fn usage(&self) -> Usage {
        let own = self.reply.as_ref().and_then(|reply| reply.usage);
        let checks = self.checks.iter().map(Attempt::usage);
        checks.fold(own.unwrap_or_default(), std::ops::Add::add)
    }

    /// The requests that checks made to other models to judge the answer.
    pub fn checks(&self) -> &[Attempt] {
        &self.checks
    }

    /// What the request and its [`checks`](Attempt::checks) cost, in the currency of the prices; `None` where a client has
    /// no price, or the provider did not say how many tokens it took.
    pub fn cost(&self) -> Option<f64> {
        self.whole_cost().map(Cost::amount)
    }

    /// What the request and all checks cost; `None` where that of one is not known.
    fn whole_cost(&self) -> Option<Cost> {
        let replied = self.checks.iter().filter(|check| check.reply.is_some());
        let checks: Option<Vec<Cost>> = replied.map(Attempt::whole_cost).collect();
        Some([self.cost?].into_iter().chain(checks?).sum())
    }

    /// What is known of it.
    pub(crate) fn known_cost(&self) -> Cost {
        let checks = self.checks.iter().map(Attempt::known_cost);
        checks.chain(self.cost).sum()
    }

    /// Which of its client's answers it is, from 1; of a request that failed on its way, which failure in a row.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many of them the client may have: its answers, or its failures in a row.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// How long was waited after it, before the next request.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// How long the reply took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// How the model was made to answer.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What was read of a reply that is not valid; of one that changes or completes an earlier answer, the whole value
    /// as it stands then.
    pub fn partial(&self) -> Option<Value> {
        match self.outcome {
            Outcome::Valid => None,
            _ => value_of(self.document.as_deref()?),
        }
    }

    /// How far the answer is from a valid one; less is better.
    pub(crate) fn distance(&self) -> impl Ord + use<> {
        let complete = self.cut.as_ref().map_or((0, 0), |cut| {
            let items = cut.lists().iter().map(|(_, items)| *items).sum::<usize>();
            (items, cut.complete().map_or(0, str::len))
        });
        (
            self.outcome.gravity(),
            self.violations.len(),
            Reverse(complete),
        )
    }

    /// What the model is shown as its answer: the whole value as it stands, where the reply was only a part of it.
    pub(crate) fn answer(&self) -> Option<Reply> {
        match &self.document {
            Some(document) if self.is_part() => Some(Reply::text(document.as_str())),
            _ => self.reply.clone(),
        }
    }

    /// Whether only a part of the value was asked for.
    pub(crate) fn is_part(&self) -> bool {
        matches!(
            self.strategy,
            Some(Strategy::Patch | Strategy::Focus | Strategy::Continue)
        )
    }

    /// Whether the provider stopped the model.
    pub(crate) fn was_stopped(&self) -> bool {
        let reply = self.reply.as_ref();
        reply.is_some_and(|reply| is_cut(&reply.finish))
    }

    /// Whether it is the schema, or the example of the request, instead of a value.
    pub(crate) fn is_copy(&self) -> bool {
        let mut codes = self.violations.iter().map(Violation::code);
        codes.any(|code| code == Code::SchemaEchoed)
    }

    /// Whether it is a patch that was not put in.
    pub(crate) fn is_refused_patch(&self) -> bool {
        let mut codes = self.violations.iter().map(Violation::code);
        codes.any(|code| code == Code::Patch)
    }

    /// The name of the client.
    pub fn client(&self) -> &str {
        &self.client
    }

    /// What the client reported, or the parse function or check, where it failed.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

/// What these attempts cost together; `None` where no reply came, or the cost of one is not known.
pub(crate) fn cost(attempts: &[Attempt]) -> Option<f64> {
    let replied = || attempts.iter().filter(|attempt| attempt.reply.is_some());
    replied().next()?;
    let sum: Option<Vec<Cost>> = replied().map(Attempt::whole_cost).collect();
    Some(sum?.into_iter().sum::<Cost>().amount())
}

/// A value, and how it was come by.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extraction<T> {
    /// The value.
    pub value: T,
    attempts: Vec<Attempt>,
    fixes: Vec<Fix>,
    warnings: Vec<Violation>,
    answer: String,
}

impl<T> Extraction<T> {
    pub(crate) fn new(parsed: Parsed<T>, attempts: Vec<Attempt>) -> Self {
        Extraction {
            value: parsed.value,
            attempts,
            fixes: parsed.fixes,
            warnings: parsed.warnings,
            answer: parsed.text.unwrap_or_default(),
        }
    }

    /// The value alone.
    pub fn into_value(self) -> T {
        self.value
    }

    /// The value as text: as JSON, exact and without what stood round it; of a run over a parse function the whole reply.
    /// After answers that only changed or completed an earlier one it is the whole value.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// All attempts in order, those that failed on their way included; the last one gave the value.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// What all attempts cost together.
    pub fn usage(&self) -> Usage {
        self.attempts.iter().map(Attempt::usage).sum()
    }

    /// What all attempts cost together, in the currency of the prices; `None` where that of a reply is not known.
    pub fn cost(&self) -> Option<f64> {
        cost(&self.attempts)
    }

    /// What was mended while reading the value.
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// What soft rules and checks (`#[llm(warn)]`) found in the value.
    pub fn warnings(&self) -> &[Violation] {
        &self.warnings
    }
}
