//! Where the rest of a list begins: whether it repeats what is there already.
//!
//! # Design
//!
//! A model that is told to go on may begin with the last items, or with the first one, or give the whole list in other
//! words. What it repeats is dropped only where nothing else can be meant: the item in which the text ended tells the
//! rest from a repetition, and so do items that are long and distinct. Where too little is to be seen of that item, and
//! the rest has something in common with what is there, it is not decided here which it is.

use std::collections::{HashMap, HashSet};

use super::begun::Begun;
use super::edit::Text;
use crate::print::print;
use crate::tree::{NodeId, NodeKind};

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

/// A list that was cut off, and what is said to be its rest.
#[derive(Clone, Copy)]
pub(super) struct Seam<'a> {
    pub(super) there: &'a [Item],
    /// The item in which the text ended, where anything of it is to be seen.
    pub(super) begun: Option<&'a Begun>,
    pub(super) rest: &'a [Item],
    /// The item behind them that is growing itself.
    pub(super) growing: Option<&'a Item>,
    /// Whether the rest stands in a whole value, or beside what was not asked for.
    pub(super) says_more: bool,
}

/// Why it cannot be told where the rest begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The list may have been begun anew.
    Anew,
    /// Its first item is not the one in which the text ended.
    Other,
}

impl Seam<'_> {
    /// How many items at the beginning of the rest repeat the list.
    pub(super) fn repeated(&self) -> Result<usize, Doubt> {
        let is_anchored = self.is_anchored();
        let all = self.there.len();
        let may_be = |count: &usize| {
            let is_plain = !self.says_more || *count == all || is_anchored;
            is_plain && self.goes_on_after(*count)
        };
        let mut counts = overlaps(self.there, self.rest).into_iter().filter(may_be);
        let begins_anew = matches!(
            (self.there.first(), self.rest.first()),
            (Some(first), Some(next)) if first.canonical == next.canonical
        );
        let (most, another) = (counts.next(), counts.next());
        match most {
            None if begins_anew || self.begun.is_none() => Err(Doubt::Anew),
            None => Err(Doubt::Other),
            Some(0) if is_anchored => Ok(0),
            Some(0) if begins_anew || self.looks_anew() => Err(Doubt::Anew),
            Some(count) if another.is_none() || self.is_telling(count) => Ok(count),
            Some(_) => Err(Doubt::Anew),
        }
    }

    /// Whether what follows so many items of the rest is the item in which the text ended.
    fn goes_on_after(&self, count: usize) -> bool {
        let growing = || self.growing.map(|item| (item, true));
        let next = self
            .rest
            .get(count)
            .map(|item| (item, false))
            .or_else(growing);
        match (self.begun, next) {
            (Some(begun), Some((item, is_growing))) => begun.goes_on(&item.text, is_growing),
            _ => true,
        }
    }

    /// Whether enough is to be seen of the item in which the text ended to know it from all others.
    fn is_anchored(&self) -> bool {
        const TELLING: usize = 8;
        self.begun.is_some_and(|begun| {
            let mut there = self.there.iter();
            begun.tells() >= TELLING && !there.any(|item| begun.goes_on(&item.text, false))
        })
    }

    /// Whether equal items can only be a repetition: all are distinct, and together they say a good deal.
    fn is_telling(&self, count: usize) -> bool {
        const TELLING: usize = 60;
        let repeated = &self.there[self.there.len() - count..];
        let as_written = repeated
            .iter()
            .zip(self.rest)
            .all(|(a, b)| a.text == b.text);
        let size: usize = repeated.iter().map(|item| item.text.len()).sum();
        as_written && self.is_distinct() && size >= TELLING
    }

    fn is_distinct(&self) -> bool {
        let distinct: HashSet<&str> = canonicals(self.there).collect();
        distinct.len() == self.there.len()
    }

    /// Whether the rest has something in common with the list that it would have if the list was begun anew.
    fn looks_anew(&self) -> bool {
        let from = usize::from(self.begun.is_some()).min(self.rest.len());
        let new = &self.rest[from..];
        if self.is_distinct() {
            let there: HashSet<&str> = canonicals(self.there).collect();
            canonicals(new).any(|item| there.contains(item)) || self.shares_values(from)
        } else {
            let pair = |pair: &[Item]| (pair[0].canonical.clone(), pair[1].canonical.clone());
            let there: HashSet<_> = self.there.windows(2).map(pair).collect();
            new.windows(2).any(|items| there.contains(&pair(items)))
        }
    }

    /// Whether an object of the rest has a value that tells the one at the same place of the list from the others.
    fn shares_values(&self, from: usize) -> bool {
        let mut values: HashMap<String, HashSet<String>> = HashMap::new();
        let mut repeated = HashSet::new();
        let there: Vec<_> = self.there.iter().map(scalars).collect();
        for (key, value) in there.iter().flatten() {
            if !values.entry(key.clone()).or_default().insert(value.clone()) {
                repeated.insert(key.clone());
            }
        }
        let mut pairs = there.iter().zip(self.rest).skip(from);
        pairs.any(|(there, item)| {
            let shared = |entry: &(String, String)| there.contains(entry);
            let mut entries = scalars(item).into_iter();
            entries.any(|entry| shared(&entry) && !repeated.contains(&entry.0))
        })
    }
}

