//! All that `Serialize` tells of a value, and where two of them differ.

use crate::feedback::clamp;
use crate::outline::is_ordered;
use crate::path::{Path, Segment};
use crate::shape::View;

/// What `Serialize` tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    None,
    Some(Box<Seen>),
    Unit,
    Bool(bool),
    Int(i128),
    Big(u128),
    /// The bits of a float.
    Float(u64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Seen>),
    /// In the order of the keys.
    Entries(Vec<(Seen, Seen)>),
    /// A variant that is named.
    Variant(&'static str, Box<Seen>),
}

impl Seen {
    /// Entries in the order of their keys: a hash map has none of its own.
    pub(super) fn entries(mut entries: Vec<(Seen, Seen)>) -> Seen {
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        Seen::Entries(entries)
    }

    /// The key that JSON has for it.
    pub(super) fn key(&self) -> String {
        match self {
            Seen::Text(text) => text.clone(),
            Seen::Some(inner) => inner.key(),
            Seen::Variant(name, _) => (*name).to_owned(),
            other => other.told(),
        }
    }

    /// The value in words.
    fn told(&self) -> String {
        const LONGEST: usize = 60;
        match self {
            Seen::None => "none".to_owned(),
            Seen::Some(inner) if matches!(**inner, Seen::None | Seen::Unit) => {
                format!("some value that holds {}", inner.told())
            }
            Seen::Some(inner) => inner.told(),
            Seen::Unit => "nothing".to_owned(),
            Seen::Bool(value) => value.to_string(),
            Seen::Int(value) => value.to_string(),
            Seen::Big(value) => value.to_string(),
            Seen::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
            Seen::Text(text) => format!("{:?}", clamp(text, LONGEST)),
            Seen::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Seen::List(items) => format!("a list of {}", items.len()),
            Seen::Entries(entries) => format!("an object of {} keys", entries.len()),
            Seen::Variant(name, _) => format!("`{name}`"),
        }
    }
}

/// The first place where two values differ, with what is there in each.
pub(super) fn difference(was: &Seen, is: &Seen, view: View<'_>) -> Option<(Path, String, String)> {
    let mut walk = Walk {
        view,
        path: Vec::new(),
    };
    let (was, is) = walk.differ(was, is)?;
    Some((Path::from(walk.path), was, is))
}

struct Walk<'v> {
    view: View<'v>,
    path: Vec<Segment>,
}

impl Walk<'_> {
    fn differ(&mut self, was: &Seen, is: &Seen) -> Option<(String, String)> {
        match (was, is) {
            _ if was == is => None,
            (Seen::Some(was), Seen::Some(is)) => self.differ(was, is),
            (Seen::List(a), Seen::List(b)) if a.len() == b.len() => self.lists(a, b),
            (Seen::Entries(a), Seen::Entries(b)) => self.entries(a, b),
            (Seen::Variant(a, was), Seen::Variant(b, is)) if a == b => {
                self.below(Segment::Key((*a).into()), was, is)
            }
            _ => Some((was.told(), is.told())),
        }
    }

    fn below(&mut self, step: Segment, was: &Seen, is: &Seen) -> Option<(String, String)> {
        self.path.push(step);
        let found = self.differ(was, is);
        if found.is_none() {
            self.path.pop();
        }
        found
    }

    fn lists(&mut self, was: &[Seen], is: &[Seen]) -> Option<(String, String)> {
        let path = Path::from(self.path.clone());
        if !is_ordered(self.view, &path) && sorted(was) == sorted(is) {
            return None;
        }
        let mut pairs = was.iter().zip(is).enumerate();
        pairs.find_map(|(index, (was, is))| self.below(Segment::Index(index), was, is))
    }

    fn entries(&mut self, was: &[(Seen, Seen)], is: &[(Seen, Seen)]) -> Option<(String, String)> {
        let absent = || "absent".to_owned();
        let mut all = was.iter().zip(is);
        let apart = all.find(|((a, was), (b, is))| a != b || was != is);
        let (was, is) = match apart {
            None => (was.get(is.len()), is.get(was.len())),
            Some((was, is)) if was.0 == is.0 => {
                return self.below(Segment::Key(was.0.key().into()), &was.1, &is.1);
            }
            Some((was, is)) if was.0 < is.0 => (Some(was), None),
            Some((_, is)) => (None, Some(is)),
        };
        let (key, _) = was.or(is)?;
        self.path.push(Segment::Key(key.key().into()));
        let told =
            |entry: Option<&(Seen, Seen)>| entry.map_or_else(absent, |(_, value)| value.told());
        Some((told(was), told(is)))
    }
}

fn sorted(items: &[Seen]) -> Vec<&Seen> {
    let mut items: Vec<_> = items.iter().collect();
    items.sort();
    items
}
