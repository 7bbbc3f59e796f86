//! What is read next out of a text.

#![allow(
    clippy::inline_always,
    reason = "calls cost more here than what they do"
)]

use super::text::Text;
use crate::rules::{Rule, Seen};
use crate::shape::{Content, Enum, Field, Kind, Seq, Shape, ShapeRef, Struct, Tagging};

/// What is read next.
#[derive(Clone, Copy)]
pub(super) enum Spot {
    /// A value of this shape, which is no newtype.
    Value(&'static Shape),
    /// The items of a variant.
    Tuple(&'static [Field]),
    /// The fields of a variant.
    Struct(&'static Struct),
}

/// What stands with the name of a variant.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// Nothing: the name is a string.
    Nothing,
    /// This, under the name as the only key of an object.
    Inside(&'static Content),
}

/// What each item, key or value is.
pub(super) type Spread = (&'static Shape, Rules);

/// Rules; one word, since they are handed on with every value.
pub(super) type Rules = &'static Seq<Rule>;

pub(super) static NO_RULES: Seq<Rule> = Seq::Borrowed(&[]);

impl Text<'_> {
    /// Makes a value what is read next.
    #[inline(always)]
    pub(super) fn enter(&mut self, shape: &'static Shape, rules: Rules) -> Option<()> {
        self.put(inside(shape, rules)?);
        Some(())
    }

    #[inline(always)]
    pub(super) fn enter_field(&mut self, field: &'static Field) -> Option<()> {
        self.enter(shape_of(field.shape)?, &field.rules)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, spread: Spread) {
        self.aim(spread);
        self.key = None;
    }

    /// Makes the value of a field what is read after its key.
    #[inline(always)]
    pub(super) fn aim_at(&mut self, field: &'static Field) -> Option<()> {
        self.aim(inside(shape_of(field.shape)?, &field.rules)?);
        Some(())
    }

    #[inline(always)]
    fn aim(&mut self, (shape, rules): Spread) {
        self.spot = Spot::Value(shape);
        self.rules = rules;
    }

    #[inline]
    pub(super) fn kind(&self) -> Option<&'static Kind> {
        self.shape().map(|shape| &shape.kind)
    }

    #[inline]
    pub(super) fn shape(&self) -> Option<&'static Shape> {
        match self.spot {
            Spot::Value(shape) if self.key.is_none() => Some(shape),
            _ => None,
        }
    }

    /// Reads the name of a variant, up to what it holds.
    #[inline]
    pub(super) fn choose(&mut self) -> Option<Held> {
        if self.key.is_some() {
            // It was held to the enum's names.
            return Some(Held::Nothing);
        }
        let Kind::Enum(kind) = self.kind()? else {
            return None;
        };
        if matches!(self.peek()?, b'"' | b'\'') {
            let name = self.plain()?;
            let unit = unit_name(kind, name)?;
            self.holds(&Seen::Text(unit))?;
            self.key = Some(name);
            return Some(Held::Nothing);
        }
        self.open(b'{')?;
        let name = self.key_text()?;
        // A schema that stands for the value begins like this.
        let variant = kind.named(name).filter(|_| name != "properties")?;
        self.key = Some(name);
        Some(Held::Inside(&variant.content))
    }

    /// Makes what a variant holds what is read next.
    pub(super) fn enter_held(&mut self, held: Held) -> Option<()> {
        let Held::Inside(content) = held else {
            return None;
        };
        self.key = None;
        self.rules = &NO_RULES;
        self.spot = match content {
            Content::Unit => return None,
            Content::Newtype(field) => return self.enter_field(field),
            Content::Tuple(fields) => Spot::Tuple(fields),
            Content::Struct(kind) => Spot::Struct(kind),
        };
        Some(())
    }

    pub(super) fn close_choice(&mut self, held: Held) -> Option<()> {
        if let Held::Inside(_) = held {
            self.shut(false, b'}')?;
        }
        Some(())
    }
}

/// The shape inside newtypes, and the rules for it. Rules from two places are not put together here.
#[inline(always)]
pub(super) fn inside(mut shape: &'static Shape, mut rules: Rules) -> Option<Spread> {
    while let Kind::Newtype(newtype) = &shape.kind {
        if !newtype.field.rules.is_empty() {
            if !rules.is_empty() {
                return None;
            }
            rules = &newtype.field.rules;
        }
        shape = shape_of(newtype.field.shape)?;
    }
    Some((shape, rules))
}

/// The shape of a Rust type, which is what a type refers to.
#[inline(always)]
pub(super) fn shape_of(reference: ShapeRef) -> Option<&'static Shape> {
    match reference {
        ShapeRef::Static(shape) => Some(shape()),
        ShapeRef::Def(_) => None,
    }
}

/// The name of the variant without content that a text says.
pub(super) fn unit_name<'s>(kind: &'s Enum, name: &str) -> Option<&'s str> {
    let variant = kind.named(name)?;
    let unit =
        matches!(kind.tagging, Tagging::External) && matches!(variant.content, Content::Unit);
    unit.then_some(&*variant.name)
}
