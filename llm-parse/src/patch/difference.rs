//! Where two documents differ, outside of what may.

use std::collections::HashMap;

use super::Pointer;
use super::document::Document;

/// The places that may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// These, and all that is inside them.
    pub(crate) whole: Vec<Pointer>,
    /// The objects that may get further keys.
    pub(crate) gaining: Vec<Pointer>,
}

impl Open {
    /// Whether everything at a place may change.
    pub(crate) fn holds(&self, place: &Pointer) -> bool {
        self.whole.iter().any(|open| open.holds(place))
    }

    /// The first place that changed although it may not.
    pub(crate) fn breach(&self, old: &Document, new: &Document) -> Option<Pointer> {
        let tokens = |places: &'_ [Pointer]| -> Vec<Vec<String>> {
            places.iter().map(|place| place.tokens().to_vec()).collect()
        };
        let (whole, gaining) = (tokens(&self.whole), tokens(&self.gaining));
        let here = Here {
            whole: whole.iter().map(Vec::as_slice).collect(),
            gaining: gaining.iter().map(Vec::as_slice).collect(),
        };
        let mut place = Vec::new();
        here.differs(old, new, &mut place)
            .then(|| Pointer::new(place))
    }
}

/// The places that may change, as they are reached from here.
struct Here<'o> {
    whole: Vec<&'o [String]>,
    gaining: Vec<&'o [String]>,
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
        }
    }

    fn is_open(&self) -> bool {
        self.whole.iter().any(|place| place.is_empty())
    }

    /// Whether the documents differ where they may not; the place is then where.
    fn differs(&self, old: &Document, new: &Document, place: &mut Vec<String>) -> bool {
        if self.is_open() || old == new {
            return false;
        }
        match (old, new) {
            (Document::Object(_), Document::Object(_)) | (Document::List(_), Document::List(_)) => {
            }
            _ => return true,
        }
        let mut left: HashMap<_, _> = new.children().into_iter().collect();
        for (token, old) in old.children() {
            let inside = self.inside(&token);
            place.push(token.to_string());
            let differs = match left.remove(&token) {
                Some(new) => inside.differs(old, new, place),
                None => !inside.is_open(),
            };
            if differs {
                return true;
            }
            place.pop();
        }
        let gains = self.gaining.iter().any(|place| place.is_empty());
        let mut added = new.children().into_iter().map(|(token, _)| token);
        let added =
            added.find(|token| left.contains_key(token) && !gains && !self.inside(token).is_open());
        place.extend(added.as_deref().map(str::to_owned));
        added.is_some()
    }
}
