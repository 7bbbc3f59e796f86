//! Whether the rest of a list begins with what is there already.
//!
//! # Design
//!
//! A model that is told to go on may begin with the items that it was shown, or with the first one. What it repeats is
//! dropped only where nothing else can be meant; where a list may hold the same item twice, it is not decided here.

use std::collections::HashSet;

use super::edit::Text;
use crate::print::print;
use crate::tree::NodeId;

/// An item: a text that is the same for equal values, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    canonical: String,
    pub(super) text: String,
}

/// The items of a list.
pub(super) fn items(text: &Text<'_>, list: NodeId) -> Vec<Item> {
    let item = |node| Item {
        canonical: text.tree.canonical(node),
        text: print(&text.tree, node),
    };
    text.tree.items(list).map(item).collect()
}

/// How many items at the beginning of the rest repeat the list; `None` where that cannot be told.
pub(super) fn repeated(list: &[Item], rest: &[Item]) -> Option<usize> {
    let alike = |a: &[Item], b: &[Item]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.canonical == b.canonical)
    };
    let (Some(first), Some(next)) = (list.first(), rest.first()) else {
        return Some(0);
    };
    let from_start = list.len() <= rest.len() && alike(list, &rest[..list.len()]);
    let most = list.len().min(rest.len());
    let overlap = || {
        (1..=most)
            .rev()
            .find(|k| alike(&list[list.len() - k..], &rest[..*k]))
    };
    let count = if from_start {
        Some(list.len())
    } else {
        overlap()
    };
    match count {
        Some(count) => is_certain(list, &list[list.len() - count..], rest).then_some(count),
        // The list was begun anew, and is another one.
        None if first.canonical == next.canonical => None,
        None => Some(0),
    }
}

/// Whether equal items can only be a repetition: all are distinct, and together they say a good deal.
fn is_certain(list: &[Item], repeated: &[Item], rest: &[Item]) -> bool {
    const TELLING: usize = 60;
    let as_written = repeated.iter().zip(rest).all(|(a, b)| a.text == b.text);
    let distinct: HashSet<&str> = list.iter().map(|item| item.canonical.as_str()).collect();
    let size: usize = repeated.iter().map(|item| item.text.len()).sum();
    as_written && distinct.len() == list.len() && size >= TELLING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &str, rest: &str) -> Option<usize> {
        let (list, rest) = (Text::read(list).unwrap(), Text::read(rest).unwrap());
        repeated(&items(&list, list.root), &items(&rest, rest.root))
    }

    #[test]
    fn what_goes_on_repeats_nothing() {
        assert_eq!(of("[1,2,3]", "[4,5]"), Some(0));
        assert_eq!(of("[]", "[4,5]"), Some(0));
        assert_eq!(of("[1]", "[]"), Some(0));
    }

    #[test]
    fn items_that_tell_are_dropped() {
        let item = |name: &str| format!(r#"{{"name":"{name}","text":"{}"}}"#, "x".repeat(60));
        let (a, b, c) = (item("a"), item("b"), item("c"));
        assert_eq!(
            of(&format!("[{a},{b}]"), &format!("[{a},{b},{c}]")),
            Some(2)
        );
        assert_eq!(of(&format!("[{a},{b}]"), &format!("[{b},{c}]")), Some(1));
        let numbers: Vec<_> = (100..130).map(|n| n.to_string()).collect();
        let (list, more) = (numbers[..20].join(","), numbers.join(","));
        assert_eq!(of(&format!("[{list}]"), &format!("[{more}]")), Some(20));
    }

    #[test]
    fn what_may_be_meant_twice_is_not_dropped() {
        assert_eq!(of("[1,2]", "[2,3]"), None);
        assert_eq!(of("[1,2,3]", "[1,2,3,4]"), None);
        assert_eq!(of("[0,0,0]", "[0,0,0,1]"), None);
        assert_eq!(of(r#"["first-day"]"#, r#"["first-day"]"#), None);
        let a = format!(r#"{{"name":"{}"}}"#, "a".repeat(60));
        assert_eq!(of(&format!("[{a},{a}]"), &format!("[{a}]")), None);
    }

    #[test]
    fn another_list_is_no_rest() {
        assert_eq!(of("[1,2,3]", "[1,5,6]"), None);
    }
}
