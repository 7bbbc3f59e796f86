//! A value that is there already and is to be changed.

use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Machine;
use crate::attempt::Outcome;
use crate::error::ErrorKind;
use crate::plan::Plan;
use crate::prompt::Prompt;
use crate::read::Leniency;
use crate::strategy::patch::{self, Keep, Update};
use crate::strategy::{Strategy, add_to_turn};
use crate::violation::Violation;

/// The value that is to be changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Updated {
    /// As JSON.
    document: String,
    /// Whether it is a set of values by their keys.
    keyed: bool,
}

impl Updated {
    /// What is asked where the whole of the changed value is asked for.
    pub(super) fn whole(&self, prompt: &Prompt) -> Prompt {
        let text = format!(
            "The value as it is now:\n{}\n\nGive the whole of it, changed only where the text says so.",
            self.document
        );
        let mut messages = prompt.messages().to_vec();
        add_to_turn(&mut messages, &text);
        messages.into()
    }
}

impl Machine {
    /// Says which value is to be changed.
    pub(crate) fn update(&mut self, value: &impl Serialize, keyed: bool) {
        match serde_json::to_string(value) {
            Ok(document) => {
                if let Some(fault) = self.unread(&document) {
                    return self.fail(ErrorKind::Settings, &fault);
                }
                let update = Updated { document, keyed };
                self.whole = Some(update.whole(&self.state.prompt));
                self.state.update = Some(update);
            }
            Err(error) => {
                let detail = format!("the value cannot be written as JSON: {error}");
                self.fail(ErrorKind::Settings, &detail);
            }
        }
    }

    /// Why what the value was written as would never be read back. A rule may be broken: that is to be changed, maybe.
    fn unread(&self, document: &str) -> Option<String> {
        let strict = self.policy.reader.clone().leniency(Leniency::Strict);
        let error = strict.parse_text(self.facts.wanted(), document).err()?;
        let is_mendable = |violation: &&Violation| {
            let outcome = Outcome::of(slice::from_ref(violation));
            matches!(outcome, Outcome::Rule | Outcome::Check)
        };
        let mut violations = error.violations().iter();
        let fault = violations.find(|violation| !is_mendable(violation))?;
        Some(format!(
            "the value is written as JSON that is not read back: {fault}"
        ))
    }

    pub(super) fn updated(&self) -> Option<Update<'_>> {
        let Updated { document, keyed } = self.state.update.as_ref()?;
        Some(Update {
            document,
            prompt: &self.state.prompt,
            keep: *keyed && !self.policy.deletes,
        })
    }

    /// What is asked where the whole value is asked for.
    pub(super) fn asked(&self) -> &Prompt {
        self.whole.as_ref().unwrap_or(&self.state.prompt)
    }

    /// A client's first request, and the strategy that made it.
    pub(super) fn first_plan(&self) -> (Option<Strategy>, Plan) {
        let form = self.whole_form();
        let system = self.policy.system.as_deref();
        if let Some(update) = self.updated()
            && let Some(plan) = patch::change(&self.facts, form, system, update, &[], 0)
        {
            return (Some(Strategy::Patch), plan);
        }
        let first = form.first(self.asked(), system);
        (None, self.guarded(Plan::whole(first, &self.facts)))
    }

    /// The plan, so that none of the keys is lost that must stay.
    pub(super) fn guarded(&self, mut plan: Plan) -> Plan {
        if plan.part.is_none()
            && let Some(update) = self.updated().filter(|update| update.keep)
        {
            plan.part = Some(Box::new(Keep::new(update, Arc::clone(&self.facts))));
        }
        plan
    }
}
