//! What is wanted and what was found, in the words that a model and a person read.

use crate::rules::{Literal, Number, Rule, one_of, quote};
use crate::shape::{Content, Kind, Struct, Tagging, View};
use crate::tree::{NodeId, NodeKind, Tree};

/// What is wanted, as a noun phrase: `an integer from 1 to 5`.
pub(crate) fn expected(view: View<'_>, rules: &[Rule]) -> String {
    if let Some(allowed) = rules.iter().find_map(|rule| {
        if let Rule::OneOf(allowed) = rule {
            Some(allowed)
        } else {
            None
        }
    }) {
        return one_of(allowed.iter().map(Literal::to_string));
    }
    match &view.shape.kind {
        Kind::Any => "a JSON value".to_owned(),
        Kind::Opaque(_) => expected(crate::foreign::shape(view).view(), rules),
        Kind::Unit => "null".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::Integer { min, max, nonzero } => integer(*min, *max, *nonzero, rules),
        Kind::Float { .. } | Kind::Number => number("a number", rules),
        Kind::Decimal => number("a decimal number", rules),
        Kind::Char => "one character".to_owned(),
        Kind::String(form) if form.noun.is_empty() => string(rules),
        Kind::String(form) => form.noun.to_owned(),
        Kind::Option(inner) => format!("{} or null", expected(view.at(*inner), rules)),
        Kind::List(list) => {
            let fixed = (list.min == list.max).then_some(list.min);
            match fixed {
                Some(len) => format!("a list of {len} items"),
                None => format!("a list{}", length(rules, "items")),
            }
        }
        Kind::Map(_) => format!("an object{}", length(rules, "entries")),
        Kind::Newtype(newtype) => expected(
            view.at(newtype.field.shape),
            &[&newtype.field.rules, rules].concat(),
        ),
        Kind::Tuple(fields) => format!("a list of {} items", fields.len()),
        Kind::Struct(kind) => object(kind),
        Kind::Enum(kind) if matches!(kind.tagging, Tagging::Untagged) => {
            let variants = kind
                .variants
                .iter()
                .map(|variant| content(view, &variant.content));
            one_of(variants)
        }
        Kind::Enum(kind) => match &kind.tagging {
            Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } => {
                format!(
                    "an object with \"{tag}\": {}",
                    one_of(kind.variants.iter().map(|v| quote(&v.name)))
                )
            }
            _ => one_of(kind.variants.iter().map(|variant| match variant.content {
                Content::Unit => quote(&variant.name),
                _ => format!("{{{}: ..}}", quote(&variant.name)),
            })),
        },
    }
}

/// The content of an untagged variant.
pub(super) fn content(view: View<'_>, content: &Content) -> String {
    match content {
        Content::Unit => "null".to_owned(),
        Content::Newtype(field) => expected(view.at(field.shape), &field.rules),
        Content::Tuple(fields) => format!("a list of {} items", fields.len()),
        Content::Struct(kind) => object(kind),
    }
}

/// Whether a text says that there is no value, or nothing at all.
pub(crate) fn is_word_for_nothing(text: &str) -> bool {
    const LONGEST: usize = 40;
    const WORDS: [&str; 27] = [
        "",
        "-",
        "--",
        "–",
        "—",
        "unknown",
        "notknown",
        "unspecified",
        "notspecified",
        "notprovided",
        "notgiven",
        "notstated",
        "notmentioned",
        "null",
        "none",
        "nonefound",
        "nothing",
        "nothingfound",
        "na",
        "nil",
        "undefined",
        "notfound",
        "notapplicable",
        "notavailable",
        "nomatch",
        "noresult",
        "noresults",
    ];
    let word = |c: char| c.is_alphanumeric() || c.is_whitespace() || "/.-–—_'`*!".contains(c);
    let folded = super::fold(text);
    text.len() <= LONGEST
        && text.chars().all(word)
        && WORDS.contains(&folded.as_str())
        && (!folded.is_empty() || text.trim().is_empty())
}

pub(super) fn object(kind: &Struct) -> String {
    let named = kind.fields.iter().filter(|field| !field.flatten);
    let keys: Vec<String> = named.map(|field| quote(&field.name)).collect();
    if keys.is_empty() {
        "an object".to_owned()
    } else {
        format!("an object with {}", limited(keys))
    }
}

