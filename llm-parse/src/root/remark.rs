//! What a value says of itself under keys that are not declared: that it is wrong, or not the answer.

use super::Search;
use super::forms::is_list_type;
use super::own::Own;
use crate::align::{Findings, expected, fold};
use crate::candidate::{Candidate, Found};
use crate::disclaimer::{remark, words};
use crate::fix::{Fix, FixKind};
use crate::lenient::{Listed, partial_behind};
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
        if FAULTS.contains(&&*key) {
            return !says_none(said);
        }
        if is_flag_against(&key, said) {
            return true;
        }
        let rest = [before, after].concat();
        said.starts_with('"')
            && is_sentence(said)
            && (remark(said, &Own::new(self.view, &rest)) || self.says_partial(said))
    }

    /// Whether a remark says of a list of the type that it is not whole.
    fn says_partial(&self, said: &str) -> bool {
        let names = self.lists();
        let list = is_list_type(self.view).then_some(Listed::Root(usize::MAX));
        let inside = || (!names.is_empty()).then(|| Listed::Inside(&names));
        let listed = list.or_else(inside);
        listed.is_some_and(|listed| partial_behind(said.trim_matches('"'), &listed).is_some())
    }
}

/// Keys for what is wrong.
const FAULTS: [&str; 5] = [
    "error",
    "errors",
    "errormessage",
    "correction",
    "corrections",
];

/// Whether a key and its value say that there is another value, that not all is there, or that nothing is real.
fn is_flag_against(key: &str, said: &str) -> bool {
    const REVISED: [&str; 6] = [
        "revised",
        "revision",
        "update",
        "updated",
        "corrected",
        "amended",
    ];
    const TRUE: [&str; 14] = [
        "partial",
        "ispartial",
        "incomplete",
        "isincomplete",
        "truncated",
        "istruncated",
        "hasmore",
        "failed",
        "placeholder",
        "isplaceholder",
        "dummy",
        "isdummy",
        "isexample",
        "hypothetical",
    ];
    const FALSE: [&str; 8] = [
        "success",
        "succeeded",
        "ok",
        "valid",
        "isvalid",
        "complete",
        "iscomplete",
        "isreal",
    ];
    const STATES: [&str; 8] = [
        "error",
        "failed",
        "failure",
        "partial",
        "incomplete",
        "truncated",
        "invalid",
        "fail",
    ];
    (REVISED.contains(&key) && said.starts_with(['{', '[']) && !says_none(said))
        || (TRUE.contains(&key) && said == "true")
        || (FALSE.contains(&key) && said == "false")
        || (key == "status" && STATES.contains(&&*fold(said)))
}

/// Whether a value says that there is no fault: `"No errors found."`, or is a number, as an error of measurement is.
fn says_none(said: &str) -> bool {
    const FAULTS: [&str; 6] = ["error", "errors", "issue", "issues", "problem", "problems"];
    let number = said.parse::<f64>().is_ok();
    let said = words(said);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    match said[..] {
        [] | ["none" | "false" | "null" | "no" | "0"] | ["n", "a"] => true,
        ["no", what, ..] => FAULTS.contains(&what),
        _ => number,
    }
}

fn is_sentence(said: &str) -> bool {
    const FEWEST: usize = 3;
    said.split_whitespace().take(FEWEST).count() == FEWEST
}
