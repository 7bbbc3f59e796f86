//! Laws that hold for every reply, tried on generated values: what serde reads is read the same, a prefix is a cut, and
//! nothing is lost or made up without a word.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::testing::{Malform, Malformation};
use llm_parse::{Code, FixKind, Leniency, LlmExtract, Parsed, Reader, Violation, parse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

const ALL: [Leniency; 3] = [Leniency::Strict, Leniency::Repair, Leniency::Coerce];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    id: u64,
    #[serde(rename = "customerName")]
    customer: String,
    note: Option<String>,
    items: Vec<Item>,
    #[serde(default)]
    tags: BTreeMap<String, f64>,
    state: State,
    last: Option<Box<Order>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Item {
    name: String,
    price: f64,
    size: (i8, bool),
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum State {
    Open,
    Sent { at: String },
    Lost(i64),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Kind {
    Book { pages: u16 },
    Other { what: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(untagged)]
enum Loose {
    Number(i64),
    Text(String),
    Many(Vec<Loose>),
    Named { name: String },
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % below
    }

    fn index(&mut self, below: usize) -> usize {
        usize::try_from(self.next(below as u64)).unwrap()
    }

    fn many<T>(&mut self, below: u64, make: impl Fn(&mut Random) -> T) -> Vec<T> {
        (0..self.next(below)).map(|_| make(self)).collect()
    }

    fn chance(&mut self) -> bool {
        self.next(2) == 0
    }

    /// Texts with everything in them that could be taken for structure.
    fn text(&mut self) -> String {
        const PARTS: [&str; 24] = [
            "a", "word ", "\"", "'", "\\", "{", "}", "[", "]", ",", ":", "\n", "```", "//", "/*",
            "#", "é", "“", "😀", "\u{feff}", "null", "1", "<think>", "\"a\": ",
        ];
        self.many(8, |random| PARTS[random.index(PARTS.len())])
            .concat()
    }

    fn float(&mut self) -> f64 {
        const FLOATS: [f64; 8] = [
            0.0,
            -0.0,
            0.1,
            1e300,
            -2.5e-300,
            5.187_848_314_319_592e49,
            20.0,
            1.5,
        ];
        FLOATS[self.index(FLOATS.len())]
    }

    fn item(&mut self) -> Item {
        let kind = if self.chance() {
            Kind::Book { pages: 7 }
        } else {
            Kind::Other { what: self.text() }
        };
        let (name, price) = (self.text(), self.float());
        Item {
            name,
            price,
            size: (-1, self.chance()),
            kind,
        }
    }

    fn order(&mut self) -> Order {
        let state = match self.next(3) {
            0 => State::Open,
            1 => State::Sent { at: self.text() },
            _ => State::Lost(i64::MIN),
        };
        Order {
            id: u64::MAX - self.next(3),
            customer: self.text(),
            note: self.chance().then(|| self.text()),
            items: self.many(3, Random::item),
            tags: self
                .many(3, |random| (random.text(), random.float()))
                .into_iter()
                .collect(),
            state,
            last: (self.next(3) == 0).then(|| Box::new(self.order())),
        }
    }

    fn loose(&mut self) -> Loose {
        match self.next(6) {
            0 => Loose::Number(-3),
            1 | 2 => Loose::Text(self.text()),
            3 => Loose::Many(self.many(3, Random::loose)),
            _ => Loose::Named { name: self.text() },
        }
    }

    /// A value as JSON, with other white space or escapes than usual now and then.
    fn write(&mut self, value: &impl Serialize) -> String {
        let text = match self.next(2) {
            0 => serde_json::to_string(value).unwrap(),
            _ => serde_json::to_string_pretty(value).unwrap(),
        };
        match self.next(4) {
            0 => format!("\r\n {text}\t\n"),
            1 => text.chars().map(escape).collect(),
            _ => text,
        }
    }
}

fn escape(c: char) -> String {
    let mut units = [0; 2];
    if c.is_ascii() {
        return c.to_string();
    }
    let units = c.encode_utf16(&mut units).iter();
    let escapes: Vec<_> = units.map(|unit| format!("\\u{unit:04x}")).collect();
    escapes.concat()
}

fn each(mut law: impl FnMut(&mut Random)) {
    for seed in 0..100 {
        law(&mut Random(seed));
    }
}

fn reads_as_serde<T: LlmExtract + PartialEq + Debug>(text: &str) {
    let expected: T = serde_json::from_str(text).unwrap();
    for leniency in ALL {
        let parsed = Reader::new().leniency(leniency).parse::<T>(text);
        let Parsed { value, fixes, .. } = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value, expected, "{text}");
        assert!(
            fixes.iter().all(|fix| fix.kind() == FixKind::UnknownKey),
            "{text}: {fixes:?}"
        );
    }
}

#[test]
fn what_serde_reads_is_read_the_same() {
    each(|random| {
        let (order, loose) = (random.order(), random.loose());
        reads_as_serde::<Order>(&random.write(&order));
        reads_as_serde::<Loose>(&random.write(&loose));
        reads_as_serde::<Value>(&random.write(&order));
        reads_as_serde::<BTreeMap<String, Value>>(&random.write(&order));
        reads_as_serde::<Vec<Item>>(&random.write(&order.items));
    });
}

#[test]
fn an_unknown_key_is_the_only_fix() {
    each(|random| {
        let order = random.order();
        let mut value = serde_json::to_value(&order).unwrap();
        value["somethingElse"] = json!({"id": [1, {}]});
        let text = random.write(&value);
        reads_as_serde::<Order>(&text);
        assert_eq!(parse::<Order>(&text).unwrap().fixes.len(), 1);
    });
}

/// Whether a value could be the beginning of another one.
fn begins(partial: &Value, whole: &Value) -> bool {
    match (partial, whole) {
        (Value::String(partial), Value::String(whole)) => whole.starts_with(partial.as_str()),
        (Value::Array(partial), Value::Array(whole)) => {
            partial.len() <= whole.len() && partial.iter().zip(whole).all(|(a, b)| begins(a, b))
        }
        (Value::Object(partial), Value::Object(whole)) => partial
            .iter()
            .all(|(key, a)| whole.get(key).is_some_and(|b| begins(a, b))),
        // `12` is how `120` begins.
        (Value::Number(partial), Value::Number(whole)) => {
            partial == whole
                || whole.to_string().starts_with(&partial.to_string())
                || partial.as_f64() != whole.as_f64()
        }
        (partial, whole) => partial == whole,
    }
}

fn every_prefix_is_cut<T: LlmExtract + Debug>(before: &str, value: &str, after: &str) {
    let whole: Value = serde_json::from_str(value).unwrap();
    let text = format!("{before}{value}{after}");
    let (first, last) = (before.len() + 1, before.len() + value.trim_end().len());
    for end in (first..last).filter(|end| text.is_char_boundary(*end)) {
        let prefix = &text[..end];
        let Err(error) = parse::<T>(prefix) else {
            panic!("the prefix is taken for the whole: {prefix}");
        };
        assert!(error.is_cut_off(), "{prefix}\n{error}");
        let partial = error
            .partial()
            .unwrap_or_else(|| panic!("nothing of {prefix}"));
        assert!(begins(&partial, &whole), "{prefix}\n{partial}\n{whole}");
    }
    assert!(parse::<T>(&text).is_ok(), "{text}");
}

#[test]
fn a_prefix_is_cut_off_with_what_was_read() {
    for seed in 0..8 {
        let mut random = Random(seed);
        let order = serde_json::to_string(&random.order()).unwrap();
        every_prefix_is_cut::<Order>("", &order, "");
        every_prefix_is_cut::<Value>("", &order, "");
        every_prefix_is_cut::<Order>("```json\n", &order, "\n```");
        every_prefix_is_cut::<Order>("Here you are, as {JSON}:\n\n", &order, "\n\nAnything else?");
        every_prefix_is_cut::<Order>("<think>a {\"id\": 1} or not?</think>", &order, "");
        every_prefix_is_cut::<Option<Order>>("", &order, "");
        every_prefix_is_cut::<BTreeMap<String, Value>>("", &order, "");
        let items = serde_json::to_string(&random.many(4, Random::item)).unwrap();
        every_prefix_is_cut::<Vec<Item>>("", &items, "");
        every_prefix_is_cut::<Vec<Item>>("The items:\n```\n", &items, "\n```");
    }
}

#[test]
fn a_prefix_of_json_in_a_string_is_cut_off() {
    for seed in 0..4 {
        let order = serde_json::to_string(&Random(seed).order()).unwrap();
        every_prefix_is_cut::<Order>("", &serde_json::to_string(&order).unwrap(), "");
    }
}

#[test]
fn a_key_with_two_values_is_refused_at_every_leniency() {
    each(|random| {
        let order = random.order();
        let malform = Malform::of::<Order>(random.next(1 << 40));
        let malformed = malform.with(Malformation::ConflictingKey).apply(&order);
        for leniency in ALL {
            let error = Reader::new()
                .leniency(leniency)
                .parse::<Order>(malformed.reply())
                .expect_err(malformed.reply());
            // An externally tagged variant has one key, and twice that one is two.
            let refusal = |one: &Violation| matches!(one.code(), Code::DuplicateKey | Code::OneOf);
            let told = error.violations().iter().any(refusal);
            assert!(told, "{}: {error}", malformed.reply());
        }
    });
}

const NOISE: [&str; 30] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "\\",
    "\n",
    "```",
    "```json\n",
    "<think>",
    "</think>",
    "//",
    "/*",
    "*/",
    "#",
    "null",
    "True",
    "-",
    "1e",
    "\\u",
    "\\ud83d",
    "“",
    "，",
    "\u{feff}",
    "...",
    "é",
    " ",
];

#[test]
fn a_type_that_holds_itself_makes_no_list_of_lists_without_end() {
    let nested = |open: &str, close: &str| format!("{}true{}", open.repeat(60), close.repeat(60));
    for text in [
        "{\"a\":true}".to_owned(),
        nested("[", "]"),
        nested("{\"a\":", "}"),
        nested("[{\"name\":", "}]"),
    ] {
        look(parse::<Loose>(&text), &text);
        look(parse::<Order>(&text), &text);
    }
}

#[test]
fn no_mutation_panics_or_hangs() {
    each(|random| {
        let mut text = serde_json::to_string(&random.order()).unwrap();
        for _ in 0..20 {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[random.index(places.len())];
            match random.next(3) {
                0 => text.insert_str(at, NOISE[random.index(NOISE.len())]),
                1 => drop(text.remove(at)),
                _ => text.truncate(text.len().min(4000)),
            }
            if text.is_empty() {
                break;
            }
            for leniency in ALL {
                let reader = Reader::new().leniency(leniency);
                look(reader.parse::<Order>(&text), &text);
                look(reader.parse::<Value>(&text), &text);
                look(reader.cut_off(true).parse::<Loose>(&text), &text);
            }
        }
    });
}

/// Whatever it is, it can be shown, and all of its spans are in the text.
fn look<T: Debug>(result: Result<Parsed<T>, llm_parse::ParseError>, text: &str) {
    let (violations, fixes) = match result {
        Ok(parsed) => (Vec::new(), parsed.fixes),
        Err(error) => {
            let _ = (error.to_string(), error.partial());
            assert!(!error.violations().is_empty());
            (error.violations().to_vec(), error.fixes().to_vec())
        }
    };
    let spans = violations.iter().filter_map(Violation::span);
    for span in spans.chain(fixes.iter().map(llm_parse::Fix::span)) {
        assert!(text.get(span.clone()).is_some(), "{span:?} of {text}");
    }
}

/// Each scalar of the source is in the value, or its key is told of.
fn accounted(source: &Value, path: &str, text: &str, told: &[String]) {
    if told.iter().any(|place| place == path) {
        return;
    }
    match source {
        Value::Object(entries) => {
            for (key, inner) in entries {
                let step = key.replace('~', "~0").replace('/', "~1");
                accounted(inner, &format!("{path}/{step}"), text, told);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                accounted(inner, &format!("{path}/{index}"), text, told);
            }
        }
        Value::Null | Value::Bool(_) => {}
        scalar => assert!(
            text.contains(&scalar.to_string()),
            "{path} {scalar} in {text}, {told:?}"
        ),
    }
}

#[test]
fn every_element_is_kept_or_told_of() {
    each(|random| {
        let mut source = serde_json::to_value(random.order()).unwrap();
        change(random, &mut source);
        change(random, &mut source);
        let (text, told) = outcome(&source.to_string());
        accounted(&source, "", &text, &told);
    });
}

#[test]
fn every_element_of_another_structure_is_kept_or_told_of() {
    const STRUCTURE: [Malformation; 7] = [
        Malformation::KeySpelling,
        Malformation::ExtraKey,
        Malformation::DuplicateKey,
        Malformation::NullAsAbsent,
        Malformation::OneForMany,
        Malformation::ManyForOne,
        Malformation::NumberText,
    ];
    each(|random| {
        let order = random.order();
        for malformation in STRUCTURE {
            let malform = Malform::of::<Order>(random.next(1 << 40)).with(malformation);
            let malformed = malform.apply(&order);
            let source: Value = serde_json::from_str(malformed.reply()).unwrap();
            let (text, told) = outcome(malformed.reply());
            accounted(&source, "", &text, &told);
        }
    });
}

/// What was read of an order, as JSON, and the places that fixes and violations tell of.
fn outcome(reply: &str) -> (String, Vec<String>) {
    match parse::<Order>(reply) {
        Ok(parsed) => {
            let told = parsed.fixes.iter().map(|fix| fix.path().to_string());
            (
                serde_json::to_string(&parsed.value).unwrap(),
                told.collect(),
            )
        }
        Err(error) => {
            let fixes = error.fixes().iter().map(|fix| fix.path().to_string());
            let violations = error.violations().iter().map(|one| one.path().to_string());
            let partial = error.partial().unwrap_or_default().to_string();
            (partial, fixes.chain(violations).collect())
        }
    }
}

/// Does to a value what models do.
fn change(random: &mut Random, source: &mut Value) {
    let Value::Object(entries) = source else {
        return;
    };
    match random.next(7) {
        0 => drop(entries.insert("extra".to_owned(), json!("x9y"))),
        1 => drop(entries.remove("note")),
        2 => drop(entries.insert("id".to_owned(), json!("77"))),
        3 => drop(entries.insert("items".to_owned(), json!({"name": "q8q"}))),
        4 => rename(entries, "customerName", "customer_name"),
        5 => drop(entries.insert("state".to_owned(), json!("OPEN"))),
        _ => drop(entries.insert("tags".to_owned(), json!([{"key": "k", "value": "2.5"}]))),
    }
}

fn rename(entries: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = entries.remove(from) {
        entries.insert(to.to_owned(), value);
    }
}
