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

mod lone;

use std::ops::Range;

use crate::build::position;
use crate::candidate::{Candidate, Found, Place, SURPLUS};
use crate::cue::Cue;
use crate::fix::FixKind;
use crate::inner::adopt_escaped;
use crate::lenient::{Lenient, Reading, space_end};
use crate::strict::{self, Cause, Failure, TRAILING};
use crate::tree::NONE;
use crate::violation::Code;
pub(crate) use lone::{Lead, lead};

/// Tags round what a model thinks before it answers: `<think>`, `</think>`, `[THINK]`, `[/THINK]`.
const DRAFTS: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "reasoning",
    "reflection",
    "scratchpad",
    "analysis",
    "seed:think",
];

/// What begins the answer where drafts stand in a channel of their own.
const FINAL: &[u8] = b"<|channel|>final<|message|>";

/// Adds the values in the source as candidates; `failure` says why all of it is no JSON.
pub(crate) fn scan(found: &mut Found<'_>, failure: Failure) {
    let mut walk = Walk::new(found);
    // What stands at the beginning was tried.
    walk.tried = failure.cause != Cause::Syntax(TRAILING);
    walk.begin(0);
    walk.run();
}

#[derive(Clone, Copy)]
struct Fence {
    place: Place,
    /// Where its text begins.
    start: usize,
    /// Where its values must end.
    end: usize,
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

    /// Reads a value all of which was escaped as if it stood in a string: `{\"a\": 1}`.
    fn escaped(&mut self, at: usize) -> bool {
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
    fn in_string(&mut self, at: usize) -> bool {
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

    /// Reports a value that goes on after its end: what follows are parts of it.
    fn spills(&mut self, reading: Reading) {
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

    /// Goes into a fence or out of it.
    fn fence(&mut self, sign: u8) {
        let rest = &self.bytes[self.at..self.end];
        let run = rest.iter().take_while(|byte| **byte == sign).count();
        let word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+-#.".contains(byte);
        let info = rest[run..].iter().take_while(word).count();
        let from = self.at + run;
        let info = &self.text[from..from + info];
        let place = fence_place(info);
        if self.fence.take().is_some() && place != Place::JsonFence {
            self.at = from;
            return;
        }
        self.at = from + info.len();
        let start = trim(self.text, self.at..self.end).start;
        let bracket = matches!(self.bytes.get(start), Some(b'{' | b'['));
        // A value needs no program round it in some languages.
        let place = match place {
            Place::OtherFence if bracket && is_script(info) => Place::Fence,
            place => place,
        };
        self.fence = Some(Fence {
            place,
            start,
            end: self.end,
        });
        if bracket {
            return;
        }
        let close = self.text[self.at..self.end].find(if sign == b'`' { "```" } else { "~~~" });
        let close = close.map_or(self.end, |close| self.at + close);
        let region = trim(self.text, start.min(close)..close);
        if place == Place::OtherFence {
            self.fence = Some(Fence {
                place,
                start,
                end: close,
            });
        } else if self.scalar(region, place) {
            self.at = close;
        }
    }

    /// Skips a draft, if one begins or ends here; what stands before the end of one is none of the answer either.
    fn tag(&mut self) -> bool {
        if let Some(end) = draft_end(self.bytes, self.at) {
            self.found.forget();
            self.fence = None;
            self.dropped = None;
            self.begin(end);
            return true;
        }
        let Some(name) = tag_name(self.bytes, self.at, 1) else {
            return false;
        };
        // The tag is only spoken of.
        if self.at > 0 && matches!(self.bytes[self.at - 1], b'`' | b'"' | b'\'') {
            return false;
        }
        let from = self.at;
        match find_draft_end(self.bytes, from, name) {
            Some(end) if from == self.start => self.begin(end),
            Some(end) => self.at = end,
            None => {
                let expected = "an answer after the reasoning";
                self.found.refuse(Code::CutOff, from..self.end, expected);
                self.at = self.end;
            }
        }
        true
    }
}

/// How deep a text is in braces and brackets.
#[derive(Default)]
struct Depths {
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

fn fence_place(info: &str) -> Place {
    let is = |words: &[&str]| words.iter().any(|word| info.eq_ignore_ascii_case(word));
    if is(&["json", "json5", "jsonc", "jsonl", "ndjson"]) {
        Place::JsonFence
    } else if is(&["", "text", "txt", "plain", "plaintext", "output"]) {
        Place::Fence
    } else {
        Place::OtherFence
    }
}

/// Whether a list or an object alone is a text of the language.
fn is_script(info: &str) -> bool {
    const LANGUAGES: [&str; 6] = ["javascript", "js", "typescript", "ts", "python", "py"];
    LANGUAGES
        .iter()
        .any(|language| info.eq_ignore_ascii_case(language))
}

/// Where the tag at `at` ends, if it is one that ends a draft.
pub(crate) fn draft_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..at + 2)? {
        b"</" | b"[/" => tag_name(bytes, at, 2).map(|name| at + 2 + name.len() + 1),
        b"<|" => bytes[at..].starts_with(FINAL).then_some(at + FINAL.len()),
        _ => None,
    }
}

/// The name of the draft's tag at `at`, which begins `skip` bytes after it.
fn tag_name(bytes: &[u8], at: usize, skip: usize) -> Option<&'static str> {
    let (close, names) = match bytes[at] {
        b'<' => (b'>', DRAFTS),
        // `[analysis]` may be a list of one word.
        _ => (b']', &DRAFTS[..1]),
    };
    let rest = bytes.get(at + skip..)?;
    names.iter().copied().find(|name| {
        let tag = rest.get(..name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()))
            && rest.get(name.len()) == Some(&close)
    })
}

fn find_draft_end(bytes: &[u8], from: usize, name: &str) -> Option<usize> {
    let tags = (from..bytes.len()).filter(|at| bytes[*at] == bytes[from]);
    tags.filter(|at| tag_name(bytes, *at, 2) == Some(name))
        .find_map(|at| draft_end(bytes, at))
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
        self.candidates.push(Candidate {
            root: reading.root,
            span: position(start)..position(reading.end),
            place,
            fixes: fixes..self.fixes.len(),
            faults: faults..self.faults.len(),
            open: reading.open,
            cue: Cue::default(),
            aside: false,
        });
    }
}
