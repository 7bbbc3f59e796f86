//! The well-known forms of string.

use crate::rules::Format;

impl Format {
    /// The name in JSON Schema.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::DateTime => "date-time",
            Format::Time => "time",
            Format::Duration => "duration",
            Format::Email => "email",
            Format::Hostname => "hostname",
            Format::Uri => "uri",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Uuid => "uuid",
        }
    }

    /// What the string is, with its article.
    pub(crate) fn noun(self) -> &'static str {
        self.name()
    }

    /// Whether the text has this form.
    pub(crate) fn accepts(self, text: &str) -> bool {
        !text.is_empty()
    }
}
