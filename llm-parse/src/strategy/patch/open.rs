//! What a patch may change in a document, by what is wrong in it.
//!
//! # Design
//!
//! | violation | may change |
//! | --- | --- |
//! | at a value, or at a key that is missing | that value |
//! | an unknown key, a key of a map that breaks a rule | that entry, and further keys beside it |
//! | a list or a map that is too long | some of it may be taken away, none of the rest changed |
//! | one that is too short | more may be added, none of the rest changed |
//! | equal items in a list | these items, of which one stays |
//! | a check of an object or a list | the keys that its message names in backticks; all of it where it names none |

use std::collections::HashMap;

use crate::outline::{declares, is_entry};
use crate::patch::Pointer;
use crate::patch::difference::Open;
use crate::patch::document::Document;
use crate::path::{Path, Segment};
use crate::rules::quote;
use crate::shape::View;
use crate::violation::{Code, Violation};

/// The places that may change.
pub(super) fn open(document: &Document, violations: &[Violation], view: View<'_>) -> Open {
    let mut open = Open::default();
    for violation in violations {
        let place = document.pointer(violation.path());
        let node = document.find(&place).filter(|node| !node.is_scalar());
        let parent = place.parent();
        match (violation.code(), node) {
            (Code::UnknownKey, _) => {
                open.gaining.extend(parent);
                open.whole.push(place);
            }
            (Code::Len, Some(node)) => sized(&mut open, place, node, violation),
            (Code::Unique, Some(node)) => match alike(node, &place, violation) {
                group if group.len() > 1 => {
                    open.whole.extend_from_slice(&group);
                    open.alike.push(group);
                }
                _ => open.whole.push(place),
            },
            (Code::Check, Some(node)) => {
                let named = named(node, violation, view);
                open.whole.extend(named.iter().map(|key| place.child(key)));
                if named.is_empty() {
                    open.whole.push(place);
                }
            }
            _ => {
                if is_of_key(document.find(&place), violation, view) {
                    open.gaining.extend(parent);
                }
                open.whole.push(place);
            }
        }
    }
    open
}

/// A list or a map with too many or too few entries: its length lies outside of all the numbers that are wanted.
fn sized(open: &mut Open, place: Pointer, node: &Document, violation: &Violation) {
    let len = node.children().len();
    let wanted = numbers(violation.expected());
    let (longer, shorter) = (
        wanted.iter().all(|wanted| len > *wanted),
        wanted.iter().all(|wanted| len < *wanted),
    );
    if longer {
        open.losing.push(place.clone());
    }
    if shorter || !longer {
        open.gaining.push(place);
    }
}

/// The equal items; of several groups of them, those of the first.
fn alike(list: &Document, place: &Pointer, violation: &Violation) -> Vec<Pointer> {
    let mut groups: HashMap<Option<String>, Vec<Pointer>> = HashMap::new();
    let mut order = Vec::new();
    for (token, item) in list.children() {
        let canonical = item.canonical();
        order.push(place.child(&token));
        groups
            .entry(canonical)
            .or_default()
            .push(place.child(&token));
    }
    let told = numbers(violation.found());
    let told = told.iter().filter_map(|index| order.get(*index).cloned());
    let told: Vec<_> = told.collect();
    let group = groups.into_values().find(|group| {
        let is_told = |item| told.contains(item);
        group.len() > 1 && group.iter().any(is_told)
    });
    // The type may hold items for equal that JSON tells apart.
    group.unwrap_or(told)
}

/// The keys of an object that a check's message names.
fn named(node: &Document, violation: &Violation, view: View<'_>) -> Vec<String> {
    let message = violation.message();
    let words = message.split('`').skip(1).step_by(2);
    let is_key = |word: &&str| {
        let key = Path::from(vec![Segment::Key((*word).into())]);
        node.has_key(word) || declares(view, &violation.path().join(&key))
    };
    words.filter(is_key).map(str::to_owned).collect()
}

/// Whether it is the key of a map's entry that is wrong, not its value.
fn is_of_key(value: Option<&Document>, violation: &Violation, view: View<'_>) -> bool {
    let Some(Segment::Key(key)) = violation.path().segments().last() else {
        return false;
    };
    let key = quote(key);
    is_entry(view, violation.path())
        && violation.found().contains(&key)
        && value.is_some_and(|value| value.json() != key)
}

fn numbers(text: &str) -> Vec<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}
