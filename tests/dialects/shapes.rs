//! Random shapes, and random values of them.

use llm_parse::shape::{
    Content, Enum, Field, Kind, List, Map, Shape, ShapeRef, StringForm, Struct, Tagging, Variant,
    View,
};
use serde_json::{Value, json};

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % (below as u64)).unwrap()
    }
}

const NAMES: [&str; 8] = ["a", "b", "type", "title", "key", "value", "const", "anyOf"];

/// A number of definitions, each of which only holds later ones, but for what may be absent.
pub(crate) fn shapes(random: &mut Random) -> Vec<Shape> {
    let count = 3 + random.below(6);
    (0..count)
        .map(|index| shape(random, index, count))
        .collect()
}

fn shape(random: &mut Random, index: usize, count: usize) -> Shape {
    let kind = kind(random, index, count);
    Shape {
        id: None,
        name: format!("T{index}").into(),
        docs: (random.below(3) == 0).then(|| "What it is.".into()),
        ..Shape::new("", std::any::TypeId::of::<()>, kind)
    }
}

fn kind(random: &mut Random, index: usize, count: usize) -> Kind {
    let inner = index + 1;
    if inner == count {
        return scalar(random);
    }
    let child = |random: &mut Random| {
        ShapeRef::Def(u32::try_from(inner + random.below(count - inner)).unwrap())
    };
    match random.below(8) {
        0 => scalar(random),
        1 => Kind::Option(child(random)),
        2 => Kind::List(List {
            item: child(random),
            min: 0,
            max: usize::MAX,
            set: false,
        }),
        3 => Kind::Map(Map {
            key: ShapeRef::Def(u32::try_from(count).unwrap()),
            value: child(random),
        }),
        4 | 5 => Kind::Struct(object(random, child)),
        6 => Kind::Tuple(vec![Field::item(child(random)), Field::item(child(random))].into()),
        _ => Kind::Enum(union(random, child)),
    }
}

fn scalar(random: &mut Random) -> Kind {
    match random.below(5) {
        0 => Kind::Bool,
        1 => Kind::Integer {
            min: 0,
            max: 255,
            nonzero: false,
        },
        2 => Kind::Float { single: false },
        3 => Kind::Unit,
        _ => text(),
    }
}

/// Any text; the shape of a map's keys too.
pub(crate) fn text() -> Kind {
    Kind::String(StringForm {
        noun: "",
        format: None,
        accepts: None,
        example: "text",
    })
}

fn object(random: &mut Random, child: impl Fn(&mut Random) -> ShapeRef) -> Struct {
    let first = random.below(NAMES.len());
    let fields = (0..=random.below(4)).map(|at| Field {
        default: random.below(3) == 0,
        docs: (random.below(3) == 0).then(|| "What it says.".into()),
        ..Field::named(NAMES[(first + at) % NAMES.len()], None, child(random))
    });
    Struct {
        fields: fields.collect::<Vec<_>>().into(),
        deny_unknown: random.below(2) == 0,
    }
}

fn union(random: &mut Random, child: impl Fn(&mut Random) -> ShapeRef) -> Enum {
    let tagging = match random.below(4) {
        0 => Tagging::External,
        1 => Tagging::Internal { tag: "tag".into() },
        2 => Tagging::Adjacent {
            tag: "t".into(),
            content: "c".into(),
        },
        _ => Tagging::Untagged,
    };
    let variants = (0..2 + random.below(3)).map(|at| Variant {
        name: format!("V{at}").into(),
        aliases: Vec::new().into(),
        spellings: Vec::new().into(),
        docs: None,
        content: match random.below(3) {
            0 => Content::Unit,
            1 if !matches!(tagging, Tagging::Internal { .. }) => {
                Content::Newtype(Field::item(child(random)))
            }
            _ => Content::Struct(object(random, &child)),
        },
        other: false,
        untagged: false,
    });
    let variants: Vec<Variant> = variants.collect();
    Enum {
        tagging,
        variants: variants.into(),
    }
}

/// A value as serde would write it.
pub(crate) fn value(random: &mut Random, view: View<'_>) -> Value {
    match &view.shape.kind {
        Kind::Unit => Value::Null,
        Kind::Bool => json!(random.below(2) == 0),
        Kind::Integer { .. } => json!(random.below(256)),
        Kind::Float { .. } => json!(0.25 * f64::from(u8::try_from(random.below(200)).unwrap())),
        Kind::Option(_) if random.below(3) == 0 => Value::Null,
        Kind::Option(inner) => value(random, view.at(*inner)),
        Kind::List(list) => (0..random.below(3))
            .map(|_| value(random, view.at(list.item)))
            .collect(),
        Kind::Map(map) => {
            let keys = (0..random.below(3)).map(|at| NAMES[at].to_owned());
            Value::Object(
                keys.map(|key| (key, value(random, view.at(map.value))))
                    .collect(),
            )
        }
        Kind::Tuple(fields) => fields
            .iter()
            .map(|field| value(random, view.at(field.shape)))
            .collect(),
        Kind::Struct(object) => Value::Object(entries(random, view, object).collect()),
        Kind::Enum(kind) => variant(random, view, kind),
        _ => json!(["", "text", "null", "[1]"][random.below(4)]),
    }
}

fn entries<'v>(
    random: &mut Random,
    view: View<'v>,
    object: &'v Struct,
) -> impl Iterator<Item = (String, Value)> + use<'v> {
    let entries: Vec<_> = object
        .fields
        .iter()
        .filter_map(|field| {
            let optional = matches!(view.at(field.shape).shape.kind, Kind::Option(_));
            // serde writes `None`, and what the default of an option is, a `null` cannot say.
            let absent = random.below(3) == 0 && field.default && !optional;
            (!absent).then(|| (field.name.to_string(), value(random, view.at(field.shape))))
        })
        .collect();
    entries.into_iter()
}

fn variant(random: &mut Random, view: View<'_>, kind: &Enum) -> Value {
    let variant = &kind.variants[random.below(kind.variants.len())];
    let name = variant.name.to_string();
    let content = match &variant.content {
        Content::Newtype(field) => value(random, view.at(field.shape)),
        Content::Struct(object) => Value::Object(entries(random, view, object).collect()),
        _ => Value::Null,
    };
    let unit = matches!(variant.content, Content::Unit);
    match &kind.tagging {
        Tagging::External if unit => json!(name),
        Tagging::External => json!({ name: content }),
        Tagging::Internal { tag } => {
            let mut object = json!({ &**tag: name });
            if let (Value::Object(all), Value::Object(more)) = (&mut object, content) {
                all.extend(more);
            }
            object
        }
        Tagging::Adjacent { tag, .. } if unit => json!({ &**tag: name }),
        Tagging::Adjacent { tag, content: key } => json!({ &**tag: name, &**key: content }),
        Tagging::Untagged => content,
    }
}
