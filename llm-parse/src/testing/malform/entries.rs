//! The entries of objects.

use super::names::Names;
use super::tokens::{Kind, Token, places, value_end};

/// An entry of an object: the places of the object, of its key, and of its end.
pub(super) struct Entry {
    pub(super) object: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The entries of each object.
pub(super) fn objects(tokens: &[Token]) -> Vec<Vec<Entry>> {
    let objects = places(tokens, |token| token.text == "{").into_iter();
    objects.map(|object| entries(tokens, object)).collect()
}

fn entries(tokens: &[Token], object: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut start = object + 1;
    while tokens[start].kind == Kind::Key {
        let end = value_end(tokens, start + 2);
        entries.push(Entry { object, start, end });
        start = end + usize::from(tokens[end].kind == Kind::Comma);
    }
    entries
}

/// The entries of the objects whose keys are all declared: other keys are data.
pub(super) fn declared(tokens: &[Token], names: &Names) -> Vec<Entry> {
    let mut objects = objects(tokens);
    let is_declared = |entry: &Entry| names.declares(&tokens[entry.start].string());
    objects.retain(|entries| entries.iter().all(is_declared));
    objects.into_iter().flatten().collect()
}