/// A list of names, bounded.
fn limited(mut names: Vec<String>) -> String {
    const LIMIT: usize = 12;
    let more = names.len().saturating_sub(LIMIT);
    names.truncate(LIMIT);
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn integer(min: i128, max: u128, nonzero: bool, rules: &[Rule]) -> String {
    // Wider bounds are those of the machine and tell nobody anything.
    const TELLING: i128 = 1 << 16;
    let min = Some(min).filter(|min| *min > -TELLING);
    let max = Some(max).filter(|max| *max < TELLING.unsigned_abs());
    bounded(min, max, nonzero, rules)
}

/// What is wanted, with the bounds of the type even where they are wide.
pub(super) fn integer_within(min: i128, max: u128, nonzero: bool, rules: &[Rule]) -> String {
    bounded(Some(min), Some(max), nonzero, rules)
}

fn bounded(min: Option<i128>, max: Option<u128>, nonzero: bool, rules: &[Rule]) -> String {
    let min = min.map(|min| if nonzero && min == 0 { 1 } else { min });
    let noun = if nonzero && min.is_none_or(|min| min < 0) {
        "an integer other than 0"
    } else {
        "an integer"
    };
    let has = |test: fn(&Rule) -> bool| rules.iter().any(test);
    let mut bounds = rules.to_vec();
    let min = min.filter(|_| !has(|rule| matches!(rule, Rule::Min(_))));
    let max = max.filter(|_| !has(|rule| matches!(rule, Rule::Max(_))));
    bounds.extend(min.map(|min| Rule::Min(Number::Int(min))));
    bounds.extend(max.map(|max| Rule::Max(max.try_into().map_or(Number::Big(max), Number::Int))));
    number(noun, &bounds)
}

fn number(noun: &str, rules: &[Rule]) -> String {
    let min = rules.iter().find_map(|rule| {
        if let Rule::Min(min) = rule {
            Some(min)
        } else {
            None
        }
    });
    let max = rules.iter().find_map(|rule| {
        if let Rule::Max(max) = rule {
            Some(max)
        } else {
            None
        }
    });
    let of = rules.iter().find_map(|rule| {
        if let Rule::MultipleOf(of) = rule {
            Some(of)
        } else {
            None
        }
    });
    let range = match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    };
    let multiple = of.map_or_else(String::new, |of| format!(" that is a multiple of {of}"));
    format!("{noun}{range}{multiple}")
}

fn string(rules: &[Rule]) -> String {
    let format = rules.iter().find_map(|rule| {
        if let Rule::Format(format) = rule {
            Some(format)
        } else {
            None
        }
    });
    let pattern = rules.iter().find_map(|rule| {
        if let Rule::Pattern(pattern) = rule {
            Some(pattern)
        } else {
            None
        }
    });
    let noun = format.map_or("a string", |format| format.noun());
    let matches = pattern.map_or_else(String::new, |pattern| {
        format!(" that matches `{}`", pattern.source)
    });
    format!("{noun}{}{matches}", length(rules, "characters"))
}

fn length(rules: &[Rule], unit: &str) -> String {
    let min = rules.iter().find_map(|rule| {
        if let Rule::MinLen(min) = rule {
            Some(*min)
        } else {
            None
        }
    });
    let max = rules.iter().find_map(|rule| {
        if let Rule::MaxLen(max) = rule {
            Some(*max)
        } else {
            None
        }
    });
    match (min, max) {
        (Some(min), Some(max)) if min == max => format!(" of {min} {unit}"),
        (Some(min), Some(max)) => format!(" of {min} to {max} {unit}"),
        (Some(min), None) => format!(" of at least {min} {unit}"),
        (None, Some(max)) => format!(" of at most {max} {unit}"),
        (None, None) => String::new(),
    }
}

/// What stands there, bounded in length: `the string "x"`.
pub(crate) fn found(tree: &Tree<'_>, node: NodeId) -> String {
    let noun = match tree.kind(node) {
        NodeKind::Null => return "null".to_owned(),
        NodeKind::True => return "true".to_owned(),
        NodeKind::False => return "false".to_owned(),
        NodeKind::String => return format!("the string {}", quote(tree.text(node))),
        NodeKind::Key => return format!("the key {}", quote(tree.text(node))),
        NodeKind::Number | NodeKind::Exact => {
            return format!("the number {}", short(tree.text(node)));
        }
        NodeKind::List => "the list",
        NodeKind::Object => "the object",
    };
    format!(
        "{noun} {}",
        short(tree.source.get(tree.span(node)).unwrap_or_default())
    )
}

/// The text with its white space folded, cut at a character boundary after 60 characters.
fn short(text: &str) -> String {
    const LIMIT: usize = 60;
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == LIMIT * 4 || out.chars().count() == LIMIT {
            out.push('…');
            break;
        }
        match c.is_whitespace() {
            true if out.ends_with(' ') => {}
            true => out.push(' '),
            false => out.push(c),
        }
    }
    out
}
