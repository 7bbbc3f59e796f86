#![doc = include_str!("../README.md")]
// Nothing panics on any input.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::unimplemented
    )
)]

mod align;
mod attachment;
mod attempt;
mod backoff;
mod base64;
#[cfg(feature = "blocking")]
pub mod blocking;
mod blocks;
mod build;
mod candidate;
mod check;
mod checks;
mod client;
mod client_settings;
pub mod clients;
mod conversation;
mod cost;
mod cue;
mod cut;
mod decode;
mod degraded;
#[cfg(feature = "miette")]
mod diagnostics;
pub mod dialect;
mod disclaimer;
mod document;
mod driver;
mod error;
mod event;
mod example;
mod extractor;
mod facts;
mod faults;
mod feedback;
mod fix;
mod fnv;
mod foreign;
mod format;
#[cfg(feature = "genai")]
pub mod genai;
mod impls;
mod inner;
mod judgement;
mod known;
mod ladder;
mod lenient;
mod limits;
mod llm_extract;
mod machine;
mod maybe;
mod memory;
mod names;
#[cfg(feature = "openai")]
pub mod openai;
mod optional;
mod outline;
mod parts;
pub mod patch;
mod path;
mod pattern;
mod places;
mod plan;
mod policy;
mod price;
mod print;
mod prompt;
mod prose;
mod random;
mod read;
mod reason;
mod record;
mod report;
mod request;
#[cfg(feature = "rig")]
pub mod rig;
mod root;
mod round_trip;
mod rules;
mod runtime;
mod schema;
mod schemars_type;
mod sent;
mod session;
pub mod shape;
mod shot;
mod stack;
mod strategy;
mod strict;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod time;
mod tools;
mod trace;
mod tree;
mod unique;
mod violation;
mod words;

// Some tests share their shapes with those outside.
#[cfg(test)]
extern crate self as llm_parse;

#[doc(hidden)]
pub mod __private;

pub use attachment::{Attachment, Data, Document, Image, Source};
pub use attempt::{Attempt, Extraction, Outcome};
pub use backoff::Backoff;
pub use blocks::{Block, JsonText, fenced_blocks, json_values};
pub use checks::{Check, CheckContext, Judge, Verdict, check_fn};
pub use client::{
    BoxFuture, Capabilities, Client, ClientError, ClientErrorKind, Finish, Media, Mode, Parameters,
    Reply, Request, RequestParts, Tool, ToolCall, ToolChoice, Usage, client_fn,
};
pub use client_settings::ClientSettings;
pub use conversation::Conversation;
pub use cut::Cut;
pub use degraded::Degraded;
#[cfg(feature = "miette")]
pub use diagnostics::Diagnostics;
pub use error::{Error, ErrorKind};
pub use event::Event;
pub use extractor::{Extractor, extract};
pub use fix::{Fix, FixKind};
pub use llm_extract::LlmExtract;
pub use llm_parse_derive::LlmExtract;
pub use maybe::Maybe;
pub use optional::{Answer, extract_all, extract_optional};
pub use path::{Path, Segment};
pub use policy::Policy;
pub use price::{Price, Prices};
pub use prompt::{Message, Prompt, Role};
pub use read::{Leniency, ParseError, Parsed, Reader, parse};
pub use record::{Correction, RecordError, Recorder};
pub use report::Report;
pub use runtime::{RuntimeShape, ShapeError};
pub use schemars_type::Schemars;
pub use session::{Session, SessionState, Step};
pub use shot::Shot;
pub use strategy::{Situation, Strategy, StrategyName};
pub use violation::{Code, Violation, Violations};

#[cfg(test)]
mod reading_tests;
