//! The types that the recorded models were asked for.

#![allow(
    clippy::struct_field_names,
    reason = "the names are those that the models were asked for"
)]

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

/// A person mentioned in a text.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Person {
    /// full name
    #[llm(len(min = 1))]
    name: String,
    /// age in years
    #[llm(range(min = 0, max = 130))]
    age: i64,
    /// job title
    #[llm(len(min = 1))]
    occupation: String,
    /// e-mail address, null when the text has none
    email: Option<String>,
}

/// One line of an invoice.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct InvoiceLine {
    /// what was sold
    #[llm(len(min = 1))]
    description: String,
    /// number of units
    #[llm(range(min = 1))]
    quantity: i64,
    /// price of one unit, as a number
    #[llm(range(min = 0))]
    unit_price: f64,
    /// ISO currency code
    currency: Currency,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "UPPERCASE")]
enum Currency {
    Usd,
    Eur,
    Gbp,
}

/// A calendar event.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Event {
    /// short title of the event
    #[llm(len(min = 1))]
    title: String,
    /// date as YYYY-MM-DD
    #[llm(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", example = "2025-09-18")]
    date: String,
    /// start time as 24-hour HH:MM, null when not given
    #[llm(pattern = "^[0-9]{2}:[0-9]{2}$")]
    start_time: Option<String>,
    /// where it takes place
    #[llm(len(min = 1))]
    location: String,
    /// names of the people attending, empty list when none are named
    attendees: Vec<String>,
}

/// A customer support ticket.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Ticket {
    /// one-line summary
    #[llm(len(min = 1))]
    subject: String,
    /// urgency
    priority: Priority,
    /// which team it goes to
    category: Category,
    /// true when the customer asks for a person or a call back
    needs_human: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Category {
    Billing,
    Technical,
    Account,
    Other,
}

/// A company or person with a postal address.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Contact {
    #[llm(len(min = 1))]
    name: String,
    /// telephone number, null when not given
    phone: Option<String>,
    address: Address,
}

/// A postal address.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Address {
    /// street and number
    #[llm(len(min = 1))]
    street: String,
    #[llm(len(min = 1))]
    city: String,
    /// postal code as text
    #[llm(len(min = 1))]
    postal_code: String,
    /// two-letter ISO country code
    #[llm(pattern = "^[A-Z]{2}$", example = "FR")]
    country: String,
}

/// An order with its items.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Order {
    /// order number as text
    #[llm(len(min = 1))]
    order_id: String,
    #[llm(len(min = 1))]
    items: Vec<Item>,
    /// total of the order
    #[llm(range(min = 0))]
    total: f64,
}

/// An ordered item.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Item {
    #[llm(len(min = 1))]
    name: String,
    #[llm(range(min = 1))]
    quantity: i64,
    /// price of one unit
    #[llm(range(min = 0))]
    price: f64,
}

/// A product review.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Review {
    /// overall sentiment
    sentiment: Sentiment,
    /// stars from 1 to 5
    #[llm(range(min = 1, max = 5))]
    rating: i64,
    /// each thing the review judges
    #[llm(len(min = 1))]
    aspects: Vec<Aspect>,
}

/// One thing the review judges.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Aspect {
    #[llm(len(min = 1))]
    aspect: String,
    sentiment: Sentiment,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Sentiment {
    Positive,
    Negative,
    Neutral,
}

/// A job advertisement.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Job {
    #[llm(len(min = 1))]
    title: String,
    #[llm(len(min = 1))]
    company: String,
    /// lowest yearly salary, as a whole number
    #[llm(range(min = 0))]
    salary_min: i64,
    /// highest yearly salary, as a whole number
    #[llm(range(min = 0))]
    salary_max: i64,
    remote: bool,
    #[llm(len(min = 1))]
    skills: Vec<String>,
}
