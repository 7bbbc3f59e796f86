//! What tests need: a model that says what it is told to, a recorder of what a real one said, a check of a type's contract, and replies malformed as models
//! malform them (feature `testing`).
//!
//! ```
//! use llm_parse::{ClientError, LlmExtract, Reply, blocking, testing::Script};
//!
//! #[derive(serde::Deserialize, LlmExtract)]
//! struct Person {
//!     age: u8,
//! }
//!
//! let script = Script::new(["thirty-six", r#"{"age": 36}"#]);
//! let person: Person = blocking::extract(&script, "Ada is 36")?;
//! assert_eq!(person.age, 36);
//! assert_eq!(script.requests().len(), 2);
//! # Ok::<(), llm_parse::Error>(())
//! ```

mod cassette;
mod contract;
mod instance;
mod malform;
mod script;
mod simulator;
mod well_formed;

pub use cassette::Cassette;
pub use contract::{assert_contract, assert_dialect};
pub use malform::{Expected, Malform, Malformation, Malformed, assert_reads_malformed};
pub use script::{Script, Scripted};
pub use simulator::{Score, Simulator, Table, Trial};
