//! Between two values: commas, what stands for them, and what stands for values that were left out.

use super::{Go, Lenient, MISSING_COMMA, State};
use crate::fix::FixKind;
use crate::tree::NodeKind;
use crate::violation::Code;

impl Lenient<'_, '_> {
    pub(super) fn separator(&mut self, sign: (u8, usize)) -> Go {
        if sign.0 == b';' {
            let span = self.at..self.at + sign.1;
            if self.parts_rows(span.end) {
                let expected = "one sign between all numbers, and a point before a fraction";
                self.fault(Code::Ambiguous, span.clone(), expected.into());
            }
            self.fix(FixKind::Character, span, "read `;` as a comma");
        }
        self.comma = Some(self.at);
        self.take(sign);
        self.state = State::Item;
        true
    }

    /// Whether a semicolon after a number may part more than its two neighbours, since a comma stands beside one of them:
    /// `[1,5; 2,5]` are two numbers, or two rows.
    fn parts_rows(&self, after: usize) -> bool {
        let last = self.out.tree.node(self.last_node());
        let before = self.text.get(..last.start as usize).unwrap_or_default();
        let rest = &self.text[self.skip(after)..];
        let numeric = |c: char| c.is_ascii_digit() || "+-.eE_".contains(c);
        let behind = rest.trim_start_matches(numeric);
        let next = behind.len() < rest.len() && behind.trim_start().starts_with(',');
        let in_object = self.out.frames.last().is_none_or(|top| top.object);
        !in_object && last.kind == NodeKind::Number && (next || before.trim_end().ends_with(','))
    }

    pub(super) fn missing_separator(&mut self, object: bool) -> Go {
        if self.ellipsis() {
            return true;
        }
        let colon = matches!(self.sign(self.at), Some((b':', _)));
        let separates = self.starts_value(self.at) || self.key_at(self.at) || !object;
        if colon || !separates {
            return self.skip_unreadable("`,` or the end");
        }
        if self.splits_number() {
            let span = self.out.tree.span(self.last_node()).start..self.at;
            let expected = "a comma between two numbers, or no space inside one";
            self.fault(Code::Ambiguous, span, expected.into());
        }
        self.fix(MISSING_COMMA.0, self.at..self.at, MISSING_COMMA.1);
        self.state = State::Item;
        true
    }

    /// Whether a space before three digits may be one that groups the digits of a number: `1 234`.
    fn splits_number(&self) -> bool {
        let last = self.out.tree.node(self.last_node());
        let between = self.text.get(last.end as usize..self.at).unwrap_or("-");
        let rest = &self.bytes[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let apart = between.trim().is_empty() && !between.contains('\n');
        last.kind == NodeKind::Number && apart && digits == 3
    }

    /// Skips `...` between two items.
    pub(super) fn ellipsis(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
        if dots < 3 {
            return false;
        }
        let span = self.at..self.at + dots;
        self.fix(FixKind::Skipped, span, "skipped an ellipsis");
        self.at += dots;
        self.state = State::After;
        self.comma = None;
        if self.out.frames.last().is_some_and(|top| top.count == 0) {
            self.state = State::Item;
            self.comma_after_ellipsis();
        }
        true
    }

    /// The comma between an ellipsis and the first item is no extra one.
    fn comma_after_ellipsis(&mut self) {
        if let Some(sign @ (b',', _)) = self.blank() {
            self.take(sign);
        }
    }
}
