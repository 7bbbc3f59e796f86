//! What providers accept as a schema, and how values stand in their answers.

mod declared;
mod facts;
#[path = "../data/grammar.rs"]
mod grammar;
#[path = "../data/providers.rs"]
mod providers;
mod random;
mod shapes;
