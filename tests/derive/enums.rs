//! Enums: variants, how they are told apart, and their text as keys.

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use llm_parse::shape::{Content, Tagging};
use serde::Deserialize;

use crate::structs::Raw;
use crate::{choice, names, paths, variants};

/// What happened.
#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Event {
    /// It began.
    #[serde(alias = "begin")]
    #[llm(alias = "start", alias = "launch")]
    Started,
    #[serde(skip)]
    Hidden(u8),
    Moved {
        #[llm(range(min = 0))]
        far_off: i32,
        #[serde(skip)]
        cache: u8,
    },
    Named(#[llm(len(min = 1))] String),
    At(u8, #[llm(range(max = 9))] u8),
    Nothing(#[serde(skip)] u8),
    #[llm(description = "Everything else.")]
    #[serde(other)]
    Other,
}

#[test]
fn states_variants() {
    let choice = choice::<Event>();
    assert!(matches!(choice.tagging, Tagging::External));
    assert_eq!(
        variants(choice),
        ["started", "moved", "named", "at", "nothing", "other"]
    );
    let [started, moved, named, at, nothing, other] = &*choice.variants else {
        panic!()
    };
    assert_eq!(*started.aliases, ["begin"]);
    assert_eq!(*started.spellings, ["start", "launch"]);
    assert_eq!(started.description().as_deref(), Some("It began."));
    assert!(
        matches!(&moved.content, Content::Struct(object) if names(&object.fields) == ["farOff"])
    );
    assert!(matches!(&named.content, Content::Newtype(_)));
    assert!(matches!(&at.content, Content::Tuple(fields) if fields.len() == 2));
    assert!(matches!(nothing.content, Content::Unit));
    assert!(other.other);
    assert_eq!(other.description().as_deref(), Some("Everything else."));
}

#[test]
fn validates_variants() {
    assert_eq!(
        paths(&Event::Moved {
            far_off: -1,
            cache: 0
        }),
        ["/moved/farOff"]
    );
    assert_eq!(paths(&Event::Named(String::new())), ["/named"]);
    assert_eq!(paths(&Event::At(1, 10)), ["/at/1"]);
    assert_eq!(paths(&Event::Hidden(1)), [""; 0]);
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "type")]
enum Internal {
    A {
        #[llm(range(max = 1))]
        n: u8,
    },
    B(Raw),
    C,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(#[llm(range(max = 1))] u8),
    B { n: u8 },
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Untagged {
    Number(#[llm(range(max = 1))] u8),
    Object { n: u8 },
}

#[derive(Deserialize, LlmExtract)]
enum Mixed {
    Known,
    #[serde(untagged)]
    Text(#[llm(len(max = 1))] String),
}

#[test]
fn states_how_variants_are_told_apart() {
    assert!(matches!(&choice::<Internal>().tagging, Tagging::Internal { tag } if tag == "type"));
    assert!(
        matches!(&choice::<Adjacent>().tagging, Tagging::Adjacent { tag, content } if tag == "t" && content == "c")
    );
    assert!(matches!(choice::<Untagged>().tagging, Tagging::Untagged));
    assert_eq!(
        choice::<Mixed>()
            .variants
            .iter()
            .map(|v| v.untagged)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let text = || String::from("ab");
    assert_eq!(paths(&Internal::A { n: 2 }), ["/n"]);
    assert_eq!(
        paths(&Internal::B(Raw {
            in_file: text(),
            r#in: String::new()
        })),
        ["/in"]
    );
    assert_eq!(paths(&Adjacent::A(2)), ["/c"]);
    assert_eq!(paths(&Untagged::Number(2)), [""]);
    assert_eq!(paths(&Mixed::Text(text())), [""]);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red = 1,
    Green = { const { 2 } },
    #[serde(skip)]
    Secret,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, LlmExtract)]
struct Id(String);

#[derive(Deserialize, LlmExtract)]
struct Keyed {
    #[llm(values(range(max = 1)))]
    colours: BTreeMap<Colour, u8>,
    #[llm(values(range(max = 1)))]
    ids: BTreeMap<Id, u8>,
    #[llm(one_of("red"))]
    colour: Colour,
}

#[test]
fn gives_the_text_of_keys() {
    let keyed = Keyed {
        colours: BTreeMap::from([(Colour::Green, 2)]),
        ids: BTreeMap::from([(Id("x/y".into()), 2)]),
        colour: Colour::Green,
    };
    assert_eq!(paths(&keyed), ["/colours/green", "/ids/x~1y", "/colour"]);
}
