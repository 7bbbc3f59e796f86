//! Where two judges are known to differ, each with its reason.

use crate::mutants::Mutant;

/// Two judges of one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pair {
    SchemaAndReading,
    ReadingAndSerde,
    SchemaAndSchemars,
}

use Pair::{ReadingAndSerde, SchemaAndReading, SchemaAndSchemars};

/// A known difference.
struct Difference {
    pair: Pair,
    /// Whether the first of the two is the one that takes the value.
    first_takes: bool,
    /// What was altered; any, if empty.
    labels: &'static [&'static str],
    /// The types; any, if empty.
    types: &'static [&'static str],
    #[expect(dead_code, reason = "for who reads the table")]
    reason: &'static str,
}

/// Keys of the schema that the outline does not show: of a type that is known by its JSON Schema only.
pub(crate) const HIDDEN_KEYS: [(&str, &str); 2] = [("Described", "x"), ("Described", "inner")];

const LARGE: &[&str] = &["2^31", "2^32", "2^53+2", "2^63", "-2^63", "2^64-1", "huge"];

#[rustfmt::skip]
const KNOWN: &[Difference] = &[
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["1.0"], types: &[],
        reason: "to JSON Schema 1.0 is an integer; strictly read it is not, leniently it is",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["2^63", "2^64-1", "-2^63", "huge"], types: &[],
        reason: "a bound beyond 2^53 is said in words, since not every JSON tool can hold it",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: false, labels: LARGE, types: &[],
        reason: "schemars gives integers of 32 bits and more no bounds but zero",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: false, labels: &["add"],
        types: &["Duration", "SystemTime", "Range<u8>", "RangeInclusive<i64>", "Bound<u16>", "Server"],
        reason: "serde refuses unknown keys here, schemars does not say so",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: false, labels: &[],
        types: &[
            "Ranges", "Multiples", "Lengths", "Patterns", "Formats", "Inside", "Allowed", "Name", "Names", "Event",
            "Area", "Soft", "Invoice", "InvoiceLine", "Sentiment", "Single", "Ruled", "Lent", "Keys",
        ],
        reason: "schemars does not know our rules",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: false, labels: &[],
        types: &[
            "Ranges", "Multiples", "Lengths", "Patterns", "Formats", "Inside", "Allowed", "Name", "Names", "Event",
            "Area", "Invoice", "InvoiceLine", "Sentiment", "Checked", "Span", "Temperature", "Described",
            "Single", "Ruled", "Lent", "Keys",
        ],
        reason: "serde does not know our rules and checks",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &[], types: &["Checked", "Span", "Event"],
        reason: "a check is not in the schema",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["drop"], types: &["Many"],
        reason: "the 125 combinations of three flattened enums are not written out",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &["drop"], types: &["Many"],
        reason: "the 125 combinations of three flattened enums are not written out",
    },
    Difference {
        pair: SchemaAndReading, first_takes: false, labels: &[], types: &["Soft"],
        reason: "a soft rule is in the schema, and reading only warns",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["text", "empty text", "long text", "word"],
        types: &["IpAddr", "SocketAddr", "SocketAddrV4", "SocketAddrV6", "Server"],
        reason: "no format of JSON Schema's fits; the description says it",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, types: &["Ranges"],
        labels: &["negative", "zero", "number", "2^8", "2^16", "2^31", "2^32", "2^53+2"],
        reason: "the least value of `huge` is beyond 2^53 and said in words",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &["negative", "-2^63"], types: &["Ranges"],
        reason: "the least value of `huge` is beyond 2^53 and said in words",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: false, labels: &["list"],
        types: &["ContainerDefault", "Empty", "Sealed", "Nested", "Nothing", "Marker"],
        reason: "serde takes a list for a struct, reading does not: a model that lists values has lost the keys",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: false, labels: &["number"], types: &["WithKind", "Block", "Many"],
        reason: "serde takes the index of a variant for its name inside an internal tag",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: true, labels: &["add"], types: &["Holder", "Internal"],
        reason: "serde takes no undeclared key beside the tag of a variant of unit, reading leaves it out",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: false, labels: LARGE, types: &["Saturating<i32>"],
        reason: "serde takes the nearest value, reading holds to the range",
    },
    Difference {
        pair: ReadingAndSerde, first_takes: false, labels: &[], types: &["Perhaps"],
        reason: "serde makes `None` of any fault in a flattened `Option`, reading reports it",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &[], types: &["Perhaps"],
        reason: "where the flattened `Option` is absent, its keys are keys that are not declared",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &[], types: &["Perhaps"],
        reason: "where the flattened `Option` is absent, its keys are keys that are not declared",
    },
    Difference {
        pair: SchemaAndReading, first_takes: false, labels: &[],
        types: &["BTreeSet<String>", "HashSet<i32>", "Matrix", "Ruled"],
        reason: "the schema asks for distinct items, and a set keeps equal ones once",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &["text", "empty text", "long text", "word"],
        types: &["Fallback", "TaggedFallback"],
        reason: "schemars does not know that `other` stands for every name",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["add"], types: &["Holder", "Internal"],
        reason: "serde takes no other key beside the tag of a variant that holds `()`",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &["drop"], types: &["Holder", "Adjacent"],
        reason: "schemars requires the content even where it is an `Option`",
    },
    Difference {
        pair: SchemaAndSchemars, first_takes: true, labels: &["one", "shorter"], types: &["Triple"],
        reason: "schemars does not know that items at the end may have defaults",
    },
    Difference {
        pair: SchemaAndReading, first_takes: true, labels: &["2^31"], types: &["Duration"],
        reason: "the sum of seconds and nanoseconds overflows",
    },
];

/// Whether it is known that the judges differ on the altered value.
pub(crate) fn is_known(name: &str, pair: Pair, first_takes: bool, mutant: &Mutant) -> bool {
    KNOWN.iter().any(|known| {
        known.pair == pair
            && known.first_takes == first_takes
            && (known.labels.is_empty() || known.labels.contains(&mutant.label))
            && (known.types.is_empty() || known.types.contains(&name))
    })
}
