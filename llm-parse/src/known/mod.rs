//! What is known of a type while the program is compiled: the derive macro's expansion asks it whether a rule fits.
//!
//! # Design
//!
//! A constant can read a shape but not follow it: a child is behind a function pointer. So a type also has a
//! [`Known`], which leads to what is inside as types do. It asks the type and never its name, so it sees through
//! aliases, generics, options, boxes and newtypes.
//!
//! A newtype says only `Newtype<Self, Inner, _>`. Were it to name what is inside the inner type, a type that holds itself would be
//! an endless proof even where nobody asks.

mod fit;
mod literal;
mod message;
mod number;
mod refused;
mod tree;

#[cfg(test)]
mod tests;

use std::marker::PhantomData;

pub use fit::Key;
pub(crate) use fit::{is_name, misplaced, slice};
pub use literal::Given;
pub(crate) use literal::{equal, text};
pub use number::{at_least, at_most, length, long_enough, ordered, short_enough};
use refused::refusals;
pub use tree::{Fuel, Inside, Node};
pub(crate) use tree::{Full, Spent};

use crate::LlmExtract;
use crate::shape::{Kind, Shape};
use message::Message;

/// A type as a constant sees it.
pub trait Known {
    /// The shape below options, boxes and newtypes.
    const SHAPE: &'static Shape;
    /// The type with what is inside it.
    const NODE: &'static Node;
    /// What a list holds.
    type Item: Known;
    /// The keys of a map.
    type Key: Known;
    /// The values of a map.
    type Value: Known;
}

/// A type with nothing inside.
pub struct Alone<T>(PhantomData<T>);

/// A type of the user's with others inside it.
pub struct Whole<T, F>(PhantomData<(T, F)>);

/// A type of the user's that looks like another.
pub struct Newtype<T, I, F>(PhantomData<(T, I, F)>);

/// A type whose shape is another's.
pub struct Like<T, F>(PhantomData<(T, F)>);

/// An option, for which the rules of what is inside are.
pub struct Optional<T, F>(PhantomData<(T, F)>);

/// A list.
pub struct ListOf<T, I, F>(PhantomData<(T, I, F)>);

/// A map.
pub struct MapOf<T, K, V, F>(PhantomData<(T, K, V, F)>);

/// What is inside a type that holds nothing. Every rule fits it, since it is the one around that does not.
pub struct Nothing;

impl<T: LlmExtract> Known for Alone<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NODE: &'static Node = &Node::new(T::SHAPE, &[]);
    type Item = Nothing;
    type Key = Nothing;
    type Value = Nothing;
}

impl<T: LlmExtract + Inside<F>, F> Known for Whole<T, F> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NODE: &'static Node = &Node::new(T::SHAPE, T::INSIDE);
    type Item = Nothing;
    type Key = Nothing;
    type Value = Nothing;
}

impl<T: LlmExtract + Inside<F>, I: LlmExtract, F: Fuel> Known for Newtype<T, I, F> {
    const SHAPE: &'static Shape = I::Known::<F>::SHAPE;
    const NODE: &'static Node = &Node::new(T::SHAPE, T::INSIDE);
    type Item = <I::Known<F> as Known>::Item;
    type Key = <I::Known<F> as Known>::Key;
    type Value = <I::Known<F> as Known>::Value;
}

impl<T: LlmExtract, F: Fuel> Known for Like<T, F> {
    const SHAPE: &'static Shape = T::Known::<F>::SHAPE;
    const NODE: &'static Node = T::Known::<F>::NODE;
    type Item = <T::Known<F> as Known>::Item;
    type Key = <T::Known<F> as Known>::Key;
    type Value = <T::Known<F> as Known>::Value;
}

impl<T: LlmExtract, F: Fuel> Known for Optional<T, F> {
    const SHAPE: &'static Shape = T::Known::<F>::SHAPE;
    const NODE: &'static Node = &Node::new(Option::<T>::SHAPE, &[T::Known::<F>::NODE]);
    type Item = <T::Known<F> as Known>::Item;
    type Key = <T::Known<F> as Known>::Key;
    type Value = <T::Known<F> as Known>::Value;
}

impl<T: LlmExtract, I: LlmExtract, F: Fuel> Known for ListOf<T, I, F> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NODE: &'static Node = &Node::new(T::SHAPE, &[I::Known::<F>::NODE]);
    type Item = I::Known<F>;
    type Key = Nothing;
    type Value = Nothing;
}

impl<T: LlmExtract, K: LlmExtract, V: LlmExtract, F: Fuel> Known for MapOf<T, K, V, F> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NODE: &'static Node = &Node::new(T::SHAPE, &[K::Known::<F>::NODE, V::Known::<F>::NODE]);
    type Item = Nothing;
    type Key = K::Known<F>;
    type Value = V::Known<F>;
}

impl Known for Nothing {
    const SHAPE: &'static Shape = &Shape::new(
        "",
        std::any::TypeId::of::<Nothing>,
        Kind::Option(crate::shape::ShapeRef::Static(|| Nothing::SHAPE)),
    );
    const NODE: &'static Node = &Node::new(Nothing::SHAPE, &[]);
    type Item = Nothing;
    type Key = Nothing;
    type Value = Nothing;
}

/// A place that rules and examples are held to: a field, or what is inside it.
pub struct At<K> {
    known: PhantomData<K>,
    /// Where in the field's type: empty, or `an item inside `.
    inside: &'static str,
    /// The field's type as the user wrote it.
    name: &'static str,
}

impl<K: Known> At<K> {
    const KIND: &'static Kind = &K::SHAPE.kind;

    pub(crate) const fn new(name: &'static str) -> At<K> {
        At {
            known: PhantomData,
            inside: "",
            name,
        }
    }

    const fn within<I: Known>(&self, inside: &'static str) -> At<I> {
        At {
            known: PhantomData,
            inside,
            name: self.name,
        }
    }

    /// The items of a list.
    pub const fn item(&self) -> At<K::Item> {
        self.within("an item inside ")
    }

    /// The keys of a map.
    pub const fn key(&self) -> At<K::Key> {
        self.within("a key inside ")
    }

    /// The values of a map.
    pub const fn value(&self) -> At<K::Value> {
        self.within("a value inside ")
    }

    /// Stops the build where the type does not take the rule.
    #[track_caller]
    pub const fn takes(&self, key: Key) {
        if let Some(noun) = misplaced(Self::KIND, key) {
            Message::new("`")
                .add(key.name())
                .add("` does not apply to ")
                .add(noun)
                .add(", and ")
                .place(self)
                .add(" is one; ")
                .add(fit::way_out(Self::KIND))
                .fail();
        }
    }
}

/// Stops the build where a dialect surely refuses the type.
#[track_caller]
pub(crate) const fn sendable<T: LlmExtract>(name: &'static str, dialect: &'static str) {
    let Some(rules) = crate::dialect::named(dialect) else {
        return;
    };
    let refusals = refusals(T::Known::<Full>::NODE, rules);
    if refusals.len > 0 {
        Message::new("`")
            .add(name)
            .add("` cannot be sent to `")
            .add(dialect)
            .add("`")
            .refusals(&refusals)
            .fail();
    }
}
