//! The derive macro states what serde accepts.

#![allow(dead_code, reason = "most types are only looked at")]
#![allow(unused_qualifications, reason = "other spellings of a type are tried")]

mod enums;
mod expansions;
mod fields;
mod generics;
mod structs;
mod values;

use llm_parse::LlmExtract;
use llm_parse::shape::{Enum, Field, Kind, ShapeRef, Struct};

fn object<T: LlmExtract>() -> &'static Struct {
    match &T::SHAPE.kind {
        Kind::Struct(object) => object,
        other => panic!("not a struct: {other:?}"),
    }
}

fn choice<T: LlmExtract>() -> &'static Enum {
    match &T::SHAPE.kind {
        Kind::Enum(choice) => choice,
        other => panic!("not an enum: {other:?}"),
    }
}

fn field<T: LlmExtract>(name: &str) -> &'static Field {
    let mut fields = object::<T>().fields.iter();
    fields.find(|field| field.name == name).unwrap()
}

fn names(fields: &[Field]) -> Vec<&str> {
    fields.iter().map(|field| &*field.name).collect()
}

fn variants(choice: &Enum) -> Vec<&str> {
    choice
        .variants
        .iter()
        .map(|variant| &*variant.name)
        .collect()
}

fn kind(field: &Field) -> &'static Kind {
    match field.shape {
        ShapeRef::Static(shape) => &shape().kind,
        ShapeRef::Def(_) => panic!("a derived shape has no definitions"),
    }
}

/// The violations as `path: message`.
fn faults(value: &impl LlmExtract) -> Vec<String> {
    value.validate().map_or_else(
        |violations| violations.iter().map(ToString::to_string).collect(),
        |()| Vec::new(),
    )
}

fn paths(value: &impl LlmExtract) -> Vec<String> {
    match value.validate() {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(|v| v.path().to_string()).collect(),
    }
}
