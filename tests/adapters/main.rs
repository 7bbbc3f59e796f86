//! The clients of genai and rig under the engine, against a scripted server on loopback that speaks as their providers do.

mod bodies;
mod failures;
#[path = "../faulty_server/mod.rs"]
mod faulty_server;
mod genai;
mod modes;
mod rig;

use std::sync::Once;

use llm_parse::{Client, ClientError, LlmExtract, Message, Mode, Reply, Request, RequestParts};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::faulty_server::Server;

const KEY: &str = "k-test/abc";

/// Who somebody is.
#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Person {
    name: String,
    #[llm(range(max = 150))]
    age: u8,
}

const GOOD: &str = r#"{"name": "Ada", "age": 36}"#;
const BAD: &str = r#"{"name": "Ada", "age": 360}"#;

fn ada() -> Person {
    Person {
        name: "Ada".to_owned(),
        age: 36,
    }
}

fn parts(mode: Mode) -> RequestParts {
    let messages = vec![Message::system("answer as JSON"), Message::user("Ada, 36")];
    let mut parts = RequestParts::new(messages);
    parts.mode = mode;
    parts.name = String::from("Person");
    parts.schema = schema().into();
    parts.strict = true;
    parts
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": false,
    })
}

fn block_on<F: Future>(future: F) -> F::Output {
    // The HTTP clients that rig makes for itself want one for the whole process.
    static TLS: Once = Once::new();
    TLS.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}

fn complete(client: &dyn Client, parts: RequestParts) -> Result<Reply, ClientError> {
    block_on(client.complete(&Request::new(parts)))
}

/// The body that a client sends for a request.
fn sent(client: &dyn Client, server: &Server, parts: RequestParts) -> Value {
    let _ = complete(client, parts);
    server.received()[0].json()
}
