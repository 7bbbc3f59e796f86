//! Values that go on after their end.

use super::{Walk, trim};
use crate::fix::FixKind;
use crate::lenient::Reading;
use crate::violation::Code;

impl Walk<'_, '_> {
    /// Reports a value that goes on after its end: what follows are parts of it.
    pub(super) fn spills(&mut self, reading: Reading) {
        let last = self.found.candidates.last();
        let (fixes, faults) = last.map_or((0, 0), |last| (last.fixes.end, last.faults.end));
        let broken = self.found.faults.len() > faults;
        let end = self.fence.map_or(self.end, |fence| fence.end);
        let next = trim(self.text, reading.end.min(end)..end).start;
        let sign = self.bytes[..end].get(next).copied();
        let closers = |c: char| c.is_whitespace() || matches!(c, ']' | '}');
        let more = self.text[next..end]
            .trim_start_matches(closers)
            .starts_with([',', ';', '，', '；']);
        let brackets = self.found.fixes[fixes..]
            .iter()
            .filter(|fix| fix.kind == FixKind::Bracket);
        let dropped = brackets.clone().any(|fix| fix.start != fix.end);
        // Where nothing but closing brackets follows, each of them may be any other.
        let inner = |at: u32| {
            let rest = &self.text[at as usize..reading.end];
            !rest.chars().all(|c| closers(c) || c == ',')
        };
        let mut added = brackets.filter(|fix| fix.start == fix.end);
        let inner = added.clone().any(|fix| inner(fix.start));
        let added = added.next().is_some();
        let goes_on = more || sign.is_some_and(|sign| b",;:]}\"".contains(&sign));
        let rest = end - self.text[next..end].trim_start_matches(closers).len();
        let mended = added || dropped || broken;
        let apart = sign.is_some_and(|sign| b",;\"{[".contains(&sign));
        let torn = ((more || mended || apart) && self.has_surplus(rest))
            || (inner && self.has_surplus(next));
        let spilled =
            reading.given_up || torn || (goes_on && (dropped || broken || (inner && more)));
        if reading.open || next >= end || !spilled {
            return;
        }
        if !broken {
            let len = self.text[next..].chars().next().map_or(0, char::len_utf8);
            self.found
                .refuse(Code::Ambiguous, next..next + len, "brackets that match");
        }
        self.spilled = true;
    }

    /// Whether more braces or more brackets are closed than opened from `at` on: `[1, 2], 3]`.
    fn has_surplus(&mut self, at: usize) -> bool {
        let bytes = &self.bytes[..self.end];
        let depths = self.depth.get_or_insert_with(|| Depths {
            all: depths(bytes),
            ..Depths::default()
        });
        // Values are added in the order of the text, so that all counts together take linear time.
        let here = depths_to(depths, bytes, at);
        depths.all.0 < here.0 || depths.all.1 < here.1
    }
}

/// How deep a text is in braces and brackets.
#[derive(Default)]
pub(super) struct Depths {
    all: (i64, i64),
    at: usize,
    here: (i64, i64),
}

/// How many more braces and brackets are opened than closed.
fn depths(bytes: &[u8]) -> (i64, i64) {
    bytes
        .iter()
        .fold((0, 0), |(braces, brackets), byte| match byte {
            b'{' => (braces + 1, brackets),
            b'}' => (braces - 1, brackets),
            b'[' => (braces, brackets + 1),
            b']' => (braces, brackets - 1),
            _ => (braces, brackets),
        })
}

fn depths_to(depths: &mut Depths, bytes: &[u8], at: usize) -> (i64, i64) {
    if at < depths.at {
        (depths.at, depths.here) = (0, (0, 0));
    }
    let added = self::depths(&bytes[depths.at..at]);
    depths.at = at;
    depths.here.0 += added.0;
    depths.here.1 += added.1;
    depths.here
}
