//! Seeded choices.

use crate::random;

/// A row of choices.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        random::next(&mut self.0)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let below = self.bits() % end as u64;
        usize::try_from(below).unwrap_or(0)
    }

    pub(super) fn chance(&mut self) -> bool {
        self.bits() & 1 == 0
    }

    pub(super) fn pick<'a, T: ?Sized>(&mut self, values: &[&'a T]) -> &'a T {
        values[self.below(values.len())]
    }

    /// One of these places.
    pub(super) fn place(&mut self, places: &[usize]) -> Option<usize> {
        (!places.is_empty()).then(|| places[self.below(places.len())])
    }

    /// One or more of these places, in ascending order: all of them half of the time.
    pub(super) fn places(&mut self, mut places: Vec<usize>) -> Vec<usize> {
        if self.chance() {
            return places;
        }
        let Some(kept) = self.place(&places) else {
            return places;
        };
        places.retain(|place| *place == kept || self.chance());
        places
    }
}
