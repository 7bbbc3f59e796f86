//! A crate whose own items have the names of those in the expansion.

#![deny(warnings)]
#![allow(dead_code)]

pub struct Option;
pub struct Some;
pub struct None;
pub struct Ok;
pub struct Err;
pub struct Vec;
pub struct String;
pub struct Box;
pub struct Default;
pub struct Value;
pub struct Schema;
pub struct Iterator;
pub struct Cow;
pub struct Shape;
pub struct Field;
pub struct Checker;
pub struct Deserialize;
pub struct Send;
pub struct Sync;
pub struct Drop;
pub trait From {}
pub trait Into {}
pub trait Clone {}
pub trait Display {}
pub mod std {}
pub mod core {}
pub mod alloc {}
pub mod schemars {}
pub mod llm_parse {}
pub type Result<T> = ::std::result::Result<T, u8>;

pub fn checker() {}
pub fn value() {}
pub fn cursor() {}
pub fn fields() {}

#[derive(::serde::Deserialize, ::llm_parse::LlmExtract)]
#[llm(check = rules, json_schema)]
pub struct Reply<T> {
    #[llm(pattern = "^a", example = "a", check = fields_)]
    text: ::std::string::String,
    #[llm(unique, len(max = 3), items(range(max = MAX)))]
    list: ::std::vec::Vec<u8>,
    other: ::std::option::Option<T>,
    kind: Kind,
}

const MAX: u8 = 5;

// Names that the expansion gives to its own variables.
fn rules<T>(_: &Reply<T>) -> ::std::result::Result<(), u8> {
    ::std::result::Result::Ok(())
}

fn fields_(_: &str) -> ::std::result::Result<(), u8> {
    ::std::result::Result::Ok(())
}

#[derive(::serde::Deserialize, ::llm_parse::LlmExtract)]
#[serde(tag = "t")]
pub enum Kind {
    None,
    Some {
        #[llm(check = self::checks::checker)]
        field_0: u8,
    },
}

#[derive(::serde::Deserialize, ::llm_parse::LlmExtract)]
pub enum Plain {
    Ok,
    Err,
}

mod checks {
    pub fn checker(_: &u8) -> ::std::result::Result<(), u8> {
        ::std::result::Result::Ok(())
    }
}

fn main() {}
