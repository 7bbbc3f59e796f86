//! `Decimal`.

use std::any::TypeId;
use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel};
use crate::rules::{Number, Rule, Seen};
use crate::shape::{Kind, Shape};

impl LlmExtract for Decimal {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Decimal);

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        if rules.is_empty() {
            return;
        }
        if let Some(number) = Number::parse(&self.to_string()) {
            checker.apply(rules, &Seen::Number(number));
        }
    }

    fn __key(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string().into())
    }
}
