//! Faults of every kind, seeded: whatever a client does, an extraction ends in a value or a typed error, within its
//! budgets, and its ledger adds up.

mod bounds;
mod cancel;
mod fate;
mod jobs;
mod own;
mod policies;
mod random;
mod resume;
mod shared;
mod sound;
mod tariff;
mod updates;
mod values;
mod watch;
mod world;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

/// An order as a customer wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    #[llm(pattern = r"^[A-Z]{2}-\d{4}$", example = "AB-1234")]
    id: String,
    /// Who ordered.
    #[llm(len(min = 2, max = 60))]
    customer: String,
    status: Status,
    #[llm(range(min = 1, max = 5))]
    priority: u8,
    note: Option<String>,
    #[llm(len(min = 1, max = 20))]
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Shipped,
    Returned,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Line {
    #[llm(len(min = 1))]
    product: String,
    #[llm(range(min = 1, max = 1000))]
    quantity: u32,
    price: f64,
}

/// The order of a seed.
fn order(seed: u64) -> Order {
    let mut random = random::Random::new(seed);
    let line = |random: &mut random::Random| Line {
        product: random
            .pick(&["Cable, 2 m", "Lamp \"Nova\"", "Screws {M4}"])
            .to_owned(),
        quantity: 1 + u32::try_from(random.below(1000)).unwrap_or(0),
        price: f64::from(u32::try_from(random.below(10_000)).unwrap_or(0)) / 4.0,
    };
    Order {
        id: format!("AB-{}", 1000 + random.below(9000)),
        customer: random
            .pick(&["Jane Doe", "O'Neill & Sons", "Ünal, Gül"])
            .to_owned(),
        status: *random.pick(&[&Status::Open, &Status::Shipped, &Status::Returned]),
        priority: 1 + u8::try_from(random.below(5)).unwrap_or(0),
        note: random
            .chance(50)
            .then(|| "Leave it at the door; ring twice.".to_owned()),
        lines: (0..=random.below(6)).map(|_| line(&mut random)).collect(),
    }
}
