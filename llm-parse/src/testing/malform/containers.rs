//! Malformations of lists and objects as a whole.

use super::entries::{Entry, objects};
use super::names::Names;
use super::random::Random;
use super::tokens::{Kind, Token, split, value_end};

/// Puts the whole under a key.
pub(super) fn outer_key(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let key = random.pick(&["result", "answer", "data", "output", "response"]);
    if tokens[0].kind != Kind::Open || names.declares(key) {
        return false;
    }
    let key = Token::new(Kind::Key, format!("\"{key}\""));
    let before = [
        Token::new(Kind::Open, "{"),
        key,
        Token::new(Kind::Colon, ":"),
    ];
    tokens.splice(0..0, before);
    tokens.push(Token::new(Kind::Close, "}"));
    true
}

/// Puts the whole under `properties`.
pub(super) fn schema_keywords(tokens: &mut Vec<Token>, names: &Names) -> bool {
    if tokens[0].text != "{" || names.declares("properties") {
        return false;
    }
    let mut document = split(r#"{"type":"object","properties":{}}"#);
    let hole = document.len() - 3;
    document.splice(hole..hole + 2, tokens.drain(..));
    *tokens = document;
    true
}

/// One of the objects of which something holds.
fn object(
    tokens: &[Token],
    random: &mut Random,
    holds: impl Fn(&[Entry]) -> bool,
) -> Option<Vec<Entry>> {
    let mut objects = objects(tokens);
    objects.retain(|entries| holds(entries));
    if objects.is_empty() {
        return None;
    }
    let chosen = random.below(objects.len());
    Some(objects.swap_remove(chosen))
}

/// Takes the keys of an object away. One with a single entry could be its only value in a list of one.
pub(super) fn list_for_struct(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let is_struct = |entries: &[Entry]| {
        let mut keys = entries.iter().map(|entry| tokens[entry.start].string());
        entries.len() > 1 && keys.all(|key| names.declares(&key))
    };
    let Some(entries) = object(tokens, random, is_struct) else {
        return false;
    };
    let open = entries[0].object;
    let close = value_end(tokens, open) - 1;
    tokens[close] = Token::new(Kind::Close, "]");
    tokens[open] = Token::new(Kind::Open, "[");
    for entry in entries.iter().rev() {
        tokens.drain(entry.start..entry.start + 2);
    }
    true
}

pub(super) fn list_for_map(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let is_map = |entries: &[Entry]| {
        let mut keys = entries.iter().map(|entry| tokens[entry.start].string());
        !entries.is_empty() && !keys.any(|key| names.declares(&key))
    };
    let Some(entries) = object(tokens, random, is_map) else {
        return false;
    };
    let open = entries[0].object;
    let close = value_end(tokens, open) - 1;
    tokens[close] = Token::new(Kind::Close, "]");
    tokens[open] = Token::new(Kind::Open, "[");
    for Entry { start, end, .. } in entries.into_iter().rev() {
        let mut pair = split(&format!(r#"{{"key":{},"value":0}}"#, tokens[start].text));
        let hole = pair.len() - 2;
        pair.splice(hole..=hole, tokens[start + 2..end].to_vec());
        tokens.splice(start..end, pair);
    }
    true
}

/// Writes `{"variant": {..}}` as `{"type": "variant", ..}`.
pub(super) fn tagging(tokens: &mut Vec<Token>, random: &mut Random, names: &Names) -> bool {
    let is_variant = |entries: &[Entry]| {
        let [Entry { start, .. }] = entries else {
            return false;
        };
        names.is_variant(&tokens[*start].string()) && tokens[start + 2].text == "{"
    };
    let Some(entries) = object(tokens, random, is_variant) else {
        return false;
    };
    let Entry { start, end, .. } = entries[0];
    let mut tag = split(&format!(r#"{{"type":{}}}"#, tokens[start].text));
    let mut fields = tokens[start + 3..end - 1].to_vec();
    if !fields.is_empty() {
        fields.insert(0, Token::new(Kind::Comma, ","));
    }
    let last = tag.len() - 1;
    tag.splice(last..last, fields);
    tokens.splice(start - 1..=end, tag);
    true
}

/// Takes the brackets of a list of objects away.
pub(super) fn lines(tokens: &mut Vec<Token>) -> bool {
    if tokens[0].text != "[" || tokens[1].text != "{" {
        return false;
    }
    tokens.pop();
    tokens.remove(0);
    let mut depth = 0_usize;
    for token in tokens {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Comma if depth == 0 => token.write("\n"),
            _ => {}
        }
    }
    true
}
