//! jiff's timestamps, civil dates and times, and spans.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Span, Timestamp, ZonedDateTime};

use super::read_from_text;
use crate::rules::Format;

read_from_text! {
    Timestamp: "a date and time with offset such as 2026-11-30T09:30:00Z",
        Some(Format::DateTime), "2026-11-30T09:30:00Z";
    ZonedDateTime: "a date and time with offset and time zone such as 2026-11-30T09:30:00+01:00[+01:00]",
        None, "2026-11-30T09:30:00+01:00[+01:00]";
    Date: "a date such as 2026-11-30", Some(Format::Date), "2026-11-30";
    Time: "a time of day such as 09:30:00", None, "09:30:00";
    DateTime: "a date and time without offset such as 2026-11-30T09:30:00", None, "2026-11-30T09:30:00";
    Span: "an ISO 8601 duration such as P1DT1H30M", None, "P1DT1H30M";
    SignedDuration: "an ISO 8601 duration in hours, minutes and seconds such as PT1H30M", None, "PT1H30M";
}
