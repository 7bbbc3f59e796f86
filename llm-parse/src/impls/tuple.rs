//! Tuples of up to 12 items.

use std::any::TypeId;
use std::borrow::Cow;

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Fuel, Inside, Known, Node, Whole};
use crate::rules::Rule;
use crate::shape::{Field, Kind, Shape, ShapeRef};

macro_rules! tuple {
    ($($name:ident $index:tt),+) => {
        impl<$($name: LlmExtract),+> LlmExtract for ($($name,)+) {
            type Known<Left: Fuel> = Whole<Self, Left>;

            const SHAPE: &'static Shape = &Shape::new(
                "",
                TypeId::of::<Self>,
                Kind::Tuple(Cow::Borrowed(const { &[$(Field::item(ShapeRef::Static(|| $name::SHAPE))),+] })),
            );

            fn __check(&self, checker: &mut Checker, _rules: &[Rule]) {
                $(
                    let depth = checker.enter_index($index);
                    self.$index.__check(checker, &[]);
                    checker.leave(depth);
                )+
            }
        }

        impl<$($name: LlmExtract,)+ Left: Fuel> Inside<Left> for ($($name,)+) {
            const INSIDE: &'static [&'static Node] = &[$($name::Known::<Left>::NODE),+];
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
