//! Seeded numbers, the same for the same seed.

/// The next number of the generator `SplitMix64` (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators").
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
