//! The entries of an object: a key, a colon, a value; or what stands in their place.

use crate::build::position;
use crate::fix::FixKind;
use crate::tree::NodeKind;
use crate::violation::Code;

use super::blank::is_space;
use super::follow::Context;
use super::{BARE_KEY, Go, Lenient, State};

impl Lenient<'_, '_> {
    pub(super) fn entry(&mut self, sign: u8) -> Go {
        if sign == b'{' && self.parent_is_list() {
            self.fix(FixKind::Bracket, self.at..self.at, "added a missing `}`");
            self.out.close(self.at);
            self.state = State::Item;
            return true;
        }
        if matches!(sign, b'{' | b'[' | b':' | b'=' | b'\\') || self.is_fence() {
            return self.skip_unreadable("a key");
        }
        self.comma = None;
        let key = match self.quote_at(self.at) {
            Some(_) => self.string(Context::Key),
            None => self.bare_key(),
        };
        key && self.colon() && self.entry_value()
    }

    /// Reads a key without quotes.
    fn bare_key(&mut self) -> Go {
        let start = self.at;
        let rest = &self.bytes[start..];
        let Some(len) = rest.iter().position(|byte| b":=,{}[]\"\n".contains(byte)) else {
            self.at = self.bytes.len();
            return false;
        };
        let full_width = self.text[start..start + len].find('：').unwrap_or(len);
        let end = start
            + self.text[start..start + full_width]
                .trim_end_matches(is_space)
                .len();
        self.at = start + full_width;
        let (a, b) = (position(start), position(end));
        self.scalar(NodeKind::Key, false, start..end, a, b);
        self.fix_last(BARE_KEY.0, start..end, BARE_KEY.1);
        if self.bytes.get(self.at) == Some(&b'"') {
            let span = self.at..self.at + 1;
            self.at += 1;
            if span.start > end || self.blank().is_some_and(|sign| sign.0 != b':') {
                self.fault(Code::Syntax, span, "a key".into());
            } else {
                self.fix_last(FixKind::Quotes, span, "dropped a stray quote");
            }
        }
        true
    }

    /// Reads the colon after a key.
    fn colon(&mut self) -> Go {
        let Some(sign) = self.blank() else {
            self.drop_key();
            return false;
        };
        let span = self.at..self.at + sign.1;
        match sign.0 {
            b':' => {
                self.take(sign);
                self.further_colons();
            }
            b'=' => {
                self.at += 1;
                self.at += usize::from(self.bytes.get(self.at) == Some(&b'>'));
                self.fix_last(FixKind::Colon, span, "read the sign after a key as `:`");
            }
            b',' | b'}' | b']' | b';' => self.fault(Code::Syntax, span, "`:` and a value".into()),
            _ => {
                // What was skipped as a comment may be a text whose first quote belongs to the key.
                let key = position(self.out.tree.span(self.last_node()).end);
                let last = self.fixes.last();
                if last.is_some_and(|fix| fix.kind == FixKind::Comment && fix.start >= key) {
                    self.fault(Code::Ambiguous, span, "`:` after the key".into());
                }
                self.fix_last(FixKind::Colon, self.at..self.at, "added a colon");
            }
        }
        true
    }

    fn further_colons(&mut self) {
        while self.bytes.get(self.at) == Some(&b':') {
            let span = self.at..self.at + 1;
            self.at += 1;
            self.fix_last(FixKind::Colon, span, "dropped a second colon");
        }
    }

    fn entry_value(&mut self) -> Go {
        self.state = State::After;
        let Some(sign) = self.blank() else {
            self.drop_key();
            return false;
        };
        let empty = matches!(sign.0, b',' | b'}' | b']' | b';') || self.fence_ends_line();
        if !empty {
            let go = self.value(false);
            self.mind_missing_value(go);
            return go;
        }
        self.scalar(NodeKind::Null, false, self.at..self.at, 0, 0);
        self.fix_last(
            FixKind::Literal,
            self.at..self.at,
            "read a missing value as `null`",
        );
        true
    }

    /// A key whose value could not be read has `null`; one whose value is cut off before it says anything is dropped.
    fn mind_missing_value(&mut self, go: Go) {
        if self
            .out
            .tree
            .nodes
            .last()
            .is_none_or(|node| node.kind != NodeKind::Key)
        {
            return;
        }
        if go {
            self.scalar(NodeKind::Null, false, self.at..self.at, 0, 0);
        } else {
            self.drop_key();
        }
    }

    fn drop_key(&mut self) {
        if let Some(node) = self.out.drop_key() {
            self.fixes.retain(|fix| fix.node < node);
        }
    }
}
