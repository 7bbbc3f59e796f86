//! Malformations of keys, values and entries.

use serde_json::Number;

use super::entries::{Entry, declared};
use super::names::Names;
use super::random::Random;
use super::tokens::{Kind, Token, places, value_end};

pub(super) fn key_spelling(tokens: &mut [Token], random: &mut Random, names: &Names) -> bool {
    let style = random.below(6);
    let entries = declared(tokens, names);
    let mut applied = false;
    for place in random.places(entries.iter().map(|entry| entry.start).collect()) {
        let spelled = format!("\"{}\"", respelled(&tokens[place].string(), style));
        applied |= spelled != tokens[place].text;
        tokens[place].text = spelled;
    }
    applied
}

fn respelled(key: &str, style: usize) -> String {
    let words = words(key);
    let capitals: Vec<_> = words.iter().map(|word| capital(word)).collect();
    match style {
        0 => words.join("_"),
        1 => words.join("-"),
        2 => words.join(" "),
        3 => words.join("_").to_uppercase(),
        4 => capitals.concat(),
        _ => capitals.join(" "),
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

/// The words of a key: `unitPrice` has two.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in key.chars() {
        let boundary = c.is_uppercase() && before.is_lowercase();
        if !c.is_alphanumeric() || boundary {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

pub(super) fn extra_key(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let extra = random.pick(&[
        r#""confidence":0.9"#,
        r#""_comment":"see above""#,
        r#""sources":[{"page":1}]"#,
        r#""explanation":null"#,
    ]);
    let entries = declared(tokens, names);
    let starts: Vec<_> = entries.iter().map(|entry| entry.start).collect();
    let extra = super::tokens::split(&format!("{{{extra}}}"));
    let extra = &extra[1..extra.len() - 1];
    let Some(place) = random.place(&starts) else {
        return false;
    };
    if names.declares(&extra[0].string()) {
        return false;
    }
    let comma = Token::new(Kind::Comma, ",");
    let extra = extra.iter().cloned().chain([comma]);
    tokens.splice(place..place, extra);
    true
}

/// Writes an entry twice; `conflict` with another value.
pub(super) fn duplicate_key(
    tokens: &mut Vec<Token>,
    random: &mut Random,
    names: &Names,
    conflict: bool,
) -> bool {
    let entries: Vec<_> = declared(tokens, names)
        .into_iter()
        .filter(|entry| !conflict || other(&tokens[entry.start + 2]).is_some())
        .collect();
    if entries.is_empty() {
        return false;
    }
    let Entry { object, start, end } = entries[random.below(entries.len())];
    let mut again = tokens[start..end].to_vec();
    if let (true, Some(value)) = (conflict, other(&again[2])) {
        again[2].text = value;
    }
    let last = value_end(tokens, object) - 1;
    let comma = Token::new(Kind::Comma, ",");
    tokens.splice(last..last, [comma].into_iter().chain(again));
    true
}

/// Another value of the same type.
fn other(value: &Token) -> Option<String> {
    match value.kind {
        Kind::Text => serde_json::to_string(&format!("{} or not", value.string())).ok(),
        Kind::Number => {
            let number: Number = value.text.parse().ok()?;
            Some(
                if number.as_f64() == Some(1.0) {
                    "2"
                } else {
                    "1"
                }
                .to_owned(),
            )
        }
        Kind::Literal if value.text == "true" => Some("false".to_owned()),
        Kind::Literal if value.text == "false" => Some("true".to_owned()),
        _ => None,
    }
}

pub(super) fn null_as_absent(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let mut nulls = declared(tokens, names);
    nulls.retain(|entry| tokens[entry.start + 2].text == "null");
    if nulls.is_empty() {
        return false;
    }
    let Entry {
        mut start, mut end, ..
    } = nulls[random.below(nulls.len())];
    if tokens[end].kind == Kind::Comma {
        end += 1;
    } else if tokens[start - 1].kind == Kind::Comma {
        start -= 1;
    }
    tokens.drain(start..end);
    true
}

pub(super) fn one_for_many(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let single = |open: usize| {
        let item = open + 1;
        tokens[open].text == "["
            && tokens[item].kind != Kind::Close
            && value_end(tokens, open) == value_end(tokens, item) + 1
    };
    let lists: Vec<_> = (0..tokens.len()).filter(|place| single(*place)).collect();
    let Some(place) = random.place(&lists) else {
        return false;
    };
    let end = value_end(tokens, place) - 1;
    tokens.remove(end);
    tokens.remove(place);
    true
}

pub(super) fn many_for_one(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let starts = |token: &Token| {
        use Kind::{Close, Colon, Comma, Key};
        !matches!(token.kind, Close | Colon | Comma | Key) && token.text != "["
    };
    let Some(place) = random.place(&places(tokens, starts)) else {
        return false;
    };
    let end = value_end(tokens, place);
    tokens.insert(end, Token::new(Kind::Close, "]"));
    tokens.insert(place, Token::new(Kind::Open, "["));
    true
}
