//! Any text into any type: no panic, and what is said about the text is about the text.

use std::fmt::Debug;
use std::ops::Range;

use llm_parse::{Code, LlmExtract, ParseError, Parsed, Reader};

use super::ALL;
use super::types::{self, TYPES, for_each_type};

/// Reads the bytes as text, under each leniency; the first of them chooses the type.
pub fn reader(data: &[u8]) {
    if let Some((choice, text)) = data.split_first() {
        let reads: [fn(&str); TYPES] = for_each_type!(read);
        reads[usize::from(*choice) % TYPES](&String::from_utf8_lossy(text));
    }
}

fn read<T: LlmExtract + PartialEq + Debug>(text: &str) {
    for leniency in ALL {
        let reader = Reader::new().leniency(leniency);
        let whole = reader.parse::<T>(text);
        match &whole {
            Ok(parsed) => read_well(text, parsed),
            Err(error) => refused(text, error),
        }
        let cut = reader.cut_off(true).parse::<T>(text);
        match (&whole, &cut) {
            (Ok(whole), Ok(cut)) => assert_eq!(whole.value, cut.value),
            // What a model rambles up to its limit is no rival of the value before it.
            (Err(whole), Ok(_)) => {
                let mut seen = whole.violations().iter();
                assert!(
                    seen.all(|violation| violation.code() == Code::Ambiguous),
                    "{whole:?}"
                );
            }
            (_, Err(error)) => refused(text, error),
        }
    }
}

fn read_well<T: LlmExtract>(text: &str, parsed: &Parsed<T>) {
    for fix in &parsed.fixes {
        assert!(is_in(text, &fix.span()), "{fix:?}");
        assert!(!fix.to_string().is_empty());
    }
    let sound = parsed.value.validate();
    assert!(sound.is_ok(), "{sound:?}");
}

pub(super) fn refused(text: &str, error: &ParseError) {
    assert!(!error.violations().is_empty());
    for violation in error.violations() {
        let span = violation.span().unwrap_or_default();
        assert!(is_in(text, &span), "{violation:?}");
        let line = violation.to_string();
        assert!(!line.is_empty() && !line.contains('\n'), "{line}");
    }
    for fix in error.fixes() {
        assert!(is_in(text, &fix.span()), "{fix:?}");
    }
    let partial = error.partial();
    assert!(partial.is_none_or(|partial| !partial.to_string().is_empty()));
}

fn is_in(text: &str, span: &Range<usize>) -> bool {
    text.get(span.clone()).is_some()
}
