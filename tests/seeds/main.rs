//! The behaviours of the three systems that this library grows from, each under the number of its row.

mod a;
mod b;
mod c;
mod c_tools;
#[path = "../data/transcript.rs"]
mod transcript;

use std::future::Future;

use llm_parse::{LlmExtract, Request};
use serde::{Deserialize, Serialize};

/// A support ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Ticket {
    title: String,
    #[llm(range(min = 1, max = 5))]
    priority: u8,
}

const GOOD: &str = r#"{"title": "Login is down", "priority": 5}"#;
const BAD: &str = r#"{"title": "Login is down", "priority": 9}"#;
const PROSE: &str = "I am sorry to hear that.";

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime without drivers")
        .block_on(future)
}

/// All that a request says.
fn text(request: &Request) -> String {
    let texts = request.messages().iter().map(llm_parse::Message::text);
    texts.collect::<Vec<_>>().join("\n")
}
