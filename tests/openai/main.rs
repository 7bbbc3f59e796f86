//! The OpenAI client, alone and under the engine, against a faulty server on loopback.

mod client;
mod extract;
mod requests;
mod rows;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;
#[path = "../faulty_server/rows.rs"]
mod table;
