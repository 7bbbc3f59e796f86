//! Regular expressions, checked while the program is compiled.

mod features;
mod matching;

use std::fmt::Display;
use std::ops::Range;

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, ErrorKind};
use regex_syntax::hir::translate::Translator;

pub(crate) use matching::matches;

/// What is wrong with an expression, and where in it.
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) at: Range<usize>,
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
    let before = source[..span.start.offset].chars().count();
    let message = format!(
        "not a valid regular expression at character {}: {kind}",
        before + 1
    );
    Fault::new(span, message)
}

/// Writes `\d` and `\w` as the ASCII classes that they are in ECMA-262, as the runtime does before it compiles.
fn portable(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('d') => out.push_str("[0-9]"),
            Some('D') => out.push_str("[^0-9]"),
            Some('w') => out.push_str("[0-9A-Za-z_]"),
            Some('W') => out.push_str("[^0-9A-Za-z_]"),
            Some('/') => out.push('/'),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}
