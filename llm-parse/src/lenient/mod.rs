//! Reads what is almost JSON: from an opening bracket to the end of its value, with every repair recorded.
//!
//! # Design
//!
//! A state machine over the open lists and objects, without recursion and without going back: each state looks at the
//! next sign, and where that is not what JSON has there, takes the one reading that makes sense. Where two make sense
//! and differ, it says so by a fault. On JSON it does what JSON says, and records nothing.
//!
//! No slice of the text panics: a position is moved over ASCII signs, over whole characters or to the end that a search
//! in the text returned, so that it stands between two characters and within the text.

mod bare;
mod behind;
mod blank;
mod brackets;
mod doubt;
mod entry;
mod escape;
mod follow;
mod more;
mod number;
mod plain;
mod quote;
mod root;
mod text;

use std::ops::Range;

use crate::build::{Builder, position};
use crate::candidate::{Found, RawFault, RawFix, depth_limit, excerpt};
use crate::fix::FixKind;
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::Code;

pub(crate) use behind::{is_operand, more_behind};
pub(crate) use blank::space_end;
pub(crate) use number::other_number;
pub(crate) use plain::{
    BARE_KEY, MISSING_COMMA, OTHER_QUOTES, RAW_CONTROL, Repair, TRAILING_COMMA, comment,
    other_literal,
};

use follow::Context;

/// After so many faults a text is given up.
const MAX_FAULTS: usize = 16;

/// What the repair is called that drops what may be an empty slot of a list.
pub(crate) const EMPTY_SLOT: &str = "dropped a second comma";

/// What was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) root: NodeId,
    pub(crate) end: usize,
    /// Whether the text ended inside it.
    pub(crate) open: bool,
    /// Whether there were so many faults that the rest of it was not read.
    pub(crate) given_up: bool,
}

pub(crate) struct Lenient<'p, 't> {
    /// The source up to where the value must end.
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Whether it stands in a fence, which may end it.
    fenced: bool,
    max_depth: usize,
    out: Builder<'p, 't>,
    fixes: &'p mut Vec<RawFix>,
    faults: &'p mut Vec<RawFault>,
    first_fault: usize,
    first_fix: usize,
    /// A comma that no item has followed yet.
    comma: Option<usize>,
    state: State,
    /// Whether the text ended inside the last scalar.
    open_scalar: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// An item, a key or the end of the container.
    Item,
    /// A comma or the end of the container.
    After,
}

/// Whether to go on.
type Go = bool;

impl<'p, 't> Lenient<'p, 't> {
    /// A reader of the region of the source.
    pub(crate) fn new(
        found: &'p mut Found<'t>,
        region: Range<usize>,
        fenced: bool,
        max_depth: usize,
    ) -> Lenient<'p, 't> {
        let text = &found.tree.source[..region.end];
        Lenient {
            text,
            bytes: text.as_bytes(),
            at: region.start,
            fenced,
            max_depth,
            out: Builder {
                tree: &mut found.tree,
                frames: Vec::new(),
            },
            first_fault: found.faults.len(),
            first_fix: found.fixes.len(),
            fixes: &mut found.fixes,
            faults: &mut found.faults,
            comma: None,
            state: State::Item,
            open_scalar: false,
        }
    }

    /// Reads the list or object that starts here.
    pub(crate) fn container(mut self) -> Reading {
        let root = position(self.out.tree.nodes.len());
        let mut go = self.value(false);
        while go && !self.out.frames.is_empty() {
            go = self.step();
        }
        let open = !self.out.frames.is_empty() && !self.is_given_up();
        self.leave_open();
        self.mind_balance(self.first_fix);
        Reading {
            root,
            end: self.at,
            open,
            given_up: self.is_given_up(),
        }
    }

