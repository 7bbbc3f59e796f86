//! `SmallVec`.

use std::any::TypeId;

use serde::de::DeserializeOwned;
use smallvec::{Array, SmallVec};

use super::list::list;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, ListOf};
use crate::rules::Rule;
use crate::shape::Shape;

impl<A: Array + 'static> LlmExtract for SmallVec<A>
where
    A::Item: LlmExtract,
    SmallVec<A>: DeserializeOwned,
{
    type Known<F: Fuel> = ListOf<Self, A::Item, F>;

    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, list(|| A::Item::SHAPE, false));

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.items(rules, self.iter());
    }
}
