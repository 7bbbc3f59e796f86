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
    if is_outline(view, tree, root) {
        return Some(echoed(view, tree, root));
    }
    let properties = undeclared_properties(view, found, root)?;
    let schemas = tree
        .entries(properties)
        .filter(|(_, value)| is_schema(tree, *value))
        .count();
    // A schema may hold a stray string where a value was taken for the keyword of that name.
    let echo = schemas * 2 > tree.len(properties) || tree.len(properties) == 0;
    echo.then(|| echoed(view, tree, root))
}

fn echoed(view: View<'_>, tree: &Tree<'_>, root: NodeId) -> Violation {
    let wanted = expected(view, &[]);
    let message =
        format!("this is the schema, not a value; answer with {wanted}, filled from the text");
    Violation::new(Path::default(), Code::SchemaEchoed, wanted, "the schema")
        .with_message(message)
        .with_span(Some(tree.span(root)))
}

/// Whether the values of an object are types without quotes, as in the outline of the prompt: `"name": string`.
fn is_outline(view: View<'_>, tree: &Tree<'_>, root: NodeId) -> bool {
    const TYPES: [&str; 5] = ["string", "number", "integer", "boolean", "null"];
    let is_type = |node: NodeId| {
        let source = tree.source.get(tree.span(node)).unwrap_or_default();
        let mut words = source.split([' ', '|', '<', '[']);
        tree.kind(node) == NodeKind::String
            && words.next().is_some_and(|word| TYPES.contains(&word))
    };
    matches!(view.shape.kind, Kind::Struct(_))
        && tree.kind(root) == NodeKind::Object
        && tree.len(root) > 0
        && tree.entries(root).all(|(_, value)| is_type(value))
}

/// Whether the values stand under `properties`, as they would in a schema.
pub(super) fn holds_values(view: View<'_>, found: &Found<'_>, root: NodeId) -> bool {
    let tree = &found.tree;
    undeclared_properties(view, found, root).is_some()
        && !tree
            .entries(root)
            .any(|(key, _)| declares(view, tree.text(key)))
}

/// The object under `properties`, where that is no key of the type's.
fn undeclared_properties(view: View<'_>, found: &Found<'_>, root: NodeId) -> Option<NodeId> {
    let known = matches!(view.shape.kind, Kind::Struct(_) | Kind::Enum(_));
    if !known || declares(view, "properties") {
        return None;
    }
    let properties = found.tree.entry(root, "properties");
    properties.filter(|value| found.tree.kind(*value) == NodeKind::Object)
}

fn is_schema(tree: &Tree<'_>, value: NodeId) -> bool {
    const KEYWORDS: [&str; 9] = [
        "type",
        "$ref",
        "anyOf",
        "oneOf",
        "allOf",
        "enum",
        "const",
        "description",
        "properties",
    ];
    KEYWORDS
        .iter()
        .any(|keyword| tree.entry(value, keyword).is_some())
}

/// Whether a struct, or a variant of an enum, declares a key.
pub(super) fn declares(view: View<'_>, name: &str) -> bool {
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
