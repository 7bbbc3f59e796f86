//! Walks through a reply once and finds the values in it, in prose, fences and after drafts.
//!
//! # Design
//!
//! A value is read from an opening bracket that what follows makes plausible, and the walk goes on after its end, so
//! that nothing inside a value is taken for one: a reply that is cut off never gives one of its inner objects. Brackets
//! that are not plausible are skipped. Only the first bracket of the text or of a fence is tried all the same, and
//! counts if its value ends where the text does; the budget keeps the sum of what is read twice below a fixed multiple
//! of the text.
//!
//! No slice of the text panics: the walk stops at ASCII signs only, the values end between two characters, and no
//! position is behind the end of the text or fence.

mod draft;
mod fence;
mod lone;
mod spill;
mod text;

use std::ops::Range;

use crate::build::position;
use crate::candidate::{Candidate, Found, Place, SURPLUS};
use crate::cue::Cue;
use crate::fix::FixKind;
use crate::lenient::{Lenient, Reading, space_end};
use crate::strict::{self, Cause, Failure, TRAILING};
use crate::tree::NONE;
pub(crate) use draft::draft_end;
use fence::Fence;
pub(crate) use lone::{Lead, lead};
use spill::Depths;

/// Adds the values in the source as candidates; `failure` says why all of it is no JSON.
pub(crate) fn scan(found: &mut Found<'_>, failure: Failure) {
    let mut walk = Walk::new(found);
    // What stands at the beginning was tried.
    walk.tried = failure.cause != Cause::Syntax(TRAILING);
    walk.begin(0);
    walk.run();
}

struct Walk<'f, 't> {
    found: &'f mut Found<'t>,
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Where the answer may begin: after the white space and the drafts.
    start: usize,
    end: usize,
    fence: Option<Fence>,
    /// How many bytes may still be read in vain.
    budget: usize,
    /// The first value that takes all of its region but is cut off or faulty, and was not plausible.
    dropped: Option<(usize, Option<Fence>)>,
    /// Whether the last value goes on after its end.
    spilled: bool,
    /// How many more braces and brackets are closed than opened before a place in the text, and in all of it.
    depth: Option<Depths>,
    /// Whether the first value is known to be no JSON.
    tried: bool,
}

impl<'f, 't> Walk<'f, 't> {
    fn new(found: &'f mut Found<'t>) -> Self {
        let text = found.tree.source;
        Walk {
            text,
            bytes: text.as_bytes(),
            at: 0,
            start: 0,
            end: trim(text, 0..text.len()).end,
            fence: None,
            budget: text.len().saturating_mul(4),
            dropped: None,
            found,
            spilled: false,
            depth: None,
            tried: false,
        }
    }

    /// Begins at `at`, with no values so far.
    fn begin(&mut self, at: usize) {
        self.start = trim(self.text, at..self.end).start;
        while self.bytes[at..self.start].ends_with(b"\x1b") {
            let sequence = escape_sequence(&self.bytes[self.start - 1..self.end]);
            let after = self.start - 1 + sequence;
            if after <= self.start {
                break;
            }
            self.start = trim(self.text, after..self.end).start;
        }
        self.at = self.start;
        self.found.answer = self.start..self.end;
    }

    fn run(&mut self) {
        while let Some(at) = self.next_opener() {
            self.opener(at);
        }
        self.scalar_answer();
        let dropped = self.dropped.filter(|_| self.found.candidates.is_empty());
        if let Some((at, fence)) = dropped {
            self.fence = fence;
            let reading = self.read(at);
            self.add(at, reading);
        }
    }

    /// Goes to the next bracket that may open a value.
    fn next_opener(&mut self) -> Option<usize> {
        while self.at < self.end {
            let (at, rest) = (self.at, &self.bytes[self.at..]);
            match rest[0] {
                b'[' | b'<' if self.tag() => {}
                0x1b => self.at += escape_sequence(rest),
                b'{' | b'[' => return Some(at),
                b'`' if rest.starts_with(b"```") => self.fence(b'`'),
                b'~' if rest.starts_with(b"~~~") => self.fence(b'~'),
                0xef | 0xe3 if at == self.start && self.reader(at).opens() => return Some(at),
                _ => self.at += 1,
            }
        }
        None
    }

