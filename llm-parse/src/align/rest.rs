//! What stands in an object and belongs to none of its fields.

use std::collections::HashSet;

use super::beside::takes_key;
use super::object::Entry;
use super::{Aligner, Step};
use crate::fix::{Fix, FixKind};
use crate::rules::{one_of, quote};
use crate::shape::{Field, Struct, View};
use crate::tree::NodeId;
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    /// Whether none of the entries that belong to nothing would belong to the value before it, had that not ended.
    pub(super) fn none_is_torn_off(
        &mut self,
        node: NodeId,
        rest: &[Entry],
        kind: &'s Struct,
        view: View<'s>,
    ) -> bool {
        let mut sound = true;
        let torn: HashSet<NodeId> = rest.iter().map(|(key, _)| *key).collect();
        let mut taker: Option<View<'s>> = None;
        let entries: Vec<Entry> = self.tree().entries(node).collect();
        for (key, _) in entries {
            if !torn.contains(&key) {
                let name = self.tree().bytes(key);
                let field = kind.fields.iter().find(|field| field.is_named(name));
                taker = field.map(|field| view.at(field.shape));
            } else if taker.is_some_and(|taker| takes_key(taker, self.tree().text(key))) {
                let wanted = "brackets that match: this may belong to the value before it";
                sound &= self.refuse(key, Code::Ambiguous, wanted.into());
            }
        }
        sound
    }

    /// Records, or refuses, the entries that belong to nothing.
    pub(super) fn unknown(&mut self, rest: &[Entry], deny: bool, fields: &'s [Field]) -> bool {
        for &(key, _) in rest {
            let span = self.tree().span(key).start..self.tree().span(self.tree().next(key)).end;
            let name = self.tree().text(key).to_owned();
            self.path.push(Step::Entry(key));
            let here = self.here();
            self.path.pop();
            if deny {
                let known = fields
                    .iter()
                    .filter(|field| !field.flatten)
                    .map(|field| quote(&field.name));
                let known = one_of(known);
                let message = format!("unknown key {}; allowed keys are {known}", quote(&name));
                let violation = Violation::new(here, Code::UnknownKey, known, quote(&name))
                    .with_message(message);
                self.findings
                    .violations
                    .push(violation.with_span(Some(span)));
            } else {
                let detail = format!("ignored the undeclared key {}", quote(&name));
                self.findings
                    .fixes
                    .push(Fix::new(here, FixKind::UnknownKey, span, detail));
            }
        }
        !deny || rest.is_empty()
    }
}
