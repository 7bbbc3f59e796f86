//! The schema where a value was asked for.

use crate::align::expected;
use crate::candidate::Found;
use crate::path::Path;
use crate::shape::{Content, Field, Kind, View};
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

/// Whether the model returned the schema of the type instead of a value.
pub(super) fn violation(view: View<'_>, found: &Found<'_>, root: NodeId) -> Option<Violation> {
    let tree = &found.tree;
    if !matches!(view.shape.kind, Kind::Struct(_) | Kind::Enum(_)) || declares(view, "properties") {
        return None;
    }
    let properties =
        entry(tree, root, "properties").filter(|value| tree.kind(*value) == NodeKind::Object)?;
    let keyword = |schema: NodeId| {
        [
            "type",
            "$ref",
            "anyOf",
            "oneOf",
            "allOf",
            "enum",
            "const",
            "description",
            "properties",
        ]
        .iter()
        .any(|keyword| entry(tree, schema, keyword).is_some())
    };
    let schemas = tree
        .entries(properties)
        .filter(|(_, value)| keyword(*value))
        .count();
    // A schema may hold a stray string where a value was taken for the keyword of that name.
    (schemas * 2 > tree.len(properties) || tree.len(properties) == 0).then(|| {
        let wanted = expected(view, &[]);
        let message =
            format!("this is the schema, not a value; answer with {wanted}, filled from the text");
        Violation::new(Path::default(), Code::SchemaEchoed, wanted, "the schema")
            .with_message(message)
            .with_span(Some(tree.span(root)))
    })
}

/// Whether a struct, or a variant of an enum, declares a key.
fn declares(view: View<'_>, name: &str) -> bool {
    let field = |fields: &[Field]| {
        fields
            .iter()
            .any(|field| field.flatten || field.name == name)
    };
    match &view.shape.kind {
        Kind::Struct(kind) => field(&kind.fields),
        Kind::Enum(kind) => kind.variants.iter().any(|variant| match &variant.content {
            Content::Struct(kind) => field(&kind.fields),
            Content::Newtype(_) => true,
            _ => variant.name == name,
        }),
        _ => true,
    }
}

fn entry(tree: &Tree<'_>, object: NodeId, name: &str) -> Option<NodeId> {
    if tree.kind(object) != NodeKind::Object {
        return None;
    }
    tree.entries(object)
        .find(|(key, _)| tree.text(*key) == name)
        .map(|(_, value)| value)
}
