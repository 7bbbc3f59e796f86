//! Changes of a JSON text: what is not changed keeps every digit.

use std::collections::HashMap;

use crate::path::{Path, Segment};
use crate::places::Places;
use crate::print::{json_string, print};
use crate::strict;
use crate::tree::{NodeId, NodeKind, Tree};

/// A JSON text that was read.
pub(super) struct Text<'t> {
    pub(super) tree: Tree<'t>,
    pub(super) root: NodeId,
}

impl<'t> Text<'t> {
    pub(super) fn read(text: &'t str) -> Option<Text<'t>> {
        const DEEPEST: usize = 128;
        let mut tree = Tree::new(text);
        let root = strict::parse(&mut tree, DEEPEST).ok()?;
        Some(Text { tree, root })
    }

    pub(super) fn locate(&self, path: &Path) -> Option<NodeId> {
        self.tree.locate(self.root, path)
    }

    /// The JSON text of the value at a path.
    pub(super) fn text(&self, path: &Path) -> Option<String> {
        self.locate(path).map(|node| print(&self.tree, node))
    }
}

/// One change.
#[derive(Debug)]
pub(super) enum Edit {
    /// Puts a value there: in the place of another one, or as a new entry of an object.
    Set(String),
    /// Adds items to a list.
    Append(Vec<String>),
    /// Adds entries to an object, or replaces those of the same keys.
    Extend(Vec<(String, String)>),
    Remove,
}

/// The text with its changes; `None` where one of them has no place. No place lies inside another that is set.
pub(super) fn edit(text: &Text<'_>, changes: Vec<(Path, Edit)>) -> Option<String> {
    let mut edits = Edits::default();
    let mut places = Places::of(&text.tree);
    for (path, change) in changes {
        edits.add(text, &mut places, &path, change)?;
    }
    let mut out = String::new();
    edits.write(&text.tree, text.root, &mut out);
    Some(out)
}

#[derive(Default)]
struct Edits {
    /// What stands for a node; nothing where it is taken out.
    nodes: HashMap<NodeId, Option<String>>,
    items: HashMap<NodeId, Vec<String>>,
    /// Entries that are put into an object, in their order.
    entries: HashMap<NodeId, Vec<(String, String)>>,
}

impl Edits {
    fn add(
        &mut self,
        text: &Text<'_>,
        places: &mut Places<'_, '_>,
        path: &Path,
        change: Edit,
    ) -> Option<()> {
        let mut locate = |path: &Path| places.locate(text.root, path);
        match change {
            Edit::Append(items) => {
                let list = locate(path)?;
                self.items.entry(list).or_default().extend(items);
            }
            Edit::Extend(entries) => {
                let object = locate(path)?;
                self.entries.entry(object).or_default().extend(entries);
            }
            Edit::Remove => {
                self.nodes.insert(locate(path)?, None);
            }
            Edit::Set(value) => match path.segments().split_last() {
                Some((Segment::Key(key), outer)) => {
                    let object = locate(&Path::from(outer.to_vec()))?;
                    if text.tree.kind(object) != NodeKind::Object {
                        return None;
                    }
                    let entries = self.entries.entry(object).or_default();
                    entries.push((key.to_string(), value));
                }
                _ => {
                    self.nodes.insert(locate(path)?, Some(value));
                }
            },
        }
        Some(())
    }

    fn write(&self, tree: &Tree<'_>, node: NodeId, out: &mut String) {
        match (self.nodes.get(&node), tree.kind(node)) {
            (Some(value), _) => out.push_str(value.as_deref().unwrap_or("null")),
            (None, NodeKind::List) => self.list(tree, node, out),
            (None, NodeKind::Object) => self.object(tree, node, out),
            _ => out.push_str(&print(tree, node)),
        }
    }

    fn list(&self, tree: &Tree<'_>, node: NodeId, out: &mut String) {
        out.push('[');
        let mut separator = Separator::default();
        for item in tree.items(node) {
            if !matches!(self.nodes.get(&item), Some(None)) {
                separator.write(out);
                self.write(tree, item, out);
            }
        }
        for item in self.items.get(&node).into_iter().flatten() {
            separator.write(out);
            out.push_str(item);
        }
        out.push(']');
    }

    fn object(&self, tree: &Tree<'_>, node: NodeId, out: &mut String) {
        out.push('{');
        let mut separator = Separator::default();
        let mut put: Vec<(&str, &str)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (key, value) in self.entries.get(&node).into_iter().flatten() {
            // The last value of a key counts.
            if let Some(place) = places.get(key.as_str()) {
                put[*place].1 = value;
            } else {
                places.insert(key, put.len());
                put.push((key, value));
            }
        }
        let mut written = vec![false; put.len()];
        for (key, value) in tree.entries(node) {
            let name = tree.text(key);
            let place = places.get(name).copied();
            let again = place.is_some_and(|place| std::mem::replace(&mut written[place], true));
            if again || matches!(self.nodes.get(&value), Some(None)) {
                continue;
            }
            separator.write(out);
            out.push_str(&json_string(name));
            out.push(':');
            match place {
                Some(place) => out.push_str(put[place].1),
                None => self.write(tree, value, out),
            }
        }
        for (place, (key, value)) in put.into_iter().enumerate() {
            if !written[place] {
                separator.write(out);
                out.push_str(&json_string(key));
                out.push(':');
                out.push_str(value);
            }
        }
        out.push('}');
    }
}

#[derive(Default)]
struct Separator(bool);

impl Separator {
    fn write(&mut self, out: &mut String) {
        if std::mem::replace(&mut self.0, true) {
            out.push(',');
        }
    }
}
