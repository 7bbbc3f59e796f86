//! The rule that no two items of a list are equal, on finished Rust values.

use std::borrow::Cow;
use std::collections::{LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// The places of the first item that stands twice.
pub type Repeat = Option<(usize, usize)>;

/// A list that `#[llm(unique)]` can be put on.
///
/// # Design
///
/// A newtype is one where what it holds is one, and newtypes may hold each other. Such a bound would be proved, without
/// end, where it says all that there is to know; so it has a parameter, which leaves it open until somebody asks.
#[diagnostic::on_unimplemented(
    message = "`unique` needs a list whose items can be compared, and `{Self}` is none",
    label = "not a list of `PartialEq` items",
    note = "a set holds no item twice, and a map no key, whatever is said of it"
)]
pub trait Unique<Open = ()> {
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
        impl<T: PartialEq, Open, $($generics)*> Unique<Open> for $ty {
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

impl<T: Unique<Open>, Open> Unique<Open> for Option<T> {
    fn first_repeat(&self) -> Repeat {
        self.as_ref().and_then(T::first_repeat)
    }
}

macro_rules! pointer {
    ($($ty:ident)*) => {$(
        impl<T: Unique<Open> + ?Sized, Open> Unique<Open> for $ty<T> {
            fn first_repeat(&self) -> Repeat {
                (**self).first_repeat()
            }
        }
    )*};
}
pointer!(Box Rc Arc);

impl<T: Unique<Open> + ToOwned + ?Sized, Open> Unique<Open> for Cow<'_, T> {
    fn first_repeat(&self) -> Repeat {
        (**self).first_repeat()
    }
}
