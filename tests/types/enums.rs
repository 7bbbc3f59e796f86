//! Enums: every tagging with every kind of variant.

use std::collections::BTreeMap;

types! {
    enum Single { Only }

    /// How urgent it is.
    #[serde(rename_all = "snake_case")]
    enum Level {
        /// Can wait.
        CanWait,
        CannotWait,
        #[serde(alias = "asap", alias = "right now")]
        Now,
    }

    struct Circle { radius: u8, name: Option<String> }

    enum External {
        Unit,
        Newtype(Circle),
        Number(u8),
        Maybe(Option<u8>),
        List(Vec<u8>),
        Tuple(u8, String),
        Struct { level: Level, deep: Option<Circle> },
        None(),
        Empty {},
        UnitIn(()),
    }

    #[serde(tag = "type")]
    enum Internal {
        Unit,
        Newtype(Circle),
        Map(BTreeMap<String, u8> = |rng| { let mut map: BTreeMap<String, u8> = rng.many(); map.remove("type"); map }),
        Struct { level: Level, deep: Option<Circle> },
        Empty {},
        UnitIn(()),
    }

    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        Newtype(Circle),
        Number(u8),
        Maybe(Option<u8> = |rng| Some(rng.pick(&[1, 2, 3]))),
        List(Vec<u8>),
        Tuple(u8, String),
        Struct { level: Level, deep: Option<Circle> },
        Empty {},
        Nested(Level),
    }

    #[serde(untagged)]
    enum Untagged {
        Unit,
        Number(u8),
        Text(String),
        Tuple(u8, bool),
        List(Vec<Level> = |_| vec![Level::Now]),
        Struct { level: Level, deep: Option<Circle> },
        Newtype(Circle),
    }

    #[serde(untagged)]
    enum OneOrMany { One(u8), Many(Vec<u8>) }

    #[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
    enum Renamed {
        FirstOne { some_field: u8 },
        #[serde(rename = "2nd", rename_all = "SCREAMING_SNAKE_CASE")]
        SecondOne { other_field: u8 },
        #[serde(alias = "third")]
        ThirdOne,
    }

    #[serde(tag = "kind", rename_all = "lowercase")]
    enum TaggedNewtypes { Circle(Circle), Square { side: u8 }, Inner(Inner) }

    struct Inner { value: u8 }

    #[serde(tag = "kind", deny_unknown_fields)]
    enum StrictInternal { A { x: u8 }, B { y: Option<u8> }, C }

    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum StrictAdjacent { A { x: u8 }, B(u8), C }

    #[serde(deny_unknown_fields)]
    enum StrictExternal { A { x: u8 }, B(u8), C }

    #[serde(tag = "kind")]
    enum InternalUnits { A, B }

    #[serde(tag = "t", content = "c")]
    enum AdjacentUnits { A, B }

    enum PartlyUntagged {
        A { x: u8 },
        B,
        #[serde(untagged)]
        Other(u8),
    }

    enum Fallback {
        Known,
        #[serde(other)]
        Unknown,
    }

    #[serde(tag = "k")]
    enum TaggedFallback {
        Known { x: u8 },
        #[serde(other)]
        Unknown,
    }

    enum Choice { Left(Single), Right(Level), Both(Single, Level) }

    struct Holder { external: External, internal: Option<Internal>, adjacent: Vec<Adjacent>, level: Level, again: Level }
}
