//! Ranges and their bounds.

use std::any::TypeId;
use std::borrow::Cow;
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};

use super::closed;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel};
use crate::rules::Rule;
use crate::shape::{Content, Enum, Field, Kind, Shape, ShapeRef, Tagging, Variant};

const fn instance<T: 'static>(name: &'static str, kind: Kind) -> Shape {
    let mut shape = Shape::new(name, TypeId::of::<T>, kind);
    shape.instance = Some(std::any::type_name::<T>);
    shape
}

macro_rules! range {
    ($($ty:ident [$($name:literal)*];)*) => {$(
        impl<T: LlmExtract> LlmExtract for $ty<T> {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape = &instance::<Self>(
                stringify!($ty),
                closed(const { &[$(Field::named($name, None, ShapeRef::Static(|| T::SHAPE))),*] }),
            );
        }
    )*};
}

// The ends are held to the shape of their type on the text of a reply; a type with checks of its own is not expected.
range! {
    Range ["start" "end"];
    RangeInclusive ["start" "end"];
    RangeFrom ["start"];
    RangeTo ["end"];
}

const fn variant(name: &'static str, content: Content) -> Variant {
    Variant {
        name: Cow::Borrowed(name),
        aliases: Cow::Borrowed(&[]),
        spellings: Cow::Borrowed(&[]),
        docs: None,
        content,
        other: false,
        untagged: false,
    }
}

impl<T: LlmExtract> LlmExtract for Bound<T> {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &instance::<Self>(
        "Bound",
        Kind::Enum(Enum {
            tagging: Tagging::External,
            variants: Cow::Borrowed(
                const {
                    &[
                        variant("Unbounded", Content::Unit),
                        variant(
                            "Included",
                            Content::Newtype(Field::item(ShapeRef::Static(|| T::SHAPE))),
                        ),
                        variant(
                            "Excluded",
                            Content::Newtype(Field::item(ShapeRef::Static(|| T::SHAPE))),
                        ),
                    ]
                },
            ),
        }),
    );

    fn __check(&self, checker: &mut Checker, _rules: &[Rule]) {
        if let (Bound::Included(value) | Bound::Excluded(value), Kind::Enum(kind)) =
            (self, &Self::SHAPE.kind)
        {
            let index = if matches!(self, Bound::Included(_)) {
                1
            } else {
                2
            };
            let depth = checker.enter_variant(Self::SHAPE, &kind.variants[index]);
            value.__check(checker, &[]);
            checker.leave(depth);
        }
    }
}
