//! Reading by a JSON Schema document that is known only at run time.

mod adapter;
mod coercion;
mod keywords;
mod refused;
