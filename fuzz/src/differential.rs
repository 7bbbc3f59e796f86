//! Against `serde_json`: what it decodes is decoded to the same value, and the strict reader takes nothing else.

use std::fmt::Debug;

use llm_parse::{Code, Fix, FixKind, Leniency, LlmExtract, Parsed, Reader, Violation};

use super::ALL;
use super::types::{self, TYPES, for_each_type};

/// Reads the bytes, if they are text, with both readers; the first of them chooses the type.
pub fn differential(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else {
        return;
    };
    if let Ok(text) = std::str::from_utf8(text) {
        let comparisons: [fn(&str); TYPES] = for_each_type!(compare);
        comparisons[usize::from(*choice) % TYPES](text);
    }
}

fn compare<T: LlmExtract + PartialEq + Debug>(text: &str) {
    let theirs = serde_json::from_str::<T>(text);
    for leniency in ALL {
        let ours = Reader::new().leniency(leniency).parse::<T>(text);
        match (&theirs, &ours) {
            (Ok(_), Ok(ours)) if ours.fixes.iter().any(is_outer_key) => {}
            (Ok(theirs), Ok(ours)) => {
                assert_eq!(ours.value, *theirs, "{leniency:?}");
                assert!(is_untouched(ours), "{leniency:?}: {:?}", ours.fixes);
            }
            (Ok(theirs), Err(error)) => {
                let excused = error.violations().iter().all(is_exception);
                let sound = theirs.validate().is_ok();
                assert!(
                    excused || !sound,
                    "{leniency:?} refuses {theirs:?}: {error}"
                );
            }
            (Err(error), Ok(ours)) if leniency == Leniency::Strict => {
                panic!("the strict reader takes {ours:?}: {error}")
            }
            (Err(_), _) => {}
        }
    }
}

fn is_untouched<T>(parsed: &Parsed<T>) -> bool {
    let harmless = [FixKind::UnknownKey, FixKind::DuplicateKey];
    parsed
        .fixes
        .iter()
        .all(|fix| harmless.contains(&fix.kind()))
}

/// Where an object without any declared key holds them a level deeper.
fn is_outer_key(fix: &Fix) -> bool {
    fix.kind() == FixKind::OuterKey
}

/// Where the policy is another one than serde's: a key that stands twice, a list for a struct, an object that holds the
/// declared keys a level deeper, the depth.
fn is_exception(violation: &Violation) -> bool {
    match violation.code() {
        Code::DuplicateKey | Code::Depth => true,
        Code::Type => ["the list", "keys of it inside"]
            .iter()
            .any(|found| violation.found().starts_with(found)),
        _ => false,
    }
}
