//! What no schema can say: checks that look something up, another model as the judge, a conversation, and what to hand on
//! where nothing works. `cargo run --example checks` needs no key and no network.

use std::collections::HashSet;
use std::error::Error;
use std::future::ready;
use std::io;

use llm_parse::testing::Script;
use llm_parse::{Conversation, Extractor, Judge, LlmExtract, Verdict, check_fn};
use serde::{Deserialize, Serialize};

/// A booking of a table.
#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Booking {
    /// The number of the table.
    table: u32,
    /// A line to the guest.
    reply: String,
}

/// Stands for a database.
#[derive(Clone)]
struct Tables(HashSet<u32>);

impl Tables {
    fn is_free(&self, table: u32) -> impl Future<Output = io::Result<bool>> + use<> {
        ready(Ok(self.0.contains(&table)))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let model = Script::new([
        r#"{"table": 4, "reply": "Table 4. Be on time."}"#,
        r#"{"table": 7, "reply": "Table 7 is yours; we look forward to seeing you."}"#,
    ]);
    let judging = Script::new([
        r#"{"reasons": "It orders the guest about.", "met": false}"#,
        r#"{"reasons": "It is warm.", "met": true}"#,
    ]);

    // A look-up: what it finds is told to the model, and a database that is down ends the run.
    let tables = Tables(HashSet::from([2, 7]));
    let is_free = check_fn(move |booking: &Booking| {
        let (tables, table) = (tables.clone(), booking.table);
        async move {
            if tables.is_free(table).await.map_err(Verdict::abort)? {
                Ok(())
            } else {
                Err(Verdict::retry_at("/table", "is taken; 2 and 7 are free"))
            }
        }
    });
    let is_polite = Judge::new(&judging, "The reply is polite.").at("/reply");

    let extractor = Extractor::new(&model);
    let mut conversation = Conversation::new();
    let booking = conversation
        .ask_checked(&extractor, "A table for two, please.", (is_free, is_polite))
        .await?;
    println!("{}", booking.report());
    println!("{:?}\n", booking.value);
    for message in conversation.messages() {
        println!("{:?}: {}", message.role(), message.text());
    }

    // Where nothing works: visibly no booking.
    let lost = Extractor::new(Script::new(["We are closed."])).max_attempts(1);
    if let Err(error) = lost.run::<Booking>("A table for two, please.").await {
        let degraded = error.degrade("A table for two, please.");
        println!("\n{}", serde_json::to_string_pretty(&degraded)?);
    }
    Ok(())
}
