//! Keys that are written in another way.

use super::beside::takes_key;
use super::object::Entry;
use super::spelling::is_spelling;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::{one_of, quote};
use crate::shape::{Field, View};
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::Code;

impl<'s> Aligner<'_, '_, 's> {
    /// Gives each absent field the undeclared entry whose key differs only in case and separators; whether there was one.
    /// Where there are several, all but the first repeat it; so does one with another value than the key itself has.
    pub(super) fn match_spelling(
        &mut self,
        (fields, view): (&'s [Field], View<'s>),
        base: usize,
        rest: &mut Vec<Entry>,
        repeats: &mut Vec<(usize, NodeId)>,
    ) -> bool {
        let before = rest.len();
        self.clash(fields, base, rest);
        for (index, field) in fields
            .iter()
            .enumerate()
            .filter(|(_, field)| !field.flatten)
        {
            let exact = self.slots[base + index];
            rest.retain(|&(key, value)| {
                let text = self.tree().text(key);
                let spelled = field.names().any(|name| is_spelling(name, text));
                let kept = !spelled
                    || exact != NONE
                        && (self.tree().same(self.tree().next(exact), value)
                            || is_flattened(fields, view, text));
                match self.slots[base + index] {
                    _ if kept => {}
                    NONE => self.slots[base + index] = key,
                    _ => repeats.push((index, key)),
                }
                kept
            });
        }
        rest.len() < before
    }

    /// Gives a key that differs from the field's names its name.
    pub(super) fn respell(&mut self, key: NodeId, field: &'s Field) {
        if field.is_named(self.tree().bytes(key)) {
            return;
        }
        let detail = format!(
            "took the key {} for {}",
            quote(self.tree().text(key)),
            quote(&field.name)
        );
        self.inside(Step::Name(&field.name), |a| {
            a.fix(FixKind::KeySpelling, key, detail);
        });
        self.rewrite(key, NodeKind::Key, &field.name);
    }

    /// Reports a key that is a spelling of several absent fields, since it is none of them.
    fn clash(&mut self, fields: &'s [Field], base: usize, rest: &[Entry]) {
        let absent = fields
            .iter()
            .enumerate()
            .filter(|(index, field)| self.slots[base + index] == NONE && !field.flatten);
        let mut names: Vec<(String, &str)> = absent
            .flat_map(|(_, field)| field.names().map(|name| (fold(name), &*field.name)))
            .collect();
        names.sort_unstable();
        names.dedup();
        if names.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            return;
        }
        for &(key, _) in rest {
            let name = fold(self.tree().text(key));
            let wanted = names.iter().filter(|(folded, _)| *folded == name);
            let wanted: Vec<String> = wanted.map(|(_, name)| quote(name)).collect();
            if wanted.len() > 1 {
                self.refuse(key, Code::Ambiguous, one_of(wanted));
                self.lose();
            }
        }
    }
}

/// Whether a key belongs to what is flattened among the fields.
fn is_flattened(fields: &[Field], view: View<'_>, key: &str) -> bool {
    let mut flattened = fields.iter().filter(|field| field.flatten);
    flattened.any(|field| takes_key(view.at(field.shape), key))
}
