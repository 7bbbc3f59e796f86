//! Undeclared keys that may be meant for a declared one that is absent: what they hold would be lost in silence.

use super::object::Entry;
use super::{Aligner, Step, fold, words_of};
use crate::rules::quote;
use crate::shape::{Field, Struct, View};
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    /// Refuses the undeclared keys of an object that may be meant for a field that may be absent and is, or say otherwise of
    /// one that is there; whether there is none. A document says itself what else may stand in an object.
    pub(super) fn none_is_near(
        &mut self,
        object: NodeId,
        rest: &[Entry],
        kind: &'s Struct,
        view: View<'s>,
    ) -> bool {
        /// As many say enough; each may be compared with all that a field holds.
        const MOST: usize = 8;
        if !self.rules || view.is_runtime() || kind.deny_unknown {
            return true;
        }
        let mut refused = 0;
        let mut slots = Vec::new();
        for &(key, value) in rest {
            if self.says_none(value) {
                continue;
            }
            if slots.is_empty() {
                slots = self.near_slots(object, kind, view);
            }
            let name = Name::of(self.tree().text(key));
            let meant = slots.iter().find(|slot| match slot.value {
                Some(own) => self.says_otherwise(&name, value, &slot.name, own),
                None => slot.optional && self.may_mean(&name, value, slot, view),
            });
            if let Some(slot) = meant {
                self.refuse_near((key, value), &slot.field.name);
                refused += 1;
            }
            if refused == MOST {
                break;
            }
        }
        refused == 0
    }

    fn near_slots(&self, object: NodeId, kind: &'s Struct, view: View<'s>) -> Vec<Slot<'s>> {
        let named = kind.fields.iter().filter(|field| !field.flatten);
        let slot = |field: &'s Field| Slot {
            field,
            name: Name::of(&field.name),
            optional: !field.is_required(view),
            value: None,
        };
        let mut slots: Vec<Slot<'s>> = named.map(slot).collect();
        let tree = self.tree();
        for (key, value) in tree.entries(object) {
            let own = |slot: &&mut Slot<'_>| slot.field.is_named(tree.bytes(key));
            if let Some(slot) = slots.iter_mut().find(own)
                && tree.kind(value) != NodeKind::Null
            {
                slot.value = Some(value);
            }
        }
        slots
    }

    /// Whether an undeclared key may be meant for an absent field: by its spelling, or by its words and the value. What is
    /// only tried is not tried further, or the ways would multiply with each level.
    fn may_mean(&mut self, key: &Name, value: NodeId, slot: &Slot<'s>, view: View<'s>) -> bool {
        let mut fits = false;
        if self.trials == 0 && key.shares_words(&slot.name) {
            self.attempt(|aligner| {
                let inner = view.at(slot.field.shape);
                fits = aligner.value(value, inner, &slot.field.rules);
                false
            });
        }
        fits || key.is_like(&slot.name)
    }

    /// Whether an undeclared key gives another value of a field that is there, or more of its items.
    fn says_otherwise(&self, key: &Name, value: NodeId, name: &Name, own: NodeId) -> bool {
        const TRUE: [&str; 9] = [
            "corrected",
            "correct",
            "correction",
            "revised",
            "updated",
            "actual",
            "true",
            "real",
            "overall",
        ];
        let Some(others) = key.words_beside(name) else {
            return false;
        };
        let tree = self.tree();
        let is_full = |node| tree.kind(node) == NodeKind::List && tree.len(node) > 0;
        let corrects = !others.is_empty() && others.iter().all(|word| TRUE.contains(word));
        (corrects || (is_full(own) && is_full(value)))
            && tree.canonical(value) != tree.canonical(own)
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

    fn refuse_near(&mut self, (key, value): Entry, meant: &str) {
        let (name, meant) = (quote(self.tree().text(key)), quote(meant));
        let span = self.tree().span(key).start..self.tree().span(value).end;
        let message = format!(
            "unknown key {name}; write what belongs to {meant} under that key, and leave out the rest"
        );
        let here = self.inside(Step::Entry(key), |aligner| aligner.here());
        let violation = Violation::new(here, Code::UnknownKey, meant, name).with_message(message);
        self.report_hard(violation.with_span(Some(span)));
    }
}

/// A field, and what stands under its keys, where that is a value.
struct Slot<'s> {
    field: &'s Field,
    name: Name,
    optional: bool,
    value: Option<NodeId>,
}

/// A key or the name of a field.
struct Name {
    text: String,
    folded: String,
    words: Vec<String>,
}

impl Name {
    fn of(text: &str) -> Name {
        Name {
            text: text.to_owned(),
            folded: fold(text),
            words: words_of(text),
        }
    }

    /// Whether it is another spelling of a name, its singular or plural, or a place inside it.
    fn is_like(&self, name: &Name) -> bool {
        let inside = || {
            let outer = self.text.split_once(['.', '/', '[']);
            outer.is_some_and(|(outer, _)| fold(outer) == name.folded)
        };
        singular(&self.folded) == singular(&name.folded)
            || is_misspelled(&self.folded, &name.folded)
            || inside()
    }

    /// Whether all words of one are among those of the other.
    fn shares_words(&self, name: &Name) -> bool {
        self.words_beside(name).is_some() || name.words_beside(self).is_some()
    }

    /// The words that it has besides all those of a name.
    fn words_beside(&self, name: &Name) -> Option<Vec<&str>> {
        let is_in =
            |word: &str, words: &[String]| words.iter().any(|one| singular(one) == singular(word));
        let all = !name.words.is_empty() && name.words.iter().all(|word| is_in(word, &self.words));
        let others = self.words.iter().map(String::as_str);
        all.then(|| others.filter(|word| !is_in(word, &name.words)).collect())
    }
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
    use super::Name;

    #[test]
    fn what_may_be_meant_is_near() {
        let near = |key, name| {
            let (key, name) = (Name::of(key), Name::of(name));
            key.is_like(&name) || key.shares_words(&name)
        };
        for (key, name) in [
            ("maxRetry", "max_retries"),
            ("due_date", "due"),
            ("phoneNumber", "phone"),
            ("is_active", "active"),
            ("phones", "phone"),
            ("adress", "address"),
            ("recieved", "received"),
            ("vitals.pulse", "vitals"),
            ("items[0]", "items"),
            ("dueDate", "due_date"),
            ("company_name", "name"),
            ("height", "height_cm"),
            ("ENV_VARS", "env"),
            ("Currency (ISO)", "currency"),
        ] {
            assert!(near(key, name), "{key} {name}");
        }
        for (key, name) in [
            ("address1", "address2"),
            ("note", "node"),
            ("reasoning", "rating"),
            ("confidence", "currency"),
            ("status", "state"),
            ("gmail", "email"),
        ] {
            assert!(!near(key, name), "{key} {name}");
        }
    }
}
