//! What stands at one place of a value, as text for a prompt.

use super::{Walk, inside_options};
use crate::foreign;
use crate::names::{Foreign, Names};
use crate::path::{Path, Segment};
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, View};

/// How many structs may be merged into each other, or newtypes stand in each other.
const DEEPEST: usize = 8;

/// A part of a shape: the field or the item whose value stands at a place.
struct Spot<'s> {
    /// What the field or item is declared in.
    holder: View<'s>,
    field: Option<&'s Field>,
    view: View<'s>,
}

/// The outline of what stands at a place: declarations of the types that recur in it, then its own type. As near to the
/// place as the shape alone leads.
pub(crate) fn outline_at(root: View<'_>, path: &Path) -> String {
    let spot = locate(root, path);
    let mut walk = Walk {
        names: Names::collect(spot.view, Foreign::Skipped),
        declared: Vec::new(),
        merging: Vec::new(),
    };
    let mut text = match spot.field {
        Some(field) => {
            let line = walk.line(String::new(), spot.holder, field, 0);
            let text = line.text.trim_start_matches('\n').to_owned();
            match line.comment {
                Some(comment) => format!("{text} // {comment}"),
                None => text,
            }
        }
        None => walk.declaration("", spot.view),
    };
    for declared in walk.declared {
        text.push('\n');
        text.push_str(&declared);
    }
    text
}

/// Whether a struct declares the last key of the path.
pub(crate) fn declares(root: View<'_>, path: &Path) -> bool {
    let segments = path.segments().iter();
    let start = Some(Spot::root(root));
    let spot = segments.fold(start, |spot, segment| spot?.step(segment));
    matches!(path.segments().last(), Some(Segment::Key(_)))
        && spot.is_some_and(|spot| spot.field.is_some())
}

/// Whether the last key of the path is free: that of a map's entry, or of any JSON.
pub(crate) fn is_entry(root: View<'_>, path: &Path) -> bool {
    let mut spot = Spot::root(root);
    for segment in path.segments() {
        match spot.step(segment) {
            Some(next) => spot = next,
            None => return matches!(core(spot.view).shape.kind, Kind::Any),
        }
    }
    spot.field.is_none() && matches!(spot.holder.shape.kind, Kind::Map(_))
}

/// Whether what stands at a place is a list, whose items have an order.
pub(crate) fn is_ordered(root: View<'_>, path: &Path) -> bool {
    let start = Some(Spot::root(root));
    let spot = path
        .segments()
        .iter()
        .fold(start, |spot, segment| spot?.step(segment));
    spot.is_some_and(|spot| matches!(&core(spot.view).shape.kind, Kind::List(list) if !list.set))
}

fn locate<'s>(root: View<'s>, path: &Path) -> Spot<'s> {
    let mut spot = Spot::root(root);
    for segment in path.segments() {
        match spot.step(segment) {
            Some(next) => spot = next,
            None => break,
        }
    }
    spot
}

impl<'s> Spot<'s> {
    fn root(view: View<'s>) -> Spot<'s> {
        Spot {
            holder: view,
            field: None,
            view,
        }
    }

    fn step(&self, segment: &Segment) -> Option<Spot<'s>> {
        step(core(self.view), segment, 0)
    }
}

/// What stands inside all options and newtypes.
pub(crate) fn core(view: View<'_>) -> View<'_> {
    let mut view = inside_options(view);
    // A newtype may hold itself.
    for _ in 0..DEEPEST {
        match &view.shape.kind {
            Kind::Newtype(newtype) => view = inside_options(view.at(newtype.field.shape)),
            Kind::Opaque(_) => view = inside_options(foreign::shape(view).view()),
            _ => break,
        }
    }
    view
}

fn step<'s>(view: View<'s>, segment: &Segment, depth: usize) -> Option<Spot<'s>> {
    let of = |field: &'s Field| Spot {
        holder: view,
        field: Some(field),
        view: view.at(field.shape),
    };
    let plain = |inner: View<'s>| Spot {
        holder: view,
        field: None,
        view: inner,
    };
    match (&view.shape.kind, segment) {
        (Kind::List(list), Segment::Index(_)) => Some(plain(view.at(list.item))),
        (Kind::Map(map), Segment::Key(_)) => Some(plain(view.at(map.value))),
        (Kind::Tuple(fields), Segment::Index(index)) => fields.get(*index).map(of),
        (Kind::Struct(fields), Segment::Key(key)) => field(view, fields, key, depth),
        (Kind::Enum(kind), Segment::Key(key)) => variant(view, kind, key),
        _ => None,
    }
}

/// The field of a key, also of a struct that is merged into this one.
fn field<'s>(view: View<'s>, fields: &'s Struct, key: &str, depth: usize) -> Option<Spot<'s>> {
    if depth > DEEPEST {
        return None;
    }
    fields.fields.iter().find_map(|field| {
        if field.flatten {
            let inner = core(view.at(field.shape));
            return step(inner, &Segment::Key(key.into()), depth + 1);
        }
        (*field.name == *key).then(|| Spot {
            holder: view,
            field: Some(field),
            view: view.at(field.shape),
        })
    })
}

/// The content of an externally tagged variant.
fn variant<'s>(view: View<'s>, kind: &'s Enum, key: &str) -> Option<Spot<'s>> {
    let variant = kind.variants.iter().find(|variant| *variant.name == *key)?;
    match (&kind.tagging, &variant.content) {
        (Tagging::External, Content::Newtype(field)) => Some(Spot {
            holder: view,
            field: Some(field),
            view: view.at(field.shape),
        }),
        _ => None,
    }
}
