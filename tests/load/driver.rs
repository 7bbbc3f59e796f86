//! Many extractions at once through any client, held to what the server answered.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use llm_parse::{Backoff, Client, Extractor, Mode};
use tokio::task::JoinSet;

use crate::faulty_server::Server;
use crate::plan::{Plan, random};
use crate::table::{Item, Row};
use crate::totals::{Ended, Totals};

/// How many extractions one round has.
const ROUND: u64 = 1_000;

/// How many of them are under way at once.
const IN_FLIGHT: usize = 64;

/// How long a client is to wait for an answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

const SEED: u64 = 20_261_130;

/// Runs two rounds through the client for a server at a base URL. Each attempt is held to the row that was answered, where
/// the client `tells` that row as the table has it.
pub(crate) async fn run_through(
    client_for: impl Fn(&str) -> Box<dyn Client>,
    tells: fn(&Row) -> bool,
) -> Totals {
    let plan = Arc::new(Mutex::new(Plan::new(SEED)));
    let played = Arc::clone(&plan);
    let server = Server::of(move |request| played.lock().unwrap().play(&request));
    let client: Arc<dyn Client> = client_for(server.base_url()).into();
    let mut totals = Totals::new(tells);
    round(0..ROUND, &client, &plan, &mut totals).await;
    let before = peak();
    round(ROUND..2 * ROUND, &client, &plan, &mut totals).await;
    totals.growth = peak().saturating_sub(before);

    // A request that is dropped while its connection is made leaves it to the pool.
    settle(&server, 2 * IN_FLIGHT).await;
    drop(client);
    settle(&server, 0).await;
    let plan = plan.lock().unwrap();
    assert_eq!(plan.invalid, [""; 0]);
    assert_eq!(plan.seen, totals.seen + plan.left());
    totals
}

async fn round(ids: Range<u64>, client: &Arc<dyn Client>, plan: &Mutex<Plan>, totals: &mut Totals) {
    let mut running = JoinSet::new();
    let mut take = |ended: Result<(u64, usize, Ended), _>| {
        let (id, told, ended) = ended.expect("nothing panics");
        let rows = plan.lock().unwrap().take(id);
        totals.add(id, told, &ended, &rows);
    };
    for id in ids {
        if running.len() == IN_FLIGHT
            && let Some(ended) = running.join_next().await
        {
            take(ended);
        }
        running.spawn(extract(id, Arc::clone(client)));
    }
    while let Some(ended) = running.join_next().await {
        take(ended);
    }
}

/// One extraction, of which each tenth is dropped on its way; also how many attempts were told of.
async fn extract(id: u64, client: Arc<dyn Client>) -> (u64, usize, Ended) {
    let random = random(!SEED, id, 0);
    let modes = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
    let told = AtomicUsize::new(0);
    let backoff = Backoff::new()
        .base(Duration::from_millis(1))
        .cap(Duration::from_millis(100));
    let extractor = Extractor::new(client)
        .mode(modes[usize::try_from(random % 4).unwrap()])
        .backoff(backoff)
        .on_attempt(|_| {
            told.fetch_add(1, Ordering::SeqCst);
        });
    let run = extractor.run::<Item>(Plan::prompt(id));
    let ended = if (random / 4).is_multiple_of(10) {
        let patience = Duration::from_micros(random / 64 % 40_000);
        tokio::time::timeout(patience, run).await.ok()
    } else {
        Some(run.await)
    };
    (id, told.load(Ordering::SeqCst), ended)
}

/// Waits until the server has no more open connections than these.
async fn settle(server: &Server, connections: usize) {
    for _ in 0..1_000 {
        if server.connections() <= connections {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} connections are open", server.connections());
}

/// The most memory that was ever in use, in bytes; zero where the system does not say.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0usize) * 1024
}
