//! Enums that say their variant by a tag.

use std::collections::HashSet;

use super::beside::{is_field, takes_key};
use super::object::Entry;
use super::outer::Group;
use super::spelling::is_spelling;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::{one_of, quote};
use crate::shape::{Content, Enum, Kind, Tagging, Variant, View};
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn with_tag(&mut self, node: NodeId, view: View<'s>, kind: &'s Enum) -> bool {
        if self.tree().kind(node) == NodeKind::Object && !self.merge_duplicates(node) {
            return false;
        }
        match self.tree().kind(node) {
            NodeKind::Object if self.has_tag(node, &kind.tagging) => {}
            NodeKind::Object => _ = self.retag(node, view, kind),
            _ if self.parse_text(node, NodeKind::Object) => return self.with_tag(node, view, kind),
            _ if self.unwrap_single(node) => return self.with_tag(node, view, kind),
            NodeKind::String if self.retag(node, view, kind) => {}
            _ => return self.unnamed(node, view, kind, &[]),
        }
        let mut rest: Vec<Entry> = self.tree().entries(node).collect();
        if !self.says_one_tag(&rest, view, kind) {
            return self.lose();
        }
        let (sound, deny) = match &kind.tagging {
            Tagging::Internal { tag } => (self.tagged(node, &mut rest, view, kind, tag), false),
            Tagging::Adjacent { tag, content } => (
                self.adjacent(node, &mut rest, view, kind, (tag, content)),
                false,
            ),
            _ => return true,
        };
        let known = self.unknown(&rest, deny, &[]);
        if self.prune && !rest.is_empty() {
            self.ignored.push((node, rest));
        }
        known && sound
    }

    /// Whether no other spelling of the tag, or of the content's key, has another value.
    fn says_one_tag(&mut self, entries: &[Entry], view: View<'s>, kind: &'s Enum) -> bool {
        let names: &[&'s str] = match &kind.tagging {
            Tagging::Internal { tag } => &[tag],
            Tagging::Adjacent { tag, content } => &[tag, content],
            _ => &[],
        };
        names.iter().all(|name| {
            let tree = self.tree();
            let exact = entries.iter().find(|(key, _)| tree.text(*key) == *name);
            let other = |(key, value): &&Entry| {
                let text = tree.text(*key);
                exact.is_some_and(|(own, said)| own != key && !tree.same(*said, *value))
                    && is_spelling(name, text)
                    && !holds_key(kind, view, text)
            };
            let Some((other, &(_, first))) = entries.iter().find(other).zip(exact) else {
                return true;
            };
            let spelled = tree.text(other.0).to_owned();
            self.inside(Step::Name(name), |a| {
                a.same(first, other.1, &[name, &spelled])
            })
        })
    }

    /// Whether the tag stands in an object, and the content where there seems to be one.
    pub(super) fn has_tag(&self, object: NodeId, tagging: &Tagging) -> bool {
        let has = |name: &str| {
            let mut keys = self
                .tree()
                .entries(object)
                .map(|(key, _)| self.tree().text(key));
            keys.any(|key| key == name || fold(key) == fold(name))
        };
        match tagging {
            Tagging::Internal { tag } => has(tag),
            Tagging::Adjacent { tag, content } => {
                has(tag) && (has(content) || self.tree().len(object) == 1)
            }
            _ => true,
        }
    }

    /// Takes the entry of the tag and finds its variant.
    fn take_tag(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        kind: &'s Enum,
        tag: &'s str,
    ) -> Result<&'s Variant, bool> {
        let Some(at) = self.entry_of(object, rest, tag)? else {
            return Err(self.no_tag(object, kind, tag));
        };
        let (_, value) = rest.remove(at);
        self.path.push(Step::Name(tag));
        let found = match self.tree().kind(value) {
            NodeKind::String => self.find_variant(value, kind),
            _ => None,
        };
        let found = found.ok_or_else(|| {
            let names = kind
                .variants
                .iter()
                .filter(|variant| !variant.untagged)
                .map(|variant| quote(&variant.name));
            self.refuse(value, Code::OneOf, one_of(names))
        });
        self.path.pop();
        found
    }

    /// Where the entry of a key stands among others, by another spelling where coercion is allowed; the same key again is
    /// taken out. `Err` where its values differ.
    fn entry_of(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        name: &'s str,
    ) -> Result<Option<usize>, bool> {
        let folded = fold(name);
        let places = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let entries = rest.iter().enumerate();
            let own = entries.filter(|(_, (key, _))| is(self.tree().text(*key)));
            own.map(|(at, _)| at).collect()
        };
        let mut all = places(&|key| key == name);
        if all.is_empty() && self.coerce {
            all = places(&|key| fold(key) == folded);
        }
        let Some((&at, again)) = all.split_first() else {
            return Ok(None);
        };
        let (key, value) = rest[at];
        let again: HashSet<Entry> = again.iter().map(|at| rest[*at]).collect();
        for &(other, repeated) in &again {
            let names = [self.tree().text(key), self.tree().text(other)].map(str::to_owned);
            let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
            names.dedup();
            if !self.inside(Step::Name(name), |a| a.same(value, repeated, &names)) {
                return Err(false);
            }
        }
        if !again.is_empty() {
            rest.retain(|entry| !again.contains(entry));
            self.leave_out(object, &again.into_iter().collect::<Vec<_>>());
        }
        if self.tree().text(key) != name {
            let detail = format!(
                "took the key {} for {}",
                quote(self.tree().text(key)),
                quote(name)
            );
            self.inside(Step::Name(name), |a| {
                a.fix(FixKind::KeySpelling, key, detail);
            });
            self.rewrite(key, NodeKind::Key, name);
        }
        Ok(Some(at))
    }

    fn no_tag(&mut self, object: NodeId, kind: &'s Enum, tag: &'s str) -> bool {
        let wanted = one_of(
            kind.variants
                .iter()
                .filter(|variant| !variant.untagged)
                .map(|v| quote(&v.name)),
        );
        let message = format!("missing key {}; expected {wanted}", quote(tag));
        let violation = self.inside(Step::Name(tag), |a| {
            Violation::new(a.here(), Code::Missing, wanted, "nothing").with_message(message)
        });
        let violation = violation.with_span(Some(self.tree().span(object)));
        self.findings.violations.push(violation);
        false
    }

    /// The variant that a tag among the entries names, whose content stands beside the tag.
    pub(super) fn tagged(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        view: View<'s>,
        kind: &'s Enum,
        tag: &'s str,
    ) -> bool {
        let variant = match self.take_tag(object, rest, kind, tag) {
            Ok(variant) => variant,
            Err(sound) => return sound,
        };
        let (given, before) = (rest.len(), self.findings.violations.len());
        let sound = match &variant.content {
            Content::Unit => return true,
            Content::Newtype(field) => {
                let inner = view.at(field.shape);
                if is_unit(inner) {
                    // serde takes no other entry there.
                    for (key, _) in rest.iter() {
                        self.remove(object, *key);
                    }
                }
                let soft = self.soften(field);
                let sound = self.beside(object, rest, inner);
                self.soft = soft;
                sound
            }
            Content::Struct(inner) => {
                self.fields(object, Some(&rest.split_off(0)), rest, inner, view)
            }
            Content::Tuple(_) => return self.mismatch(object, view, &[]),
        };
        let fields = match &variant.content {
            Content::Struct(kind) => Some((kind, view)),
            Content::Newtype(field) => view.at(field.shape).fields(),
            Content::Unit | Content::Tuple(_) => None,
        };
        let sound = match fields {
            Some((kind, view)) if !rest.is_empty() && rest.len() == given => {
                let group = Group {
                    object,
                    kind,
                    view,
                    part: &variant.name,
                };
                self.inward(group, rest, (sound, before))
            }
            _ => sound,
        };
        match &variant.content {
            Content::Struct(inner) if inner.deny_unknown => {
                let unknown = std::mem::take(rest);
                self.unknown(&unknown, true, &inner.fields) && sound
            }
            _ => sound,
        }
    }

    /// The variant that a tag among the entries names, whose content stands under a key of its own.
    pub(super) fn adjacent(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        view: View<'s>,
        kind: &'s Enum,
        (tag, content): (&'s str, &'s str),
    ) -> bool {
        let variant = match self.take_tag(object, rest, kind, tag) {
            Ok(variant) => variant,
            Err(sound) => return sound,
        };
        self.tag_first(object, tag);
        let at = match self.entry_of(object, rest, content) {
            Ok(at) => at,
            Err(sound) => return sound,
        };
        let Some(at) = at else {
            return match &variant.content {
                Content::Unit => true,
                Content::Newtype(field) if view.at(field.shape).accepts_missing() => true,
                inner => {
                    let wanted = super::words::content(view, inner);
                    let message = format!("missing key {}; expected {wanted}", quote(content));
                    let violation = self.inside(Step::Name(content), |a| {
                        Violation::new(a.here(), Code::Missing, wanted, "nothing")
                            .with_message(message)
                    });
                    let violation = violation.with_span(Some(self.tree().span(object)));
                    self.findings.violations.push(violation);
                    false
                }
            };
        };
        let (_, value) = rest.remove(at);
        self.inside(Step::Name(content), |a| {
            a.content(value, view, &variant.content)
        })
    }

    /// Puts the tag before the content: serde buffers a content that comes first, and loses 128-bit numbers in it.
    fn tag_first(&mut self, object: NodeId, tag: &str) {
        let first = self.tree().first(object);
        let mut before = NONE;
        let mut key = first;
        while key != NONE && self.tree().text(key) != tag {
            before = self.tree().next(key);
            key = self.tree().next(before);
        }
        if before == NONE || key == NONE {
            return;
        }
        let value = self.tree().next(key);
        let after = self.tree().next(value);
        self.relink(before, after);
        self.relink(value, first);
        let changed = crate::tree::Node {
            a: key,
            ..*self.tree().node(object)
        };
        self.replace(object, changed);
    }
}

/// Whether a key may belong to what stands beside a tag.
fn holds_key(kind: &Enum, view: View<'_>, key: &str) -> bool {
    let beside = matches!(kind.tagging, Tagging::Internal { .. });
    beside
        && kind.variants.iter().any(|variant| match &variant.content {
            Content::Struct(inner) => is_field(inner, view, key),
            Content::Newtype(field) => takes_key(view.at(field.shape), key),
            Content::Unit | Content::Tuple(_) => false,
        })
}

fn is_unit(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Unit => true,
        Kind::Newtype(newtype) => is_unit(view.at(newtype.field.shape)),
        _ => false,
    }
}
