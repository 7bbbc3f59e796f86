//! Keys that are written in another way.

use super::object::Entry;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::{one_of, quote};
use crate::shape::Field;
use crate::tree::{NONE, NodeKind};
use crate::violation::Code;

impl<'s> Aligner<'_, '_, 's> {
    /// Gives an absent field the one undeclared entry whose key differs only in case and separators.
    pub(super) fn match_spelling(
        &mut self,
        fields: &'s [Field],
        base: usize,
        rest: &mut Vec<Entry>,
    ) {
        let folded: Vec<String> = rest
            .iter()
            .map(|(key, _)| fold(self.tree().text(*key)))
            .collect();
        let mut taken = vec![false; rest.len()];
        self.clash(fields, base, rest, &folded);
        for (index, field) in fields.iter().enumerate() {
            if field.flatten || self.slots[base + index] != NONE {
                continue;
            }
            let names: Vec<String> = std::iter::once(&field.name)
                .chain(field.aliases.iter())
                .map(|name| fold(name))
                .collect();
            let mut matching = folded
                .iter()
                .enumerate()
                .filter(|(_, name)| names.contains(name));
            let (Some((entry, _)), None) = (matching.next(), matching.next()) else {
                continue;
            };
            if std::mem::replace(&mut taken[entry], true) {
                continue;
            }
            let key = rest[entry].0;
            let detail = format!(
                "took the key {} for {}",
                quote(self.tree().text(key)),
                quote(&field.name)
            );
            self.inside(Step::Name(&field.name), |a| {
                a.fix(FixKind::KeySpelling, key, detail);
            });
            self.rewrite(key, NodeKind::Key, &field.name);
            self.slots[base + index] = key;
        }
        let mut taken = taken.into_iter();
        rest.retain(|_| !taken.next().unwrap_or(false));
    }

    /// Reports a key that is a spelling of several absent fields, since it is none of them.
    fn clash(&mut self, fields: &'s [Field], base: usize, rest: &[Entry], folded: &[String]) {
        let absent = fields
            .iter()
            .enumerate()
            .filter(|(index, field)| self.slots[base + index] == NONE && !field.flatten);
        let mut names: Vec<(String, &str)> = absent
            .map(|(_, field)| (fold(&field.name), &*field.name))
            .collect();
        names.sort_unstable();
        if names.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            return;
        }
        for (&(key, _), name) in rest.iter().zip(folded) {
            let wanted = names.iter().filter(|(folded, _)| folded == name);
            let wanted: Vec<String> = wanted.map(|(_, name)| quote(name)).collect();
            if wanted.len() > 1 {
                self.refuse(key, Code::Ambiguous, one_of(wanted));
            }
        }
    }
}
