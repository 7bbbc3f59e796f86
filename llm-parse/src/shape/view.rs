//! How shapes are walked.

use std::any::TypeId;

use super::{Kind, Shape, ShapeRef};

/// A shape together with the definitions that its references point into.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    /// The shape.
    pub shape: &'s Shape,
    /// The definitions; empty for the shape of a Rust type.
    pub defs: &'s [Shape],
}

/// Tells shapes apart while walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The shape of a Rust type.
    Type(TypeId),
    /// A shape made at run time, by where it lies: it is never moved, and no other lies there.
    Def(usize),
}

impl<'s> View<'s> {
    /// The view of a Rust type's shape.
    pub fn of(shape: &'static Shape) -> View<'static> {
        View { shape, defs: &[] }
    }

    /// The view of a child.
    #[must_use]
    pub fn at(self, child: ShapeRef) -> View<'s> {
        match child {
            ShapeRef::Static(shape) => View {
                shape: shape(),
                defs: self.defs,
            },
            ShapeRef::Def(index) => View::within(self.defs, index),
        }
    }

    /// The view of a shape that was made at run time, among all that were made with it.
    pub(crate) fn within(defs: &'s [Shape], index: u32) -> View<'s> {
        const ANY: &Shape = &Shape::new("", TypeId::of::<()>, Kind::Any);
        View {
            shape: defs.get(index as usize).unwrap_or(ANY),
            defs,
        }
    }

    /// What this shape is told apart by.
    pub fn key(self) -> Option<Key> {
        Some(match self.shape.id {
            Some(id) => Key::Type(id()),
            None => Key::Def(std::ptr::from_ref(self.shape).addr()),
        })
    }

    /// Whether the shape was made at run time.
    pub fn is_runtime(self) -> bool {
        !self.defs.is_empty()
    }

    /// Whether serde reads an absent key as a value of this shape: an `Option`, also inside a transparent newtype.
    pub fn accepts_missing(self) -> bool {
        match &self.shape.kind {
            Kind::Option(_) => true,
            Kind::Newtype(newtype) if newtype.transparent => {
                newtype.field.default
                    || (!newtype.field.custom && self.at(newtype.field.shape).accepts_missing())
            }
            _ => false,
        }
    }
}
