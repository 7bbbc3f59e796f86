//! The trait that everything else is built on.

use serde::de::DeserializeOwned;

use crate::check::Checker;
use crate::known::{Fuel, Known};
use crate::rules::Rule;
use crate::shape::{Shape, View};
use crate::violation::Violations;

/// A type that a language model can be asked for.
///
/// Derive it; the derive macro of the same name writes the one constant from which all the rest follows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shape: it does not implement `LlmExtract`",
    label = "no shape is known for this type",
    note = "derive it: `#[derive(serde::Deserialize, llm_parse::LlmExtract)]`",
    note = "a type of another crate may have its shape behind a feature of `llm-parse` (chrono, jiff, time, uuid, url, \
            rust_decimal, bytes, indexmap, smallvec)",
    note = "otherwise say `#[llm(opaque)]` on the field (its `JsonSchema` is embedded), or `#[llm(as = Type)]`"
)]
pub trait LlmExtract: DeserializeOwned + 'static {
    /// What the type looks like on the wire.
    const SHAPE: &'static Shape;

    /// What a constant can know of the type, followed with this fuel.
    #[doc(hidden)]
    type Known<F: Fuel>: Known;

    /// The JSON Schema (draft 2020-12) of the type, in declaration order.
    fn schema() -> schemars::Schema {
        crate::schema::schema(View::of(Self::SHAPE))
    }

    /// An example value that satisfies the schema and every rule, and that reads as a `Self`.
    fn example() -> serde_json::Value {
        crate::example::example(View::of(Self::SHAPE))
    }

    /// The type as compact text for a prompt: keys in quotes, descriptions and rules as comments.
    fn outline() -> String {
        crate::outline::outline(View::of(Self::SHAPE))
    }

    /// Holds the value to every rule and check of its type and of the types inside it.
    ///
    /// # Errors
    ///
    /// All violations, in declaration order.
    fn validate(&self) -> Result<(), Violations> {
        let mut checker = Checker::new(true);
        self.__check(&mut checker, &[]);
        Violations::check(checker.into_parts().0)
    }

    /// Applies `rules` to the value, and its type's own rules and checks to what is inside it.
    #[doc(hidden)]
    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        let _ = (checker, rules);
    }

    /// The text of the value where it is the key of a map; `None` for a type that cannot be one.
    #[doc(hidden)]
    fn __key(&self) -> Option<std::borrow::Cow<'_, str>> {
        None
    }
}
