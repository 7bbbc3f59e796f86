//! What tokens cost, counted apart from the engine.

use llm_parse::{Attempt, Policy, Price, Prices, Reply, Usage};

use crate::random::Random;

/// The prices of all clients, and what may be spent, in trillionths.
#[derive(Clone)]
pub(crate) struct Tariff {
    /// Of a token of the prompt, of one from a cache, and of one of the reply.
    prices: [u64; 3],
    pub(crate) budget: Option<u64>,
}

impl Tariff {
    pub(crate) fn draw(random: &mut Random) -> Tariff {
        Tariff {
            prices: [5_000_000, 2_000_000, 20_000_000].map(|most| random.below(most) as u64),
            budget: random
                .chance(60)
                .then(|| 1 + random.below(40_000_000_000) as u64),
        }
    }

    pub(crate) fn set(&self, policy: Policy, names: impl Iterator<Item = String>) -> Policy {
        let [prompt, cached, completion] = self.prices.map(|price| of(price, 1e6));
        let price = Price::new(prompt, completion).cached(cached);
        let names = names.chain(["judge".to_owned()]);
        let prices = names.fold(Prices::new(), |prices, name| prices.set(name, price));
        let policy = policy.prices(prices);
        match self.budget {
            Some(budget) => policy.money_budget(of(budget, 1e12)),
            None => policy,
        }
    }

    fn cost(&self, usage: Usage) -> u64 {
        let cached = usage.cached_tokens.min(usage.prompt_tokens);
        let tokens = [
            usage.prompt_tokens - cached,
            cached,
            usage.completion_tokens,
        ];
        let parts = tokens.iter().zip(self.prices);
        let sum: u128 = parts
            .map(|(tokens, price)| u128::from(*tokens) * u128::from(price))
            .sum();
        u64::try_from(sum).unwrap_or(u64::MAX)
    }

    /// What is known of the cost of replies.
    pub(crate) fn spent<'r>(&self, replies: impl Iterator<Item = &'r Reply>) -> u64 {
        let usages = replies.filter_map(|reply| reply.usage);
        usages.fold(0, |sum, usage| sum.saturating_add(self.cost(usage)))
    }

    /// What an attempt cost, with what its checks did; `None` where that of one reply is not known.
    pub(crate) fn of_attempt(&self, attempt: &Attempt) -> Option<f64> {
        let own = attempt.reply()?;
        let checks = attempt.checks().iter().filter_map(Attempt::reply);
        let replies: Vec<&Reply> = [own].into_iter().chain(checks).collect();
        let known = replies.iter().all(|reply| reply.usage.is_some());
        known.then(|| of(self.spent(replies.into_iter()), 1e12))
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest float is what is asked for"
)]
fn of(amount: u64, parts: f64) -> f64 {
    amount as f64 / parts
}
