//! How the text of a reply ends: whether all before it is without a mistake, and what it had begun.

use crate::strict::{self, Cause};
use crate::tree::Tree;

/// What the innermost container that is open had begun last, whether or not anything of its value is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing: the last value is whole, or none was begun.
    Whole,
    /// An item of a list.
    Item,
    /// An entry of an object.
    Entry {
        key: String,
        /// Whether the key itself is whole.
        is_whole: bool,
    },
}

impl Ending {
    /// `None` where the text holds no JSON, or JSON with another mistake than that the last value ends with the text.
    pub(super) fn of(text: &str) -> Option<Ending> {
        const DEEPEST: usize = 128;
        let mut at = 0;
        while let Some(start) = text[at..].find(['{', '[']) {
            let start = at + start;
            let mut tree = Tree::new(text);
            match strict::parse_prefix(&mut tree, start..text.len(), DEEPEST) {
                Ok((_, end)) => at = end,
                Err(failure) if failure.cause == Cause::CutOff => {
                    return Some(last_begun(&text[start..]));
                }
                Err(_) => return None,
            }
        }
        (at > 0).then_some(Ending::Whole)
    }
}

/// A container that is open.
enum Open<'t> {
    List(At),
    /// With the key whose value is next, or under way.
    Object(At, Option<&'t str>),
}

/// Where in its container the text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Before the first value, or behind a whole one.
    Rest,
    /// In a value, or where one must follow.
    Value,
}

/// Follows JSON that is right as far as it goes.
fn last_begun(json: &str) -> Ending {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let mut taken = first.len_utf8();
        match first {
            '[' | '{' => {
                begin(&mut open);
                open.push(match first {
                    '[' => Open::List(At::Rest),
                    _ => Open::Object(At::Rest, None),
                });
            }
            ']' | '}' => {
                open.pop();
                end(&mut open);
            }
            ',' => begin(&mut open),
            '"' => {
                let inner = &rest[1..];
                let is_key = matches!(open.last(), Some(Open::Object(_, None)));
                let Some(length) = closing_quote(inner) else {
                    if !is_key {
                        begin(&mut open);
                        break;
                    }
                    return Ending::Entry {
                        key: unescaped(inner),
                        is_whole: false,
                    };
                };
                taken = length + 2;
                match open.last_mut() {
                    Some(Open::Object(at, key @ None)) => {
                        (*at, *key) = (At::Value, Some(&inner[..length]));
                    }
                    _ => end(&mut open),
                }
            }
            ':' | ' ' | '\t' | '\r' | '\n' => {}
            _ => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
                taken = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(taken);
                let is_word = matches!(&rest[..taken], "true" | "false" | "null");
                if taken < rest.len() || is_word {
                    end(&mut open);
                } else {
                    begin(&mut open);
                }
            }
        }
        rest = &rest[taken..];
    }
    match open.last() {
        Some(Open::List(At::Value)) => Ending::Item,
        Some(Open::Object(At::Value, key)) => Ending::Entry {
            key: key.map(unescaped).unwrap_or_default(),
            is_whole: key.is_some(),
        },
        _ => Ending::Whole,
    }
}

fn begin(open: &mut [Open<'_>]) {
    if let Some(Open::List(at) | Open::Object(at, _)) = open.last_mut() {
        *at = At::Value;
    }
}

fn end(open: &mut [Open<'_>]) {
    match open.last_mut() {
        Some(Open::List(at)) => *at = At::Rest,
        Some(Open::Object(at, key)) => (*at, *key) = (At::Rest, None),
        None => {}
    }
}

/// How long a text is up to the quote that ends it.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// What a text says; an escape that is cut off at its end is left out.
fn unescaped(text: &str) -> String {
    let mut head = text;
    loop {
        if let Ok(text) = serde_json::from_str(&format!("\"{head}\"")) {
            return text;
        }
        match head.rfind('\\') {
            Some(end) => head = &head[..end],
            None => return String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_anywhere_is_one() {
        for text in [
            r#"{"a": [1, 2"#,
            r#"Here: {"a": 1} and {"a": "b"#,
            r#"```json
{"a": "\u00"#,
            r#"{"a": 1}"#,
        ] {
            assert!(Ending::of(text).is_some(), "{text}");
        }
        for text in [
            r#"{"title": "C:\", "rows": [{"id": 1}, {"id"#,
            "{a: [1, 2",
            "none",
            r#"{"a": 1,, "b": ["#,
        ] {
            assert!(Ending::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_was_begun_last_is_known() {
        let entry = |key: &str, is_whole| Ending::Entry {
            key: key.to_owned(),
            is_whole,
        };
        for (text, ending) in [
            ("[", Ending::Whole),
            ("[1, ", Ending::Item),
            ("[1, -", Ending::Item),
            ("[1, 2", Ending::Item),
            ("[1, \"", Ending::Item),
            ("[true", Ending::Whole),
            ("[tru", Ending::Item),
            ("[[1], [2]", Ending::Whole),
            ("[[1], [", Ending::Whole),
            ("{", Ending::Whole),
            (r#"{""#, entry("", false)),
            (r#"{"a"#, entry("a", false)),
            (r#"{"a\"b\u00"#, entry("a\"b", false)),
            (r#"{"a""#, entry("a", true)),
            (r#"{"a": "#, entry("a", true)),
            (r#"{"a": 1"#, entry("a", true)),
            (r#"{"a": "x"#, entry("a", true)),
            (r#"{"a": "x","#, entry("", false)),
            (r#"{"a": "x, {[""#, Ending::Whole),
            (r#"{"a": {"b": null"#, Ending::Whole),
            (r#"{"a": {"b": null}"#, Ending::Whole),
            (r#"{"a": {"b": null}, "c": ["#, Ending::Whole),
        ] {
            assert_eq!(Ending::of(text), Some(ending), "{text}");
        }
    }
}
