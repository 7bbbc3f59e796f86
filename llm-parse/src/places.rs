//! Finds many places in one value.

use std::collections::HashMap;

use crate::path::{Path, Segment};
use crate::rules::quote;
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

/// Finds places as [`Tree::locate`] does, all of them together in time in proportion to the value and the paths.
pub(crate) struct Places<'t, 's> {
    tree: &'t Tree<'s>,
    lists: HashMap<NodeId, Vec<NodeId>>,
    objects: HashMap<NodeId, HashMap<&'t str, NodeId>>,
}

impl<'t, 's> Places<'t, 's> {
    pub(crate) fn of(tree: &'t Tree<'s>) -> Self {
        Places {
            tree,
            lists: HashMap::new(),
            objects: HashMap::new(),
        }
    }

    pub(crate) fn locate(&mut self, root: NodeId, path: &Path) -> Option<NodeId> {
        let mut steps = path.segments().iter();
        steps.try_fold(root, |node, step| self.step(node, step))
    }

    /// Says where in the text that is which a finished value breaks; what an absent key's default breaks, with the key.
    pub(crate) fn place(&mut self, root: NodeId, violation: Violation) -> Violation {
        let mut at = root;
        for step in violation.path().segments() {
            let Some(inner) = self.step(at, step) else {
                return match step {
                    Segment::Key(key) if self.tree.kind(at) == NodeKind::Object => {
                        let span = Some(self.tree.span(at));
                        of_default(&key.clone(), violation).with_span(span)
                    }
                    _ => violation,
                };
            };
            at = inner;
        }
        violation.with_span(Some(self.tree.span(at)))
    }

    /// The value that one step leads to.
    pub(crate) fn step(&mut self, node: NodeId, step: &Segment) -> Option<NodeId> {
        let tree = self.tree;
        match (step, tree.kind(node)) {
            (Segment::Key(name), NodeKind::Object) => {
                let keys = self.objects.entry(node).or_insert_with(|| {
                    let mut keys = HashMap::new();
                    for (key, value) in tree.entries(node) {
                        keys.entry(tree.text(key)).or_insert(value);
                    }
                    keys
                });
                keys.get(&**name).copied()
            }
            (Segment::Index(index), NodeKind::List) => {
                let items = self.lists.entry(node);
                let items = items.or_insert_with(|| tree.items(node).collect());
                items.get(*index).copied()
            }
            _ => None,
        }
    }
}

/// Says that a rule is broken by the default of a key that is absent. A check has words of its own.
fn of_default(key: &str, violation: Violation) -> Violation {
    if violation.code() == Code::Check {
        return violation;
    }
    let message = format!(
        "missing key {}, and its default breaks a rule: expected {}, found {}; give the key a value",
        quote(key),
        violation.expected(),
        violation.found()
    );
    violation.with_message(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strict;

    #[test]
    fn finds_what_the_tree_finds() {
        let mut tree = Tree::new(r#"{"a": [1, {"b": 2, "b": 3}], "": {"0": 4}}"#);
        let root = strict::parse(&mut tree, 8).expect("JSON");
        let mut places = Places::of(&tree);
        for path in [
            "", "/a", "/a/0", "/a/1/b", "/a/2", "/a/1/c", "/a/0/0", "/", "/b",
        ] {
            let path = Path::from(path);
            let expected = tree.locate(root, &path);
            for _ in 0..2 {
                assert_eq!(places.locate(root, &path), expected, "{path}");
            }
        }
    }
}
