//! What a word without quotes is: numbers and literals in all their forms.

use crate::strict::json_number;
use crate::tree::NodeKind;

/// What a word without quotes is.
pub(super) enum Word {
    Plain(NodeKind),
    /// A literal that JSON has not, and the one that it stands for.
    Literal(NodeKind),
    Number(String),
    NotFinite,
    Text,
}

pub(super) fn classify(text: &str) -> Word {
    match text {
        "true" => return Word::Plain(NodeKind::True),
        "false" => return Word::Plain(NodeKind::False),
        "null" => return Word::Plain(NodeKind::Null),
        "None" | "undefined" | "nil" => return Word::Literal(NodeKind::Null),
        "NaN" | "Infinity" | "-Infinity" | "+Infinity" => return Word::NotFinite,
        _ => {}
    }
    if json_number(text.as_bytes(), 0) == Ok(text.len()) {
        return Word::Plain(NodeKind::Number);
    }
    if text.eq_ignore_ascii_case("true") {
        Word::Literal(NodeKind::True)
    } else if text.eq_ignore_ascii_case("false") {
        Word::Literal(NodeKind::False)
    } else if text.eq_ignore_ascii_case("null") {
        Word::Literal(NodeKind::Null)
    } else {
        other_number(text).map_or(Word::Text, Word::Number)
    }
}

/// A number in a form that JSON has not, written as JSON writes it.
pub(crate) fn other_number(text: &str) -> Option<String> {
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(hex) = body.strip_prefix("0x").or(body.strip_prefix("0X")) {
        // `from_str_radix` would take a sign.
        let digits = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u128::from_str_radix(hex, 16).ok().filter(|_| digits)?;
        return Some(format!("{sign}{value}"));
    }
    let mut plain = ungrouped(body)?;
    if plain.starts_with('.') {
        plain.insert(0, '0');
    }
    if plain.ends_with('.') {
        plain.push('0');
    }
    plain.insert_str(0, sign);
    (json_number(plain.as_bytes(), 0) == Ok(plain.len())).then_some(plain)
}

/// The digits without the underscores between them.
fn ungrouped(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let grouped =
        (0..bytes.len()).all(|at| bytes[at] != b'_' || (at > 0 && digit(at - 1) && digit(at + 1)));
    (grouped && !text.is_empty() && text.len() < 400).then(|| text.replace('_', ""))
}

/// How much of a number at which the text ends is one; `None` where it is the beginning of none.
pub(super) fn number_prefix(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let numeric = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    if !bytes.iter().all(numeric) || !matches!(bytes.first()?, b'-' | b'0'..=b'9') {
        return None;
    }
    match json_number(bytes, 0) {
        Ok(end) if end == bytes.len() => Some(end),
        Err(missing) if missing == bytes.len() => {
            let digits = text.trim_end_matches(['+', '-', '.', 'e', 'E']).len();
            Some(digits)
        }
        _ => None,
    }
}
