//! The retry engine, played by a script: no clock, no network.

mod after_cut;
mod attachments;
mod cassette;
mod checks;
mod choices;
mod clients;
mod continuing;
mod contract;
mod conversation;
mod copies;
mod dialects;
mod documents;
mod drivers;
mod events;
mod fallback;
mod feedback;
mod focus_whole;
mod guards;
mod judge;
mod kept_calls;
mod learned;
mod ledger;
mod maybe;
mod modes;
mod money;
mod odd_replies;
mod odd_updates;
mod optional;
#[path = "../data/oracle.rs"]
mod oracle;
mod parts;
mod patch;
mod refused_patches;
mod report_run;
mod retries;
mod round_trip;
mod sessions;
mod settings;
mod shots;
mod simulator;
mod texts;
mod told;
mod tools;
mod trace;
#[path = "../data/transcript.rs"]
mod transcript;
mod transport;
mod type_faults;
mod update;
mod update_again;

use std::future::Future;

use llm_parse::testing::Script;
use llm_parse::{Error, Extraction, Extractor, Finish, LlmExtract, Reply, Request, Role, Usage};
use serde::{Deserialize, Serialize};

/// A support ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Ticket {
    title: String,
    priority: u8,
}

/// What [`GOOD`] says.
fn ticket() -> Ticket {
    Ticket {
        title: "Login is down".to_owned(),
        priority: 5,
    }
}

const GOOD: &str = r#"{"title": "Login is down", "priority": 5}"#;
/// Another shape than a ticket's.
const BAD: &str = r#"{"title": "Login is down", "priority": "very high"}"#;
const PROSE: &str = "I am sorry to hear that.";

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime without drivers")
        .block_on(future)
}

fn run(extractor: &Extractor<'_>) -> Result<Extraction<Ticket>, Error> {
    block_on(extractor.run("login is down"))
}

fn ask(script: &Script) -> Result<Extraction<Ticket>, Error> {
    run(&Extractor::new(script))
}

fn cut(text: &str) -> Reply {
    Reply::text(text).with_finish(Finish::Length)
}

/// All that a request says.
fn text(request: &Request) -> String {
    let texts: Vec<_> = request
        .messages()
        .iter()
        .map(llm_parse::Message::text)
        .collect();
    texts.join("\n")
}

fn roles(request: &Request) -> Vec<Role> {
    request
        .messages()
        .iter()
        .map(llm_parse::Message::role)
        .collect()
}

fn usage(prompt: u64, completion: u64) -> Usage {
    Usage::new(prompt, completion)
}
