//! The OpenAI client, alone and under the engine, against a scripted server on loopback.

mod client;
mod extract;
mod loopback;
