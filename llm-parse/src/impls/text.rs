//! Strings.

use std::any::TypeId;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use serde::Deserialize;

use super::text_shape;
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel};
use crate::rules::{Rule, Seen};
use crate::shape::{Shape, StringForm};

const ANY: StringForm = StringForm {
    noun: "",
    format: None,
    accepts: None,
    example: "text",
};

const PATH: StringForm = StringForm {
    noun: "a file path",
    format: None,
    accepts: None,
    example: "dir/file.txt",
};

macro_rules! text {
    ($($ty:ty $(where [$($bound:tt)*])?)*) => {$(
        impl LlmExtract for $ty $(where $($bound)*)? {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape = &text_shape(TypeId::of::<Self>, ANY);

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                checker.apply(rules, &Seen::Text(self));
            }

            fn __key(&self) -> Option<Cow<'_, str>> {
                Some(Cow::Borrowed(self))
            }
        }
    )*};
}

// `Rc` and `Arc` are read only where serde's feature `rc` is on; the bound leaves that to the user's build.
text! {
    String
    Box<str>
    Cow<'static, str>
    Rc<str> where [for<'de> Rc<str>: Deserialize<'de>]
    Arc<str> where [for<'de> Arc<str>: Deserialize<'de>]
}

macro_rules! path {
    ($($ty:ty)*) => {$(
        impl LlmExtract for $ty {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape = &text_shape(TypeId::of::<Self>, PATH);

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                checker.apply(rules, &Seen::Text(&self.to_string_lossy()));
            }

            fn __key(&self) -> Option<Cow<'_, str>> {
                Some(self.to_string_lossy())
            }
        }
    )*};
}
path!(PathBuf Box<Path>);
