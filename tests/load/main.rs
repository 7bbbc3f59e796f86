//! Thousands of extractions through a faulty server: each ends, all is accounted for, and nothing is left behind.

mod counted;
mod driver;
mod totals;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;
#[path = "../faulty_server/plan.rs"]
mod plan;
#[path = "../faulty_server/rows.rs"]
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{ModelIden, ServiceTarget};
use llm_parse::Client;
use llm_parse::clients::Limited;
use llm_parse::genai::Genai;
use llm_parse::openai::OpenAi;
use llm_parse::rig::Rig;
use rig_core::client::CompletionClient;
use rig_core::providers::openai::CompletionsClient;

use crate::counted::Counted;
use crate::driver::{PATIENCE, run_through};
use crate::totals::Totals;

const KEY: &str = "sk-test-abc";

fn openai(base_url: &str) -> Box<dyn Client> {
    let client = OpenAi::new(base_url).model("small").key(KEY);
    Box::new(client.timeout(PATIENCE))
}

fn genai(base_url: &str) -> Box<dyn Client> {
    let client = llm_parse::genai::builder(PATIENCE).unwrap();
    let target = ServiceTarget {
        endpoint: Endpoint::from_owned(format!("{base_url}/")),
        auth: AuthData::from_single(KEY),
        model: ModelIden::new(AdapterKind::OpenAI, "small"),
    };
    Box::new(Genai::new(client.build().unwrap(), target))
}

fn rig(base_url: &str) -> Box<dyn Client> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    // A redirect that is followed is a request more than the ledger has.
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .build();
    let client = CompletionsClient::builder().api_key(KEY).base_url(base_url);
    let client = client.http_client(http.unwrap()).build().unwrap();
    Box::new(Rig::new(client.completion_model("small")))
}

fn check(totals: &Totals) {
    println!("{totals:#?}");
    assert_eq!(totals.values + totals.errors + totals.dropped, 2_000);
    assert!(totals.errors > 100);
    assert!(totals.late < 100, "the client loses patience too soon");
    // It would show if each extraction left 3 KB behind.
    assert!(
        totals.growth < 3 << 20,
        "the memory grew by {} bytes",
        totals.growth
    );
}

/// One after the other, since they share the memory that is measured.
#[tokio::test]
async fn everything_that_is_asked_ends_and_is_accounted_for() {
    let totals = run_through(openai, |_| true).await;
    check(&totals);
    assert!(totals.values > 1_200);
    assert_eq!(totals.unread, 0);
    // What these libraries make of a row is their own matter.
    for client in [genai, rig] {
        let totals = run_through(client, |_| false).await;
        check(&totals);
        assert!(totals.values > 900);
    }
    // What waits for its turn is neither late nor lost.
    let most = Arc::new(AtomicUsize::new(0));
    let limited = |base_url: &str| -> Box<dyn Client> {
        let counted = Counted::new(openai(base_url), &most);
        Box::new(
            Limited::new(counted)
                .in_flight(8)
                .longest_pause(Duration::ZERO),
        )
    };
    let totals = run_through(limited, |_| true).await;
    check(&totals);
    assert!(totals.values > 1_200);
    assert_eq!(most.load(Ordering::SeqCst), 8);
}
