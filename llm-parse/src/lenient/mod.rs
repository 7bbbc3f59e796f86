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
mod part;
mod partial;
mod plain;
mod quote;
mod record;
mod root;
mod separator;
mod text;

use std::ops::Range;

use crate::build::{Builder, position};
use crate::candidate::{Found, RawFault, RawFix, ceil, depth_limit};
use crate::fix::FixKind;
use crate::tree::{NodeId, NodeKind};
use crate::violation::Code;

pub(crate) use behind::{Marker, is_operand, marked_behind, marker, more_behind};
pub(crate) use blank::space_end;
pub(crate) use more::{is_ellipsis, may_be_ellipsis};
pub(crate) use number::other_number;
pub(crate) use part::part_beside;
pub(crate) use partial::{Listed, partial_before, partial_behind};
pub(crate) use plain::{
    BARE_KEY, MISSING_COMMA, OTHER_QUOTES, RAW_CONTROL, Repair, TRAILING_COMMA, comment,
    offers_another, other_literal,
};

use follow::Context;
use number::{Word, classify};

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
            let first = self.last_node();
            let adds = self.is_number(first);
            let go = self.string(context);
            if adds && self.is_number(self.last_node()) {
                let both = self.out.tree.span(first).start..self.at;
                self.fault(Code::Ambiguous, both, "one number".into());
            }
            self.out.join_strings();
            self.fix_last(FixKind::Quotes, span, "joined two strings");
            if !go {
                return false;
            }
        }
    }

    /// Whether a text is a number, so that another one may be added to it: `"45" + "5"`.
    fn is_number(&self, node: NodeId) -> bool {
        const LONGEST: usize = 48;
        let text = self.out.tree.text(node);
        let number = || classify(text.trim());
        text.len() <= LONGEST && matches!(number(), Word::Number(_) | Word::Plain(NodeKind::Number))
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
        self.at = ceil(self.text, self.at);
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
}
