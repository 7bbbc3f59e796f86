//! Structs, with and without attributes of serde's.

types! {
    struct Unit;

    struct Empty {}

    #[serde(deny_unknown_fields)]
    struct Sealed {}

    /// A support ticket.
    ///
    /// From a free-form message.
    struct Ticket {
        /// Short, imperative summary.
        title: String,
        /// 1 is lowest, 5 is highest.
        priority: u8,
        key: Option<String>,
        tags: Vec<String>,
    }

    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Strict { first_name: String, last_name: Option<String>, is_new: bool }

    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    struct Loud { some_key: u8, other_key: u8 }

    struct Nested { unit: Unit, empty: Empty, inner: Strict, list: Vec<Strict>, maybe: Option<Loud> }

    struct Wide {
        a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8, n: u8, o: u8, p: u8,
    }

    struct Shared { first: Loud, second: Loud, third: Vec<Loud> }
}