fn canonicals(items: &[Item]) -> impl Iterator<Item = &str> {
    items.iter().map(|item| item.canonical.as_str())
}

/// The texts and numbers of an object.
fn scalars(item: &Item) -> Vec<(String, String)> {
    let Some(text) = Text::read(&item.text) else {
        return Vec::new();
    };
    if text.tree.kind(text.root) != NodeKind::Object {
        return Vec::new();
    }
    let tells = |node: &NodeId| {
        let kind = text.tree.kind(*node);
        matches!(kind, NodeKind::String | NodeKind::Number | NodeKind::Exact)
    };
    let entries = text.tree.entries(text.root);
    let entries = entries.filter(|(_, value)| tells(value));
    entries
        .map(|(key, value)| (text.tree.text(key).to_owned(), text.tree.canonical(value)))
        .collect()
}

/// How many items of the rest may be the last ones of the list, the most first; none is always possible.
///
/// The borders of the two, by the prefix function of Knuth, Morris and Pratt.
fn overlaps(there: &[Item], rest: &[Item]) -> Vec<usize> {
    let mut border = vec![0; rest.len()];
    let longer = |border: &[usize], mut matched: usize, item: &Item| {
        while matched == rest.len() || matched > 0 && rest[matched].canonical != item.canonical {
            if matched == 0 {
                return 0;
            }
            matched = border[matched - 1];
        }
        matched + usize::from(rest[matched].canonical == item.canonical)
    };
    for at in 1..rest.len() {
        border[at] = longer(&border, border[at - 1], &rest[at]);
    }
    let mut matched = there
        .iter()
        .fold(0, |matched, item| longer(&border, matched, item));
    let mut counts = Vec::new();
    while matched > 0 {
        counts.push(matched);
        matched = border[matched - 1];
    }
    counts.push(0);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Segment;

    /// With the beginning of the next item, if there is one.
    fn of_begun(list: &str, begun: Option<&str>, rest: &str) -> Result<usize, Doubt> {
        let (list, rest) = (Text::read(list).unwrap(), Text::read(rest).unwrap());
        let begun = begun.map(|seen| Begun::at(Segment::Index(0), seen));
        let seam = Seam {
            there: &items(&list, list.root),
            begun: begun.as_ref(),
            rest: &items(&rest, rest.root),
            growing: None,
            says_more: false,
        };
        seam.repeated()
    }

    fn of(list: &str, rest: &str) -> Result<usize, Doubt> {
        of_begun(list, None, rest)
    }

    #[test]
    fn what_goes_on_repeats_nothing() {
        assert_eq!(of("[1,2,3]", "[4,5]"), Ok(0));
        assert_eq!(of("[]", "[4,5]"), Ok(0));
        assert_eq!(of("[1]", "[]"), Ok(0));
        assert_eq!(of("[1,1,2]", "[3,1,3]"), Ok(0));
        assert_eq!(of_begun("[1,2,3]", Some("4"), "[40,5]"), Ok(0));
    }

    #[test]
    fn items_that_tell_are_dropped() {
        let item = |name: &str| format!(r#"{{"name":"{name}","text":"{}"}}"#, "x".repeat(60));
        let (a, b, c) = (item("a"), item("b"), item("c"));
        let (list, anew) = (format!("[{a},{b}]"), format!("[{a},{b},{c}]"));
        assert_eq!(of(&list, &anew), Ok(2));
        assert_eq!(of(&list, &format!("[{b},{c}]")), Ok(1));
        let numbers: Vec<_> = (100..130).map(|n| n.to_string()).collect();
        let (list, more) = (numbers[..20].join(","), numbers.join(","));
        assert_eq!(of(&format!("[{list}]"), &format!("[{more}]")), Ok(20));
    }

    #[test]
    fn what_was_begun_tells_a_repetition_from_the_rest() {
        assert_eq!(of_begun("[10,20,30]", Some("4"), "[30,40,50]"), Ok(1));
        assert_eq!(of_begun("[10,20,30]", Some("4"), "[10,20,30,40]"), Ok(3));
        assert_eq!(of_begun("[0,0,0]", Some("1"), "[0,0,1,2]"), Ok(2));
        assert_eq!(of_begun("[1,12]", Some("1"), "[12,13]"), Err(Doubt::Anew));
        assert_eq!(
            of_begun("[10,20]", Some("1"), "[10,20,12]"),
            Err(Doubt::Anew)
        );
        assert_eq!(of_begun("[10,20]", Some("3"), "[20,40]"), Err(Doubt::Other));
    }

    #[test]
    fn what_may_be_meant_twice_is_not_dropped() {
        for (list, rest) in [
            ("[1,2]", "[2,3]"),
            ("[1,2,3]", "[1,2,3,4]"),
            ("[0,0,0]", "[0,0,0,1]"),
            (r#"["first-day"]"#, r#"["first-day"]"#),
        ] {
            assert_eq!(of(list, rest), Err(Doubt::Anew), "{list} {rest}");
        }
        let a = format!(r#"{{"name":"{}"}}"#, "a".repeat(60));
        let list = format!("[{a},{a}]");
        assert_eq!(of(&list, &format!("[{a}]")), Err(Doubt::Anew));
    }

    #[test]
    fn a_list_that_has_much_in_common_is_no_rest() {
        for (list, begun, rest) in [
            ("[1,2,3]", None, "[1,5,6]"),
            ("[1,2,3]", None, "[4,2,3]"),
            ("[10,20,30]", Some("1"), "[11,20,30,40]"),
            ("[1,1,2]", None, "[4,1,2]"),
            (
                r#"[{"n":1,"t":"a"},{"n":2,"t":"a"}]"#,
                None,
                r#"[{"n":1,"t":"b"}]"#,
            ),
        ] {
            assert_eq!(
                of_begun(list, begun, rest),
                Err(Doubt::Anew),
                "{list} {rest}"
            );
        }
        let same = r#"[{"n":3,"t":"a"}]"#;
        assert_eq!(of(r#"[{"n":1,"t":"a"},{"n":2,"t":"a"}]"#, same), Ok(0));
    }

    #[test]
    fn what_tells_the_begun_item_from_all_others_needs_no_more() {
        let begun = r#"{"name":"cherry cake","n":1}"#;
        let list = r#"[{"name":"apple pie","n":3},{"name":"banana","n":4}]"#;
        let rest = r#"[{"name":"cherry cake","n":12},{"name":"banana","n":4}]"#;
        assert_eq!(of_begun(list, Some(begun), rest), Ok(0));
    }
}
