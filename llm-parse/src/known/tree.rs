//! A type with the types inside it, as a constant can follow them.
//!
//! # Design
//!
//! A type that holds itself would be a constant that needs itself. So a type is followed with some fuel, of which each
//! type of the user's takes one; what uses up all of it holds itself. What is in the tree is made only where a constant
//! asks for it.

use std::marker::PhantomData;

use super::{Known, Nothing};
use crate::LlmExtract;
use crate::shape::{Kind, Shape};

/// A type as far as the fuel went.
pub struct Node {
    pub(crate) shape: &'static Shape,
    /// The types that the shape refers to, in its order; none where they are known at run time only.
    pub(crate) inside: &'static [&'static Node],
    /// Whether the fuel did not reach to the end.
    pub(crate) endless: bool,
    /// The most objects that may stand in each other, this one included.
    pub(crate) depth: u32,
}

/// A type of the user's, followed with this fuel.
pub trait Inside<F> {
    /// The types that the shape refers to, in its order.
    const INSIDE: &'static [&'static Node];
}

/// How far a type is followed.
pub trait Fuel {
    /// A type inside one of the user's.
    type Next<T: LlmExtract>: Known;
}

/// No fuel.
pub struct Spent;

/// One more than this.
pub(crate) struct More<F>(PhantomData<F>);

/// As many types of the user's as may stand in each other. The compiler looks through 128 constants in each other, and a
/// type takes two, with one for each option, list or map round it.
pub(crate) type Full = Four<Four<Four<Four<Spent>>>>;
type Four<F> = More<More<More<More<F>>>>;

impl Fuel for Spent {
    type Next<T: LlmExtract> = Cut<T>;
}

impl<F: Fuel> Fuel for More<F> {
    type Next<T: LlmExtract> = T::Known<F>;
}

/// A type that is not followed any more.
pub struct Cut<T>(PhantomData<T>);

impl<T: LlmExtract> Known for Cut<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NODE: &'static Node = &Node {
        endless: true,
        depth: u32::MAX,
        ..Node::new(T::SHAPE, &[])
    };
    type Item = Nothing;
    type Key = Nothing;
    type Value = Nothing;
}

impl Node {
    pub(crate) const fn new(shape: &'static Shape, inside: &'static [&'static Node]) -> Node {
        let is_object = matches!(shape.kind, Kind::Struct(_) | Kind::Enum(_) | Kind::Map(_));
        let (mut endless, mut depth) = (false, 0);
        let mut rest = inside;
        while let [node, after @ ..] = rest {
            endless |= node.endless;
            if node.depth > depth {
                depth = node.depth;
            }
            rest = after;
        }
        Node {
            shape,
            inside,
            endless,
            depth: depth.saturating_add(is_object as u32),
        }
    }
}
