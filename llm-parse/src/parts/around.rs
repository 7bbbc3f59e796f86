//! An answer that is not the values that were asked for but the list or the object round them.

use super::ask::Ask;
use super::edit::{Edit, Text, edit};
use super::growth::{head, is_hidden};
use super::reply::{Answers, Wanted, is_under};
use super::whole::below;
use crate::fix::FixKind;
use crate::patch::difference::Open;
use crate::patch::document::Document;
use crate::path::{Path, Segment};
use crate::print::print;
use crate::read::Reader;
use crate::root;
use crate::runtime::RuntimeShape;
use crate::tree::NodeKind;

/// What such an answer comes to.
pub(super) enum Around {
    /// It is the same as what was there but for what was asked for.
    Same(Answers),
    /// It changes this too.
    Other(Path),
}

impl Around {
    /// Looks for the innermost place round all values that the reply may stand for, where it changes nothing else.
    pub(super) fn of(
        reply: &str,
        wanted: Wanted<'_>,
        base: &str,
        reader: &Reader,
    ) -> Option<Around> {
        let any = RuntimeShape::any();
        let read = reader
            .parse_text(root::Wanted::Document(&any), reply)
            .ok()?;
        let is_taken_out = |kind| kind == FixKind::Extracted;
        if !read.fixes.iter().all(|fix| is_taken_out(fix.kind())) {
            return None;
        }
        let (given, base_text) = (Text::read(&read.value)?, Text::read(base)?);
        let first = &wanted.asks.first()?.path;
        let is_round = |place: &Path| {
            let inside = |ask: &Ask| is_under(&ask.path, place) && ask.path != *place;
            wanted.asks.iter().all(inside)
        };
        let mut other = None;
        for steps in (0..first.segments().len()).rev() {
            let place = head(first, steps);
            let Some(change) =
                change(&given, &base_text, &place, wanted.asks).filter(|_| is_round(&place))
            else {
                continue;
            };
            let Some(answers) = whole(&base_text, (place, change), wanted, reader) else {
                continue;
            };
            if answers.agrees(base, wanted.asks) {
                return Some(Around::Same(answers));
            }
            other = other.or_else(|| difference(base, answers.text(), wanted.asks));
        }
        other.map(Around::Other)
    }
}

/// What becomes of a place where the reply stands for it; `None` where it cannot.
fn change(given: &Text<'_>, base: &Text<'_>, place: &Path, asks: &[Ask]) -> Option<Edit> {
    let there = base.locate(place)?;
    match (given.tree.kind(given.root), base.tree.kind(there)) {
        (NodeKind::List, NodeKind::List) => Some(Edit::Set(print(&given.tree, given.root))),
        (NodeKind::Object, NodeKind::Object) => {
            let entries = given.tree.entries(given.root);
            let entries: Vec<_> = entries
                .map(|(key, value)| (given.tree.text(key).to_owned(), print(&given.tree, value)))
                .collect();
            let is_beside = |key: &str| {
                let path = below(place, Segment::Key(key.into()));
                let asked = asks.iter().any(|ask| ask.path == path || ask.key == key);
                !asked && base.locate(&path).is_some()
            };
            let any = entries.iter().any(|(key, _)| is_beside(key));
            any.then_some(Edit::Extend(entries))
        }
        _ => None,
    }
}

/// The whole value with the reply in its place.
fn whole(
    base: &Text<'_>,
    change: (Path, Edit),
    wanted: Wanted<'_>,
    reader: &Reader,
) -> Option<Answers> {
    let text = if change.0.is_root()
        && let (_, Edit::Set(text)) = &change
    {
        text.clone()
    } else {
        edit(base, vec![change])?
    };
    let text = match reader.parse_text(wanted.whole.wanted(), &text) {
        Ok(read) => read.value,
        Err(error) if error.violations.iter().any(is_hidden) => return None,
        Err(error) => error.partial?,
    };
    Some(Answers::in_whole(text, wanted.asks))
}

/// The first place that differs and was not asked for.
fn difference(base: &str, text: &str, asks: &[Ask]) -> Option<Path> {
    let (old, new) = (Document::read_any(base)?, Document::read_any(text)?);
    let open = Open {
        whole: asks.iter().map(|ask| old.pointer(&ask.path)).collect(),
        ..Open::default()
    };
    Some(old.path(&open.breach(&old, &new)?))
}
