//! What a tree is turned into or out of besides Rust values: JSON inside a string, and `serde_json::Value`.

use serde_json::{Map, Number, Value};

use crate::candidate::{Found, Limits, Place, find};
use crate::read::Leniency;
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};

/// Reads the JSON list or object that is the whole text of a string, and adds it to the tree. All its spans are that of
/// the string. `None` where it is no such text, or cannot be read without doubt.
pub(crate) fn parse_inner(
    found: &mut Found<'_>,
    text_node: NodeId,
    max_depth: usize,
) -> Option<NodeId> {
    let outer = found.tree.node(text_node);
    let span = outer.start..outer.end;
    let text = found.tree.text(text_node).to_owned();
    let limits = Limits {
        leniency: Leniency::Coerce,
        max_depth,
    };
    let inner = find(&text, &limits);
    let whole = inner.candidates.first()?;
    let container = matches!(
        inner.tree.kind(whole.root),
        NodeKind::List | NodeKind::Object
    );
    if whole.place != Place::Whole || whole.open || !whole.faults.is_empty() || !container {
        return None;
    }
    let from = u32::try_from(found.tree.nodes.len()).ok()?;
    for fix in &inner.fixes[whole.fixes.clone()] {
        let mut fix = fix.clone();
        (fix.start, fix.end) = (span.start, span.end);
        fix.node = if fix.node == NONE {
            NONE
        } else {
            fix.node + from
        };
        found.fixes.push(fix);
    }
    graft(&mut found.tree, &inner.tree, span, from)?;
    Some(from + whole.root)
}

/// Adds all nodes of another tree, which then stand at `span`.
fn graft(
    tree: &mut Tree<'_>,
    inner: &Tree<'_>,
    span: std::ops::Range<u32>,
    from: u32,
) -> Option<()> {
    let moved = |id: NodeId| if id == NONE { NONE } else { id + from };
    for (id, node) in (0..).zip(&inner.nodes) {
        let (a, b) = match node.kind {
            NodeKind::List | NodeKind::Object => (moved(node.a), node.b),
            _ => {
                let a = u32::try_from(tree.side.len()).ok()?;
                tree.side.push_str(inner.text(id));
                (a, u32::try_from(tree.side.len()).ok()?)
            }
        };
        tree.push(Node {
            side: true,
            start: span.start,
            end: span.end,
            a,
            b,
            next: moved(node.next),
            ..*node
        });
    }
    Some(())
}

/// The value as `serde_json` holds it. `partial` leaves out what cannot be held (`1e400`); else there is then no value.
/// A key that stands twice has its last value.
pub(crate) fn to_value(tree: &Tree<'_>, node: NodeId, partial: bool) -> Option<Value> {
    // The depth of a tree is limited, and so is that of this recursion.
    Some(match tree.kind(node) {
        NodeKind::Null => Value::Null,
        NodeKind::False => Value::Bool(false),
        NodeKind::True => Value::Bool(true),
        NodeKind::Number | NodeKind::Exact => {
            Value::Number(serde_json::from_str::<Number>(tree.text(node)).ok()?)
        }
        NodeKind::String | NodeKind::Key => Value::String(tree.text(node).to_owned()),
        NodeKind::List => {
            let items = tree.items(node).map(|item| to_value(tree, item, partial));
            let kept = items.filter(|item| !partial || item.is_some());
            Value::Array(kept.collect::<Option<_>>()?)
        }
        NodeKind::Object => {
            let entries = tree.entries(node).map(|(key, value)| {
                to_value(tree, value, partial).map(|value| (tree.text(key).to_owned(), value))
            });
            let kept = entries.filter(|entry| !partial || entry.is_some());
            Value::Object(kept.collect::<Option<Map<_, _>>>()?)
        }
    })
}
