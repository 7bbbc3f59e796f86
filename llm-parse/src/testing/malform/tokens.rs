//! The tokens of a JSON text, each with the way it is written.

use super::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Key,
    Colon,
    Comma,
    Text,
    Number,
    Literal,
    /// What belongs to no value: a comment, an ellipsis.
    Aside,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// How it is written.
    pub(super) text: String,
    /// Whether it is written as JSON would; what is not is left alone by further malformations.
    pub(super) plain: bool,
}

impl Token {
    pub(super) fn new(kind: Kind, text: impl Into<String>) -> Token {
        Token {
            kind,
            text: text.into(),
            plain: true,
        }
    }

    /// Writes it in another way.
    pub(super) fn write(&mut self, text: impl Into<String>) {
        self.text = text.into();
        self.plain = false;
    }

    pub(super) fn is_string(&self) -> bool {
        matches!(self.kind, Kind::Key | Kind::Text)
    }

    /// Whether a value ends with it.
    pub(super) fn ends_value(&self) -> bool {
        use Kind::{Close, Literal, Number, Text};
        matches!(self.kind, Close | Literal | Number | Text)
    }

    /// The string that a plain key or text stands for.
    pub(super) fn string(&self) -> String {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// Splits a valid JSON text.
pub(super) fn split(json: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = json.trim_start();
    while let Some(first) = rest.chars().next() {
        let (kind, len) = match first {
            '{' | '[' => (Kind::Open, 1),
            '}' | ']' => (Kind::Close, 1),
            ':' => (Kind::Colon, 1),
            ',' => (Kind::Comma, 1),
            '"' => (Kind::Text, string_len(rest)),
            't' | 'f' | 'n' => (Kind::Literal, word_len(rest)),
            _ => (Kind::Number, word_len(rest)),
        };
        if let (Kind::Colon, Some(key)) = (kind, tokens.last_mut()) {
            let key: &mut Token = key;
            key.kind = Kind::Key;
        }
        tokens.push(Token::new(kind, &rest[..len]));
        rest = rest[len..].trim_start();
    }
    tokens
}

fn string_len(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn word_len(text: &str) -> usize {
    let ends = |c: char| matches!(c, ',' | ':' | ']' | '}') || c.is_ascii_whitespace();
    text.find(ends).unwrap_or(text.len())
}

/// The places of the tokens of which something holds.
pub(super) fn places(tokens: &[Token], holds: impl Fn(&Token) -> bool) -> Vec<usize> {
    let places = tokens.iter().enumerate();
    places
        .filter(|(_, token)| holds(token))
        .map(|(place, _)| place)
        .collect()
}

/// The place after the value that begins here.
pub(super) fn value_end(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(start) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && token.kind != Kind::Aside {
            return place + 1;
        }
    }
    tokens.len()
}

/// Writes all tokens down, on one line or on several.
pub(super) fn write(tokens: &[Token], random: &mut Random) -> String {
    let (pretty, spaced) = (random.chance(), random.chance());
    let mut text = String::new();
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Close {
            depth -= usize::from(depth > 0);
            if pretty && place > 0 && tokens[place - 1].kind != Kind::Open {
                line(&mut text, depth);
            }
        }
        text.push_str(&token.text);
        let next = tokens.get(place + 1).map(|next| next.kind);
        match token.kind {
            Kind::Open => {
                depth += 1;
                if pretty && next != Some(Kind::Close) {
                    line(&mut text, depth);
                }
            }
            Kind::Comma if pretty && next != Some(Kind::Close) => line(&mut text, depth),
            // Without the comma something must still part the items.
            Kind::Comma | Kind::Colon if spaced || token.text.is_empty() => text.push(' '),
            _ => {}
        }
    }
    text
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}
