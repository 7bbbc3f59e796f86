//! What was spent, and what may be.

use super::Machine;
use crate::attempt::Attempt;
use crate::client::{Reply, Usage};
use crate::error::ErrorKind;
use crate::price::{Allowance, Cost};

/// What the session costs.
impl Machine {
    /// The name of a client in the ledger: that of the model that its settings name, else its own.
    pub(crate) fn name_of(&self, client: usize) -> &str {
        let model = self.policy.settings(client);
        let model = model.and_then(|settings| settings.parameters.model.as_deref());
        model.unwrap_or_else(|| match self.state.clients.get(client) {
            Some(peer) => &peer.name,
            None => "",
        })
    }

    pub(super) fn cost(&self, reply: &Reply) -> Option<Cost> {
        let price = self
            .policy
            .price_of(self.state.turn.client, &self.peer().name)?;
        Some(price.cost(reply.usage?))
    }

    /// The name of a client whose cost could not be held to the budget.
    pub(super) fn unpriced(&self) -> Option<&str> {
        self.policy.money_budget?;
        let mut clients = self.state.clients.iter().enumerate();
        let (client, _) =
            clients.find(|(client, peer)| self.policy.price_of(*client, &peer.name).is_none())?;
        Some(self.name_of(client))
    }

    /// Which budget is spent, in words.
    pub(super) fn spent(&self) -> Option<String> {
        self.paid_for().next()?;
        let (tokens, money) = paid(self.paid_for());
        let (judging, for_judging) = paid(self.paid_for().flat_map(Attempt::checks));
        match (self.policy.token_budget, self.policy.money_budget) {
            (Some(budget), _) if tokens >= budget => {
                let checks = match judging {
                    0 => String::new(),
                    tokens => format!(", {tokens} of them for checks"),
                };
                Some(format!(
                    "{tokens} tokens{checks}, where {budget} were allowed"
                ))
            }
            (_, Some(budget)) if self.policy.is_over_money(money) => {
                let checks = match for_judging.amount() {
                    0.0 => String::new(),
                    amount => format!(", {amount} of it for checks"),
                };
                let money = money.amount();
                Some(format!(
                    "a cost of {money}{checks}, where {budget} was allowed"
                ))
            }
            _ => None,
        }
    }

    /// What is left of the budgets for those who judge an answer.
    pub(crate) fn allowance(&self) -> Allowance {
        let (tokens, money) = paid(self.paid_for());
        let left = |budget: u64| budget.saturating_sub(tokens);
        let money_left = |budget: f64| Cost::of(budget).less(money);
        Allowance {
            tokens: self.policy.token_budget.map(left),
            money: self.policy.money_budget.map(money_left),
            prices: self.policy.prices.clone(),
        }
    }

    /// Spends no more than what is left of another run's budgets.
    pub(crate) fn bound(&mut self, allowance: &Allowance) {
        let policy = &mut self.policy;
        policy.prices = std::mem::take(&mut policy.prices).or(&allowance.prices);
        policy.token_budget = least(policy.token_budget, allowance.tokens);
        policy.money_budget = least(policy.money_budget, allowance.money.map(Cost::amount));
        if let Some(spent) = allowance.spent() {
            self.fail(ErrorKind::Budget, spent);
            self.is_checked = true;
        }
    }

    /// The attempts that this run pays for: of one that was given, only its checks.
    fn paid_for(&self) -> impl Iterator<Item = &Attempt> + Clone {
        let given = self.state.given.iter().flat_map(Attempt::checks);
        self.state.ledger.iter().chain(given)
    }

    /// Whether what is left of a budget does not pay for another answer like this one.
    pub(super) fn is_scarce(&self, last: &Attempt) -> bool {
        let (tokens, money) = paid(self.paid_for().chain([last]));
        let few = self.policy.token_budget.is_some_and(|left| tokens > left);
        few || self.policy.is_over_money(money)
    }
}

/// The smaller of two bounds.
fn least<N: PartialOrd>(a: Option<N>, b: Option<N>) -> Option<N> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b < a { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// The tokens and the money that attempts cost together.
fn paid<'a>(attempts: impl Iterator<Item = &'a Attempt> + Clone) -> (u64, Cost) {
    let usage: Usage = attempts.clone().map(Attempt::usage).sum();
    (
        usage.total_tokens(),
        attempts.map(Attempt::known_cost).sum(),
    )
}