    fn step(&mut self) -> Go {
        let Some(sign) = self.blank() else {
            return false;
        };
        if self.fence_at(self.at) {
            return self.end_by_fence();
        }
        if self.is_given_up() || self.tag_at(self.at) {
            return false;
        }
        let object = self.out.frames.last().is_some_and(|top| top.object);
        match (self.state, sign.0) {
            (_, b'}' | b']' | b')') => self.closer(sign),
            (State::After, b',' | b';') => self.separator(sign),
            (State::After, _) => self.missing_separator(object),
            (State::Item, b',' | b';') => {
                let span = self.at..self.at + sign.1;
                self.take(sign);
                let slot = !object && self.comma.is_some();
                let detail = if slot { EMPTY_SLOT } else { "dropped a comma" };
                self.fix(FixKind::ExtraComma, span, detail);
                true
            }
            (State::Item, b'.' | 0xe2) if self.ellipsis() => true,
            (State::Item, _) if object => self.entry(sign.0),
            (State::Item, _) => {
                self.state = State::After;
                self.comma = None;
                self.value(true)
            }
        }
    }

    fn is_given_up(&self) -> bool {
        self.faults.len() - self.first_fault >= MAX_FAULTS
    }

    fn separator(&mut self, sign: (u8, usize)) -> Go {
        if sign.0 == b';' {
            let span = self.at..self.at + sign.1;
            self.fix(FixKind::Character, span, "read `;` as a comma");
        }
        self.comma = Some(self.at);
        self.take(sign);
        self.state = State::Item;
        true
    }

