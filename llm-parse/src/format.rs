//! The well-known forms of string.

mod grammar;

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
        match self {
            Format::Date => "a date such as 2026-11-30",
            Format::DateTime => "a date and time with offset such as 2026-11-30T09:30:00Z",
            Format::Time => "a time with offset such as 09:30:00Z",
            Format::Duration => "an ISO 8601 duration such as PT1H30M",
            Format::Email => "an e-mail address such as jane@example.com",
            Format::Hostname => "a host name such as example.com",
            Format::Uri => "a URI with scheme such as https://example.com/page",
            Format::Ipv4 => "an IPv4 address such as 192.0.2.1",
            Format::Ipv6 => "an IPv6 address such as 2001:db8::1",
            Format::Uuid => "a UUID such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        }
    }

    /// A text of this form.
    pub(crate) fn example(self) -> &'static str {
        let noun = self.noun();
        noun.rsplit_once(' ').map_or(noun, |(_, example)| example)
    }

    /// Whether the text has this form.
    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Format::Date => grammar::is_date(text),
            Format::DateTime => grammar::is_date_time(text),
            Format::Time => grammar::is_time(text),
            Format::Duration => grammar::is_duration(text),
            Format::Email => grammar::is_mailbox(text),
            Format::Hostname => grammar::is_hostname(text),
            Format::Uri => grammar::is_uri(text),
            Format::Ipv4 => grammar::is_ipv4(text),
            Format::Ipv6 => grammar::is_ipv6(text),
            Format::Uuid => grammar::is_uuid(text),
        }
    }
}
