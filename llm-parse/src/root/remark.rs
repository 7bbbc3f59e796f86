//! What a value says of itself under keys that are not declared: that it is wrong, or not the answer.

use super::Search;
use super::own::Own;
use crate::align::{Findings, expected, fold, is_word_for_nothing};
use crate::candidate::{Candidate, Found};
use crate::disclaimer::{remark, words};
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::rules::quote;
use crate::violation::{Code, Violation};

impl Search<'_, '_> {
    /// What stands under an ignored key and says that the value is not the answer: `"note": "This is only an example."`
    pub(super) fn remark(
        &self,
        found: &Found<'_>,
        findings: &Findings,
        taken: &Candidate,
    ) -> Option<Violation> {
        /// More ignored keys are not heard.
        const MANY: usize = 16;
        let ignored = |fix: &&Fix| fix.kind() == FixKind::UnknownKey;
        let mut heard = findings.fixes.iter().filter(ignored).take(MANY);
        let said = heard.find(|fix| self.is_against(found, taken, fix))?;
        let said = quote(found.tree.source.get(said.span())?);
        let wanted = expected(self.view, &[]);
        let message = format!(
            "{said} in the value says that it is not the answer; give the answer alone: {wanted}"
        );
        let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, said);
        Some(violation.with_message(message))
    }

    fn is_against(&self, found: &Found<'_>, taken: &Candidate, fix: &Fix) -> bool {
        let source = found.tree.source;
        let value = taken.span.start as usize..taken.span.end as usize;
        let parts = (
            source
                .get(fix.span())
                .and_then(|entry| entry.split_once(':')),
            source.get(value.start..fix.span().start),
            source.get(fix.span().end..value.end),
        );
        let (Some((key, said)), Some(before), Some(after)) = parts else {
            return false;
        };
        let (key, said) = (fold(key.trim()), said.trim());
        if tells_of_fault(&key) {
            return !says_none(said);
        }
        let rest = [before, after].concat();
        said.starts_with('"') && is_sentence(said) && remark(said, &Own::new(self.view, &rest))
    }
}

fn tells_of_fault(key: &str) -> bool {
    [
        "error",
        "errors",
        "errormessage",
        "correction",
        "corrections",
    ]
    .contains(&key)
}

/// Whether a value says that there is no fault, or only that something is not in the text: `"No errors found."`, `0`,
/// `"the age is missing"`.
fn says_none(said: &str) -> bool {
    const NONE: [&str; 5] = ["no", "none", "without", "false", "null"];
    const ABSENT: [&str; 5] = ["missing", "absent", "unknown", "unavailable", "unspecified"];
    let text = said.trim_matches(|c: char| c.is_whitespace() || "\"'[]{}".contains(c));
    let said = words(text);
    text.is_empty()
        || is_word_for_nothing(text)
        || text.parse::<f64>().is_ok()
        || said.first().is_some_and(|word| NONE.contains(&&**word))
        || said.iter().any(|word| ABSENT.contains(&&**word))
}

fn is_sentence(said: &str) -> bool {
    const FEWEST: usize = 3;
    said.split_whitespace().take(FEWEST).count() == FEWEST
}
