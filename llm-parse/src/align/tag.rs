//! Enums that say their variant by a tag.

use super::object::Entry;
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
        let mut places = rest
            .iter()
            .enumerate()
            .filter(|(_, (key, _))| self.tree().text(*key) == tag);
        let first = places.next().map(|(at, _)| at);
        let second = places.next().map(|(at, _)| at);
        let at = match first {
            Some(at) => at,
            None => match self.tag_spelling(rest, tag) {
                Some(at) => at,
                None => return Err(self.no_tag(object, kind, tag)),
            },
        };
        if let Some(second) = second {
            let (key, value) = rest[second];
            if !self.inside(Step::Name(tag), |a| a.same(rest[at].1, value, &[tag])) {
                return Err(false);
            }
            rest.remove(second);
            self.remove(object, key);
        }
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

    fn tag_spelling(&mut self, rest: &[Entry], tag: &'s str) -> Option<usize> {
        if !self.coerce {
            return None;
        }
        let folded = fold(tag);
        let mut fitting = rest
            .iter()
            .enumerate()
            .filter(|(_, (key, _))| fold(self.tree().text(*key)) == folded);
        let (at, &(key, _)) = fitting.next().filter(|_| fitting.next().is_none())?;
        let detail = format!(
            "took the key {} for {}",
            quote(self.tree().text(key)),
            quote(tag)
        );
        self.inside(Step::Name(tag), |a| {
            a.fix(FixKind::KeySpelling, key, detail);
        });
        self.rewrite(key, NodeKind::Key, tag);
        Some(at)
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
        match &variant.content {
            Content::Unit => true,
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
                let entries = std::mem::take(rest);
                let sound = self.fields(object, Some(&entries), rest, inner, view);
                if inner.deny_unknown {
                    let unknown = std::mem::take(rest);
                    return self.unknown(&unknown, true, &inner.fields) && sound;
                }
                sound
            }
            Content::Tuple(_) => self.mismatch(object, view, &[]),
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
        let at = rest
            .iter()
            .position(|(key, _)| self.tree().text(*key) == content)
            .or_else(|| self.tag_spelling(rest, content));
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

fn is_unit(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Unit => true,
        Kind::Newtype(newtype) => is_unit(view.at(newtype.field.shape)),
        _ => false,
    }
}
