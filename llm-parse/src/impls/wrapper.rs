//! Types that look like what they hold.

use std::any::TypeId;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::de::DeserializeOwned;

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, Like, Optional};
use crate::rules::Rule;
use crate::shape::{Kind, Shape, ShapeRef};

impl<T: LlmExtract> LlmExtract for Option<T> {
    type Known<F: Fuel> = Optional<T, F>;

    const SHAPE: &'static Shape = &Shape::new(
        "",
        TypeId::of::<Self>,
        Kind::Option(ShapeRef::Static(|| T::SHAPE)),
    );

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        if let Some(value) = self {
            value.__check(checker, rules);
        }
    }

    fn __key(&self) -> Option<Cow<'_, str>> {
        self.as_ref().and_then(T::__key)
    }
}

macro_rules! transparent {
    ($([$($generics:tt)*] $ty:ty, $self:ident => $inner:expr;)*) => {$(
        impl<$($generics)*> LlmExtract for $ty
        where
            $ty: DeserializeOwned,
        {
            type Known<F: Fuel> = Like<T, F>;

            const SHAPE: &'static Shape = T::SHAPE;

            fn __check(&$self, checker: &mut Checker, rules: &[Rule]) {
                $inner.__check(checker, rules);
            }

            fn __key(&$self) -> Option<Cow<'_, str>> {
                $inner.__key()
            }
        }
    )*};
}

// `Rc` and `Arc` are read only where serde's feature `rc` is on; the bound leaves that to the user's build.
transparent! {
    [T: LlmExtract] Box<T>, self => (**self);
    [T: LlmExtract] Rc<T>, self => (**self);
    [T: LlmExtract] Arc<T>, self => (**self);
    [T: LlmExtract + Clone] Cow<'static, T>, self => (**self);
    [T: LlmExtract] Reverse<T>, self => self.0;
    [T: LlmExtract] Wrapping<T>, self => self.0;
    [T: LlmExtract] Saturating<T>, self => self.0;
}

macro_rules! shared {
    ($([$($generics:tt)*] $ty:ty, $self:ident, $value:ident => $borrow:expr;)*) => {$(
        impl<$($generics)*> LlmExtract for $ty {
            type Known<F: Fuel> = Like<T, F>;

            const SHAPE: &'static Shape = T::SHAPE;

            fn __check(&$self, checker: &mut Checker, rules: &[Rule]) {
                if let Some($value) = $borrow {
                    $value.__check(checker, rules);
                }
            }
        }
    )*};
}

shared! {
    [T: LlmExtract + Copy] Cell<T>, self, value => Some(self.get());
    [T: LlmExtract] RefCell<T>, self, value => self.try_borrow().ok();
    [T: LlmExtract] Mutex<T>, self, value => Some(self.lock().unwrap_or_else(PoisonError::into_inner));
    [T: LlmExtract] RwLock<T>, self, value => Some(self.read().unwrap_or_else(PoisonError::into_inner));
}
