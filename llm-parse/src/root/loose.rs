//! Items without brackets beside the objects that a list is made of: `"start"`, `- stop`, `4`.
//!
//! # Design
//!
//! A line, or what stands between commas in it, is an item where all of the line is items. A line that is one only in
//! part, or a word on its own between two values that is no item, makes the list doubtful; other lines are prose.

use std::ops::Range;

use super::Search;
use super::bare::push_text;
use super::forms::{is_scalar, names_variant, takes_nothing};
use super::gaps::{gaps, is_fence, led, lines, segments, unmarked};
use crate::candidate::{Found, Place, RawFix};
use crate::fix::FixKind;
use crate::shape::{Content, Kind, Tagging, View};
use crate::strict;
use crate::tree::{NodeId, NodeKind};

/// What stands beside the values of a list.
#[derive(Default)]
pub(super) struct Loose {
    pub(super) items: Vec<NodeId>,
    /// Lines that may be items.
    pub(super) doubts: Vec<Range<usize>>,
    pub(super) fixes: Vec<RawFix>,
}

impl Search<'_, '_> {
    /// What stands beside some candidates, which are given as in the text.
    pub(super) fn loose(&self, found: &mut Found<'_>, parts: &[usize], item: View<'_>) -> Loose {
        let mut reader = Lines {
            search: self,
            item,
            scalar: takes_scalar(item),
            alone: parts.len() == 1,
            loose: Loose::default(),
        };
        let root = found.candidates[parts[0]].root;
        // An object that is no item may hold the list.
        let bare = reader.scalar || takes_nothing(item);
        if reader.alone && !(bare && reader.fits(found, root)) {
            return reader.loose;
        }
        let fenced = matches!(
            found.candidates[parts[0]].place,
            Place::JsonFence | Place::Fence | Place::OtherFence
        );
        let gaps = gaps(found, parts);
        let before = gaps.first().map_or(0, |gap| gap.span.start);
        let before = found.tree.source[found.answer.start.min(before)..before].lines();
        let mut open = before.filter(|line| is_fence(line.trim())).count() % 2 == 1;
        for gap in gaps {
            for (line, touched) in lines(found.tree.source, &gap) {
                if is_fence(found.tree.source[line.clone()].trim()) {
                    open = !open;
                } else {
                    reader.line(found, line, touched, gap.inner, open == fenced);
                }
            }
        }
        reader.loose
    }
}

struct Lines<'a, 'r, 's, 'v> {
    search: &'a Search<'r, 's>,
    item: View<'v>,
    /// Whether an item may be a word or a number.
    scalar: bool,
    /// Whether there is only one object.
    alone: bool,
    loose: Loose,
}

impl Lines<'_, '_, '_, '_> {
    fn line(
        &mut self,
        found: &mut Found<'_>,
        line: Range<usize>,
        touched: (bool, bool),
        inner: bool,
        at_home: bool,
    ) {
        let source = found.tree.source;
        let Some(start) = unmarked(source, &line, touched.0) else {
            return;
        };
        let said = led(source, start..line.end, touched.1)..line.end;
        let segments = segments(source, said.clone(), touched);
        let (mut items, mut other) = (Vec::new(), !at_home);
        let fixes = self.loose.fixes.len();
        for segment in &segments {
            match self.item(found, segment.span.clone(), inner) {
                Some(item) => {
                    other |= segment.touched;
                    items.push(item);
                }
                None => other = true,
            }
        }
        // A sentence may name what is no item of the list: `I used stop, as you asked`.
        let beside = touched == (false, false)
            && !inner
            && items.len() < segments.len()
            && source[said.clone()].contains(char::is_alphabetic);
        let is_word = |text: &str| {
            text.chars()
                .all(|c| c.is_alphanumeric() || "_-".contains(c))
        };
        if !other {
            self.loose.items.append(&mut items);
            return;
        }
        self.loose.fixes.truncate(fixes);
        let alone = segments
            .first()
            .filter(|_| segments.len() == 1 && self.scalar);
        let may_be = alone.is_some_and(|segment| {
            let word = inner && at_home && is_word(&source[segment.span.clone()]);
            word || self.names_item(&source[segment.span.clone()], inner)
        });
        if (!items.is_empty() && !beside) || may_be {
            self.loose.doubts.push(said);
        }
    }

