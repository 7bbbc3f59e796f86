//! Which rule is for which form of value.

use std::borrow::Cow;

use crate::rules::Rule;
use crate::shape::{Content, Enum, Kind, Seq, Tagging};

/// The key of a rule in `#[llm(..)]`.
#[allow(missing_docs, reason = "the keys are documented where users find them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Range,
    MultipleOf,
    Len,
    Pattern,
    Format,
    Unique,
    OneOf,
    Items,
    Keys,
    Values,
}

impl Key {
    pub(crate) const fn of(rule: &Rule) -> Key {
        match rule {
            Rule::Min(_) | Rule::Max(_) => Key::Range,
            Rule::MultipleOf(_) => Key::MultipleOf,
            Rule::MinLen(_) | Rule::MaxLen(_) => Key::Len,
            Rule::Pattern(_) => Key::Pattern,
            Rule::Format(_) => Key::Format,
            Rule::Unique => Key::Unique,
            Rule::OneOf(_) => Key::OneOf,
            Rule::Items(_) => Key::Items,
            Rule::Keys(_) => Key::Keys,
            Rule::Values(_) => Key::Values,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Key::Range => "range",
            Key::MultipleOf => "multiple_of",
            Key::Len => "len",
            Key::Pattern => "pattern",
            Key::Format => "format",
            Key::Unique => "unique",
            Key::OneOf => "one_of",
            Key::Items => "items",
            Key::Keys => "keys",
            Key::Values => "values",
        }
    }
}

/// What a rule is put on, where it does not belong there.
pub(crate) const fn misplaced(kind: &Kind, key: Key) -> Option<&'static str> {
    let fits = match kind {
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
            matches!(key, Key::Range | Key::MultipleOf | Key::OneOf)
        }
        Kind::String(_) => matches!(key, Key::Len | Key::Pattern | Key::Format | Key::OneOf),
        Kind::Char => matches!(key, Key::Len | Key::Pattern | Key::OneOf),
        Kind::Bool => matches!(key, Key::OneOf),
        Kind::List(_) => matches!(key, Key::Len | Key::Unique | Key::Items),
        Kind::Map(_) => matches!(key, Key::Len | Key::Keys | Key::Values),
        Kind::Enum(kind) => is_name(kind) && matches!(key, Key::OneOf),
        Kind::Option(_) | Kind::Newtype(_) => true,
        Kind::Unit | Kind::Struct(_) | Kind::Tuple(_) | Kind::Any | Kind::Opaque(_) => false,
    };
    if fits { None } else { Some(noun(kind)) }
}

/// What a value of this form is, with its article.
pub(super) const fn noun(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } => "an integer",
        Kind::Float { .. } | Kind::Decimal | Kind::Number => "a number",
        Kind::String(_) => "a string",
        Kind::Char => "a character",
        Kind::Bool => "a bool",
        Kind::List(_) => "a list",
        Kind::Map(_) => "a map",
        Kind::Unit => "a null",
        Kind::Struct(_) => "a struct",
        Kind::Tuple(_) => "a tuple",
        Kind::Enum(kind) if is_name(kind) => "an enum",
        Kind::Enum(_) => "an enum whose variants hold values",
        Kind::Option(_) | Kind::Newtype(_) | Kind::Any | Kind::Opaque(_) => "a value of any type",
    }
}

/// The rules that a value of this form takes, or what else there is.
pub(super) const fn way_out(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
            "a number takes `range`, `multiple_of` and `one_of`"
        }
        Kind::String(_) => "a string takes `len`, `pattern`, `format` and `one_of`",
        Kind::Char => "a character takes `len`, `pattern` and `one_of`",
        Kind::Bool => "a bool takes `one_of`",
        Kind::List(_) => "a list takes `len`, `unique` and `items`",
        Kind::Map(_) => "a map takes `len`, `keys` and `values`",
        Kind::Enum(kind) if is_name(kind) => "an enum takes `one_of`",
        Kind::Enum(_) | Kind::Struct(_) => "put the rule on what is inside, or use `check`",
        Kind::Unit | Kind::Tuple(_) => "use `check`",
        Kind::Option(_) | Kind::Newtype(_) | Kind::Any | Kind::Opaque(_) => {
            "describe it with `as = Type`, or use `check`"
        }
    }
}

/// Whether every value is written as a name alone.
pub(crate) const fn is_name(kind: &Enum) -> bool {
    let mut names = matches!(kind.tagging, Tagging::External);
    let mut rest = slice(&kind.variants);
    while let [variant, after @ ..] = rest {
        names &= matches!(variant.content, Content::Unit) && !variant.untagged;
        rest = after;
    }
    names
}

pub(crate) const fn slice<T: Clone>(seq: &Seq<T>) -> &[T] {
    match seq {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => items.as_slice(),
    }
}
