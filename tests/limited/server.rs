use std::sync::Arc;

use llm_parse::Client;
use llm_parse::clients::Limited;
use llm_parse::openai::OpenAi;
use serde_json::json;
use tokio::task::JoinSet;

use crate::faulty_server::{Manner, Play, Server};
use crate::request;

/// What 64 tasks let a server see at once.
async fn most_at_once(limit: impl FnOnce(OpenAi) -> Arc<dyn Client>) -> usize {
    let body = json!({"choices": [{"message": {"content": "1"}, "finish_reason": "stop"}]});
    let mut count = 0;
    let server = Server::of(move |_| {
        count += 1;
        match count % 5 {
            0 => Play::status(429, "slow down").with_header("retry-after-ms", "2"),
            1 => Play::ok(body.to_string()).sent(Manner::Close(7)),
            _ => Play::ok(body.to_string()).sent(Manner::Slowly),
        }
    });
    let client = limit(OpenAi::new(server.base_url()).model("small"));
    let mut asking = JoinSet::new();
    for number in 0..64 {
        let client = Arc::clone(&client);
        asking.spawn(async move {
            for _ in 0..4 {
                let _ = client.complete(&request(&number.to_string())).await;
            }
        });
    }
    asking.join_all().await;
    server.most_at_once()
}

#[tokio::test]
async fn a_server_never_sees_more_than_it_takes() {
    let limited = |client| -> Arc<dyn Client> { Arc::new(Limited::new(client).in_flight(8)) };
    assert_eq!(most_at_once(limited).await, 8);
    assert!(most_at_once(|client| Arc::new(client)).await > 8);
}
