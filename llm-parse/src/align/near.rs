//! Undeclared keys that may be meant for a declared one that is absent: what they hold would be lost in silence.

use super::object::Entry;
use super::{Aligner, Step, fold};
use crate::rules::quote;
use crate::shape::{Field, Struct, View};
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    /// Refuses the undeclared keys of an object that may be meant for a field that may be absent and is, or correct one that
    /// is there; whether there is none. A document says itself what else may stand in an object.
    pub(super) fn none_is_near(
        &mut self,
        object: NodeId,
        rest: &[Entry],
        kind: &'s Struct,
        view: View<'s>,
    ) -> bool {
        if !self.rules || view.is_runtime() || kind.deny_unknown {
            return true;
        }
        let mut sound = true;
        for &(key, value) in rest {
            if self.says_none(value) {
                continue;
            }
            let name = self.tree().text(key);
            let folded = fold(name);
            let mut named = kind.fields.iter().filter(|field| !field.flatten);
            let meant = named.find(|field| {
                let is_there = || self.has(object, field);
                let own = fold(&field.name);
                (corrects(&folded, &own) && is_there())
                    || (!field.is_required(view) && may_mean(name, &folded, &own) && !is_there())
            });
            if let Some(field) = meant {
                sound &= self.refuse_near((key, value), &field.name);
            }
        }
        sound
    }

    fn has(&self, object: NodeId, field: &Field) -> bool {
        let tree = self.tree();
        let mut keys = tree.entries(object).map(|(key, _)| tree.bytes(key));
        keys.any(|key| field.is_named(key))
    }

    /// Whether nothing is lost with a value.
    fn says_none(&self, value: NodeId) -> bool {
        let tree = self.tree();
        match tree.kind(value) {
            NodeKind::Null => true,
            NodeKind::String => tree.text(value).is_empty() || self.says_nothing(value),
            NodeKind::List | NodeKind::Object => tree.len(value) == 0,
            _ => false,
        }
    }

    fn refuse_near(&mut self, (key, value): Entry, meant: &str) -> bool {
        let (name, meant) = (quote(self.tree().text(key)), quote(meant));
        let span = self.tree().span(key).start..self.tree().span(value).end;
        let message = format!(
            "unknown key {name}; write what belongs to {meant} under that key, and leave out the rest"
        );
        let here = self.inside(Step::Entry(key), |aligner| aligner.here());
        let violation = Violation::new(here, Code::UnknownKey, meant, name).with_message(message);
        self.report_hard(violation.with_span(Some(span)))
    }
}

/// Whether a key may be meant for a name: another number or spelling of it, with a word more, or a place inside it.
fn may_mean(key: &str, folded: &str, name: &str) -> bool {
    const WORDS: [&str; 8] = [
        "date", "at", "value", "text", "number", "amount", "is", "list",
    ];
    let inside = || {
        let outer = key
            .split_once(['.', '/', '['])
            .map(|(outer, _)| fold(outer));
        outer.is_some_and(|outer| outer == name)
    };
    let longer = || {
        let word = folded
            .strip_prefix(name)
            .or_else(|| folded.strip_suffix(name));
        word.is_some_and(|word| WORDS.contains(&word))
    };
    !name.is_empty()
        && (singular(folded) == singular(name)
            || is_misspelled(folded, name)
            || longer()
            || inside())
}

/// Whether a key says what should stand under a name: `corrected_total`.
fn corrects(folded: &str, name: &str) -> bool {
    let word = folded
        .strip_suffix(name)
        .or_else(|| folded.strip_prefix(name));
    word.is_some_and(|word| ["corrected", "correct", "revised", "correction"].contains(&word))
}

/// The stem that the singular and the plural of a word share.
fn singular(word: &str) -> &str {
    let stem = word.strip_suffix("ies").or_else(|| word.strip_suffix('y'));
    let stem = stem.or_else(|| word.strip_suffix("es"));
    let stem = stem.or_else(|| word.strip_suffix(['s', 'e']));
    stem.filter(|_| !word.ends_with("ss")).unwrap_or(word)
}

/// Whether two longer words differ in one letter, or in the order of two. Digits tell things of one kind apart.
fn is_misspelled(a: &str, b: &str) -> bool {
    const SHORTEST: usize = 6;
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().min(b.len()) < SHORTEST || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = |(a, b): &(&u8, &u8)| a == b;
    let head = a.iter().zip(b).take_while(same).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    match (&a[..a.len() - tail], &b[..b.len() - tail]) {
        ([x], []) | ([], [x]) => !x.is_ascii_digit(),
        ([x], [y]) => !x.is_ascii_digit() && !y.is_ascii_digit(),
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{fold, may_mean};

    #[test]
    fn what_may_be_meant_is_near() {
        let near = |key, name| may_mean(key, &fold(key), &fold(name));
        for (key, name) in [
            ("maxRetry", "max_retries"),
            ("due_date", "due"),
            ("phone_number", "phone"),
            ("is_active", "active"),
            ("phones", "phone"),
            ("adress", "address"),
            ("recieved", "received"),
            ("vitals.pulse", "vitals"),
            ("items[0]", "items"),
            ("dueDate", "due_date"),
        ] {
            assert!(near(key, name), "{key} {name}");
        }
        for (key, name) in [
            ("user_id", "user"),
            ("company_name", "name"),
            ("address1", "address2"),
            ("unit_price", "price"),
            ("note", "node"),
            ("reasoning", "rating"),
            ("confidence", "currency"),
            ("status", "state"),
        ] {
            assert!(!near(key, name), "{key} {name}");
        }
    }
}
