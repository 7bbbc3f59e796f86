//! Parts of a value that are asked for, and put into what is there.
//!
//! # Design
//!
//! A request for parts is a request for an object with one key for each [`Ask`]; its schema is made of those parts of
//! the whole schema to which the paths lead. The reply is read by it, which makes it tolerant; whether the values are
//! right is decided when the whole is read as the type, checks included. All changes are made in JSON text, so that
//! numbers keep every digit. What a reply does not answer stays wrong, even where the text no longer shows it.

mod around;
mod ask;
mod begun;
mod changes;
mod continued;
mod edit;
mod ending;
mod fewer;
mod focused;
mod growth;
mod keys;
mod pointed;
mod repetition;
mod reply;
mod rest;
mod schema;
mod whole;
mod wrong;

pub(crate) use ask::{Ask, How};
pub(crate) use begun::Begun;
pub(crate) use changes::STILL_CUT;
pub(crate) use continued::Continued;
pub(crate) use fewer::{fewer, say_the_same};
pub(crate) use focused::Focused;
pub(crate) use rest::the_rest;
pub(crate) use schema::may_have;
pub(crate) use wrong::wrong_values;
