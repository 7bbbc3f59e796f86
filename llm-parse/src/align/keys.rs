//! Keys that are written in another way.

use super::object::Entry;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::{one_of, quote};
use crate::shape::Field;
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::Code;

impl<'s> Aligner<'_, '_, 's> {
    /// Gives each absent field the undeclared entry whose key differs only in case and separators; whether there was one.
    /// Where there are several, all but the first repeat it.
    pub(super) fn match_spelling(
        &mut self,
        fields: &'s [Field],
        base: usize,
        rest: &mut Vec<Entry>,
        repeats: &mut Vec<(usize, NodeId)>,
    ) -> bool {
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
            let names: Vec<String> = field.names().map(|name| fold(name)).collect();
            for (entry, name) in folded.iter().enumerate() {
                if !names.contains(name) || std::mem::replace(&mut taken[entry], true) {
                    continue;
                }
                let key = rest[entry].0;
                match self.slots[base + index] {
                    NONE => self.slots[base + index] = key,
                    _ => repeats.push((index, key)),
                }
            }
        }
        let mut each = taken.iter();
        rest.retain(|_| !each.next().is_some_and(|taken| *taken));
        taken.contains(&true)
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
    fn clash(&mut self, fields: &'s [Field], base: usize, rest: &[Entry], folded: &[String]) {
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
        for (&(key, _), name) in rest.iter().zip(folded) {
            let wanted = names.iter().filter(|(folded, _)| folded == name);
            let wanted: Vec<String> = wanted.map(|(_, name)| quote(name)).collect();
            if wanted.len() > 1 {
                self.refuse(key, Code::Ambiguous, one_of(wanted));
                self.lose();
            }
        }
    }
}
