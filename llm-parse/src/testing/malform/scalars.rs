//! Malformations of how strings, literals and numbers are written.

use super::random::Random;
use super::tokens::{Kind, Token, places};

/// Rewrites some of the tokens that a way of writing fits.
fn rewrite(
    tokens: &mut [Token],
    random: &mut Random,
    written: impl Fn(&Token) -> Option<String>,
) -> bool {
    let fits = places(tokens, |token| token.plain && written(token).is_some());
    let mut applied = false;
    for place in random.places(fits) {
        if let Some(text) = written(&tokens[place]) {
            tokens[place].write(text);
            applied = true;
        }
    }
    applied
}

/// What stands between the quotes.
fn inner(token: &Token) -> &str {
    &token.text[1..token.text.len() - 1]
}

pub(super) fn single_quotes(tokens: &mut [Token], random: &mut Random) -> bool {
    rewrite(tokens, random, |token| {
        let text = inner_of_string(token)?.replace("\\\"", "\"");
        Some(format!("'{}'", text.replace('\'', "\\'")))
    })
}

fn inner_of_string(token: &Token) -> Option<&str> {
    token.is_string().then(|| inner(token))
}

pub(super) fn other_quotes(
    tokens: &mut [Token],
    random: &mut Random,
    (open, close): (&str, &str),
    keys: bool,
) -> bool {
    rewrite(tokens, random, |token| {
        let fits = token.kind == Kind::Text || keys && token.kind == Kind::Key;
        let text = inner_of_string(token).filter(|_| fits)?;
        let clean = !text.contains(['"', '\\', '“', '”', '`']);
        clean.then(|| format!("{open}{text}{close}"))
    })
}

pub(super) fn bare_keys(tokens: &mut [Token], random: &mut Random) -> bool {
    rewrite(tokens, random, |token| {
        let key = inner_of_string(token).filter(|_| token.kind == Kind::Key)?;
        let word = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = word && key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        name.then(|| key.to_owned())
    })
}

/// Takes the quotes away from texts that look like words.
pub(super) fn bare_text(tokens: &mut [Token], random: &mut Random) -> bool {
    const LITERALS: [&str; 12] = [
        "true",
        "false",
        "null",
        "none",
        "nil",
        "undefined",
        "nan",
        "inf",
        "infinity",
        "t",
        "f",
        "n",
    ];
    rewrite(tokens, random, |token| {
        let text = inner_of_string(token).filter(|_| token.kind == Kind::Text)?;
        let word = text.chars().all(|c| c.is_alphanumeric() || c == ' ');
        let fits = word
            && text.starts_with(char::is_alphabetic)
            && !text.ends_with(' ')
            && !LITERALS.contains(&text.to_lowercase().as_str());
        fits.then(|| text.to_owned())
    })
}

/// Takes away one of the quotes of one string.
pub(super) fn half_quotes(tokens: &mut [Token], random: &mut Random) -> bool {
    let strings = places(tokens, |token| token.plain && token.is_string());
    let Some(place) = random.place(&strings) else {
        return false;
    };
    let text = &tokens[place].text;
    let half = if random.chance() {
        &text[1..]
    } else {
        &text[..text.len() - 1]
    };
    let half = half.to_owned();
    tokens[place].write(half);
    true
}

/// Writes an escape as what it stands for.
fn unescaped(token: &Token, pairs: &[(&str, &str)]) -> Option<String> {
    let text = inner_of_string(token).filter(|_| token.kind == Kind::Text)?;
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let pair = pairs.iter().find(|(escape, _)| rest.starts_with(escape));
        let len = match pair {
            Some((escape, plain)) => {
                out.push_str(plain);
                escape.len()
            }
            None if first == '\\' => {
                let len = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..len]);
                len
            }
            None => {
                out.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[len..];
    }
    (out != text).then(|| format!("\"{out}\""))
}

pub(super) fn inner_quotes(tokens: &mut [Token], random: &mut Random) -> bool {
    rewrite(tokens, random, |token| unescaped(token, &[("\\\"", "\"")]))
}

pub(super) fn raw_controls(tokens: &mut [Token], random: &mut Random) -> bool {
    let pairs = [("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r")];
    rewrite(tokens, random, |token| unescaped(token, &pairs))
}

/// Escapes what needs no escape.
pub(super) fn odd_escapes(tokens: &mut [Token], random: &mut Random) -> bool {
    rewrite(tokens, random, |token| {
        let text = inner_of_string(token)?;
        let odd = text.replace('\'', "\\'").replace('_', "\\_");
        (odd != text && !text.contains('\\')).then(|| format!("\"{odd}\""))
    })
}

pub(super) fn other_literals(tokens: &mut [Token], random: &mut Random) -> bool {
    let style = random.below(4);
    rewrite(tokens, random, |token| {
        let words = match token.text.as_str() {
            "true" => ["True", "TRUE", "True", "True"],
            "false" => ["False", "FALSE", "False", "False"],
            "null" => ["None", "NULL", "undefined", "nil"],
            _ => return None,
        };
        Some(words[style].to_owned()).filter(|_| token.kind == Kind::Literal)
    })
}

/// Writes nothing for `null` as the value of a key.
pub(super) fn empty_slot(tokens: &mut [Token], random: &mut Random) -> bool {
    let slots = (1..tokens.len()).filter(|place| {
        let token = &tokens[*place];
        token.plain && token.text == "null" && tokens[place - 1].kind == Kind::Colon
    });
    let slots: Vec<_> = slots.collect();
    let Some(place) = random.place(&slots) else {
        return false;
    };
    tokens[place].write("");
    true
}

pub(super) fn number_forms(tokens: &mut [Token], random: &mut Random) -> bool {
    let style = random.below(4);
    rewrite(tokens, random, |token| {
        let text = token.text.as_str();
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        if token.kind != Kind::Number {
            return None;
        }
        match style {
            0 => Some(format!("+{text}")).filter(|_| !text.starts_with('-')),
            1 => text
                .strip_prefix('0')
                .filter(|rest| rest.starts_with('.'))
                .map(str::to_owned),
            2 if digits && text.len() > 3 => {
                let (first, rest) = text.split_at(text.len() - 3);
                Some(format!("{first}_{rest}"))
            }
            3 if digits => text.parse().ok().map(|number: u64| format!("0x{number:X}")),
            _ => text.strip_suffix(".0").map(|whole| format!("{whole}.")),
        }
    })
}
