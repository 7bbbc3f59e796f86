//! The value in which a text ended, of which the beginning is to be seen.
//!
//! # Design
//!
//! The rest begins with that value. Where it does not go on from what was to be seen, it is another one: then the list
//! was begun anew, or the value was left out, and it is not decided here which.

use serde::{Deserialize, Serialize};

use super::edit::Text;
use super::ending::Ending;
use crate::path::Segment;
use crate::print::{json_string, print};
use crate::tree::{NodeId, NodeKind};

/// What is to be seen of a value that is left out of what is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Begun {
    /// Where it belongs in the container that is open.
    pub(super) step: Segment,
    /// Whether the text ended in the key itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) in_key: bool,
    /// Its beginning: as it was written, and as the type has it, where that is another text.
    pub(super) seen: Vec<String>,
}

impl Begun {
    pub(super) fn at(step: Segment, seen: impl Into<String>) -> Begun {
        Begun {
            step,
            in_key: false,
            seen: vec![seen.into()],
        }
    }

    /// An entry of whose value nothing is to be seen.
    pub(super) fn unseen(ending: &Ending) -> Option<Begun> {
        let Ending::Entry { key, is_whole } = ending else {
            return None;
        };
        Some(Begun {
            step: Segment::Key(key.as_str().into()),
            in_key: !is_whole,
            seen: Vec::new(),
        })
    }

    /// Whether an item is the one that was begun; it may be growing itself.
    pub(super) fn goes_on(&self, item: &str, is_growing: bool) -> bool {
        let Some(item) = Text::read(item) else {
            return false;
        };
        let mut seen = self
            .seen
            .iter()
            .filter_map(|seen| Text::read(seen))
            .peekable();
        seen.peek().is_none()
            || seen.any(|seen| {
                goes_on(&seen, seen.root, &item, item.root, true)
                    || is_growing && goes_on(&item, item.root, &seen, seen.root, true)
            })
    }

    /// Whether it belongs under a key.
    pub(super) fn is_entry(&self) -> bool {
        matches!(self.step, Segment::Key(_))
    }

    /// Whether it is a list as it was written.
    pub(super) fn is_list(&self) -> bool {
        self.seen.first().is_some_and(|seen| seen.starts_with('['))
    }

    /// Whether a key is the one that was begun.
    pub(super) fn may_be(&self, key: &str) -> bool {
        let Segment::Key(own) = &self.step else {
            return false;
        };
        if self.in_key {
            own.is_empty() || told(key).starts_with(&told(own))
        } else {
            told(own) == told(key)
        }
    }

    /// How much is to be seen of it.
    pub(super) fn tells(&self) -> usize {
        let seen = self.seen.first().map(String::as_str);
        told(seen.unwrap_or_default()).len()
    }

    /// What is to be seen of it, as it was written.
    pub(super) fn shown(&self) -> Option<String> {
        self.seen.first().cloned()
    }

    /// The same with its key, of which not all may be there.
    pub(super) fn shown_entry(&self) -> Option<String> {
        match (&self.step, self.shown()) {
            (Segment::Key(key), None) if key.is_empty() => None,
            (Segment::Key(key), None) => Some(json_string(key)),
            (Segment::Key(key), Some(value)) => Some(format!("{}:{value}", json_string(key))),
            (Segment::Index(_), shown) => shown,
        }
    }
}

/// Whether a value begins with another one, of which the last part may have been cut.
fn goes_on(seen: &Text<'_>, node: NodeId, new: &Text<'_>, place: NodeId, is_last: bool) -> bool {
    match (seen.tree.kind(node), new.tree.kind(place)) {
        (NodeKind::Object, NodeKind::Object) => {
            let last = seen.tree.len(node);
            let mut entries = seen.tree.entries(node).zip(1..);
            entries.all(|((key, value), number)| {
                let key = told(seen.tree.text(key));
                let mut others = new.tree.entries(place);
                match others.find(|(other, _)| told(new.tree.text(*other)) == key) {
                    Some((_, other)) => goes_on(seen, value, new, other, is_last && number == last),
                    None => seen.tree.kind(value) == NodeKind::Null,
                }
            })
        }
        (NodeKind::List, NodeKind::List) => {
            let (last, items) = (seen.tree.len(node), new.tree.len(place));
            let pairs = seen.tree.items(node).zip(new.tree.items(place));
            let mut pairs = pairs.zip(1..);
            (last == items || is_last && last < items)
                && pairs.all(|((value, other), number)| {
                    goes_on(seen, value, new, other, is_last && number == last)
                })
        }
        // A map that was written as a list of its entries.
        (NodeKind::List, NodeKind::Object) => true,
        // One that stands for a list of one.
        (_, NodeKind::List) => {
            let mut items = new.tree.items(place);
            let first = items.next();
            first.is_some_and(|first| goes_on(seen, node, new, first, is_last))
        }
        (NodeKind::List | NodeKind::Object, _) | (_, NodeKind::Object) => false,
        _ => {
            let (own, other) = (scalar(seen, node), scalar(new, place));
            own == other || is_last && other.starts_with(&own)
        }
    }
}

fn scalar(text: &Text<'_>, node: NodeId) -> String {
    match text.tree.kind(node) {
        NodeKind::String => told(text.tree.text(node)),
        _ => told(&print(&text.tree, node)),
    }
}

/// What a text says, whichever way it is spelled; what says nothing in itself is left as it is.
fn told(text: &str) -> String {
    let tells = |c: &char| c.is_alphanumeric() || *c == '-' || *c == '.';
    let told: String = text
        .chars()
        .filter(tells)
        .flat_map(char::to_lowercase)
        .collect();
    let told = told.trim_end_matches('.');
    if told.is_empty() {
        text.to_owned()
    } else {
        told.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(seen: &str) -> Begun {
        Begun::at(Segment::Index(2), seen)
    }

    #[test]
    fn a_value_goes_on_from_its_beginning() {
        for (seen, item) in [
            ("4", "40"),
            ("[3]", "[3,4]"),
            (r#""cherry c""#, r#""cherry cake""#),
            (r#"{"a":1,"b":"Gri"}"#, r#"{"b":"Grinder","a":1,"c":[]}"#),
            (r#"{"row_id":"1","x":null}"#, r#"{"rowId":1}"#),
            ("{}", r#"{"a":1}"#),
            ("7", "[7]"),
            (r#"{"a":[1,{"b":2}]}"#, r#"{"a":[1,{"b":25,"c":1},3]}"#),
        ] {
            assert!(begun(seen).goes_on(item, false), "{seen} {item}");
        }
    }

    #[test]
    fn another_value_does_not() {
        for (seen, item) in [
            ("4", "11"),
            ("[3]", "[4]"),
            ("[3]", "3"),
            (r#""cherry c""#, r#""ake""#),
            (r#"{"name":"b","n":1}"#, r#"{"name":"c","n":2}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":10,"b":2}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":1}"#),
            (r#"{"a":[1],"b":2}"#, r#"{"a":[1,2],"b":2}"#),
            (r#""!""#, r#""a""#),
        ] {
            assert!(!begun(seen).goes_on(item, false), "{seen} {item}");
        }
    }

    #[test]
    fn a_value_that_is_cut_off_again_may_be_shorter() {
        let item = r#"{"a":1,"b":"G"}"#;
        assert!(begun(r#"{"a":1,"b":"Grin"}"#).goes_on(item, true));
        assert!(!begun(r#"{"a":1,"b":"Grin"}"#).goes_on(item, false));
        assert!(!begun(r#"{"a":2,"b":"Grin"}"#).goes_on(item, true));
    }
}
