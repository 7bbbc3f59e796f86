//! The check that a type's schema, example, rules and decoding agree.

use std::any::type_name;

use serde_json::Value;

use super::instance::Judge;
use super::well_formed::well_formed;
use crate::LlmExtract;
use crate::dialect::{Dialect, gaps, undeliverable};
use crate::read::{Leniency, Reader};
use crate::shape::View;
use crate::violation::{Code, Violation};

/// Asserts that the type keeps its own promises: its schema is well formed, its example is valid under the schema,
/// reads as the type without any fix, and passes the type's rules and checks.
///
/// # Panics
///
/// Where it does not; all faults are listed.
///
/// # Examples
///
/// ```
/// use llm_parse::{LlmExtract, testing::assert_contract};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     #[llm(range(min = 0, max = 150))]
///     age: u8,
/// }
///
/// assert_contract::<Person>();
/// ```
#[track_caller]
pub fn assert_contract<T: LlmExtract>() {
    let faults = faults::<T>();
    let name = type_name::<T>();
    assert!(
        faults.is_empty(),
        "`{name}` breaks its contract:\n- {}",
        faults.join("\n- ")
    );
}

/// Asserts that a provider can hold a model to the type's schema: all of it can be said in the dialect, and it is no larger
/// than the provider takes.
///
/// # Panics
///
/// Where it cannot: the message says what, the limit and the number where it is one, and the path.
///
/// # Examples
///
/// ```
/// use llm_parse::dialect::{Anthropic, OpenAiStrict};
/// use llm_parse::{LlmExtract, testing::assert_dialect};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     age: u8,
/// }
///
/// assert_dialect::<Person>(&OpenAiStrict);
/// assert_dialect::<Person>(&Anthropic);
/// ```
#[track_caller]
pub fn assert_dialect<T: LlmExtract>(dialect: &dyn Dialect) {
    let gaps = gaps(dialect.rules(), View::of(T::SHAPE));
    let why: Vec<String> = gaps.iter().map(ToString::to_string).collect();
    assert!(
        why.is_empty(),
        "no model can be held to `{}`:\n- {}",
        type_name::<T>(),
        why.join("\n- ")
    );
}

fn faults<T: LlmExtract>() -> Vec<String> {
    let (schema, example) = (T::schema().to_value(), T::example());
    let mut faults = well_formed(&schema);
    if faults.is_empty() {
        faults.extend(
            Judge::new(&schema)
                .faults(&example)
                .iter()
                .map(|fault| format!("the example is not valid under the schema: {fault}")),
        );
    }
    if T::outline().trim().is_empty() {
        faults.push("the outline is empty".to_owned());
    }
    faults.extend(reading::<T>(&example));
    faults.extend(undeliverable(View::of(T::SHAPE)).map(|fault| fault.to_string()));
    faults
}

/// What is wrong with the example as a reply.
fn reading<T: LlmExtract>(example: &Value) -> Vec<String> {
    let reader = Reader::new().leniency(Leniency::Strict);
    match reader.parse::<T>(&example.to_string()) {
        Err(error) => error.violations().iter().map(unread).collect(),
        Ok(parsed) => {
            let fixes = parsed
                .fixes
                .iter()
                .map(|fix| format!("the example is mended: {fix}"));
            let broken = parsed.value.validate().err();
            let broken = broken.iter().flat_map(|violations| violations.iter());
            let broken = broken.map(|violation| format!("the example breaks a rule: {violation}"));
            fixes.chain(broken).collect()
        }
    }
}

fn unread(violation: &Violation) -> String {
    match violation.code() {
        Code::TypeFault => format!("the type can never be read: {violation}"),
        _ => format!("the example does not read as the type: {violation}"),
    }
}
