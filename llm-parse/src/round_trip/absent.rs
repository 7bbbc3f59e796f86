//! Declared fields that serde's own derive would have written.

use super::seen::Seen;
use crate::outline::core;
use crate::path::{Path, Segment};
use crate::shape::{Content, Kind, Struct, Tagging, View};

/// The first field that is not there although it is always written.
pub(super) fn absent(view: View<'_>, seen: &Seen) -> Option<Path> {
    let view = core(view);
    let below = |step: Segment, inner: Option<Path>| Some(Path::from(vec![step]).join(&inner?));
    match (&view.shape.kind, seen) {
        (_, Seen::Some(inner)) => absent(view, inner),
        (Kind::Struct(object), Seen::Entries(entries)) => in_object(view, object, entries),
        (Kind::Map(map), Seen::Entries(entries)) => entries.iter().find_map(|(key, value)| {
            below(
                Segment::Key(key.key().into()),
                absent(view.at(map.value), value),
            )
        }),
        (Kind::List(list), Seen::List(items)) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| {
                below(Segment::Index(index), absent(view.at(list.item), item))
            })
        }
        (Kind::Tuple(fields), Seen::List(items)) => {
            let mut items = fields.iter().zip(items).enumerate();
            items.find_map(|(index, (field, item))| {
                below(Segment::Index(index), absent(view.at(field.shape), item))
            })
        }
        (Kind::Enum(kind), Seen::Variant(name, content))
            if matches!(kind.tagging, Tagging::External) =>
        {
            let variant = kind.variants.iter().find(|variant| variant.name == *name)?;
            let inner = match (&variant.content, &**content) {
                (Content::Newtype(field), content) => absent(view.at(field.shape), content),
                (Content::Struct(object), Seen::Entries(entries)) => {
                    in_object(view, object, entries)
                }
                _ => None,
            };
            below(Segment::Key((*name).into()), inner)
        }
        _ => None,
    }
}

fn in_object(view: View<'_>, object: &Struct, entries: &[(Seen, Seen)]) -> Option<Path> {
    object.fields.iter().find_map(|field| {
        let inner = view.at(field.shape);
        if field.flatten {
            let seen = Seen::Entries(entries.to_vec());
            return absent(inner, &seen)
                .filter(|_| matches!(core(inner).shape.kind, Kind::Struct(_)));
        }
        let step = Path::from(vec![Segment::Key(field.name.to_string().into())]);
        let is_own = |(key, _): &&(Seen, Seen)| key.key() == *field.name;
        match entries.iter().find(is_own) {
            Some((_, value)) => Some(step.join(&absent(inner, value)?)),
            None => field.written.then_some(step),
        }
    })
}
