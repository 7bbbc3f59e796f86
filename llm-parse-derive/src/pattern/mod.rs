//! Regular expressions, checked while the program is compiled.

mod features;
mod lengths;
mod matching;
/// The runtime's own file.
mod portable;

use std::fmt::Display;
use std::ops::Range;

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, ErrorKind};
use regex_syntax::hir::translate::Translator;

pub(crate) use matching::matches;
use portable::portable;

/// What is wrong with an expression, and where in it.
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) at: Range<usize>,
}

/// How few and how many characters a text has in which the expression is found; `None` where there is none, or the
/// expression is not valid.
pub(crate) fn lengths(source: &str) -> Option<(usize, usize)> {
    lengths::of(&regex_syntax::parse(&portable(source)).ok()?)
}

/// The faults of an expression, each with the way out.
pub(crate) fn faults(source: &str) -> Vec<Fault> {
    let tree = match Parser::new().parse(source) {
        Ok(tree) => tree,
        Err(error) => return vec![syntax(source, &error)],
    };
    let faults = features::faults(source, &tree);
    if !faults.is_empty() {
        return faults;
    }
    match Translator::new().translate(source, &tree) {
        Ok(hir) if lengths::of(&hir).is_none() => vec![Fault {
            message: "no text matches this `pattern`; change it".to_owned(),
            at: 0..source.len(),
        }],
        Ok(_) => Vec::new(),
        Err(error) => vec![invalid(source, error.span(), error.kind())],
    }
}

impl Fault {
    fn new(span: &ast::Span, message: String) -> Fault {
        Fault {
            message,
            at: span.start.offset..span.end.offset,
        }
    }
}

fn syntax(source: &str, error: &ast::Error) -> Fault {
    let missing = match error.kind() {
        ErrorKind::UnsupportedLookAround => "look-around",
        ErrorKind::UnsupportedBackreference => "a backreference",
        kind => return invalid(source, error.span(), kind),
    };
    let message =
        format!("{missing} is not supported in a `pattern`; rewrite it without, or use `check`");
    Fault::new(error.span(), message)
}

fn invalid(source: &str, span: &ast::Span, kind: impl Display) -> Fault {
    let before = source.get(..span.start.offset);
    let before = before.map_or(0, |before| before.chars().count());
    let message = format!(
        "not a valid regular expression at character {}: {kind}",
        before + 1
    );
    Fault::new(span, message)
}
