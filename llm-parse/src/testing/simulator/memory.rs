//! What a simulated model knows of its conversation.

use std::sync::Arc;

use serde_json::Value;

use super::super::malform::Random;
use super::fault::Fault;
use crate::client::Request;
use crate::prompt::{Message, Role};

pub(super) struct Memory {
    pub(super) random: Random,
    pub(super) faults: Vec<Fault>,
    /// The schema of the whole value, which the first request asks for.
    pub(super) whole: Arc<Value>,
    pub(super) asked: usize,
    last: Option<(Arc<Value>, String)>,
}

impl Memory {
    pub(super) fn new(random: Random, faults: Vec<Fault>, whole: Arc<Value>) -> Memory {
        Memory {
            random,
            faults,
            whole,
            asked: 0,
            last: None,
        }
    }

    /// The last answer, where it was to a request of the same form.
    pub(super) fn last(&self, schema: &Arc<Value>) -> Option<String> {
        let (form, text) = self.last.as_ref()?;
        (form == schema).then(|| text.clone())
    }

    pub(super) fn remember(&mut self, schema: &Arc<Value>, text: &str) {
        self.last = Some((Arc::clone(schema), text.to_owned()));
    }

    /// The faults that the request names.
    pub(super) fn told(&self, request: &Request) -> Vec<bool> {
        let messages = request.messages().iter();
        let others = messages.filter(|message| message.role() != Role::Assistant);
        let texts: Vec<_> = others.map(Message::text).collect();
        let told = |fault: &Fault| texts.iter().any(|text| fault.is_named_in(text));
        self.faults.iter().map(told).collect()
    }

    /// Repairs some of the faults that were named.
    pub(super) fn repair(&mut self, told: &[bool], probability: f64) {
        for (fault, told) in self.faults.iter_mut().zip(told) {
            if *told && !fault.repaired {
                fault.repaired = self.random.happens(probability);
            }
        }
    }
}
