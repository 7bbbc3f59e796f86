//! A whole document that has more in it than the one that is there.

use crate::patch::Pointer;
use crate::patch::difference::Open;
use crate::patch::document::{Document, List};

/// The first place of the old document whose value is right and not in the new one; `None` where nothing is lost. Further
/// keys and items lose nothing, and the items of a list keep their order.
pub(super) fn lost(
    old: &Document,
    new: &Document,
    open: &Open,
    place: &Pointer,
) -> Option<Pointer> {
    if open.holds(place) || is_same(old, new) {
        return None;
    }
    match (old, new) {
        (Document::Object(entries), Document::Object(_)) => {
            entries.iter().find_map(|(key, old)| {
                let place = place.child(key);
                match new.find(&Pointer::new([key])) {
                    Some(new) => lost(old, new, open, &place),
                    None => (!open.holds(&place)).then_some(place),
                }
            })
        }
        (Document::List(old), Document::List(new)) => {
            // Of such a list more may be lost than was too much.
            let is_shorter = open.losing.contains(place).then(|| place.clone());
            is_shorter.or_else(|| lost_item(old, new, open, place))
        }
        _ => Some(place.clone()),
    }
}

fn lost_item(old: &List, new: &List, open: &Open, place: &Pointer) -> Option<Pointer> {
    let mut rest = new.items.iter();
    old.items.iter().find_map(|(id, old)| {
        let place = place.child(&format!("#{id}"));
        let is_held = |(_, new): &(usize, Document)| lost(old, new, open, &place).is_none();
        (!rest.any(is_held)).then_some(place)
    })
}

pub(super) fn is_same(a: &Document, b: &Document) -> bool {
    a == b || a.canonical().is_some_and(|a| b.canonical() == Some(a))
}
