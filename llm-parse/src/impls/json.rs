//! `serde_json`'s own types.

use std::any::TypeId;

use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::map::map;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel, MapOf};
use crate::rules::{self, Rule, Seen};
use crate::shape::{Kind, Shape};

impl LlmExtract for Value {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Any);

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        match self {
            Value::Null => {}
            Value::Bool(value) => value.__check(checker, rules),
            Value::Number(number) => number.__check(checker, rules),
            Value::String(text) => text.__check(checker, rules),
            Value::Array(items) => items.__check(checker, rules),
            Value::Object(entries) => entries.__check(checker, rules),
        }
    }
}

impl LlmExtract for Map<String, Value> {
    type Known<F: Fuel> = MapOf<Self, String, Value, F>;

    const SHAPE: &'static Shape = &Shape::new(
        "",
        TypeId::of::<Self>,
        map(|| String::SHAPE, || Value::SHAPE),
    );

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        if !rules.is_empty() {
            checker.entries(rules, self.iter());
        }
    }
}

impl LlmExtract for Number {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Number);

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        if rules.is_empty() {
            return;
        }
        if let Some(number) = rules::Number::parse(&self.to_string()) {
            checker.apply(rules, &Seen::Number(number));
        }
    }
}

impl LlmExtract for Box<RawValue> {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Any);
}
