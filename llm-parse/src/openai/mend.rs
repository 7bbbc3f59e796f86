//! Envelopes that are JSON but for a slip of the server's.

use crate::fix::{Fix, FixKind};
use crate::path::Segment;
use crate::read::{Leniency, Reader};
use crate::root::Wanted;
use crate::runtime::RuntimeShape;

/// The text as JSON, where that changes nothing of the answer: control characters that stand raw in a string, and, among
/// what nobody needs, numbers such as `NaN` and halves of surrogate pairs.
pub(super) fn mended(text: &str) -> Option<String> {
    let reader = Reader::new()
        .leniency(Leniency::Repair)
        .max_bytes(text.len());
    let any = RuntimeShape::any();
    let parsed = reader.parse_text(Wanted::Document(&any), text).ok()?;
    parsed.fixes.iter().all(is_harmless).then_some(parsed.value)
}

fn is_harmless(fix: &Fix) -> bool {
    match (fix.kind(), fix.path().segments()) {
        (FixKind::RawControl, _) => true,
        (FixKind::Literal | FixKind::Escape, [Segment::Key(key), ..]) if is_needless(key) => true,
        (FixKind::Literal | FixKind::Escape, [_, _, Segment::Key(key), ..]) => &**key == "logprobs",
        _ => false,
    }
}

fn is_needless(key: &str) -> bool {
    matches!(key, "usage" | "timings")
}