    /// Reads the whole text as a scalar where it begins as none of the other values does.
    fn scalar_answer(&mut self) {
        if self.start < self.end && !matches!(self.bytes[self.start], b'{' | b'[') {
            self.scalar(self.start..self.end, Place::Whole);
        }
    }

    fn opener(&mut self, at: usize) {
        let first = at == self.start || self.fence.is_some_and(|fence| fence.start == at);
        let plausible = self.reader(at).is_plausible();
        if self.budget > 0 && (self.in_string(at) || (!plausible && self.escaped(at))) {
            return;
        }
        // What stands inside a bracket that begins a line and text is no answer of its own.
        let text = first || self.begins_line(at);
        let text = text && !plausible && self.reader(at).opens_text();
        if !plausible && !text && (!first || self.budget == 0) {
            self.pass(at);
            return;
        }
        let mark = self.found.mark();
        let reading = self.json(at).or_else(|| self.restart(at, first));
        let reading = reading.unwrap_or_else(|| self.read(at));
        let whole = self.ends_region(reading.end);
        let clean = self.found.faults.len() == mark.faults();
        let closed = text || (clean && whole);
        if plausible || (text && first) || (!reading.open && closed) {
            self.add(at, reading);
            let spilled = std::mem::take(&mut self.spilled);
            self.at = match self.fence {
                _ if !spilled => reading.end.max(at + 1),
                Some(fence) => fence.end.max(at + 1),
                None => self.end,
            };
            return;
        }
        self.found.reset(&mark);
        self.budget = self.budget.saturating_sub(reading.end - at);
        if whole {
            self.dropped.get_or_insert((at, self.fence));
        }
        self.pass(at);
    }

    /// Passes over a bracket that opens no value; one before another bracket is only a stray one.
    fn pass(&mut self, at: usize) {
        let next = trim(self.text, at + 1..self.end).start;
        self.found.passed |= !matches!(self.bytes.get(next), Some(b'{' | b'['));
        self.at = at + 1;
    }

    fn begins_line(&self, at: usize) -> bool {
        self.text[..at]
            .trim_end_matches([' ', '\t'])
            .ends_with('\n')
    }

    /// Reads the value that begins again, word for word, in a line after one that breaks off: `{"a": 1, "b\n{"a": 1, ..`.
    fn restart(&mut self, at: usize, first: bool) -> Option<Reading> {
        const TRIES: usize = 4;
        const HEAD: usize = 4;
        if !first || self.budget == 0 {
            return None;
        }
        let end = self.fence.map_or(self.end, |fence| fence.end);
        let rest = &self.text[at..end];
        self.budget = self.budget.saturating_sub(rest.len());
        let head = rest.get(..HEAD)?;
        let lines = rest.match_indices('\n').map(|(line, _)| line + 1);
        let again = |line: &usize| rest[*line..].starts_with(rest[..*line].trim_end());
        let mut tries = lines
            .filter(|line| rest[*line..].starts_with(head))
            .take(TRIES);
        let line = at + tries.find(again)?;
        let mark = self.found.mark();
        let reading = self.read(line);
        let sound = self.found.faults.len() == mark.faults() && !reading.open;
        let next = trim(self.text, reading.end..end).start;
        if !sound || matches!(self.bytes.get(next), Some(b',' | b'}' | b']')) {
            self.found.reset(&mark);
            return None;
        }
        let detail =
            "left out a beginning of the value that breaks off before the value begins again";
        self.found.fix(FixKind::Extracted, at..line, NONE, detail);
        Some(reading)
    }

    /// Reads the value at `at` if it is JSON, which is faster.
    fn json(&mut self, at: usize) -> Option<Reading> {
        let tried = std::mem::take(&mut self.tried) && self.text[..at].trim_ascii().is_empty();
        if tried || self.budget == 0 {
            return None;
        }
        let region = at..self.fence.map_or(self.end, |fence| fence.end);
        match strict::parse_prefix(&mut self.found.tree, region, self.found.max_depth) {
            Ok((root, end)) if !self.reader(end).goes_on(at) => Some(Reading {
                root,
                end,
                open: false,
                given_up: false,
            }),
            Ok((root, end)) => {
                self.found.tree.nodes.truncate(root as usize);
                self.budget = self.budget.saturating_sub(end - at);
                None
            }
            Err(failure) => {
                self.budget = self.budget.saturating_sub(failure.at - at);
                None
            }
        }
    }

