//! The six operations, on any value that is made of objects and lists.

use std::fmt;

use super::Pointer;
use crate::feedback::clamp;

/// How deep a value may be nested.
pub(crate) const DEEPEST: usize = 128;
/// How many characters of a key or a value a reason quotes.
const QUOTED: usize = 60;
/// How many keys of an object a reason lists.
const LISTED: usize = 8;
/// How many keys of an object are looked at for a reason.
pub(crate) const SEEN: usize = 1_000;

/// A value that can be changed by operations.
pub(crate) trait Node: Clone {
    fn child(&mut self, token: &str) -> Result<&mut Self, Why>;
    /// Sets a key, or puts an item into a list.
    fn put(&mut self, token: &str, value: Self) -> Result<(), Why>;
    fn take(&mut self, token: &str) -> Result<Self, Why>;
    /// Whether the values are equal, whatever the order of keys and the spelling of numbers.
    fn same(&self, other: &Self) -> bool;
    fn depth(&self) -> usize;
    /// How many bytes the value takes, about.
    fn weight(&self) -> usize;
    /// The value as text.
    fn text(&self) -> String;
}

/// What the operations of one patch may add up to.
pub(crate) struct Limits {
    /// How many bytes may still be added by copies, each of which can double the value.
    copies: usize,
}

impl Limits {
    pub(crate) fn new(copies: usize) -> Limits {
        Limits { copies }
    }
}

/// Why one step of a pointer leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// There is no such key or item; these are there.
    Absent(Vec<String>),
    /// What should hold the key or item is a scalar.
    Scalar,
    /// The reason in words.
    Other(&'static str),
}

/// Why an operation cannot be applied, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: Pointer,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Step(Why),
    Differs { wanted: String, found: String },
}

impl Fault {
    pub(crate) fn new(at: &Pointer, reason: &'static str) -> Fault {
        Fault::step(at.clone(), Why::Other(reason))
    }

    fn step(at: Pointer, why: Why) -> Fault {
        let reason = Reason::Step(why);
        Fault { at, reason }
    }

    /// Whether nothing stands at the very place.
    pub(crate) fn is_absent(&self, path: &Pointer) -> bool {
        self.at == *path && matches!(self.reason, Reason::Step(Why::Absent(_)))
    }
}

pub(crate) fn add<N: Node>(root: &mut N, path: &Pointer, value: N) -> Result<(), Fault> {
    let Some((last, parent)) = path.tokens().split_last() else {
        *root = value;
        return Ok(());
    };
    if parent.len() + 1 + value.depth() > DEEPEST {
        return Err(Fault::new(path, "would be nested too deep"));
    }
    let parent = walk(root, path, parent.len())?;
    let put = parent.put(last, value);
    put.map_err(|why| Fault::step(path.clone(), why))
}

pub(crate) fn remove<N: Node>(root: &mut N, path: &Pointer) -> Result<N, Fault> {
    let Some((last, parent)) = path.tokens().split_last() else {
        return Err(Fault::new(path, "is the whole value and cannot be removed"));
    };
    let taken = walk(root, path, parent.len())?.take(last);
    taken.map_err(|why| Fault::step(path.clone(), why))
}

pub(crate) fn replace<N: Node>(root: &mut N, path: &Pointer, value: N) -> Result<(), Fault> {
    if path.tokens().len() + value.depth() > DEEPEST {
        return Err(Fault::new(path, "would be nested too deep"));
    }
    *at(root, path)? = value;
    Ok(())
}

pub(crate) fn relocate<N: Node>(root: &mut N, from: &Pointer, path: &Pointer) -> Result<(), Fault> {
    if from == path {
        return at(root, from).map(drop);
    }
    if from.holds(path) {
        return Err(Fault::new(path, "is inside of what is to be moved"));
    }
    let value = remove(root, from)?;
    add(root, path, value)
}

pub(crate) fn copy<N: Node>(
    root: &mut N,
    from: &Pointer,
    path: &Pointer,
    limits: &mut Limits,
) -> Result<(), Fault> {
    let value = at(root, from)?;
    match limits.copies.checked_sub(value.weight()) {
        Some(rest) => limits.copies = rest,
        None => return Err(Fault::new(path, "would become too large by copies")),
    }
    let value = value.clone();
    add(root, path, value)
}

pub(crate) fn test<N: Node>(root: &mut N, path: &Pointer, wanted: &N) -> Result<(), Fault> {
    let found = at(root, path)?;
    if found.same(wanted) {
        return Ok(());
    }
    let quoted = |value: &N| clamp(&value.text(), QUOTED);
    let reason = Reason::Differs {
        wanted: quoted(wanted),
        found: quoted(found),
    };
    Err(Fault {
        at: path.clone(),
        reason,
    })
}

/// The value at a place.
pub(crate) fn at<'n, N: Node>(root: &'n mut N, path: &Pointer) -> Result<&'n mut N, Fault> {
    walk(root, path, path.tokens().len())
}

/// The value that the first tokens of a pointer lead to.
fn walk<'n, N: Node>(root: &'n mut N, path: &Pointer, tokens: usize) -> Result<&'n mut N, Fault> {
    let mut node = root;
    for (index, token) in path.tokens()[..tokens].iter().enumerate() {
        let fault = |why| Fault::step(path.head(index + 1), why);
        node = node.child(token).map_err(fault)?;
    }
    Ok(node)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.at.to_string() {
            root if root.is_empty() => "the root".to_owned(),
            place => format!("`{}`", clamp(&place, 2 * QUOTED)),
        };
        match &self.reason {
            Reason::Step(Why::Absent(there)) => {
                write!(f, "{place} is not there{}", self.instead(there))
            }
            Reason::Step(Why::Scalar) => {
                write!(
                    f,
                    "{place} is not there: what should hold it is neither object nor list"
                )
            }
            Reason::Step(Why::Other(reason)) => write!(f, "{place} {reason}"),
            Reason::Differs { wanted, found } => write!(f, "{place} is {found}, not {wanted}"),
        }
    }
}

impl Fault {
    /// What is there instead: the nearest key, or all where they are few.
    fn instead(&self, there: &[String]) -> String {
        let Some(missing) = self.at.tokens().last() else {
            return String::new();
        };
        let place = |key: &String| {
            let tokens = self.at.tokens().split_last().map(|(_, parent)| parent);
            let tokens = tokens.unwrap_or_default().iter().chain([key]);
            let place = Pointer::new(tokens.cloned()).to_string();
            format!("`{}`", clamp(&place, 2 * QUOTED))
        };
        if let Some(near) = nearest(missing, there) {
            return format!("; the nearest is {}", place(near));
        }
        let listed: Vec<_> = there.iter().take(LISTED).map(place).collect();
        match there.len() {
            0 => ": there is nothing beside it".to_owned(),
            n if n > LISTED => format!("; there are {} and others", listed.join(", ")),
            _ => format!(", only {}", listed.join(", ")),
        }
    }
}

/// The key that differs least, where it differs by no more than a slip.
pub(crate) fn nearest<'k>(wanted: &str, keys: &'k [String]) -> Option<&'k String> {
    let plain = |key: &str| -> Vec<char> {
        let letters = key.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).take(QUOTED).collect()
    };
    let wanted = plain(wanted);
    if wanted.is_empty() {
        return None;
    }
    let near = keys.iter().filter_map(|key| {
        let key_letters = plain(key);
        let distance = distance(&wanted, &key_letters);
        let slips = wanted.len().max(key_letters.len()) / 2;
        (distance <= slips).then_some((distance, key))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, key)| key)
}

/// Levenshtein's distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
