//! Settings that make no sense, found before any request.

use super::Policy;
use crate::client_settings::ClientSettings;
use crate::strategy::Strategy;

impl Policy {
    /// What is wrong with the settings of a run that has so many clients, and the way out.
    pub(crate) fn fault(&self, clients: usize) -> Option<String> {
        let of_clients = || {
            self.clients
                .iter()
                .find_map(|(index, settings)| settings.fault(*index, clients))
        };
        self.limit_fault()
            .map(str::to_owned)
            .or_else(|| self.parameters.fault())
            .or_else(of_clients)
            .or_else(|| self.price_fault())
            .or_else(|| self.ladder_fault())
    }

    fn limit_fault(&self) -> Option<&'static str> {
        let no_amount = |budget: &f64| !budget.is_finite() || *budget <= 0.0;
        let faults = [
            (
                self.max_attempts == 0,
                "`max_attempts` is 0; set it to at least 1",
            ),
            (
                self.token_budget == Some(0),
                "`token_budget` is 0; set it to what an answer may cost, or leave it out",
            ),
            (
                self.money_budget.as_ref().is_some_and(no_amount),
                "`money_budget` is no amount above 0; set it to what an answer may cost, or leave it out",
            ),
            (
                self.backoff.tries == 0,
                "the backoff has 0 tries; set them to at least 1",
            ),
            (
                self.reader.max_bytes == 0,
                "`max_bytes` of the reader is 0; set it to what an answer may have",
            ),
        ];
        let (_, fault) = faults.into_iter().find(|(is_wrong, _)| *is_wrong)?;
        Some(fault)
    }

    fn price_fault(&self) -> Option<String> {
        let name = self.prices.fault()?;
        Some(format!(
            "the price of {name:?} is no amount of money; set it to 0 or more"
        ))
    }

    fn ladder_fault(&self) -> Option<String> {
        let own = self.clients.iter().map(|(index, _)| *index);
        let attempts = own.map(|index| self.max_attempts_of(index));
        if self.ladder.is_empty() && attempts.chain([self.max_attempts]).any(|n| n > 1) {
            let fault = "the list of strategies is empty; name one, or set `max_attempts` to 1";
            return Some(fault.to_owned());
        }
        let unknown = self.ladder.named().find_map(|strategy| match strategy {
            Strategy::Custom(name) if !self.registry.has(name) => Some(name),
            _ => None,
        })?;
        Some(format!(
            "no strategy {unknown:?} is registered; add it with `Policy::custom`"
        ))
    }
}

impl ClientSettings {
    /// What is wrong with the settings of the client of this index, where there are so many.
    fn fault(&self, index: usize, clients: usize) -> Option<String> {
        if index >= clients {
            return Some(format!(
                "there are settings for client {index}, and the last client is {}",
                clients - 1
            ));
        }
        let own = if self.max_attempts == Some(0) {
            Some("`max_attempts` is 0; set it to at least 1".to_owned())
        } else if self.after.as_ref().is_some_and(Vec::is_empty) {
            Some(
                "`after` names no outcome, so it is never asked; name one, or leave it out"
                    .to_owned(),
            )
        } else {
            self.parameters.fault()
        };
        own.map(|fault| format!("client {index}: {fault}"))
    }
}
