//! Seeded choices.

/// `SplitMix64` (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
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
