//! Closing brackets: of the right kind, of the wrong one, missing, or one too many.

use crate::fix::FixKind;

use std::collections::HashMap;

use super::{Go, Lenient, State, TRAILING_COMMA};
use crate::candidate::SURPLUS;
use crate::tree::NodeId;
use crate::violation::Code;

impl Lenient<'_, '_> {
    pub(super) fn closer(&mut self, sign: (u8, usize)) -> Go {
        let Some(top) = self.out.frames.last() else {
            return false;
        };
        let paren = self.bytes[self.out.tree.span(top.node).start] == b'(';
        match sign.0 {
            b')' if paren => self.close(sign),
            b')' if self.ends_text(sign) && self.out.frames.len() == 1 => self.wrong_kind(sign),
            b')' => self.stray(sign),
            b'}' if !top.object => self.brace_in_list(sign),
            b']' if top.object => self.bracket_in_object(sign),
            b'}' if self.entry_after_root(sign) => self.stray(sign),
            b']' if self.out.frames.len() == 1 && self.item_after(self.at + sign.1) => {
                self.stray(sign)
            }
            _ => self.close(sign),
        }
    }

    /// Whether nothing follows the sign.
    fn ends_text(&self, sign: (u8, usize)) -> bool {
        let next = self.skip(self.at + sign.1);
        next >= self.bytes.len() || self.fence_at(next)
    }

    /// Ends the innermost container.
    pub(super) fn close(&mut self, sign: (u8, usize)) -> Go {
        self.extra_comma();
        self.take(sign);
        self.out.close(self.at);
        self.state = State::After;
        true
    }

    pub(super) fn extra_comma(&mut self) {
        if let Some(comma) = self.comma.take() {
            let (kind, detail) = TRAILING_COMMA;
            let end = self.char_end(comma);
            self.fix(kind, comma..end, detail);
        }
    }

    pub(super) fn stray(&mut self, sign: (u8, usize)) -> Go {
        let span = self.at..self.at + sign.1;
        self.fix(FixKind::Bracket, span, SURPLUS);
        self.at += sign.1;
        true
    }

    /// A `}` ends the lists that are open down to the nearest object.
    pub(super) fn brace_in_list(&mut self, sign: (u8, usize)) -> Go {
        let next = self.skip(self.at + sign.1);
        if self.in_object() && matches!(self.sign(next), Some((b']', _))) {
            return self.stray(sign);
        }
        if !self.in_object() && self.item_after(self.at + sign.1) {
            return self.stray(sign);
        }
        if !self.in_object() {
            return self.wrong_kind(sign);
        }
        self.extra_comma();
        while self.out.frames.last().is_some_and(|top| !top.object) {
            self.fix(FixKind::Bracket, self.at..self.at, "added a missing `]`");
            self.out.close(self.at);
        }
        self.closer(sign)
    }

    /// A `]` ends the objects that are open down to the nearest list, unless it must stand for a `}`.
    pub(super) fn bracket_in_object(&mut self, sign: (u8, usize)) -> Go {
        let next = self.skip(self.at + sign.1);
        let more = match self.sign(next) {
            Some((b']', _)) => true,
            Some((b',', len)) => matches!(self.sign(self.skip(next + len)), Some((b'{', _))),
            _ => false,
        };
        if !self.in_list() && self.entry_after_root(sign) {
            return self.stray(sign);
        }
        if !self.in_list() || (more && self.parent_is_list()) {
            return self.wrong_kind(sign);
        }
        self.extra_comma();
        while self.out.frames.last().is_some_and(|top| top.object) {
            self.fix(FixKind::Bracket, self.at..self.at, "added a missing `}`");
            self.out.close(self.at);
        }
        self.close(sign)
    }

    pub(super) fn wrong_kind(&mut self, sign: (u8, usize)) -> Go {
        let span = self.at..self.at + sign.1;
        self.fix(
            FixKind::Bracket,
            span,
            "replaced a closing bracket of the wrong kind",
        );
        self.close(sign)
    }

    /// Whether further entries follow the bracket that would end the whole value: `{"a": 1}, "b": 2}`.
    pub(super) fn entry_after_root(&self, sign: (u8, usize)) -> bool {
        self.out.frames.len() == 1 && self.entry_after(self.at + sign.1)
    }

    /// Whether the value that stands from `start` to here may go on: with further entries, or a string that it is in.
    pub(crate) fn goes_on(&self, start: usize) -> bool {
        let bracket = &self.bytes[..self.at];
        (bracket.ends_with(b"}") && self.entry_after(self.at))
            || (bracket.ends_with(b"]") && self.item_after(self.at))
            || (bracket.ends_with(b"\"}") && self.quoted_on(start, self.at))
    }