    fn reader(&mut self, at: usize) -> Lenient<'_, 't> {
        let end = self.fence.map_or(self.end, |fence| fence.end);
        let fenced = self.fence.is_some();
        let max_depth = self.found.max_depth;
        Lenient::new(self.found, at..end, fenced, max_depth)
    }

    fn read(&mut self, at: usize) -> Reading {
        self.reader(at).container()
    }

    fn add(&mut self, at: usize, reading: Reading) {
        let place = self.place(at, reading.end);
        self.spills(reading);
        let next = trim(self.text, reading.end..self.end).start;
        let surplus = matches!(self.bytes.get(next), Some(b'}' | b']'));
        if place == Place::Whole && reading.end < self.end || surplus {
            let whole = place == Place::Whole;
            let span = next..if whole { self.end } else { next + 1 };
            let detail = if surplus {
                SURPLUS
            } else {
                "dropped what follows the value"
            };
            self.found.fix(FixKind::Bracket, span, reading.root, detail);
        }
        self.found.add(at, reading, place);
    }

    /// Where a value stands.
    fn place(&self, start: usize, end: usize) -> Place {
        let whole = start == self.start && self.start == trim(self.text, 0..self.end).start;
        match self.fence {
            Some(fence) => fence.place,
            None if whole && self.ends_region(end) => Place::Whole,
            None => Place::Prose,
        }
    }

    /// Whether nothing but stray punctuation follows, up to the end of the text or fence.
    fn ends_region(&self, at: usize) -> bool {
        let stray = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '}' | ']' | ')');
        let rest = self.text[at..self.end].trim_start_matches(stray);
        rest.is_empty() || (self.fence.is_some() && rest.starts_with("```"))
    }

    fn scalar(&mut self, region: Range<usize>, place: Place) -> bool {
        let mark = self.found.mark();
        let max_depth = self.found.max_depth;
        let reader = Lenient::new(self.found, region, false, max_depth);
        match reader.scalar_root() {
            Some(reading) => {
                let start = self.found.tree.span(reading.root).start;
                self.found.add(start, reading, place);
            }
            None => self.found.reset(&mark),
        }
        self.found.candidates.len() > mark.candidates()
    }
}

/// The length of a control sequence of a terminal (ECMA-48): `ESC [ 32 m`.
fn escape_sequence(bytes: &[u8]) -> usize {
    let [_, b'[', parameters @ ..] = bytes else {
        return 1;
    };
    let len = parameters
        .iter()
        .take_while(|byte| matches!(byte, 0x20..0x40))
        .count();
    2 + len + usize::from(parameters.get(len).is_some_and(u8::is_ascii))
}

/// The range without white space, and characters that have no width, round it.
fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let start = space_end(text, range.start)
        .unwrap_or(range.start)
        .min(range.end);
    let unseen = |c: char| {
        let mut buffer = [0; 4];
        let c = c.encode_utf8(&mut buffer);
        space_end(c, 0).is_some()
    };
    let end = start + text[start..range.end].trim_end_matches(unseen).len();
    start..end
}

impl Found<'_> {
    fn add(&mut self, start: usize, reading: Reading, place: Place) {
        let last = self.candidates.last();
        let (fixes, faults) = last.map_or((0, 0), |last| (last.fixes.end, last.faults.end));
        let from = last.map_or(self.answer.start, |last| last.span.end as usize);
        let between = self.tree.source.get(from..start).unwrap_or_default();
        let row = last.filter(|_| !between.contains(char::is_alphanumeric));
        let lead = row.map_or(position(from)..position(start), |last| last.lead.clone());
        self.candidates.push(Candidate {
            root: reading.root,
            span: position(start)..position(reading.end),
            place,
            lead,
            fixes: fixes..self.fixes.len(),
            faults: faults..self.faults.len(),
            open: reading.open,
            cue: Cue::default(),
            aside: false,
        });
    }
}
