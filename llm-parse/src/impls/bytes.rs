//! `Bytes` and `BytesMut`, which are lists of bytes in JSON.

use std::any::TypeId;

use bytes::{Bytes, BytesMut};

use super::list::list;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, ListOf};
use crate::rules::Rule;
use crate::shape::Shape;

macro_rules! bytes {
    ($($ty:ident)*) => {$(
        impl LlmExtract for $ty {
            type Known<F: Fuel> = ListOf<Self, u8, F>;

            const SHAPE: &'static Shape =
                &Shape::new("", TypeId::of::<Self>, list(|| u8::SHAPE, false));

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                if !rules.is_empty() {
                    checker.items(rules, self.iter());
                }
            }
        }
    )*};
}
bytes!(Bytes BytesMut);