    /// A part of a line as an item.
    fn item(&mut self, found: &mut Found<'_>, span: Range<usize>, inner: bool) -> Option<NodeId> {
        let text = &found.tree.source[span.clone()];
        if let Some(root) = json(found, span.clone()) {
            let number = found.tree.kind(root) == NodeKind::Number;
            let surely = !number && (inner || (self.scalar && !self.alone));
            let taken = surely || ((self.scalar || !number) && self.fits(found, root));
            return taken.then_some(root);
        }
        let plain = |c: char| c.is_alphanumeric() || "_- ".contains(c);
        let word = text.trim_matches(['`', '\'']);
        if !self.scalar || !word.chars().all(plain) || !names_variant(self.item, word) {
            return None;
        }
        let start = span.start + (word.as_ptr() as usize - text.as_ptr() as usize);
        let root = push_text(found, start, start + word.len());
        if !self.fits(found, root) {
            return None;
        }
        let detail = "read a part of the text as an item";
        let read = RawFix::new(FixKind::Extracted, start..start + word.len(), root, detail);
        self.loose.fixes.push(read);
        Some(root)
    }

    /// Whether a line says an item with more round it: `**stop**`, `Step 1: "stop"`, `"stop" // end`, `"sto`.
    fn names_item(&self, line: &str, inner: bool) -> bool {
        if line.starts_with('"') && line.matches('"').count() == 1 {
            return true;
        }
        let label = |label: &str| inner || label.ends_with(|c: char| c.is_ascii_digit());
        let labelled = line.split_once(": ").filter(|(name, _)| label(name));
        let said = labelled.map_or(line, |(_, said)| said);
        let ends = [" //", " #", " ("]
            .iter()
            .filter_map(|sign| said.find(sign));
        let said = &said[..ends.min().unwrap_or(said.len())];
        let sign = |c: char| !c.is_alphanumeric();
        let is_heading = line.trim_end_matches(['*', '_']).ends_with(':');
        let marked = said.split_once(") ").filter(|(mark, _)| mark.len() == 1);
        let said = marked.map_or(said, |(_, said)| said);
        !is_heading && names_variant(self.item, said.trim_matches(sign))
    }

    fn fits(&self, found: &mut Found<'_>, root: NodeId) -> bool {
        self.search.fits(found, root, self.item)
    }
}

/// Whether an item of this shape may be written as a word, a number or a string.
pub(super) fn takes_scalar(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Any | Kind::Opaque(_) => true,
        Kind::Option(inner) => takes_scalar(view.at(*inner)),
        Kind::Newtype(newtype) => takes_scalar(view.at(newtype.field.shape)),
        Kind::Enum(kind) => kind.variants.iter().any(|variant| match &variant.content {
            Content::Unit => true,
            Content::Newtype(field) => {
                let bare = variant.untagged || matches!(kind.tagging, Tagging::Untagged);
                bare && takes_scalar(view.at(field.shape))
            }
            _ => false,
        }),
        _ => is_scalar(view),
    }
}

/// A string, number or word of JSON that takes all of a range.
fn json(found: &mut Found<'_>, span: Range<usize>) -> Option<NodeId> {
    let first = *found.tree.source.as_bytes().get(span.start)?;
    if !matches!(first, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
        return None;
    }
    let (root, end) = strict::parse_prefix(&mut found.tree, span.clone(), found.max_depth).ok()?;
    if end != span.end {
        found.tree.nodes.truncate(root as usize);
        return None;
    }
    Some(root)
}
