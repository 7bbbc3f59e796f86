//! What the user's own functions say of answers at run time.

mod context;
mod judge;
mod place;
mod run;
mod verdict;

use std::future::{Future, ready};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::client::BoxFuture;
use crate::violation::{Violation, Violations};

pub use context::CheckContext;
pub use judge::Judge;
pub(crate) use place::{compact, part, placed};
pub(crate) use run::is_taken;
pub use verdict::Verdict;

/// A check of a sound value that is given with the call ([`Extractor::run_checked`](crate::Extractor::run_checked)).
///
/// A closure that takes the value is one, and may hold whatever it checks against. For what has to wait, such as a look-up in
/// a database, there is [`check_fn`]; [`Judge`] asks another model. Of several in a tuple, an array or a list all are
/// run, and what they find is told together.
///
/// # Examples
///
/// ```
/// use llm_parse::{Extractor, LlmExtract, Verdict, check_fn, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Order {
///     customer: u32,
///     items: Vec<String>,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let stock = ["pen", "ink"];
/// let in_stock = |order: &Order| match order.items.iter().position(|item| !stock.contains(&&**item)) {
///     Some(i) => Err(Verdict::retry_at(format!("/items/{i}"), "choose one of: pen, ink")),
///     None => Ok(()),
/// };
/// let is_known = check_fn(|order: &Order| {
///     let customer = order.customer;
///     async move { if customer < 100 { Ok(()) } else { Err("there is no such customer") } }
/// });
///
/// let client = Script::new([
///     r#"{"customer": 7, "items": ["pen", "rubber"]}"#,
///     r#"{"customer": 7, "items": ["pen", "ink"]}"#,
/// ]);
/// let extractor = Extractor::new(&client);
/// let order = extractor.run_checked("a pen and something to write with", (in_stock, is_known)).await?;
/// assert_eq!(order.attempts()[0].violations()[0].to_string(), "/items/1: choose one of: pen, ink");
/// assert_eq!(order.value.items, ["pen", "ink"]);
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no check of `{T}`",
    note = "a closure `|value: &{T}| -> Result<(), impl Into<Verdict>>` is one, where the type of the value is written out, and so is `check_fn` of an async one"
)]
pub trait Check<T>: Send + Sync {
    /// Says whether the value may be taken.
    fn check<'a>(
        &'a self,
        value: &'a T,
        context: &'a CheckContext<'_>,
    ) -> BoxFuture<'a, Result<(), Verdict>>;

    /// What is wrong with the settings of the check itself. A run does not begin where there is something
    /// ([`ErrorKind::Settings`](crate::ErrorKind::Settings)).
    fn fault(&self) -> Option<String> {
        None
    }
}

impl<T, E, F> Check<T> for F
where
    F: Fn(&T) -> Result<(), E> + Send + Sync,
    E: Into<Verdict>,
{
    fn check<'a>(
        &'a self,
        value: &'a T,
        _: &'a CheckContext<'_>,
    ) -> BoxFuture<'a, Result<(), Verdict>> {
        Box::pin(ready(self(value).map_err(Into::into)))
    }
}

/// Makes a check of a function that returns a future. The future holds what it needs of the value, not the value itself.
pub fn check_fn<T, F, Fut, E>(check: F) -> impl Check<T>
where
    F: Fn(&T) -> Fut + Send + Sync,
    Fut: Future<Output = Result<(), E>> + Send,
    E: Into<Verdict>,
{
    CheckFn(check, PhantomData)
}

struct CheckFn<F, Fut>(F, PhantomData<fn() -> Fut>);

impl<T, F, Fut, E> Check<T> for CheckFn<F, Fut>
where
    F: Fn(&T) -> Fut + Send + Sync,
    Fut: Future<Output = Result<(), E>> + Send,
    E: Into<Verdict>,
{
    fn check<'a>(
        &'a self,
        value: &'a T,
        _: &'a CheckContext<'_>,
    ) -> BoxFuture<'a, Result<(), Verdict>> {
        let answer = self.0(value);
        Box::pin(async move { answer.await.map_err(Into::into) })
    }
}

impl<T, C: Check<T>> Check<T> for Arc<C> {
    fn check<'a>(
        &'a self,
        value: &'a T,
        context: &'a CheckContext<'_>,
    ) -> BoxFuture<'a, Result<(), Verdict>> {
        (**self).check(value, context)
    }

    fn fault(&self) -> Option<String> {
        (**self).fault()
    }
}

impl<T: Sync> Check<T> for Vec<Box<dyn Check<T> + '_>> {
    fn check<'a>(
        &'a self,
        value: &'a T,
        context: &'a CheckContext<'_>,
    ) -> BoxFuture<'a, Result<(), Verdict>> {
        Box::pin(async move {
            let mut all = Vec::new();
            for check in self {
                gather(&mut all, check.check(value, context).await)?;
            }
            Ok(Violations::check(all)?)
        })
    }

    fn fault(&self) -> Option<String> {
        self.iter().find_map(|check| check.fault())
    }
}

macro_rules! check_tuple {
    ($($check:ident)*) => {
        impl<T: Sync, $($check: Check<T>),*> Check<T> for ($($check,)*) {
            fn check<'a>(
                &'a self,
                value: &'a T,
                context: &'a CheckContext<'_>,
            ) -> BoxFuture<'a, Result<(), Verdict>> {
                #[expect(non_snake_case, reason = "named as the types are")]
                let ($($check,)*) = self;
                Box::pin(async move {
                    let mut all = Vec::new();
                    $(gather(&mut all, $check.check(value, context).await)?;)*
                    Ok(Violations::check(all)?)
                })
            }

            fn fault(&self) -> Option<String> {
                #[expect(non_snake_case, reason = "named as the types are")]
                let ($($check,)*) = self;
                None$(.or_else(|| $check.fault()))*
            }
        }
    };
}
check_tuple!(A);
check_tuple!(A B);
check_tuple!(A B C);
check_tuple!(A B C D);
check_tuple!(A B C D E);
check_tuple!(A B C D E F);

/// Adds what one check found; an error of the check itself leaves at once.
fn gather(all: &mut Vec<Violation>, result: Result<(), Verdict>) -> Result<(), Verdict> {
    match result {
        Ok(()) => Ok(()),
        Err(Verdict::Retry(violations)) => {
            all.extend(violations);
            Ok(())
        }
        Err(abort @ Verdict::Abort(_)) => Err(abort),
    }
}
