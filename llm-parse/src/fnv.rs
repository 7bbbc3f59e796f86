//! A hash that is the same in every build (FNV-1a).

/// The hash of nothing.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of what came before and these bytes.
pub(crate) fn add(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(hash, step)
}
