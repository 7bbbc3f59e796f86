//! Answers under the places where they belong, and not under the keys that were asked for.

use std::fmt::Write;

use super::ask::Ask;
use super::edit::Text;
use super::reply::{Answers, Form, Wanted};
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::print::{json_string, print};
use crate::read::{Leniency, Reader};
use crate::root;
use crate::rules::quote;
use crate::runtime::RuntimeShape;
use crate::tree::{NodeId, NodeKind};

/// A reply with each value under its key, and what was renamed.
pub(super) struct Pointed {
    pub(super) reply: String,
    pub(super) fixes: Vec<Fix>,
}

impl Pointed {
    /// Takes `{"/a/0": 1}`, `[{"path": "/a/0", "value": 1}]` and, where one value is asked for, the last key of its path.
    /// `None` where a name may mean something else, and where the reply can be read as it is.
    pub(super) fn of(
        reply: &str,
        wanted: Wanted<'_>,
        base: &str,
        reader: &Reader,
    ) -> Option<Pointed> {
        if reader.leniency != Leniency::Coerce {
            return None;
        }
        let any = RuntimeShape::any();
        let read = reader
            .parse_text(root::Wanted::Document(&any), reply)
            .ok()?;
        let is_plain = |fix: &Fix| matches!(fix.kind(), FixKind::Extracted | FixKind::ExtraComma);
        if !read.fixes.iter().all(is_plain) {
            return None;
        }
        let (given, base) = (Text::read(&read.value)?, Text::read(base)?);
        let names = Names {
            asks: wanted.asks,
            base: &base,
            whole: wanted.whole.document(),
        };
        let found = names.named(&given)?;
        let renames = found.iter().any(|(name, key, _)| name != key);
        if !renames || is_meant(&read.value, wanted, reader) {
            return None;
        }
        let entries = found
            .iter()
            .map(|(_, key, value)| format!("{}: {}", json_string(key), print(&given.tree, *value)));
        let entries: Vec<_> = entries.collect();
        let mut fixes = read.fixes;
        fixes.extend(names.fixes(&found));
        Some(Pointed {
            reply: format!("{{{}}}", entries.join(", ")),
            fixes,
        })
    }
}

/// Whether the reply is the only answer itself.
fn is_meant(reply: &str, wanted: Wanted<'_>, reader: &Reader) -> bool {
    let [ask] = wanted.asks else { return false };
    let keyed = format!("{{{}: {reply}}}", json_string(&ask.key));
    reader.parse_text(wanted.part.wanted(), &keyed).is_ok()
        || Answers::read(reply, wanted, reader).form() == Form::Whole
}

/// What the names in a reply may mean.
struct Names<'n> {
    asks: &'n [Ask],
    base: &'n Text<'n>,
    /// The schema of the whole value.
    whole: &'n serde_json::Value,
}

/// A name, the key that is meant by it, and the value.
type Named = (String, String, NodeId);

impl<'n> Names<'n> {
    fn named(&self, given: &Text<'_>) -> Option<Vec<Named>> {
        let tree = &given.tree;
        match tree.kind(given.root) {
            NodeKind::List => tree
                .items(given.root)
                .map(|item| self.located(given, item))
                .collect(),
            NodeKind::Object => {
                if let Some(one) = self.located(given, given.root) {
                    return Some(vec![one]);
                }
                if let Some(last) = self.last_of_one(given) {
                    return Some(vec![last]);
                }
                let entries = tree.entries(given.root);
                entries
                    .map(|(key, value)| self.keyed(tree.text(key), value))
                    .collect()
            }
            _ => None,
        }
    }

    /// `{"path": "/a/0", "value": 1}`, also as an operation of a patch.
    fn located(&self, given: &Text<'_>, item: NodeId) -> Option<Named> {
        let tree = &given.tree;
        if tree.kind(item) != NodeKind::Object {
            return None;
        }
        let text = |node| (tree.kind(node) == NodeKind::String).then(|| tree.text(node));
        let (mut path, mut value) = (None, None);
        for (key, entry) in tree.entries(item) {
            match tree.text(key) {
                "path" if path.is_none() => path = Some(text(entry)?),
                "value" if value.is_none() => value = Some(entry),
                "op" if matches!(text(entry)?, "replace" | "add") => {}
                _ => return None,
            }
        }
        let path = path?;
        let ask = self.at(path)?;
        Some((path.to_owned(), ask.key.clone(), value?))
    }

    /// What is not asked for keeps its name, if that is no key of the whole value.
    fn keyed(&self, name: &str, value: NodeId) -> Option<Named> {
        let mut asks = self.asks.iter();
        let key = match asks.find(|ask| ask.key == name) {
            Some(_) => name,
            None if self.is_own(name) => return None,
            None => self.at(name).map_or(name, |ask| &ask.key),
        };
        Some((name.to_owned(), key.to_owned(), value))
    }

    /// The one value that is asked for at the place of this name.
    fn at(&self, name: &str) -> Option<&'n Ask> {
        let mut asks = self.asks.iter().filter(|ask| is_at(&ask.path, name));
        asks.next().filter(|_| asks.next().is_none())
    }

    /// The only value, under the key that the one that is asked for has where it stands.
    fn last_of_one(&self, given: &Text<'_>) -> Option<Named> {
        let ([ask], tree) = (self.asks, &given.tree) else {
            return None;
        };
        let mut entries = tree.entries(given.root);
        let (key, value) = entries.next().filter(|_| entries.next().is_none())?;
        let name = tree.text(key);
        let is_last =
            matches!(ask.path.segments().last(), Some(Segment::Key(key)) if **key == *name);
        let is_meant = is_last && name != ask.key && !self.is_own(name);
        is_meant.then(|| (name.to_owned(), ask.key.clone(), value))
    }

    /// Whether it is a key of the whole value.
    fn is_own(&self, name: &str) -> bool {
        let declared = self.whole.get("properties");
        let is_declared = declared.is_some_and(|keys| keys.get(name).is_some());
        is_declared || self.base.tree.entry(self.base.root, name).is_some()
    }

    fn fixes(&self, named: &[Named]) -> Vec<Fix> {
        let fix = |(name, key, _): &Named| {
            let ask = self.asks.iter().find(|ask| ask.key == *key)?;
            let detail = format!("took the key {} for `{key}`", quote(name));
            let fix = Fix::new(ask.path.clone(), FixKind::KeySpelling, 0..0, detail);
            (name != key).then_some(fix)
        };
        named.iter().filter_map(fix).collect()
    }
}

/// Whether a text is the pointer to a place, also as `#/a/0`, `a/0`, `a.0` or `a[0]`.
fn is_at(path: &Path, text: &str) -> bool {
    let text = text.trim_start_matches(['#', '$']);
    let pointer = path.to_string();
    if text == pointer {
        return true;
    }
    let (mut dotted, mut bracketed) = (String::new(), String::new());
    for step in path.segments() {
        let _ = match step {
            Segment::Key(key) => write!(dotted, ".{key}").and(write!(bracketed, ".{key}")),
            Segment::Index(index) => write!(dotted, ".{index}").and(write!(bracketed, "[{index}]")),
        };
    }
    let others = [pointer.strip_prefix('/'), dotted.strip_prefix('.')];
    let mut others = others.into_iter().chain([bracketed.strip_prefix('.')]);
    path.segments().len() > 1 && others.any(|other| other == Some(text.trim_start_matches('.')))
}
