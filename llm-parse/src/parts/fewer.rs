//! A whole value with fewer items than the answer had that was cut off before it.

use std::collections::HashSet;

use super::edit::Text;
use super::growth::{Growth, head};
use crate::attempt::Attempt;
use crate::facts::Facts;
use crate::outline::is_entry;
use crate::path::{Path, Segment};
use crate::read::Reader;
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// What a value, as JSON text, lacks of what was complete in an answer that was cut off: the outermost list or map that was
/// growing there and is shorter here. A shorter answer is asked for, but in shorter texts, not in fewer items.
pub(crate) fn fewer(
    cut_off: &Attempt,
    value: &str,
    whole: &Facts,
    reader: &Reader,
) -> Option<Violation> {
    let (document, cut) = (cut_off.document.as_deref()?, cut_off.cut.as_ref()?);
    let growth = Growth::of(document, cut, None, whole.wanted(), reader)?;
    let (before, now) = (Text::read(&growth.document)?, Text::read(value)?);
    let mut places = (0..=growth.open.segments().len()).map(|at| head(&growth.open, at));
    places.find_map(|place| {
        let (had, what) = distinct(&before, before.locate(&place)?, &place, whole)?;
        let has = now.locate(&place).map_or(0, |node| len(&now, node));
        let message = format!(
            "the cut-off answer had {had} {what} here, this one has {has}: give all of them, or the same again if it is right"
        );
        let violation = || Violation::new(place, Code::Len, format!("{had} {what} or more"), has.to_string());
        (has < had).then(|| violation().with_message(message))
    })
}

/// How many different items a list has, or how many entries a map; a model that is caught in a loop is told not to repeat.
fn distinct(
    text: &Text<'_>,
    node: NodeId,
    at: &Path,
    whole: &Facts,
) -> Option<(usize, &'static str)> {
    let tree = &text.tree;
    match tree.kind(node) {
        NodeKind::List => {
            let items: HashSet<_> = tree.items(node).map(|item| tree.canonical(item)).collect();
            Some((items.len(), "items"))
        }
        NodeKind::Object => {
            let (key, _) = tree.entries(node).next()?;
            let entry = at.join(&Path::from(vec![Segment::Key(tree.name(key))]));
            is_entry(whole.view(), &entry).then(|| (tree.len(node), "entries"))
        }
        _ => None,
    }
}

fn len(text: &Text<'_>, node: NodeId) -> usize {
    match text.tree.kind(node) {
        NodeKind::List | NodeKind::Object => text.tree.len(node),
        _ => 0,
    }
}

/// Whether two JSON texts say the same.
pub(crate) fn say_the_same(one: &str, other: &str) -> bool {
    let canonical = |text: &str| Text::read(text).map(|text| text.tree.canonical(text.root));
    canonical(one).is_some_and(|one| canonical(other) == Some(one))
}
