//! Types of other crates, behind features named after them.

use std::collections::BTreeMap;

use bytes::{Bytes, BytesMut};
use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use indexmap::{IndexMap, IndexSet};
use jiff::{SignedDuration, Span, Timestamp, ZonedDateTime, civil};
use llm_parse::LlmExtract;
use rust_decimal::Decimal;
use serde_json::json;
use serde_json::value::RawValue;
use smallvec::SmallVec;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};
use url::Url;
use uuid::Uuid;

use crate::judge::{accept, accept_example, refuse};

macro_rules! examples {
    ($($ty:ty),* $(,)?) => {{$( accept_example::<$ty>(); )*}};
}

#[test]
fn examples_are_valid_and_read() {
    examples!(
        Bytes, BytesMut, DateTime<Utc>, DateTime<FixedOffset>, NaiveDate, NaiveTime, NaiveDateTime, Weekday, Month,
        IndexMap<String, u8>, IndexSet<u8>, Timestamp, ZonedDateTime, civil::Date, civil::Time, civil::DateTime, Span,
        SignedDuration, Decimal, SmallVec<[u8; 4]>, time::Date, time::Time, PrimitiveDateTime, OffsetDateTime,
        UtcOffset, time::Weekday, time::Month, Url, Uuid, Box<RawValue>, BTreeMap<Uuid, Option<NaiveDate>>,
    );
}

fn accept_text<T>(texts: &[&str])
where
    T: LlmExtract + serde::Serialize + PartialEq + std::fmt::Debug,
{
    for text in texts {
        accept::<T>(&serde_json::from_value(json!(text)).unwrap());
    }
}

#[test]
fn values_that_serde_writes_are_valid_and_read_alike() {
    accept(&Bytes::from_static(b"\x00\xff"));
    accept_text::<DateTime<Utc>>(&[
        "2026-11-30T09:30:00Z",
        "2026-11-30T09:30:00.123456789+01:00",
    ]);
    accept_text::<DateTime<FixedOffset>>(&["2026-11-30T09:30:00-02:30"]);
    accept_text::<NaiveDate>(&["0001-01-01", "2024-02-29"]);
    accept_text::<NaiveTime>(&["23:59:59", "00:00:00.5"]);
    accept_text::<NaiveDateTime>(&["2026-11-30T09:30:00.25"]);
    accept_text::<Weekday>(&["Mon", "Sunday"]);
    accept_text::<Month>(&["May", "December"]);
    accept_text::<Timestamp>(&["2026-11-30T09:30:00.5Z"]);
    accept_text::<ZonedDateTime>(&["2026-11-30T09:30:00+01:00[+01:00]"]);
    accept_text::<civil::Date>(&["2026-11-30"]);
    accept_text::<civil::DateTime>(&["2026-11-30T09:30:00.5"]);
    accept_text::<SignedDuration>(&["PT36H", "-PT1.5S"]);
    accept_text::<Decimal>(&["1.10", "-0.0000001", "7922816251426433759354395033"]);
    accept_text::<time::Date>(&["2026-11-30"]);
    accept_text::<OffsetDateTime>(&["2026-11-30 09:30:00.5 +01:00:00"]);
    accept_text::<time::Month>(&["May"]);
    accept_text::<Url>(&["https://example.com/a?b#c", "mailto:jane@example.com"]);
    accept_text::<Uuid>(&["F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"]);
    accept(&IndexMap::<String, u8>::from([
        ("b".to_owned(), 1),
        ("a".to_owned(), 2),
    ]));
    accept(&SmallVec::<[u8; 2]>::from_slice(&[1, 2, 3]));
}

#[test]
fn what_the_schema_refuses_is_not_read() {
    refuse::<Bytes>(&json!([256]));
    refuse::<DateTime<Utc>>(&json!("2026-11-30"));
    refuse::<NaiveDate>(&json!("2026-02-29"));
    refuse::<Weekday>(&json!("Someday"));
    refuse::<Timestamp>(&json!("yesterday"));
    refuse::<civil::Date>(&json!("2026-02-29"));
    refuse::<time::Date>(&json!("2026-02-29"));
    refuse::<Decimal>(&json!("one"));
    refuse::<Url>(&json!("example.com"));
    refuse::<Uuid>(&json!("f81d4fae"));
}
