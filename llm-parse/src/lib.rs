#![doc = include_str!("../README.md")]

mod align;
mod candidate;
mod check;
mod client;
mod decode;
mod example;
mod faults;
mod fix;
mod format;
mod impls;
mod limits;
mod llm_extract;
mod names;
#[cfg(feature = "openai")]
pub mod openai;
mod outline;
mod path;
mod prompt;
mod read;
mod root;
#[cfg(feature = "miette")]
mod report;
mod rules;
mod schema;
pub mod shape;
mod tree;
mod violation;
mod words;

#[doc(hidden)]
pub mod __private;

pub use client::{
    BoxFuture, Capabilities, Client, ClientError, ClientErrorKind, Finish, Mode, Parameters, Reply,
    Request, RequestParts, ToolCall, Usage, client_fn,
};
pub use fix::{Fix, FixKind};
pub use llm_extract::LlmExtract;
pub use llm_parse_derive::LlmExtract;
pub use path::{Path, Segment};
pub use prompt::{Message, Prompt, Role};
pub use read::{Leniency, ParseError, Parsed, Reader, parse};
#[cfg(feature = "miette")]
pub use report::Report;
pub use violation::{Code, Violation, Violations};
