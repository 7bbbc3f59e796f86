//! Values that are the text of a string, or escaped as if they were.

use super::Walk;
use crate::inner::adopt_escaped;

impl Walk<'_, '_> {
    /// Reads a value all of which was escaped as if it stood in a string: `{\"a\": 1}`.
    pub(super) fn escaped(&mut self, at: usize) -> bool {
        // So much may stand before the first quote: `[\n  {\n    \"`.
        const HEAD: usize = 64;
        let end = self.fence.map_or(self.end, |fence| fence.end);
        let head = &self.bytes[at..end.min(at + HEAD)];
        let first = head.windows(2).position(|pair| pair == b"\\\"");
        let opens = |byte: &u8| b"{[ \r\n\t\\n".contains(byte);
        if !first.is_some_and(|first| head[..first].iter().all(opens)) {
            return false;
        }
        if at != self.start && !self.begins_line(at) {
            return false;
        }
        self.budget = self.budget.saturating_sub(end - at);
        if let Some(reading) = adopt_escaped(self.found, at..end) {
            self.add(at, reading);
        }
        self.at = end;
        true
    }

    /// Reads a value that is the text of a string which stands on lines of its own: `"{\"a\": 1}"`.
    pub(super) fn in_string(&mut self, at: usize) -> bool {
        let quoted = self.bytes[..at].ends_with(b"\"");
        if !quoted || (at != self.start + 1 && !self.begins_line(at - 1)) {
            return false;
        }
        let end = string_end(&self.bytes[..self.end], at);
        self.budget = self.budget.saturating_sub(end - at);
        let after = self.text[end..self.end].get(1..).unwrap_or_default();
        let ends_line = after.trim_start_matches([' ', '\t', '\r', ',', ';']);
        if !(ends_line.is_empty() || ends_line.starts_with('\n')) {
            return false;
        }
        let Some(reading) = adopt_escaped(self.found, at..end) else {
            return false;
        };
        self.add(at, reading);
        self.at = end;
        true
    }
}

/// Where the text of a string ends.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
