//! stub until the reader lands
use crate::fix::FixKind;
use crate::read::Leniency;
use crate::tree::*;
use crate::violation::Code;
use std::borrow::Cow;
use std::ops::Range;
pub(crate) struct Limits {
    pub(crate) leniency: Leniency,
    pub(crate) max_depth: usize,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Whole,
    JsonFence,
    Fence,
    Prose,
    OtherFence,
}
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) root: NodeId,
    pub(crate) span: Range<u32>,
    pub(crate) place: Place,
    pub(crate) fixes: Range<usize>,
    pub(crate) faults: Range<usize>,
    pub(crate) open: bool,
}
#[derive(Debug)]
pub(crate) struct RawFix {
    pub(crate) kind: FixKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) node: NodeId,
    pub(crate) detail: Cow<'static, str>,
}
#[derive(Debug)]
pub(crate) struct RawFault {
    pub(crate) code: Code,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) node: NodeId,
    pub(crate) expected: Cow<'static, str>,
    pub(crate) found: Cow<'static, str>,
}
#[derive(Debug)]
pub(crate) struct Found<'t> {
    pub(crate) tree: Tree<'t>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) fixes: Vec<RawFix>,
    pub(crate) faults: Vec<RawFault>,
}
pub(crate) fn find<'t>(text: &'t str, _limits: &Limits) -> Found<'t> {
    let mut tree = Tree::new(text);
    let mut candidates = vec![];
    if let Ok(v) = serde_json::from_str::<serde_json::Value>(text) {
        let root = build(&mut tree, &v);
        candidates.push(Candidate {
            root,
            span: 0..text.len() as u32,
            place: Place::Whole,
            fixes: 0..0,
            faults: 0..0,
            open: false,
        });
    }
    Found {
        tree,
        candidates,
        fixes: vec![],
        faults: vec![],
    }
}
fn build(tree: &mut Tree<'_>, v: &serde_json::Value) -> NodeId {
    let n = Node {
        kind: NodeKind::Null,
        side: true,
        open: false,
        start: 0,
        end: tree.source.len() as u32,
        a: 0,
        b: 0,
        next: NONE,
    };
    let text = |tree: &mut Tree<'_>, kind, s: &str| {
        let a = tree.side.len() as u32;
        tree.side.push_str(s);
        let b = tree.side.len() as u32;
        tree.push(Node { kind, a, b, ..n })
    };
    match v {
        serde_json::Value::Null => tree.push(n),
        serde_json::Value::Bool(b) => tree.push(Node {
            kind: if *b { NodeKind::True } else { NodeKind::False },
            ..n
        }),
        serde_json::Value::Number(x) => text(tree, NodeKind::Number, &x.to_string()),
        serde_json::Value::String(s) => text(tree, NodeKind::String, s),
        serde_json::Value::Array(items) => {
            let ids: Vec<_> = items.iter().map(|i| build(tree, i)).collect();
            for w in ids.windows(2) {
                tree.node_mut(w[0]).next = w[1];
            }
            tree.push(Node {
                kind: NodeKind::List,
                a: ids.first().copied().unwrap_or(NONE),
                b: ids.len() as u32,
                ..n
            })
        }
        serde_json::Value::Object(o) => {
            let mut ids = vec![];
            for (k, v) in o {
                ids.push(text(tree, NodeKind::Key, k));
                ids.push(build(tree, v));
            }
            for w in ids.windows(2) {
                tree.node_mut(w[0]).next = w[1];
            }
            tree.push(Node {
                kind: NodeKind::Object,
                a: ids.first().copied().unwrap_or(NONE),
                b: o.len() as u32,
                ..n
            })
        }
    }
}
pub(crate) fn parse_inner(
    found: &mut Found<'_>,
    node: NodeId,
    _max_depth: usize,
) -> Option<NodeId> {
    let t = found.tree.text(node).to_owned();
    let v = serde_json::from_str(&t).ok()?;
    Some(build(&mut found.tree, &v))
}
pub(crate) fn to_value(
    _tree: &Tree<'_>,
    _node: NodeId,
    _partial: bool,
) -> Option<serde_json::Value> {
    None
}
