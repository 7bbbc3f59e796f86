//! Numbers that stand in strings.

use super::random::Random;
use super::tokens::{Kind, Token, places};

/// Puts numbers in strings, written by a function that may leave some alone.
pub(super) fn number_text(
    tokens: &mut [Token],
    random: &mut Random,
    written: fn(&str, usize) -> Option<String>,
) -> bool {
    let style = random.below(4);
    let fits = |token: &Token| token.kind == Kind::Number && written(&token.text, style).is_some();
    let numbers = random.places(places(tokens, fits));
    for place in &numbers {
        let token = &mut tokens[*place];
        if let Some(text) = written(&token.text, style) {
            token.text = format!("\"{text}\"");
            token.kind = Kind::Text;
        }
    }
    !numbers.is_empty()
}

/// The number with a sign of a currency or percentage.
pub(super) fn symbols(number: &str, style: usize) -> Option<String> {
    let simple = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let text = match style {
        0 => format!("${number}"),
        1 => format!("{number} €"),
        2 => format!("{number}%"),
        _ => format!("{number} %"),
    };
    simple.then_some(text)
}

/// The number with a comma between thousands.
pub(super) fn grouped(number: &str, _: usize) -> Option<String> {
    let end = number.find('.').unwrap_or(number.len());
    let (whole, rest) = number.split_at(end);
    if whole.len() < 4 || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    Some(text + rest)
}
