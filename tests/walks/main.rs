//! Schema, example and outline of a type agree with each other, with serde, and with an independent validator.

mod foreign;
mod formats;
mod judge;
mod lowered;
mod text;
mod types;
