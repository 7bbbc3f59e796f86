//! The types that the inputs are read as.

#![allow(
    clippy::struct_field_names,
    reason = "the wire names are those that people use"
)]

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use llm_parse::LlmExtract;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($(#[$attribute:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Debug, Serialize, Deserialize, LlmExtract)]
        $(#[$attribute])*
        pub(crate) $kind $name $body
    )*};
}

types! {
    struct Person {
        name: String,
        age: u8,
        email: Option<String>,
    }

    struct Ticket {
        title: String,
        #[llm(range(min = 1, max = 5))]
        priority: u8,
        status: Status,
        #[serde(default)]
        tags: Vec<String>,
    }

    #[serde(rename_all = "snake_case")]
    enum Status {
        Open,
        InProgress,
        Closed,
        #[llm(alias = "rejected")]
        WontFix,
    }

    #[serde(rename_all = "lowercase")]
    enum Sentiment {
        Positive,
        Negative,
        Neutral,
    }

    enum Level {
        Low,
        Medium,
        High,
    }

    enum Decision {
        Approve,
        Reject,
        #[serde(rename = "needs_review")]
        NeedsReview,
    }

    enum Choice {
        A,
        B,
        C,
    }

    struct Review {
        sentiment: Sentiment,
        #[llm(range(min = 1, max = 5))]
        stars: u8,
        summary: Option<String>,
    }

    #[serde(rename_all = "UPPERCASE")]
    enum Currency {
        Usd,
        Eur,
        Gbp,
    }

    struct Invoice {
        id: String,
        total: f64,
        currency: Currency,
        paid: bool,
        lines: Vec<Line>,
    }

    struct Line {
        item: String,
        qty: u32,
        price: f64,
    }

    struct Note {
        text: String,
    }

    struct Article {
        title: String,
        body: String,
        keywords: Vec<String>,
    }

    struct Snippet {
        language: String,
        code: String,
    }

    struct Counter {
        count: i64,
    }

    struct Measure {
        value: f64,
        unit: Option<String>,
    }

    struct Flags {
        enabled: bool,
        verbose: Option<bool>,
        #[serde(default)]
        retries: u32,
    }

    struct Account {
        id: u64,
        #[serde(default)]
        delta: i8,
        balance: Option<Decimal>,
    }

    struct Meeting {
        title: String,
        date: NaiveDate,
        start: Option<NaiveTime>,
        created: Option<DateTime<Utc>>,
    }

    #[serde(deny_unknown_fields)]
    struct Server {
        host: String,
        port: u16,
        tls: bool,
    }

    struct Company {
        name: String,
        address: Address,
        staff: Vec<Person>,
    }

    struct Address {
        street: String,
        city: String,
        zip: String,
    }

    #[serde(rename_all = "camelCase")]
    struct Product {
        product_name: String,
        unit_price: f64,
        in_stock: bool,
        release_year: Option<u16>,
    }

    struct Node {
        name: String,
        children: Vec<Node>,
    }

    struct Labels {
        id: String,
        labels: BTreeMap<String, String>,
        scores: BTreeMap<String, f64>,
    }

    #[serde(tag = "type", rename_all = "lowercase")]
    enum Shape {
        Circle { radius: f64 },
        Rect { width: f64, height: f64 },
        Point,
    }

    #[serde(rename_all = "snake_case")]
    enum Action {
        Search { query: String, limit: Option<u32> },
        Wait(u32),
        Stop,
    }

    #[serde(tag = "kind", content = "data", rename_all = "snake_case")]
    enum Message {
        Text(String),
        Image { url: String, alt: Option<String> },
        Ping,
    }

    #[serde(untagged)]
    enum Key {
        Id(u64),
        Name(String),
    }

    #[serde(untagged)]
    enum Contact {
        Email { email: String },
        Phone { phone: String, country: Option<String> },
    }

    #[serde(untagged)]
    enum Amount {
        Exact(f64),
        Span { min: f64, max: f64 },
        Unknown,
    }

    struct Step {
        thought: String,
        action: Action,
    }

    struct Profile {
        name: Option<String>,
        age: Option<u8>,
        home_city: Option<String>,
    }

    #[serde(default)]
    #[derive(Default)]
    struct Crew {
        boss: Option<Profile>,
        members: Vec<Profile>,
        by_role: BTreeMap<String, Profile>,
        last: Option<Event>,
    }

    #[serde(tag = "type", rename_all = "lowercase")]
    enum Event {
        Joined { day: Option<u8> },
        Left(Profile),
    }

    struct Badge {
        id: u32,
        #[serde(flatten)]
        profile: Profile,
    }

    struct Lookup {
        key: Key,
        contact: Option<Contact>,
    }
}
