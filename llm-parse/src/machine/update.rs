//! A value that is there already and is to be changed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Machine;
use crate::LlmExtract;
use crate::error::ErrorKind;
use crate::plan::Plan;
use crate::prompt::Prompt;
use crate::round_trip::{written, written_value};
use crate::strategy::patch::{self, Keep, Update};
use crate::strategy::{Strategy, add_to_turn};

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
    pub(crate) fn update<T: LlmExtract + Serialize>(&mut self, value: &T, keyed: bool) {
        let written = written(value, &self.policy.reader, self.policy.resets);
        self.change(written, keyed);
    }

    /// The same, of a value that is known only at run time.
    pub(crate) fn update_value(&mut self, value: &Value) {
        let (reader, resets) = (&self.policy.reader, self.policy.resets);
        self.change(
            written_value(value, self.facts.wanted(), reader, resets),
            false,
        );
    }

    fn change(&mut self, written: Result<String, String>, keyed: bool) {
        match written {
            Ok(document) => {
                let update = Updated { document, keyed };
                self.whole = Some(update.whole(&self.state.prompt));
                self.state.update = Some(update);
            }
            Err(loss) => self.fail(ErrorKind::RoundTrip, &loss),
        }
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
            && let Some(plan) = patch::change(&self.facts, form, system, update)
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
