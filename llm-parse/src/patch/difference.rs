//! Where two documents differ, outside of what may.

use std::collections::HashMap;

use super::Pointer;
use super::document::Document;

/// The places that may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// These, and all that is inside them.
    pub(crate) whole: Vec<Pointer>,
    /// The objects that may get further keys, and the lists that may get further items.
    pub(crate) gaining: Vec<Pointer>,
    /// The objects and lists of which some may be taken away.
    pub(crate) losing: Vec<Pointer>,
    /// Items that are equal, of which one must stay.
    pub(crate) alike: Vec<Vec<Pointer>>,
}

impl Open {
    /// Whether everything at a place may change.
    pub(crate) fn holds(&self, place: &Pointer) -> bool {
        self.whole.iter().any(|open| open.holds(place))
    }

    /// Whether something may be wrong at a place after a change of the old document.
    pub(crate) fn admits(&self, place: &Pointer, old: &Document) -> bool {
        let sized = self.gaining.iter().chain(&self.losing);
        let lists = self.alike.iter().flatten();
        let mut lists = lists.filter_map(Pointer::parent);
        let is_new = |outer: &Pointer| {
            let steps = outer.tokens().len() + 1;
            outer.holds(place)
                && place.tokens().len() >= steps
                && old.find(&place.head(steps)).is_none()
        };
        self.holds(place)
            || sized.clone().any(|outer| outer == place)
            || lists.any(|list| list == *place)
            || self.gaining.iter().any(is_new)
    }

    /// The first place that changed although it may not.
    pub(crate) fn breach(&self, old: &Document, new: &Document) -> Option<Pointer> {
        let tokens = |places: &'_ [Pointer]| -> Vec<Vec<String>> {
            places.iter().map(|place| place.tokens().to_vec()).collect()
        };
        let [whole, gaining, losing] =
            [&self.whole, &self.gaining, &self.losing].map(|all| tokens(all));
        let here = Here {
            whole: whole.iter().map(Vec::as_slice).collect(),
            gaining: gaining.iter().map(Vec::as_slice).collect(),
            losing: losing.iter().map(Vec::as_slice).collect(),
        };
        let mut place = Vec::new();
        if here.differs(old, new, &mut place) {
            return Some(Pointer::new(place));
        }
        let stays = |item: &Pointer| old.find(item) == new.find(item);
        let mut groups = self.alike.iter();
        let lost = groups.find(|group| !group.iter().any(stays))?;
        lost.first().cloned()
    }

    /// What may be done at a place, where that is less than to change it.
    pub(crate) fn hint(&self, place: &Pointer) -> Option<String> {
        let round = |outer: &&Pointer| outer.holds(place);
        if self.alike.iter().flatten().any(|item| item == place) {
            return Some("one of the equal items must stay".to_owned());
        }
        let (gains, loses) = (
            self.gaining.iter().find(round),
            self.losing.iter().find(round),
        );
        match (gains, loses) {
            (None, Some(outer)) => Some(format!("only take away from `{outer}` what is too much")),
            (Some(outer), None) => Some(format!("only add to `{outer}`")),
            _ => None,
        }
    }
}

/// The places that may change, as they are reached from here.
struct Here<'o> {
    whole: Vec<&'o [String]>,
    gaining: Vec<&'o [String]>,
    losing: Vec<&'o [String]>,
}

impl<'o> Here<'o> {
    fn inside(&self, token: &str) -> Here<'o> {
        let inside = |places: &[&'o [String]]| {
            let places = places.iter().filter_map(|place| place.split_first());
            places
                .filter(|(first, _)| *first == token)
                .map(|(_, rest)| rest)
                .collect()
        };
        Here {
            whole: inside(&self.whole),
            gaining: inside(&self.gaining),
            losing: inside(&self.losing),
        }
    }

    /// Whether the documents differ where they may not; the place is then where.
    fn differs(&self, old: &Document, new: &Document, place: &mut Vec<String>) -> bool {
        if is_here(&self.whole) || old == new {
            return false;
        }
        match (old, new) {
            (Document::Object(_), Document::Object(_)) | (Document::List(_), Document::List(_)) => {
            }
            _ => return true,
        }
        let (gains, loses) = (is_here(&self.gaining), is_here(&self.losing));
        let mut left: HashMap<_, _> = new.children().into_iter().collect();
        for (token, old) in old.children() {
            let inside = self.inside(&token);
            place.push(token.to_string());
            let differs = match left.remove(&token) {
                Some(new) => inside.differs(old, new, place),
                None => !loses && !is_here(&inside.whole),
            };
            if differs {
                return true;
            }
            place.pop();
        }
        let mut added = new.children().into_iter().map(|(token, _)| token);
        let added = added.find(|token| {
            left.contains_key(token) && !gains && !is_here(&self.inside(token).whole)
        });
        place.extend(added.as_deref().map(str::to_owned));
        added.is_some()
    }
}

fn is_here(places: &[&[String]]) -> bool {
    places.iter().any(|place| place.is_empty())
}
