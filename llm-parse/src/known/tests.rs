//! What a constant foresees against what lowering says, for shapes that nobody wrote.

#[path = "../../../tests/dialects/shapes.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the tests of the dialects"
)]
mod shapes;

use super::refused::{self, Refusal};
use super::tree::Node;
use crate::dialect::{self, Anthropic, Count, Dialect, Gemini, OpenAiStrict, Rules, Sizes};
use crate::shape::{Content, Field, Kind, Shape, ShapeRef, View};

/// Dialects with limits that small shapes reach.
fn narrow() -> Vec<&'static Rules> {
    let mut all = Vec::new();
    for rules in [OpenAiStrict.rules(), Anthropic.rules(), Gemini.rules()] {
        all.push(rules.clone());
        for limit in [1, 2, 3, 5, 8] {
            let mut narrow = rules.clone();
            narrow.sizes.depth = Some(limit);
            all.push(narrow);
            let mut narrow = rules.clone();
            narrow.sizes.properties = Some(limit * 2);
            narrow.sizes.characters = Some(limit * 10);
            all.push(narrow);
            let mut narrow = rules.clone();
            narrow.sizes.enum_values = Some(limit);
            narrow.sizes.optional = Some(limit);
            narrow.sizes.unions = Some(limit);
            all.push(narrow);
        }
    }
    let leaked: &'static [Rules] = Box::leak(all.into_boxed_slice());
    leaked.iter().collect()
}

/// As the derive macro's constants do it.
fn tree(view: View<'static>, fuel: usize) -> &'static Node {
    let named = usize::from(!view.shape.name.is_empty());
    let cut = fuel == 0 && named == 1;
    let parts = if cut { Vec::new() } else { parts(view.shape) };
    let nodes = parts.iter().map(|part| tree(view.at(*part), fuel - named));
    let nodes: Vec<&'static Node> = nodes.collect();
    let mut node = Node::new(view.shape, Box::leak(nodes.into_boxed_slice()));
    if cut {
        (node.endless, node.depth) = (true, u32::MAX);
    }
    Box::leak(Box::new(node))
}

fn parts(shape: &Shape) -> Vec<ShapeRef> {
    let all = |fields: &[Field]| fields.iter().map(|field| field.shape).collect::<Vec<_>>();
    match &shape.kind {
        Kind::Option(inner) => vec![*inner],
        Kind::List(list) => vec![list.item],
        Kind::Map(map) => vec![map.key, map.value],
        Kind::Newtype(newtype) => vec![newtype.field.shape],
        Kind::Tuple(fields) => all(fields),
        Kind::Struct(object) => all(&object.fields),
        Kind::Enum(kind) => {
            let content = |content: &Content| match content {
                Content::Unit => Vec::new(),
                Content::Newtype(field) => vec![field.shape],
                Content::Tuple(fields) => all(fields),
                Content::Struct(object) => all(&object.fields),
            };
            let variants = kind.variants.iter();
            variants.flat_map(|one| content(&one.content)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn nothing_is_refused_that_can_be_sent() {
    let (mut foreseen, mut refusals, mut several) = (0, 0, 0);
    let dialects = narrow();
    for seed in 0..200 {
        let mut random = shapes::Random(seed);
        let mut defs = shapes::shapes(&mut random);
        let keys = Shape::new("", std::any::TypeId::of::<()>, shapes::text());
        defs.push(Shape { id: None, ..keys });
        let defs: &'static [Shape] = Box::leak(defs.into_boxed_slice());
        let view = View {
            shape: &defs[0],
            defs,
        };
        let node = tree(view, 16);
        for rules in &dialects {
            let gaps = dialect::gaps(rules, view);
            let found = refused::refusals(node, rules);
            refusals += usize::from(!gaps.is_empty());
            foreseen += usize::from(found.len > 0);
            several += usize::from(found.len > 1);
            for found in (0..found.len).filter_map(|index| found.at(index)) {
                let path = found.path().join("/");
                let gaps = dialect::gaps(&alone(rules, found.what), view);
                assert!(
                    !gaps.is_empty(),
                    "seed {seed}: /{path}: {:?} {view:#?} {rules:?}",
                    found.what
                );
            }
        }
    }
    // Unions that stand behind a reference, and variants that cannot be told apart, are not foreseen.
    assert!(
        foreseen * 10 > refusals * 7,
        "{foreseen} of {refusals} foreseen"
    );
    assert!(several > 100, "{several} with several");
}

/// The rules with no other limit than the one that was exceeded.
fn alone(rules: &Rules, refusal: Refusal) -> Rules {
    let (all, mut alone) = (&rules.sizes, rules.clone());
    alone.sizes = Sizes::default();
    let sizes = &mut alone.sizes;
    match refusal {
        Refusal::Gap(_) => {}
        Refusal::Depth(..) => sizes.depth = all.depth,
        Refusal::Number(_, Count::Properties, _) => sizes.properties = all.properties,
        Refusal::Number(_, Count::EnumValues, _) => sizes.enum_values = all.enum_values,
        Refusal::Number(_, Count::Characters, _) => sizes.characters = all.characters,
        Refusal::Number(_, Count::Optional, _) => sizes.optional = all.optional,
        Refusal::Number(_, Count::Unions, _) => sizes.unions = all.unions,
    }
    alone
}
