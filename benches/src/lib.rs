//! The type and the texts that the benchmarks read, and the readers that are compared.

pub mod hostile;
pub mod types;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

/// A list of orders.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub struct Orders {
    #[llm(len(min = 1))]
    pub orders: Vec<Order>,
}

/// One order.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub struct Order {
    /// The number of the order.
    #[llm(pattern = r"^[A-Z]{2}-\d{4,}$", example = "AB-1234")]
    pub id: String,
    #[llm(len(min = 2, max = 80))]
    pub customer: String,
    #[llm(format = "email", example = "jane@example.com")]
    pub email: Option<String>,
    #[llm(range(min = 0, max = 5))]
    pub priority: u8,
    pub status: Status,
    #[llm(range(min = 0))]
    pub total: f64,
    pub paid: bool,
    #[llm(len(min = 1, max = 50))]
    pub lines: Vec<Line>,
    #[llm(len(max = 500))]
    pub note: String,
}

/// One line of an order.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub struct Line {
    #[llm(len(min = 1))]
    pub product: String,
    #[llm(range(min = 1, max = 1000))]
    pub quantity: u32,
    #[llm(range(min = 0))]
    pub price: f64,
}

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Open,
    Shipped,
    Returned,
}

/// Orders whose text has about so many bytes.
pub fn orders(bytes: usize) -> Orders {
    let mut orders = Vec::new();
    let mut size = 0;
    for n in 0_u32.. {
        let order = order(n);
        size += serde_json::to_string(&order).map_or(0, |text| text.len());
        orders.push(order);
        if size >= bytes {
            break;
        }
    }
    Orders { orders }
}

fn order(n: u32) -> Order {
    let line = |k: u32| Line {
        product: format!("Cable, USB-C, {} m", k + 1),
        quantity: 1 + (n + k) % 20,
        price: f64::from((n * 37 + k * 11) % 10_000) / 100.0,
    };
    Order {
        id: format!("AB-{}", 1000 + n),
        customer: format!("Customer Number {n} Ltd"),
        email: (n % 3 != 0).then(|| format!("buyer{n}@example.com")),
        priority: u8::try_from(n % 6).unwrap_or(0),
        status: [Status::Open, Status::Shipped, Status::Returned][n as usize % 3],
        total: f64::from(n % 5_000) * 1.25,
        paid: n % 2 == 0,
        lines: (0..1 + n % 4).map(line).collect(),
        note: "Please leave the parcel with the neighbour if nobody is at home in the morning."
            .to_owned(),
    }
}

/// Reads orders out of a text.
pub type Reader = fn(&str) -> Option<Orders>;

/// The readers by name. `llm_json` repairs what `serde_json` then reads; of the repair crates with few dependencies none
/// reads the broken text rightly.
pub const READERS: [(&str, Reader); 4] = [
    ("llm_parse", |text| {
        llm_parse::parse(text)
            .ok()
            .map(llm_parse::Parsed::into_value)
    }),
    ("serde_json", |text| serde_json::from_str(text).ok()),
    ("value", |text| {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        serde_json::from_value(value).ok()
    }),
    ("llm_json", |text| {
        let repaired = llm_json::repair_json(text, &llm_json::RepairOptions::default()).ok()?;
        serde_json::from_str(&repaired).ok()
    }),
];

/// The reply of a model that was asked for orders and writes them as models do: prose, a fence, indentation, trailing
/// commas, some single quotes.
pub fn broken(orders: &Orders) -> String {
    let body = body(orders)
        .replace("\n    }", ",\n    }")
        .replace("\"open\"", "'open'")
        .replace("\"status\"", "'status'");
    format!(
        "Here are the orders you asked for:\n\n```json\n{body}\n```\n\nLet me know if you need more."
    )
}

/// The indented text of the orders, with nothing to repair.
pub fn body(orders: &Orders) -> String {
    serde_json::to_string_pretty(orders).unwrap_or_default()
}
