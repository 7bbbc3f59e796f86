//! chrono's dates and times.

use std::any::TypeId;
use std::borrow::Cow;

use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};

use super::read_from_text;
use crate::LlmExtract;
use crate::known::{Alone, Fuel};
use crate::rules::Format;
use crate::shape::{Content, Enum, Kind, Shape, Tagging, Text, Variant};

read_from_text! {
    DateTime<Utc>: "a date and time with offset such as 2026-11-30T09:30:00Z",
        Some(Format::DateTime), "2026-11-30T09:30:00Z";
    DateTime<FixedOffset>: "a date and time with offset such as 2026-11-30T09:30:00+01:00",
        Some(Format::DateTime), "2026-11-30T09:30:00+01:00";
    NaiveDate: "a date such as 2026-11-30", Some(Format::Date), "2026-11-30";
    NaiveTime: "a time of day such as 09:30:00", None, "09:30:00";
    NaiveDateTime: "a date and time without offset such as 2026-11-30T09:30:00", None, "2026-11-30T09:30:00";
}

const fn name(name: &'static str, alias: &'static [Text]) -> Variant {
    Variant {
        name: Cow::Borrowed(name),
        aliases: Cow::Borrowed(alias),
        spellings: Cow::Borrowed(&[]),
        docs: None,
        content: Content::Unit,
        other: false,
        untagged: false,
    }
}

macro_rules! names {
    ($ty:ident, $self:ident => $key:expr, [$($name:literal $alias:literal)*]) => {
        impl LlmExtract for $ty {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape = &Shape::new(
                stringify!($ty),
                TypeId::of::<Self>,
                Kind::Enum(Enum {
                    tagging: Tagging::External,
                    variants: Cow::Borrowed(
                        const { &[$(name($name, const { &[Cow::Borrowed($alias)] })),*] },
                    ),
                }),
            );

            fn __key(&$self) -> Option<Cow<'_, str>> {
                Some($key.into())
            }
        }
    };
}

names!(Weekday, self => self.to_string(), [
    "Mon" "Monday"
    "Tue" "Tuesday"
    "Wed" "Wednesday"
    "Thu" "Thursday"
    "Fri" "Friday"
    "Sat" "Saturday"
    "Sun" "Sunday"
]);
names!(Month, self => self.name(), [
    "January" "Jan"
    "February" "Feb"
    "March" "Mar"
    "April" "Apr"
    "May" "may"
    "June" "Jun"
    "July" "Jul"
    "August" "Aug"
    "September" "Sep"
    "October" "Oct"
    "November" "Nov"
    "December" "Dec"
]);
