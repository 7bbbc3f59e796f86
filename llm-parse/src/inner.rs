//! What a tree is turned into or out of besides Rust values: JSON inside a string, and `serde_json::Value`.

use std::ops::Range;

use serde_json::{Map, Number, Value};

use crate::build::position;
use crate::candidate::{Found, Limits, Place, RawFix, find};
use crate::fix::FixKind;
use crate::lenient::Reading;
use crate::read::Leniency;
use crate::strict;
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};

/// Cloning and dropping a `Value` recurses, wherever its owner does it.
const DEEPEST: usize = 129;

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
    let doubtful = whole.place != Place::Whole || whole.open || !whole.faults.is_empty();
    if doubtful || !is_container(&inner, whole.root) {
        return None;
    }
    adopt(found, &inner, span)
}

/// Reads a region that is escaped as a string's text is, but stands in no quotes.
pub(crate) fn adopt_escaped(found: &mut Found<'_>, region: Range<usize>) -> Option<Reading> {
    let escaped = format!("\"{}\"", &found.tree.source[region.clone()]);
    let text: String = serde_json::from_str(&escaped).ok()?;
    let inner = find(&text, &limits(found));
    let first = inner.candidates.first()?;
    if first.place != Place::Whole || !first.faults.is_empty() || !is_container(&inner, first.root)
    {
        return None;
    }
    let root = adopt(found, &inner, position(region.start)..position(region.end))?;
    let detail = "took back the escapes of a value that stands in no string";
    found.fix(FixKind::Escape, region.clone(), root, detail);
    Some(Reading {
        root,
        end: region.end,
        open: first.open,
        given_up: false,
    })
}

fn limits(found: &Found<'_>) -> Limits {
    Limits {
        leniency: Leniency::Coerce,
        max_depth: found.max_depth,
    }
}

fn is_container(found: &Found<'_>, node: NodeId) -> bool {
    matches!(found.tree.kind(node), NodeKind::List | NodeKind::Object)
}

/// Adds the first candidate of another text, which then stands at `span`, and its repairs.
fn adopt(found: &mut Found<'_>, inner: &Found<'_>, span: Range<u32>) -> Option<NodeId> {
    let first = inner.candidates.first()?;
    let from = u32::try_from(found.tree.nodes.len()).ok()?;
    for fix in &inner.fixes[first.fixes.clone()] {
        found.fixes.push(RawFix {
            start: span.start,
            end: span.end,
            node: if fix.node == NONE {
                NONE
            } else {
                fix.node + from
            },
            ..fix.clone()
        });
    }
    graft(&mut found.tree, &inner.tree, span, from)?;
    Some(from + first.root)
}

/// Adds all nodes of another tree, which then stand at `span`.
fn graft(tree: &mut Tree<'_>, inner: &Tree<'_>, span: Range<u32>, from: u32) -> Option<()> {
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

/// The value as `serde_json` holds it. `partial` keeps the text of a number that cannot be held (`1e400`); else there is
/// then no value.
/// A key that stands twice has its last value.
pub(crate) fn to_value(tree: &Tree<'_>, node: NodeId, partial: bool) -> Option<Value> {
    level(tree, node, partial, 0)
}

/// The value of a JSON text, as [`to_value`] makes it of a partial one.
pub(crate) fn value_of(text: &str) -> Option<Value> {
    let mut tree = Tree::new(text);
    let root = strict::parse(&mut tree, DEEPEST + 1).ok()?;
    to_value(&tree, root, true)
}

fn level(tree: &Tree<'_>, node: NodeId, partial: bool, depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    Some(match tree.kind(node) {
        NodeKind::Null => Value::Null,
        NodeKind::False => Value::Bool(false),
        NodeKind::True => Value::Bool(true),
        NodeKind::Number | NodeKind::Exact => {
            match serde_json::from_str::<Number>(tree.text(node)) {
                Ok(number) => Value::Number(number),
                Err(_) if partial => Value::String(tree.text(node).to_owned()),
                Err(_) => return None,
            }
        }
        NodeKind::String | NodeKind::Key => Value::String(tree.text(node).to_owned()),
        NodeKind::List => {
            let items = tree
                .items(node)
                .map(|item| level(tree, item, partial, depth + 1));
            Value::Array(items.collect::<Option<_>>()?)
        }
        NodeKind::Object => {
            let entries = tree.entries(node).map(|(key, value)| {
                level(tree, value, partial, depth + 1)
                    .map(|value| (tree.text(key).to_owned(), value))
            });
            Value::Object(entries.collect::<Option<Map<_, _>>>()?)
        }
    })
}
