//! Seeded choices.

use crate::random;

/// A row of choices.
pub(in crate::testing) struct Random(u64);

impl Random {
    pub(in crate::testing) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(in crate::testing) fn bits(&mut self) -> u64 {
        random::next(&mut self.0)
    }

    /// A number below `end`, which is not 0.
    pub(in crate::testing) fn below(&mut self, end: usize) -> usize {
        let below = self.bits() % end as u64;
        usize::try_from(below).unwrap_or(0)
    }

    pub(in crate::testing) fn chance(&mut self) -> bool {
        self.bits() & 1 == 0
    }

    /// True with this probability.
    #[expect(clippy::cast_precision_loss, reason = "no more than 53 bits")]
    pub(in crate::testing) fn happens(&mut self, probability: f64) -> bool {
        ((self.bits() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    pub(in crate::testing) fn pick<'a, T: ?Sized>(&mut self, values: &[&'a T]) -> &'a T {
        values[self.below(values.len())]
    }

    /// One of these places.
    pub(in crate::testing) fn place(&mut self, places: &[usize]) -> Option<usize> {
        (!places.is_empty()).then(|| places[self.below(places.len())])
    }

    /// One or more of these places, in ascending order: all of them half of the time.
    pub(in crate::testing) fn places(&mut self, mut places: Vec<usize>) -> Vec<usize> {
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
