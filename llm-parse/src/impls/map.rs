//! Maps.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};

use serde::de::DeserializeOwned;

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, MapOf};
use crate::rules::Rule;
use crate::shape::{Kind, Map, Shape, ShapeRef};

/// A map with keys and values of these shapes.
pub(super) const fn map(key: fn() -> &'static Shape, value: fn() -> &'static Shape) -> Kind {
    Kind::Map(Map {
        key: ShapeRef::Static(key),
        value: ShapeRef::Static(value),
    })
}

impl<K: LlmExtract, V: LlmExtract, S: 'static> LlmExtract for HashMap<K, V, S>
where
    HashMap<K, V, S>: DeserializeOwned,
{
    type Known<F: Fuel> = MapOf<Self, K, V, F>;

    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, map(|| K::SHAPE, || V::SHAPE));

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.entries(rules, self.iter());
    }
}

impl<K: LlmExtract, V: LlmExtract> LlmExtract for BTreeMap<K, V>
where
    BTreeMap<K, V>: DeserializeOwned,
{
    type Known<F: Fuel> = MapOf<Self, K, V, F>;

    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, map(|| K::SHAPE, || V::SHAPE));

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.entries(rules, self.iter());
    }
}
