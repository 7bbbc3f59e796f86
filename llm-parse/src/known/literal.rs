//! Literals in `example` and `one_of` against the type that they are a value of.

use std::borrow::Cow;

use super::fit::{Key, misplaced, noun, slice};
use super::number::is_outside;
use super::{At, Known, Message};
use crate::rules::{Format, Number};
use crate::shape::{Content, Enum, Kind, StringForm, Tagging, Text, Variant};

/// A literal as it stands in an attribute.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A string, or a character, and the formats that it has.
    Text(&'static str, &'static [Format]),
    /// A number.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
    /// A list of so many items, which are held to the type each by itself.
    List(usize),
}

impl<K: Known> At<K> {
    /// Stops the build where an example is no value of the type.
    #[track_caller]
    pub const fn example(&self, given: Given) {
        self.literal("example", given);
    }

    /// Stops the build where a value of `one_of` is no value of the type.
    #[track_caller]
    pub const fn allows(&self, given: Given) {
        // Else `takes` says more.
        if misplaced(Self::KIND, Key::OneOf).is_none() {
            self.literal("value", given);
        }
    }

    #[track_caller]
    const fn literal(&self, what: &str, given: Given) {
        let kind = Self::KIND;
        match (kind, given) {
            (Kind::String(form), Given::Text(_, formats)) => {
                if let Some(format) = form.format
                    && !has_format(formats, format)
                {
                    misformed(what, form);
                }
            }
            (Kind::Any | Kind::Opaque(_) | Kind::Option(_) | Kind::Newtype(_), _)
            | (Kind::Decimal, Given::Text(..))
            | (Kind::Decimal | Kind::Number, Given::Number(_))
            | (Kind::Bool, Given::Bool(_)) => {}
            (Kind::Enum(kind), _) if is_open(kind) => {}
            (Kind::Enum(kind), Given::Text(text, _)) if has_names(kind) => {
                if !has_name(kind, text) {
                    self.no_variant(kind);
                }
            }
            (Kind::Char, Given::Text(text, _)) if count(text) == 1 => {}
            (Kind::Integer { .. }, Given::Number(Number::Float(_))) => self.misfit(what, "a float"),
            (Kind::Integer { .. } | Kind::Float { .. }, Given::Number(n)) => {
                if is_outside(kind, n) {
                    self.outside(what);
                }
            }
            (Kind::List(list), Given::List(len)) => {
                if len < list.min {
                    self.miscounted(len, list.min);
                } else if len > list.max {
                    self.miscounted(len, list.max);
                }
            }
            (Kind::Tuple(fields), Given::List(len)) => {
                if len != slice(fields).len() {
                    self.miscounted(len, slice(fields).len());
                }
            }
            (_, Given::Text(..)) => self.misfit(what, "a string"),
            (_, Given::Number(_)) => self.misfit(what, "a number"),
            (_, Given::Bool(_)) => self.misfit(what, "a bool"),
            (_, Given::List(_)) => self.misfit(what, "a list"),
        }
    }

    #[track_caller]
    pub(super) const fn misfit(&self, what: &str, given: &str) {
        let way_out = match Self::KIND {
            Kind::Unit | Kind::Map(_) | Kind::Struct(_) | Kind::Tuple(_) | Kind::Enum(_) => {
                "an expression of that type"
            }
            kind => noun(kind),
        };
        Message::new("this ")
            .add(what)
            .add(" is ")
            .add(given)
            .add(", and ")
            .place(self)
            .add(" is ")
            .add(noun(Self::KIND))
            .add("; write ")
            .add(way_out)
            .fail();
    }

    #[track_caller]
    const fn outside(&self, what: &str) {
        Message::new("this ")
            .add(what)
            .add(" is outside of ")
            .range_of(self)
            .add("; write one that is inside")
            .fail();
    }

    #[track_caller]
    const fn miscounted(&self, len: usize, wanted: usize) {
        Message::new("this example has ")
            .unsigned(len as u128)
            .add(" items, and ")
            .place(self)
            .add(" has ")
            .unsigned(wanted as u128)
            .add("; write as many")
            .fail();
    }

    #[track_caller]
    const fn no_variant(&self, kind: &'static Enum) {
        let mut message = Message::new("")
            .place(self)
            .add(" has no variant of this name; it has");
        let (mut rest, mut comma) = (slice(&kind.variants), " `");
        while let [variant, after @ ..] = rest {
            if matches!(variant.content, Content::Unit) {
                message = message.add(comma).add(text(&variant.name)).add("`");
                comma = ", `";
            }
            rest = after;
        }
        message.fail();
    }
}

#[track_caller]
const fn misformed(what: &str, form: &StringForm) {
    Message::new("this ")
        .add(what)
        .add(" is not ")
        .add(form.noun)
        .add("; write one that is")
        .fail();
}

const fn has_format(formats: &[Format], format: Format) -> bool {
    let mut rest = formats;
    while let [first, after @ ..] = rest {
        if *first as u8 == format as u8 {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether some values are names alone.
const fn has_names(kind: &Enum) -> bool {
    let mut names = false;
    let mut rest = slice(&kind.variants);
    while let [variant, after @ ..] = rest {
        names |= matches!(variant.content, Content::Unit);
        rest = after;
    }
    names && matches!(kind.tagging, Tagging::External)
}

/// Whether more is read than the names of the variants.
const fn is_open(kind: &Enum) -> bool {
    let mut open = matches!(kind.tagging, Tagging::Untagged);
    let mut rest = slice(&kind.variants);
    while let [variant, after @ ..] = rest {
        open |= variant.untagged;
        rest = after;
    }
    open
}

/// Whether a variant without content is called so.
const fn has_name(kind: &'static Enum, name: &str) -> bool {
    let mut rest = slice(&kind.variants);
    while let [variant, after @ ..] = rest {
        if matches!(variant.content, Content::Unit) && is_called(variant, name) {
            return true;
        }
        rest = after;
    }
    false
}

const fn is_called(variant: &Variant, name: &str) -> bool {
    let mut called = equal(text(&variant.name), name);
    let mut aliases = slice(&variant.aliases);
    while let [alias, after @ ..] = aliases {
        called |= equal(text(alias), name);
        aliases = after;
    }
    called
}

pub(crate) const fn text(text: &Text) -> &str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, after_a @ ..], [y, after_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (after_a, after_b);
    }
    a.is_empty() && b.is_empty()
}

/// The number of characters.
pub(crate) const fn count(text: &str) -> usize {
    let (mut count, mut rest) = (0, text.as_bytes());
    while let [byte, after @ ..] = rest {
        let continues = *byte & 0b1100_0000 == 0b1000_0000;
        count += !continues as usize;
        rest = after;
    }
    count
}
