//! Why there is no use in sending anything.

use super::{Machine, Phase};
use crate::error::{ErrorKind, Failure};

impl Machine {
    /// Fails where there is no use in sending anything.
    pub(super) fn check(&mut self) {
        if !self.is_checked {
            self.is_checked = true;
            if let Some(failure) = self.fault() {
                self.state.phase = Phase::Failed(failure);
            }
        }
    }

    /// Why there is no use in sending anything.
    pub(crate) fn fault(&self) -> Option<Failure> {
        if let Some(fault) = self.settings_fault() {
            return Some(Failure::new(ErrorKind::Settings, fault));
        }
        if let Some(fault) = &self.facts.fault {
            return Some(Failure::new(ErrorKind::TypeFault, fault.to_string()));
        }
        let mode = self.policy.mode_of(self.state.turn.client);
        let gap = self.gap(mode).filter(|_| !self.facts.is_text())?;
        Some(Failure::new(ErrorKind::TypeFault, gap.to_string()))
    }

    fn settings_fault(&self) -> Option<String> {
        let made_for = self.state.made_for.as_ref();
        if let Some(fault) = made_for.and_then(|state| state.fault(self.facts.made_for())) {
            return Some(fault);
        }
        if self.state.turn.client >= self.state.clients.len() {
            return Some("there is no client to ask".to_owned());
        }
        if self.state.prompt.messages().is_empty() {
            return Some("the prompt has no message; ask something".to_owned());
        }
        if let Some(fault) = self.attachment_fault() {
            return Some(fault);
        }
        let unpriced = || {
            let name = self.unpriced()?;
            Some(format!(
                "the client {name:?} has no price, which `money_budget` needs; add it with `prices`"
            ))
        };
        let policy = self.policy.fault(self.state.clients.len());
        let fault = policy.or_else(|| self.refused.clone()).or_else(unpriced);
        fault.or_else(|| self.policy.shots.fault(self.whole_form()))
    }

    /// Ends the run before it begins, for settings that are none of the policy's.
    pub(crate) fn refuse(&mut self, fault: String) {
        self.refused = Some(fault);
    }
}
