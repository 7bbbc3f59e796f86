//! Types as people write them for real replies.

use std::collections::BTreeMap;

types! {
    /// An invoice.
    #[serde(rename_all = "camelCase")]
    struct Invoice {
        /// As printed.
        #[llm(pattern = "^INV-[0-9]{4}$", example = "INV-0042")]
        invoice_number: String = |rng| format!("INV-{:04}", rng.below(10_000)),
        lines: Vec<InvoiceLine>,
        /// ISO 4217.
        currency: Currency,
        notes: Option<String>,
    }

    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct InvoiceLine {
        #[llm(len(min = 1))]
        description: String = |rng| rng.text("abc ", 1, 9),
        #[llm(range(min = 1))]
        quantity: u32 = |rng| 1 + u32::try_from(rng.below(1000)).unwrap(),
        unit_price: f64,
    }

    #[serde(rename_all = "UPPERCASE")]
    enum Currency { Eur, Usd, Gbp }

    /// What the assistant does next.
    #[serde(tag = "action", rename_all = "snake_case")]
    enum Action {
        /// Looks something up.
        Search { query: String, #[serde(default)] limit: Option<u8> },
        /// Answers.
        Reply { text: String, #[serde(default)] sources: Vec<String> },
        GiveUp,
    }

    struct Plan { goal: String, steps: Vec<Action>, fallback: Option<Box<Action>> }

    struct Sentiment { label: Mood, #[llm(range(min = 0.0, max = 1.0))] confidence: f32 = |rng| rng.pick(&[0.0, 0.5, 1.0]) }

    #[serde(rename_all = "lowercase")]
    enum Mood { Positive, Neutral, Negative }

    struct Entities { people: Vec<Person>, places: BTreeMap<String, (f64, f64)> }

    struct Person { name: String, age: Option<u8>, #[serde(default)] emails: Vec<String>, role: Role }

    #[serde(tag = "type", content = "value")]
    enum Role { Employee { team: String }, Guest, Other(String) }
}
