//! What was spent, and what may be.

use super::Machine;
use crate::attempt::Attempt;
use crate::client::{Reply, Usage};
use crate::price::Cost;

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
        let ledger = &self.state.ledger;
        if ledger.is_empty() {
            return None;
        }
        let (tokens, money) = paid(ledger.iter());
        match (self.policy.token_budget, self.policy.money_budget) {
            (Some(budget), _) if tokens >= budget => {
                Some(format!("{tokens} tokens, where {budget} were allowed"))
            }
            (_, Some(budget)) if self.policy.is_over_money(money) => Some(format!(
                "a cost of {}, where {budget} was allowed",
                money.amount()
            )),
            _ => None,
        }
    }

    /// Whether what is left of a budget does not pay for another answer like this one.
    pub(super) fn is_scarce(&self, last: &Attempt) -> bool {
        let (tokens, money) = paid(self.state.ledger.iter().chain([last]));
        let few = self.policy.token_budget.is_some_and(|left| tokens > left);
        few || self.policy.is_over_money(money)
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
