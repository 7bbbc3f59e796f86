//! Regular expressions, checked while the program is compiled.

use regex_syntax::ast::ErrorKind;

/// What is wrong with the expression and the way out.
pub(crate) fn fault(source: &str) -> Option<String> {
    let error = regex_syntax::parse(&ascii_classes(source)).err()?;
    Some(match error {
        regex_syntax::Error::Parse(error) => match error.kind() {
            ErrorKind::UnsupportedLookAround => {
                "look-around is not supported in a `pattern`; rewrite it without, or use `check`"
                    .to_owned()
            }
            ErrorKind::UnsupportedBackreference => {
                "a backreference is not supported in a `pattern`; rewrite it without, or use \
                 `check`"
                    .to_owned()
            }
            kind => format!("not a valid regular expression: {kind}"),
        },
        regex_syntax::Error::Translate(error) => {
            format!("not a valid regular expression: {}", error.kind())
        }
        _ => "not a valid regular expression".to_owned(),
    })
}

/// Writes `\d` and `\w` as the ASCII classes that they are in ECMA-262, as the runtime does before it compiles.
fn ascii_classes(source: &str) -> String {
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
