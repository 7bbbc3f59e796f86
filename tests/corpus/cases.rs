//! The format of the data files: raw replies, each between a line that names it and lines that say what must come of it.
//!
//! ```text
//! @@@ name : Type [escaped] [length]
//! the reply, as it stands; when `escaped`, each line is a JSON string of it; `length` is the finish reason
//! @= the value, or
//! @! /path Code; /other Code     exactly these violations, or
//! @refused                       any violation, or
//! @cut {"partial": "tree"}       refused as cut off, with this partial tree
//! @or refused                    after a value: a violation is as good
//! @fixes Kind Kind               the kinds of fixes, each at least once, and no other
//! @known why                     no value, or other violations, for a reason
//! @wrong why                     a value that is not wanted, for a reason
//! ```

use std::fmt;

use serde_json::Value;

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) r#type: String,
    pub(crate) input: String,
    pub(crate) length: bool,
    pub(crate) wanted: Wanted,
    pub(crate) or_refused: bool,
    pub(crate) fixes: Option<Vec<String>>,
    pub(crate) known: Known,
}

/// How the reader is known to differ.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Known {
    Not,
    Refused,
    Wrong,
}

pub(crate) enum Wanted {
    Value(Value),
    Violations(Vec<String>),
    Refused,
    Cut(Value),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Value(value) => write!(f, "{value}"),
            Wanted::Violations(lines) => f.write_str(&lines.join("; ")),
            Wanted::Refused => f.write_str("any violation"),
            Wanted::Cut(partial) => write!(f, "cut off, partial {partial}"),
        }
    }
}

pub(crate) fn parse(file: &str, text: &str) -> Vec<Case> {
    let mut blocks = text.split("@@@ ");
    assert_eq!(blocks.next(), Some(""), "{file} begins with a case");
    blocks.map(|block| case(file, block)).collect()
}

fn case(file: &str, block: &str) -> Case {
    let (head, rest) = block.split_once('\n').expect("a line after the name");
    let (name, words) = head.split_once(" : ").expect("a type after the name");
    let mut words = words.split(' ');
    let r#type = words.next().expect("a type").to_owned();
    let flags: Vec<_> = words.collect();
    let marks = rest.find("\n@").expect("what must come of it");
    let (input, marks) = (&rest[..marks], &rest[marks + 1..]);
    let mut case = Case {
        name: format!("{file}/{name}"),
        r#type,
        input: if flags.contains(&"escaped") {
            unescape(input)
        } else {
            input.to_owned()
        },
        length: flags.contains(&"length"),
        wanted: Wanted::Refused,
        or_refused: false,
        fixes: None,
        known: Known::Not,
    };
    for mark in marks.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = mark.split_once(' ').unwrap_or((mark, ""));
        case.mark(word, rest);
    }
    case
}

impl Case {
    fn mark(&mut self, word: &str, rest: &str) {
        let name = &self.name;
        let json = || serde_json::from_str(rest).unwrap_or_else(|e| panic!("{name}: {e}"));
        match word {
            "@=" => self.wanted = Wanted::Value(json()),
            "@cut" => self.wanted = Wanted::Cut(json()),
            "@!" => self.wanted = Wanted::Violations(rest.split("; ").map(str::to_owned).collect()),
            "@refused" => self.wanted = Wanted::Refused,
            "@or" => self.or_refused = true,
            "@fixes" => self.fixes = Some(rest.split(' ').map(str::to_owned).collect()),
            "@known" => self.known = Known::Refused,
            "@wrong" => self.known = Known::Wrong,
            other => panic!("{name}: no mark {other}"),
        }
    }
}

fn unescape(lines: &str) -> String {
    let line = |line: &str| serde_json::from_str::<String>(line).unwrap();
    lines.lines().map(line).collect()
}