    /// Reports a value in which one bracket was added and another dropped, not in its place: both may be the same one.
    pub(super) fn mind_balance(&mut self, first_fix: usize) {
        self.mind_keys_in_lists(first_fix);
        let (mut added, mut dropped) = (Vec::new(), Vec::new());
        for fix in &self.fixes[first_fix..] {
            match fix.kind {
                FixKind::Bracket if fix.start == fix.end => added.push(fix.start),
                // A bracket that was dropped where one was added was of the wrong kind.
                FixKind::Bracket if fix.detail == SURPLUS && added.last() == Some(&fix.start) => {
                    added.pop();
                }
                FixKind::Bracket if fix.detail == SURPLUS => dropped.push(fix.start),
                _ => {}
            }
        }
        if let (Some(added), false) = (added.first(), dropped.is_empty()) {
            let at = *added as usize;
            self.fault(Code::Ambiguous, at..at, "brackets that match".into());
        }
    }

    /// Reports a list whose end was missing and in which a comma was missing too: it may hold keys and their values.
    fn mind_keys_in_lists(&mut self, first_fix: usize) {
        let fixes = self.fixes[first_fix..].iter();
        let of = |kind: FixKind| fixes.clone().filter(move |fix| fix.kind == kind);
        let ends = of(FixKind::Bracket).filter(|fix| fix.start == fix.end);
        let ends: HashMap<NodeId, u32> = ends.map(|fix| (fix.node, fix.start)).collect();
        let after_text = |at: u32| self.text[..at as usize].trim_end().ends_with(['"', '\'']);
        let torn = of(FixKind::MissingComma)
            .filter(|fix| after_text(fix.start))
            .find_map(|fix| ends.get(&fix.node));
        if let Some(at) = torn.map(|at| *at as usize) {
            self.fault(
                Code::Ambiguous,
                at..at,
                "the end of the list before a key".into(),
            );
        }
    }

    /// Whether further objects of a list follow the bracket that would end it: `[{..}], {..}]`.
    pub(super) fn item_after(&self, at: usize) -> bool {
        let item = self.after_separators(at);
        item.is_some_and(|item| self.bytes.get(item) == Some(&b'{')) && self.ends_as_list()
    }

    /// Whether the text ends with a list's bracket, and perhaps a fence.
    fn ends_as_list(&self) -> bool {
        // All looks together take linear time, however much white space there is.
        const NEAR: usize = 64;
        let tail = &self.bytes[self.bytes.len().saturating_sub(NEAR)..];
        let tail = tail.trim_ascii_end();
        tail.strip_suffix(b"```")
            .unwrap_or(tail)
            .trim_ascii_end()
            .ends_with(b"]")
    }

    /// Where the text goes on after a few commas or semicolons, if one stands at `at`.
    pub(super) fn after_separators(&self, at: usize) -> Option<usize> {
        const FEW: usize = 4;
        let start = self.skip(at);
        let mut at = start;
        for _ in 0..FEW {
            let Some((b',' | b';', len)) = self.sign(at) else {
                break;
            };
            at = self.skip(at + len);
        }
        (at > start).then_some(at)
    }

    pub(super) fn entry_after(&self, at: usize) -> bool {
        self.after_separators(at)
            .is_some_and(|key| self.quote_at(key).is_some() && self.value_after_key(key).is_some())
    }

    /// A fence that closes before the value does: the model had written all of it, unless more was to come.
    pub(super) fn end_by_fence(&mut self) -> Go {
        let empty = self.out.frames.last().is_some_and(|top| top.count == 0);
        if self.state == State::Item && (empty || self.comma.is_some()) {
            return false;
        }
        self.extra_comma();
        while !self.out.frames.is_empty() {
            self.fix(
                FixKind::Bracket,
                self.at..self.at,
                "added a missing closing bracket",
            );
            self.out.close(self.at);
        }
        true
    }

    pub(super) fn parent_is_list(&self) -> bool {
        let parent = self.out.frames.iter().rev().nth(1);
        parent.is_some_and(|frame| !frame.object)
    }

    pub(super) fn in_object(&self) -> bool {
        self.out.frames.iter().any(|frame| frame.object)
    }

    pub(super) fn in_list(&self) -> bool {
        self.out.frames.iter().any(|frame| !frame.object)
    }

    pub(super) fn in_parens(&self) -> bool {
        let top = self.out.frames.last();
        top.is_some_and(|top| self.bytes[self.out.tree.span(top.node).start] == b'(')
    }
}
