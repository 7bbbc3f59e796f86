//! The rule that no two items of a list are equal, on finished Rust values.

use std::borrow::Cow;
use std::collections::{LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// The places of the first item that stands twice.
pub type Repeat = Option<(usize, usize)>;

/// A list that `#[llm(unique)]` can be put on.
#[diagnostic::on_unimplemented(
    message = "`unique` needs a list whose items can be compared, and `{Self}` is none",
    label = "not a list of `PartialEq` items"
)]
pub trait Unique {
    /// The first two equal items.
    fn first_repeat(&self) -> Repeat;
}

fn first_repeat<'a, T: PartialEq + 'a>(items: &(impl Iterator<Item = &'a T> + Clone)) -> Repeat {
    items.clone().enumerate().find_map(|(second, item)| {
        let first = items
            .clone()
            .take(second)
            .position(|earlier| earlier == item);
        first.map(|first| (first, second))
    })
}

macro_rules! list {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<T: PartialEq, $($generics)*> Unique for $ty {
            fn first_repeat(&self) -> Repeat {
                first_repeat(&self.iter())
            }
        }
    )*};
}

list! {
    [] [T];
    [] Vec<T>;
    [] VecDeque<T>;
    [] LinkedList<T>;
    [const N: usize] [T; N];
}

impl<T: Unique> Unique for Option<T> {
    fn first_repeat(&self) -> Repeat {
        self.as_ref().and_then(T::first_repeat)
    }
}

macro_rules! pointer {
    ($($ty:ident)*) => {$(
        impl<T: Unique + ?Sized> Unique for $ty<T> {
            fn first_repeat(&self) -> Repeat {
                (**self).first_repeat()
            }
        }
    )*};
}
pointer!(Box Rc Arc);

impl<T: Unique + ToOwned + ?Sized> Unique for Cow<'_, T> {
    fn first_repeat(&self) -> Repeat {
        (**self).first_repeat()
    }
}
