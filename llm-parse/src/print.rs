//! Writes a tree as JSON text: every number with all its digits.

use crate::tree::{NodeId, NodeKind, Tree};

/// The whole value, with what is growing as far as it is there.
pub(crate) fn print(tree: &Tree<'_>, root: NodeId) -> String {
    written(tree, root, false)
}

/// The value without what is growing in it, but for the objects and lists round that.
pub(crate) fn print_complete(tree: &Tree<'_>, root: NodeId) -> String {
    written(tree, root, true)
}

fn written(tree: &Tree<'_>, root: NodeId, complete: bool) -> String {
    let mut out = String::new();
    write(tree, root, complete, &mut out);
    out
}

fn write(tree: &Tree<'_>, node: NodeId, complete: bool, out: &mut String) {
    let is_left_out = |node: NodeId, in_list: bool| {
        let container = matches!(tree.kind(node), NodeKind::List | NodeKind::Object);
        complete && tree.node(node).open && (in_list || !container)
    };
    match tree.kind(node) {
        NodeKind::List => {
            out.push('[');
            for item in tree.items(node).filter(|item| !is_left_out(*item, true)) {
                separate(out);
                write(tree, item, complete, out);
            }
            out.push(']');
        }
        NodeKind::Object => {
            out.push('{');
            for (key, value) in tree
                .entries(node)
                .filter(|(_, value)| !is_left_out(*value, false))
            {
                separate(out);
                out.push_str(&json_string(tree.text(key)));
                out.push(':');
                write(tree, value, complete, out);
            }
            out.push('}');
        }
        NodeKind::Null => out.push_str("null"),
        NodeKind::True => out.push_str("true"),
        NodeKind::False => out.push_str("false"),
        NodeKind::Number | NodeKind::Exact => out.push_str(tree.text(node)),
        NodeKind::String | NodeKind::Key => out.push_str(&json_string(tree.text(node))),
    }
}

fn separate(out: &mut String) {
    if !out.ends_with(['[', '{', ':']) {
        out.push(',');
    }
}

pub(crate) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
