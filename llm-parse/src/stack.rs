//! Stack for values that are nested deeper than a thread's own stack surely holds.

/// The deepest that may be asked for.
#[cfg(not(feature = "deep"))]
pub(crate) const DEEPEST: usize = SAFE;
#[cfg(feature = "deep")]
pub(crate) const DEEPEST: usize = 10_000;

/// So many levels fit into the stack of any thread.
const SAFE: usize = 128;

/// Reads a text where there is room for all the levels that it may have.
#[cfg(not(feature = "deep"))]
pub(crate) fn with_room<R>(_: &str, _: usize, read: impl FnOnce() -> R) -> R {
    read()
}

/// Reads a text where there is room for all the levels that it may have.
#[cfg(feature = "deep")]
pub(crate) fn with_room<R>(text: &str, max_depth: usize, read: impl FnOnce() -> R) -> R {
    const LEVEL: usize = 64 << 10;
    if max_depth <= SAFE {
        return read();
    }
    let levels = levels(text).min(max_depth);
    if levels <= SAFE {
        return read();
    }
    stacker::grow((levels + SAFE) * LEVEL, read)
}

/// The most brackets that are open at once, those in strings included.
#[cfg(feature = "deep")]
fn levels(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' | b'(' => {
                open += 1;
                most = most.max(open);
            }
            b']' | b'}' | b')' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}
