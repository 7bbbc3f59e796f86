//! Lists, sets and arrays.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, ListOf};
use crate::rules::Rule;
use crate::shape::{Kind, List, Shape, ShapeRef};

/// A list of any length.
pub(super) const fn list(item: fn() -> &'static Shape, set: bool) -> Kind {
    Kind::List(List {
        item: ShapeRef::Static(item),
        min: 0,
        max: usize::MAX,
        set,
    })
}

macro_rules! list {
    ($([$($generics:tt)*] $ty:ty, $set:literal;)*) => {$(
        impl<$($generics)*> LlmExtract for $ty
        where
            $ty: DeserializeOwned,
        {
            type Known<F: Fuel> = ListOf<Self, T, F>;

            const SHAPE: &'static Shape =
                &Shape::new("", TypeId::of::<Self>, list(|| T::SHAPE, $set));

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                checker.items(rules, self.iter());
            }
        }
    )*};
}

// `Rc` and `Arc` are read only where serde's feature `rc` is on; the bound leaves that to the user's build.
list! {
    [T: LlmExtract] Vec<T>, false;
    [T: LlmExtract] VecDeque<T>, false;
    [T: LlmExtract] LinkedList<T>, false;
    [T: LlmExtract] Box<[T]>, false;
    [T: LlmExtract] Rc<[T]>, false;
    [T: LlmExtract] Arc<[T]>, false;
    [T: LlmExtract + Clone] Cow<'static, [T]>, false;
    [T: LlmExtract + Ord] BinaryHeap<T>, false;
    [T: LlmExtract + Ord] BTreeSet<T>, true;
    [T: LlmExtract, S: 'static] HashSet<T, S>, true;
}

impl<T: LlmExtract, const N: usize> LlmExtract for [T; N]
where
    [T; N]: DeserializeOwned,
{
    type Known<F: Fuel> = ListOf<Self, T, F>;

    const SHAPE: &'static Shape = &Shape::new(
        "",
        TypeId::of::<Self>,
        Kind::List(List {
            item: ShapeRef::Static(|| T::SHAPE),
            min: N,
            max: N,
            set: false,
        }),
    );

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.items(rules, self.iter());
    }
}
