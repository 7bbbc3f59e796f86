//! `IndexMap` and `IndexSet`.

use std::any::TypeId;

use indexmap::{IndexMap, IndexSet};
use serde::de::DeserializeOwned;

use super::list::list;
use super::map::map;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, ListOf, MapOf};
use crate::rules::Rule;
use crate::shape::Shape;

impl<K: LlmExtract, V: LlmExtract, S: 'static> LlmExtract for IndexMap<K, V, S>
where
    IndexMap<K, V, S>: DeserializeOwned,
{
    type Known<F: Fuel> = MapOf<Self, K, V, F>;

    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, map(|| K::SHAPE, || V::SHAPE));

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.entries(rules, self.iter());
    }
}

impl<T: LlmExtract, S: 'static> LlmExtract for IndexSet<T, S>
where
    IndexSet<T, S>: DeserializeOwned,
{
    type Known<F: Fuel> = ListOf<Self, T, F>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, list(|| T::SHAPE, true));

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.items(rules, self.iter());
    }
}
