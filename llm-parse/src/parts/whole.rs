//! A whole value that was given instead of what was asked for, beside the one that is there.

use super::ask::Ask;
use super::edit::{Edit, Text, edit};
use super::reply::Answers;
use crate::path::{Path, Segment};
use crate::tree::{NodeId, NodeKind};

impl Answers {
    /// Whether all of a whole value but for what was asked for stands in another one.
    pub(super) fn is_part_of(&self, other: &Text<'_>, asks: &[Ask]) -> bool {
        Text::read(&self.text).is_some_and(|own| {
            let places = (&own, own.root, other, other.root);
            let asks = Asked {
                asks,
                may_be_absent: true,
            };
            is_held(places, &Path::default(), asks)
        })
    }

    /// Whether a whole value is the same as another one but for what was asked for.
    pub(super) fn agrees(&self, document: &str, asks: &[Ask]) -> bool {
        let masked = |text: &str| {
            let text = Text::read(text)?;
            let changes = asks
                .iter()
                .map(|ask| (ask.path.clone(), Edit::Set("null".to_owned())));
            let masked = edit(&text, changes.collect())?;
            let masked = Text::read(&masked)?;
            Some(masked.tree.canonical(masked.root))
        };
        masked(&self.text).is_some_and(|own| masked(document) == Some(own))
    }

    /// Whether a whole value has keys that another one has not, and that were not asked for.
    pub(super) fn has_more(&self, document: &str, asks: &[Ask]) -> bool {
        let (Some(own), Some(other)) = (Text::read(&self.text), Text::read(document)) else {
            return false;
        };
        let places = (&own, own.root, &other, other.root);
        more(places, &Path::default(), asks)
    }

    /// The whole value, where it is the same as another one but for what was asked for and for further keys.
    pub(super) fn extension(&self, document: &str, asks: &[Ask]) -> Option<String> {
        let (own, other) = (Text::read(&self.text)?, Text::read(document)?);
        let places = (&other, other.root, &own, own.root);
        let asks = Asked {
            asks,
            may_be_absent: false,
        };
        is_held(places, &Path::default(), asks).then(|| self.text.clone())
    }
}

type Pair<'p> = (&'p Text<'p>, NodeId, &'p Text<'p>, NodeId);

/// Whether the first value has keys that the second one has not, and that were not asked for.
fn more((own, node, other, place): Pair<'_>, at: &Path, asks: &[Ask]) -> bool {
    if asks.iter().any(|ask| ask.path == *at) {
        return false;
    }
    match (own.tree.kind(node), other.tree.kind(place)) {
        (NodeKind::Object, NodeKind::Object) => own.tree.entries(node).any(|(key, value)| {
            let at = below(at, Segment::Key(own.tree.text(key).into()));
            match other.tree.entry(place, own.tree.text(key)) {
                Some(place) => more((own, value, other, place), &at, asks),
                None => !asks.iter().any(|ask| ask.path == at),
            }
        }),
        (NodeKind::List, NodeKind::List) => {
            let mut pairs = own
                .tree
                .items(node)
                .zip(other.tree.items(place))
                .enumerate();
            pairs.any(|(index, (node, place))| {
                more(
                    (own, node, other, place),
                    &below(at, Segment::Index(index)),
                    asks,
                )
            })
        }
        _ => false,
    }
}

/// What was asked for, and whether it may be absent from where a value is looked for.
#[derive(Clone, Copy)]
struct Asked<'a> {
    asks: &'a [Ask],
    may_be_absent: bool,
}

impl Asked<'_> {
    fn has(self, path: &Path) -> bool {
        self.asks.iter().any(|ask| ask.path == *path)
    }
}

/// Whether all of the first value stands in the second one, but for what was asked for.
fn is_held((own, node, other, place): Pair<'_>, at: &Path, asked: Asked<'_>) -> bool {
    if asked.has(at) {
        return true;
    }
    match (own.tree.kind(node), other.tree.kind(place)) {
        (NodeKind::Object, NodeKind::Object) => own.tree.entries(node).all(|(key, value)| {
            let at = below(at, Segment::Key(own.tree.text(key).into()));
            match other.tree.entry(place, own.tree.text(key)) {
                Some(place) => is_held((own, value, other, place), &at, asked),
                None => asked.may_be_absent && asked.has(&at),
            }
        }),
        (NodeKind::List, NodeKind::List) => {
            let mut pairs = own
                .tree
                .items(node)
                .zip(other.tree.items(place))
                .enumerate();
            own.tree.len(node) == other.tree.len(place)
                && pairs.all(|(index, (node, place))| {
                    is_held(
                        (own, node, other, place),
                        &below(at, Segment::Index(index)),
                        asked,
                    )
                })
        }
        _ => own.tree.canonical(node) == other.tree.canonical(place),
    }
}

pub(super) fn below(path: &Path, step: Segment) -> Path {
    path.join(&Path::from(vec![step]))
}
