//! Thousands of extractions through a faulty server: each ends, all is accounted for, and nothing is left behind.

mod driver;
mod totals;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;
#[path = "../faulty_server/plan.rs"]
mod plan;
#[path = "../faulty_server/rows.rs"]
mod table;

use llm_parse::openai::OpenAi;

use crate::driver::{PATIENCE, run_through};

#[tokio::test]
async fn everything_that_is_asked_ends_and_is_accounted_for() {
    let openai = |base_url: &str| -> Box<dyn llm_parse::Client> {
        Box::new(
            OpenAi::new(base_url)
                .model("small")
                .key("sk-test-abc")
                .timeout(PATIENCE),
        )
    };
    let totals = run_through(openai, |_| true).await;
    println!("{totals:#?}");
    assert_eq!(totals.values + totals.errors + totals.dropped, 2_000);
    assert!(totals.values > 1_200 && totals.errors > 100);
    assert!(totals.late < 100, "the client loses patience too soon");
    // It would show if each extraction left 3 KB behind.
    assert!(
        totals.growth < 3 << 20,
        "the memory grew by {} bytes",
        totals.growth
    );
}
