//! What a provider accepts as the schema of an answer: a shape is lowered to it, what moved is said, and the answer is
//! lifted back.
//!
//! ```
//! use llm_parse::dialect::{Dialect, OpenAiStrict};
//! use llm_parse::{LlmExtract, shape::View};
//! use serde_json::json;
//!
//! let shape = View::of(Vec::<u8>::SHAPE);
//! let lowered = OpenAiStrict.lower(shape)?;
//! assert!(lowered.strict && lowered.wrapped);
//! assert_eq!(lowered.schema["properties"]["value"]["type"], "array");
//! assert_eq!(OpenAiStrict.lift(shape, json!({ "value": [1, 2] })), json!([1, 2]));
//! # Ok::<(), llm_parse::dialect::NotSayable>(())
//! ```
//!
//! # Design
//!
//! A dialect is a table, [`Rules`]; one function lowers a shape by it, and one lifts a value. Neither looks at schema
//! text, so a field that is named like a keyword is a field. What a dialect cannot say goes into the description, in
//! words, and is still checked when the answer is read. Reading an answer needs no dialect: the reader takes the lowered
//! form where it takes the type's own, and lowering refuses the types for which the two could be confused.

mod altered;
mod declared;
mod form;
mod lowered;
mod providers;
mod rules;
mod sizes;

use serde_json::Value;

pub(crate) use self::altered::{alters, alters_content};
#[cfg(feature = "testing")]
pub(crate) use self::declared::gaps;
pub(crate) use self::declared::undeliverable;
pub(crate) use self::form::Form;
pub(crate) use self::lowered::{Demand, full, is_object, lower, plain};
pub use self::lowered::{Lowered, NotSayable, Note};
pub use self::providers::{Anthropic, Gemini, LlamaCpp, OpenAiStrict, Plain};
pub(crate) use self::providers::{FULL_RULES, PLAIN_RULES, named};
pub use self::rules::{Keyword, Null, OtherKeys, Patterns, Place, Rules, Sizes, Type};
pub(crate) use self::sizes::{Count, Counted, shared_excess};
use crate::shape::View;

/// What one kind of provider accepts as a schema, and how a value stands in its answers.
///
/// All are pure functions over the shape and the dialect's [`Rules`].
pub trait Dialect {
    /// What can be said.
    fn rules(&self) -> &Rules;

    /// The shape in this dialect.
    ///
    /// # Errors
    ///
    /// Where no schema of this dialect, however loose, describes the shape.
    fn lower(&self, shape: View<'_>) -> Result<Lowered, NotSayable> {
        lower(self.rules(), shape, Demand::default())
    }

    /// A value as serde writes it, in the form of an answer under the lowered schema. `None` where its form is not known
    /// for sure: it is no value of the type, or says by an absent key what the schema has no word for.
    fn lower_value(&self, shape: View<'_>, value: &Value) -> Option<Value> {
        self.lower(shape).ok()?.lower_value(shape, value)
    }

    /// An answer under the lowered schema as the type's own wire form: what was wrapped is taken out, entries are a map
    /// again, and a `null` for which a default stands is absent. What is not in the form of the schema is left as it
    /// stands, for the reader to report. But for what was wrapped, [`parse`](crate::parse()) reads the answer and what is
    /// lifted of it alike.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use llm_parse::dialect::{Dialect, OpenAiStrict};
    /// use llm_parse::{LlmExtract, shape::View};
    /// use serde_json::json;
    ///
    /// let shape = View::of(BTreeMap::<String, u8>::SHAPE);
    /// let answer = json!({ "value": [{ "key": "a", "value": 1 }] });
    /// assert_eq!(OpenAiStrict.lift(shape, answer), json!({ "a": 1 }));
    /// ```
    fn lift(&self, shape: View<'_>, answer: Value) -> Value {
        match self.lower(shape) {
            Ok(lowered) => lowered.lift(shape, answer),
            Err(_) => answer,
        }
    }
}

impl Dialect for Rules {
    fn rules(&self) -> &Rules {
        self
    }
}
