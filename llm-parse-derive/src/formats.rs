//! The formats of JSON Schema that a string can be held to.

const FORMATS: [(&str, &str); 10] = [
    ("date", "Date"),
    ("date-time", "DateTime"),
    ("time", "Time"),
    ("duration", "Duration"),
    ("email", "Email"),
    ("hostname", "Hostname"),
    ("uri", "Uri"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
    ("uuid", "Uuid"),
];

/// The variant of `rules::Format` for a name of JSON Schema's.
pub(crate) fn variant(name: &str) -> Option<&'static str> {
    FORMATS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, variant)| *variant)
}

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(name, _)| *name)
}
