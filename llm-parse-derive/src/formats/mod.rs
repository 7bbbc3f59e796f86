//! The formats of JSON Schema that a string can be held to.

use proc_macro2::{Ident, Span};

/// The runtime's own file.
mod grammar;

pub(crate) struct Format {
    pub(crate) name: &'static str,
    /// The variant of `rules::Format`.
    pub(crate) variant: &'static str,
    pub(crate) accepts: fn(&str) -> bool,
    /// How few and how many characters a text of this form has.
    pub(crate) lengths: (usize, usize),
}

const ANY: usize = usize::MAX;

#[rustfmt::skip]
const FORMATS: [Format; 10] = [
    Format { name: "date", variant: "Date", accepts: grammar::is_date, lengths: (10, 10) },
    Format { name: "date-time", variant: "DateTime", accepts: grammar::is_date_time, lengths: (20, ANY) },
    Format { name: "time", variant: "Time", accepts: grammar::is_time, lengths: (9, ANY) },
    Format { name: "duration", variant: "Duration", accepts: grammar::is_duration, lengths: (3, ANY) },
    Format { name: "email", variant: "Email", accepts: grammar::is_mailbox, lengths: (3, 320) },
    Format { name: "hostname", variant: "Hostname", accepts: grammar::is_hostname, lengths: (1, 253) },
    Format { name: "uri", variant: "Uri", accepts: grammar::is_uri, lengths: (2, ANY) },
    Format { name: "ipv4", variant: "Ipv4", accepts: grammar::is_ipv4, lengths: (7, 15) },
    Format { name: "ipv6", variant: "Ipv6", accepts: grammar::is_ipv6, lengths: (2, 45) },
    Format { name: "uuid", variant: "Uuid", accepts: grammar::is_uuid, lengths: (36, 36) },
];

pub(crate) fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|known| known.name == name)
}

/// The formats that a text has, as variants of `rules::Format`.
pub(crate) fn of(text: &str) -> Vec<Ident> {
    let formats = FORMATS.iter().filter(|known| (known.accepts)(text));
    formats
        .map(|known| Ident::new(known.variant, Span::call_site()))
        .collect()
}

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|known| known.name)
}

#[cfg(test)]
mod tests {
    use super::FORMATS;

    #[test]
    fn a_format_has_lengths_that_its_texts_keep() {
        for text in [
            "2026-11-30",
            "2026-11-30T09:30:00Z",
            "09:30:00Z",
            "09:30:00.123456789+01:00",
            "P1D",
            "a@b",
            "a",
            "a:",
            "1.1.1.1",
            "255.255.255.255",
            "::",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "0000:0000:0000:0000:0000:ffff:255.255.255.255",
        ] {
            let of = FORMATS.iter().filter(|format| (format.accepts)(text));
            let lengths: Vec<_> = of.map(|format| format.lengths).collect();
            assert!(!lengths.is_empty(), "{text}");
            for (min, max) in lengths {
                assert!((min..=max).contains(&text.chars().count()), "{text}");
            }
        }
    }
}
