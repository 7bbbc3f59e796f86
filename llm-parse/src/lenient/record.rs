//! What is recorded of a text: its values, repairs and faults.

use std::borrow::Cow;
use std::ops::Range;

use super::{Go, Lenient};
use crate::build::position;
use crate::candidate::{RawFault, RawFix, ceil, excerpt};
use crate::fix::FixKind;
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::Code;

impl Lenient<'_, '_> {
    /// Marks what the text ended in.
    pub(super) fn leave_open(&mut self) {
        if self.open_scalar && !self.out.frames.is_empty() {
            let last = self.last_node();
            self.out.tree.node_mut(last).open = true;
        }
        while let Some(frame) = self.out.frames.last() {
            self.out.tree.node_mut(frame.node).open = true;
            self.out.close(self.at);
        }
    }

    pub(super) fn scalar(
        &mut self,
        kind: NodeKind,
        side: bool,
        span: Range<usize>,
        a: u32,
        b: u32,
    ) {
        self.out.attach(kind, side, span, a, b);
    }

    pub(super) fn last_node(&self) -> NodeId {
        position(self.out.tree.nodes.len().saturating_sub(1))
    }

    /// Records a repair in the innermost container.
    pub(super) fn fix(&mut self, kind: FixKind, span: Range<usize>, detail: &'static str) {
        let node = self.out.frames.last().map_or(NONE, |top| top.node);
        self.push_fix(kind, span, node, detail);
    }

    /// Records a repair of the last value.
    pub(super) fn fix_last(&mut self, kind: FixKind, span: Range<usize>, detail: &'static str) {
        self.push_fix(kind, span, self.last_node(), detail);
    }

    fn push_fix(&mut self, kind: FixKind, span: Range<usize>, node: NodeId, detail: &'static str) {
        self.fixes.push(RawFix::new(kind, span, node, detail));
    }

    pub(super) fn fault(&mut self, code: Code, span: Range<usize>, expected: Cow<'static, str>) {
        // A sign is one byte, and what stands in its place may be a longer character.
        let end = ceil(self.text, span.end);
        let node = self.out.frames.last().map_or(NONE, |top| top.node);
        self.faults.push(RawFault {
            code,
            start: position(span.start),
            end: position(end),
            node,
            expected,
            found: excerpt(self.text, span.start).into(),
        });
    }

    /// Records something that cannot be read, and steps over it; a run of it is one fault.
    pub(super) fn skip_unreadable(&mut self, expected: &'static str) -> Go {
        let rest = self.text[self.at..].chars().next();
        let end = self.at + rest.map_or(0, char::len_utf8);
        let span = self.at..end;
        self.at = end;
        let last = self.faults[self.first_fault..].last_mut();
        match last.filter(|last| last.code == Code::Syntax && last.expected == expected) {
            Some(last) if self.text[last.end as usize..span.start].trim().is_empty() => {
                last.end = position(end);
            }
            _ => self.fault(Code::Syntax, span, expected.into()),
        }
        true
    }
}
