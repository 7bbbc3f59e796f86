//! Patches: a reply that changes an earlier one.

use llm_parse::{Code, parse};

use crate::transcript::{self, TranscriptSummary};

#[test]
fn the_first_reply_has_seven_faults() {
    let error = parse::<TranscriptSummary>(&transcript::first_reply()).unwrap_err();
    let codes: Vec<_> = error
        .violations()
        .iter()
        .map(llm_parse::Violation::code)
        .collect();
    assert_eq!(
        codes.iter().filter(|code| **code == Code::Missing).count(),
        5
    );
    assert_eq!(codes.iter().filter(|code| **code == Code::Type).count(), 2);

    let error = parse::<TranscriptSummary>(&transcript::two_faults()).unwrap_err();
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|v| v.path().to_string())
        .collect();
    assert_eq!(
        paths,
        ["/insightful_quotes/0/quote", "/insightful_quotes/1/quote"]
    );
    assert!(parse::<TranscriptSummary>(transcript::WHOLE).is_ok());
}
