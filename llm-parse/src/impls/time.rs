//! time's dates and times in the human-readable form that its serde feature gives them.

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset, Weekday};

use super::read_from_text;
use crate::rules::Format;

read_from_text! {
    Date: "a date such as 2026-11-30", Some(Format::Date), "2026-11-30";
    Time: "a time of day such as 09:30:00.0", None, "09:30:00.0";
    PrimitiveDateTime: "a date and time without offset such as 2026-11-30 09:30:00.0", None, "2026-11-30 09:30:00.0";
    OffsetDateTime: "a date and time with offset such as 2026-11-30 09:30:00.0 +00:00:00",
        None, "2026-11-30 09:30:00.0 +00:00:00";
    UtcOffset: "an offset from UTC such as +01:00:00", None, "+01:00:00";
    Weekday: "the English name of a day of the week such as Monday", None, "Monday";
    Month: "the English name of a month such as January", None, "January";
}
