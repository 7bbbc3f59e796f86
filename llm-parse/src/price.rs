//! What tokens cost. No price is built in: the user knows them, and they change.

use std::iter::Sum;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::attempt::Attempt;
use crate::client::Usage;

/// What a million tokens of one model cost, to six decimals of whatever currency you count in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Price {
    prompt: f64,
    cached: f64,
    completion: f64,
}

impl Price {
    /// The price of a million tokens of the prompt, and of a million tokens of the reply, reasoning included.
    pub const fn new(prompt: f64, completion: f64) -> Self {
        Price {
            prompt,
            cached: prompt,
            completion,
        }
    }

    /// Sets the price of a million tokens of the prompt that are read from a cache; the prompt's by default.
    pub const fn cached(mut self, cached: f64) -> Self {
        self.cached = cached;
        self
    }

    pub(crate) fn cost(self, usage: Usage) -> Cost {
        let cached = usage.cached_tokens.min(usage.prompt_tokens);
        let part = |tokens: u64, price: f64| {
            u128::from(tokens).saturating_mul(u128::from(Cost::of(price).per_million()))
        };
        let parts = [
            part(usage.prompt_tokens - cached, self.prompt),
            part(cached, self.cached),
            part(usage.completion_tokens, self.completion),
        ];
        let sum = parts.into_iter().fold(0, u128::saturating_add);
        Cost(u64::try_from(sum).unwrap_or(u64::MAX))
    }

    fn is_sound(self) -> bool {
        let prices = [self.prompt, self.cached, self.completion];
        prices
            .iter()
            .all(|price| price.is_finite() && *price >= 0.0)
    }
}

/// What clients cost, by the name of the client or of its model.
///
/// # Examples
///
/// ```
/// use llm_parse::{Extractor, Price, Prices, blocking, testing::Script};
/// use llm_parse::{Reply, Usage};
///
/// let reply = Reply::text("[1, 2]").with_usage(Usage::new(2_000, 100));
/// let client = Script::new([reply]).named("small");
/// let extractor = Extractor::new(client)
///     .prices(Prices::new().set("small", Price::new(0.15, 0.60).cached(0.075)))
///     .money_budget(0.01);
///
/// let extraction = blocking::run::<Vec<u8>>(&extractor, "count")?;
/// assert_eq!(extraction.cost(), Some(0.000_36));
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Prices(Arc<Vec<(String, Price)>>);

impl Prices {
    /// No prices.
    pub fn new() -> Self {
        Prices::default()
    }

    /// Sets the price of the client, or of the model, of this name.
    pub fn set(mut self, name: impl Into<String>, price: Price) -> Self {
        let name = name.into();
        let prices = Arc::make_mut(&mut self.0);
        prices.retain(|(other, _)| *other != name);
        prices.push((name, price));
        self
    }

    pub(crate) fn find(&self, name: &str) -> Option<Price> {
        let mut prices = self.0.iter();
        let (_, price) = prices.find(|(other, _)| other == name)?;
        Some(*price)
    }

    /// These, and the others where there are none of that name.
    pub(crate) fn or(mut self, others: &Prices) -> Self {
        for (name, price) in others.0.iter() {
            if self.find(name).is_none() {
                self = self.set(name, *price);
            }
        }
        self
    }

    /// What an attempt cost by the name of its client.
    pub(crate) fn cost_of(&self, attempt: &Attempt) -> Option<Cost> {
        let usage = attempt.reply.as_ref()?.usage?;
        Some(self.find(&attempt.client)?.cost(usage))
    }

    /// The name of a price that is none.
    pub(crate) fn fault(&self) -> Option<&str> {
        let mut prices = self.0.iter();
        let (name, _) = prices.find(|(_, price)| !price.is_sound())?;
        Some(name)
    }
}

/// An amount of money in trillionths, so that sums are exact: a price of a million tokens with six decimals is a whole
/// number of them for each token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Cost(u64);

impl Cost {
    pub(crate) fn of(amount: f64) -> Cost {
        // A conversion by way of digits, since there is none that saturates and is exact.
        let digits = format!("{:.0}", amount * 1e12);
        Cost(digits.parse().unwrap_or(u64::MAX))
    }

    fn per_million(self) -> u64 {
        self.0.saturating_add(500_000) / 1_000_000
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest float is what is asked for"
    )]
    pub(crate) fn amount(self) -> f64 {
        self.0 as f64 / 1e12
    }
}

impl Cost {
    pub(crate) fn less(self, spent: Cost) -> Cost {
        Cost(self.0.saturating_sub(spent.0))
    }
}

/// What is left of the budgets of a run, and what clients cost there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowance {
    pub(crate) tokens: Option<u64>,
    pub(crate) money: Option<Cost>,
    pub(crate) prices: Prices,
}

impl Allowance {
    /// What is left after these requests too.
    pub(crate) fn less(mut self, asked: &[Attempt]) -> Allowance {
        let usage: Usage = asked.iter().map(Attempt::usage).sum();
        self.tokens = self
            .tokens
            .map(|left| left.saturating_sub(usage.total_tokens()));
        let cost = |attempt: &Attempt| {
            let known = attempt.cost.or_else(|| self.prices.cost_of(attempt));
            Attempt {
                cost: known,
                ..attempt.clone()
            }
            .known_cost()
        };
        self.money = self
            .money
            .map(|left| left.less(asked.iter().map(cost).sum()));
        self
    }

    /// Which budget is spent, in words.
    pub(crate) fn spent(&self) -> Option<&'static str> {
        match (self.tokens, self.money) {
            (Some(0), _) => Some("no tokens are left for a check"),
            (_, Some(Cost(0))) => Some("no money is left for a check"),
            _ => None,
        }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), |sum, cost| {
            Cost(sum.0.saturating_add(cost.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_exact() {
        let usage = Usage {
            cached_tokens: 1_000,
            ..Usage::new(3_000, 7)
        };
        let price = Price::new(0.15, 0.6).cached(0.0375);
        assert_eq!(
            price.cost(usage),
            Cost(2_000 * 150_000 + 1_000 * 37_500 + 7 * 600_000)
        );
        let one = Price::new(0.1, 0.0).cost(Usage::new(1_000_000, 0));
        let thrice: Cost = [one; 3].into_iter().sum();
        assert_eq!(thrice, Cost::of(0.3));
        assert_eq!(thrice.amount().to_string(), "0.3");
    }

    #[test]
    fn nothing_overflows() {
        let all = Usage::new(u64::MAX, u64::MAX);
        assert_eq!(Price::new(f64::MAX, 1.0).cost(all), Cost(u64::MAX));
        let cached = Usage {
            cached_tokens: u64::MAX,
            ..Usage::new(1, 0)
        };
        assert_eq!(Price::new(2.0, 0.0).cost(cached), Cost(2_000_000));
    }
}