    fn missing_separator(&mut self, object: bool) -> Go {
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
    fn ellipsis(&mut self) -> bool {
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

    /// Reads a scalar, or the opening bracket of a container.
    fn value(&mut self, in_list: bool) -> Go {
        let context = if in_list {
            Context::Item
        } else {
            Context::Entry
        };
        match self.sign(self.at) {
            Some(sign @ (b'{' | b'[' | b'(', _)) => self.open(sign),
            _ if in_list && self.is_fence() => self.skip_unreadable("an item"),
            _ if self.quote_at(self.at).is_some() => {
                self.string(context) && self.concatenated(context)
            }
            _ if self.string_prefix() => self.value(in_list),
            _ if self.bare(in_list) => self.at < self.bytes.len(),
            _ => self.at < self.bytes.len() && self.skip_unreadable("a value"),
        }
    }

    /// Skips the letters that say in Python how a string is written: `r"a"`.
    fn string_prefix(&mut self) -> bool {
        let letters = self.bytes[self.at..].iter().take(3);
        let len = letters
            .take_while(|byte| b"rRbBuUfF".contains(byte))
            .count();
        let quoted = matches!(self.bytes.get(self.at + len), Some(b'"' | b'\''));
        let apart = self.at == 0 || b" \t\r\n:=,[(".contains(&self.bytes[self.at - 1]);
        if !(1..=2).contains(&len) || !quoted || !apart {
            return false;
        }
        let span = self.at..self.at + len;
        self.fix(FixKind::Quotes, span, "dropped letters before a string");
        self.at += len;
        true
    }

    /// Joins strings that are added up, or follow each other on lines of their own: `"a" + "b"`.
    fn concatenated(&mut self, context: Context) -> Go {
        loop {
            let plus = self.skip(self.at);
            let next = match self.bytes.get(plus) {
                Some(b'+') => self.skip(plus + 1),
                _ if context == Context::Entry && !self.key_at(plus) => plus,
                _ => return true,
            };
            if self.quote_at(next).is_none() {
                return true;
            }
            let span = self.at..next;
            self.at = next;
            let go = self.string(context);
            self.out.join_strings();
            self.fix_last(FixKind::Quotes, span, "joined two strings");
            if !go {
                return false;
            }
        }
    }

    fn open(&mut self, sign: (u8, usize)) -> Go {
        let start = self.at;
        if self.out.frames.len() >= self.max_depth {
            let span = start..start + sign.1;
            self.fault(Code::Depth, span, depth_limit(self.max_depth).into());
            return self.skip_container();
        }
        self.take(sign);
        self.out.open(sign.0 == b'{', start);
        self.state = State::Item;
        self.comma = None;
        if sign.0 == b'(' {
            self.fix(FixKind::Bracket, start..start + 1, "read `(` as `[`");
        }
        true
    }

    /// Skips a container that is nested too deep; a `null` stands for it.
    fn skip_container(&mut self) -> Go {
        let (start, mut depth) = (self.at, 0_usize);
        loop {
            match self.bytes.get(self.at) {
                None => break,
                Some(b'"') => {
                    let quote = self.quote_at(self.at).filter(|quote| quote.len == 1);
                    let end = quote.map(|quote| self.simple_end(self.at, quote));
                    self.at = end.map_or(self.at + 1, |end| end.unwrap_or(self.bytes.len()));
                    continue;
                }
                Some(b'{' | b'[' | b'(') => depth += 1,
                Some(b'}' | b']' | b')') => depth = depth.saturating_sub(1),
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        self.scalar(NodeKind::Null, false, start..self.at, 0, 0);
        self.state = State::After;
        depth == 0
    }
}

/// The text's own ends, and what is recorded.
impl Lenient<'_, '_> {
    /// Whether a fence that may end the value stands at `at`.
    fn fence_at(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        let begins_line = || {
            self.text[..at]
                .trim_end_matches([' ', '\t'])
                .ends_with('\n')
        };
        // A fence in a text goes on with the language: "```rust".
        self.fenced
            && rest.starts_with(b"```")
            && (!rest.get(3).is_some_and(u8::is_ascii_alphanumeric) || begins_line())
    }

    fn is_fence(&self) -> bool {
        self.bytes[self.at..].starts_with(b"```")
    }

    /// Whether a fence stands here at the beginning of a line, where a value is expected.
    fn fence_ends_line(&self) -> bool {
        let line = self.text[..self.at].trim_end_matches([' ', '\t']);
        self.fence_at(self.at) && line.ends_with('\n')
    }

    /// Whether the end of a draft stands at `at`.
    fn tag_at(&self, at: usize) -> bool {
        matches!(self.bytes[at], b'<' | b'[') && crate::prose::draft_end(self.bytes, at).is_some()
    }

    /// Where the character at `at` ends.
    fn char_end(&self, at: usize) -> usize {
        let c = self.text[at..].chars().next();
        at + c.map_or(0, char::len_utf8)
    }

    /// Marks what the text ended in.
    fn leave_open(&mut self) {
        if self.open_scalar && !self.out.frames.is_empty() {
            let last = self.last_node();
            self.out.tree.node_mut(last).open = true;
        }
        while let Some(frame) = self.out.frames.last() {
            self.out.tree.node_mut(frame.node).open = true;
            self.out.close(self.at);
        }
    }

    fn scalar(&mut self, kind: NodeKind, side: bool, span: Range<usize>, a: u32, b: u32) {
        self.out.attach(kind, side, span, a, b);
    }

    fn last_node(&self) -> NodeId {
        position(self.out.tree.nodes.len().saturating_sub(1))
    }

    /// Records a repair in the innermost container.
    fn fix(&mut self, kind: FixKind, span: Range<usize>, detail: &'static str) {
        let node = self.out.frames.last().map_or(NONE, |top| top.node);
        self.push_fix(kind, span, node, detail);
    }

    /// Records a repair of the last value.
    fn fix_last(&mut self, kind: FixKind, span: Range<usize>, detail: &'static str) {
        self.push_fix(kind, span, self.last_node(), detail);
    }

    fn push_fix(&mut self, kind: FixKind, span: Range<usize>, node: NodeId, detail: &'static str) {
        self.fixes.push(RawFix {
            kind,
            start: position(span.start),
            end: position(span.end),
            node,
            detail,
        });
    }

    fn fault(&mut self, code: Code, span: Range<usize>, expected: std::borrow::Cow<'static, str>) {
        let node = self.out.frames.last().map_or(NONE, |top| top.node);
        self.faults.push(RawFault {
            code,
            start: position(span.start),
            end: position(span.end),
            node,
            expected,
            found: excerpt(self.text, span.start).into(),
        });
    }

    /// Records something that cannot be read, and steps over it; a run of it is one fault.
    fn skip_unreadable(&mut self, expected: &'static str) -> Go {
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
