//! From a document to the shapes that its values are aligned with.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::alternative::{Alternative, add, alternatives};
use super::document::Document;
use super::merge::{Keywords, forms};
use super::scalar;
use crate::rules::{Number, Rule};
use crate::shape::{
    Content, Enum, Field, Kind, List, Newtype, Shape, ShapeRef, StringForm, Tagging, Text, Variant,
};

/// The shape of a value, and the rules that it is under.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) shape: ShapeRef,
    pub(super) rules: Vec<Rule>,
}

impl Part {
    fn at(index: u32) -> Part {
        Part {
            shape: ShapeRef::Def(index),
            rules: Vec::new(),
        }
    }
}

/// How deep schemas are followed into each other, and how many shapes are made. What is beyond is any value, of which
/// the document alone says what it may be.
const DEEPEST: usize = 96;
const MOST: usize = 1 << 14;

pub(super) struct Builder<'d> {
    pub(super) document: &'d Document,
    defs: Vec<Option<Shape>>,
    /// What was made of a schema, or the place that is kept for it while it is made.
    known: HashMap<String, Known>,
    depth: usize,
    /// How many bytes of schemas may still be looked at: merging can make new ones without end.
    work: usize,
}

enum Known {
    Open(Option<u32>),
    Made(Part),
}

/// The shapes of a document, and which of them is that of its values.
pub(super) fn shapes(document: &Document) -> (Vec<Shape>, u32) {
    let mut builder = Builder {
        document,
        defs: Vec::new(),
        known: HashMap::new(),
        depth: 0,
        work: 16 * document.root.to_string().len() + (1 << 15),
    };
    let part = builder.part(&document.root);
    let mut root = builder.shape_of(&part);
    root.name = name(&document.root);
    builder.defs.push(Some(root));
    let index = builder.defs.len() - 1;
    let defs = builder.defs.into_iter();
    let defs = defs.map(|def| def.unwrap_or_else(|| shape(Kind::Any)));
    (defs.collect(), u32::try_from(index).unwrap_or_default())
}

/// The name of what a document describes: its title, or that of the definition it refers to.
fn name(root: &Value) -> Text {
    let text = |keyword: &str| root.get(keyword).and_then(Value::as_str);
    let definition = text("$ref").and_then(|reference| reference.rsplit('/').next());
    owned(text("title").or(definition).unwrap_or_default())
}

/// A shape without a name.
fn shape(kind: Kind) -> Shape {
    Shape {
        id: None,
        ..Shape::new("", TypeId::of::<()>, kind)
    }
}

pub(super) fn owned(text: &str) -> Text {
    Cow::Owned(text.to_owned())
}

/// A field of this shape and under these rules.
pub(super) fn field(name: &str, part: Part) -> Field {
    Field {
        name: owned(name),
        rules: Cow::Owned(part.rules),
        ..Field::item(part.shape)
    }
}

/// A string without a form of its own.
pub(super) fn string() -> Kind {
    Kind::String(StringForm {
        noun: "",
        format: None,
        accepts: None,
        example: "",
    })
}

impl Builder<'_> {
    fn reserve(&mut self) -> u32 {
        self.defs.push(None);
        u32::try_from(self.defs.len() - 1).unwrap_or_default()
    }

    fn fill(&mut self, index: u32, shape: Shape) {
        if let Some(place) = self.defs.get_mut(index as usize) {
            *place = Some(shape);
        }
    }

    pub(super) fn define(&mut self, kind: Kind) -> Part {
        let index = self.reserve();
        self.fill(index, shape(kind));
        Part::at(index)
    }

    pub(super) fn ruled(&mut self, kind: Kind, rules: Vec<Rule>) -> Part {
        Part {
            rules,
            ..self.define(kind)
        }
    }

    /// The shape of a value under a schema.
    pub(super) fn part(&mut self, schema: &Value) -> Part {
        self.once(schema.to_string(), |builder| builder.made(schema))
    }

    /// Makes something once; what it holds of itself refers back to it.
    pub(super) fn once(&mut self, key: String, make: impl FnOnce(&mut Self) -> Part) -> Part {
        let place = match self.known.get(&key) {
            Some(Known::Made(part)) => return part.clone(),
            Some(Known::Open(Some(place))) => Some(*place),
            Some(Known::Open(None)) => Some(self.reserve()),
            None => None,
        };
        if let Some(place) = place {
            self.known.insert(key, Known::Open(Some(place)));
            return Part::at(place);
        }
        self.work = self.work.saturating_sub(key.len());
        if self.depth >= DEEPEST || self.defs.len() >= MOST || self.work == 0 {
            return self.define(Kind::Any);
        }
        self.known.insert(key.clone(), Known::Open(None));
        self.depth += 1;
        let part = make(self);
        self.depth -= 1;
        if let Some(Known::Open(Some(place))) = self.known.insert(key, Known::Made(part.clone())) {
            self.fill(place, self.shape_of(&part));
        }
        part
    }

    /// A shape of its own for a part.
    fn shape_of(&self, part: &Part) -> Shape {
        let inner = match part.shape {
            ShapeRef::Def(inner) if part.rules.is_empty() => self.defs.get(inner as usize),
            _ => None,
        };
        inner.cloned().flatten().unwrap_or_else(|| {
            shape(Kind::Newtype(Newtype {
                field: field("", part.clone()),
                transparent: true,
            }))
        })
    }

    /// The shape of a part with its rules inside it.
    pub(super) fn held(&mut self, part: &Part) -> ShapeRef {
        if part.rules.is_empty() {
            return part.shape;
        }
        let shape = self.shape_of(part);
        self.define(shape.kind).shape
    }

    fn made(&mut self, schema: &Value) -> Part {
        let Some(forms) = forms(self.document, schema) else {
            return self.define(Kind::Any);
        };
        let mut null = false;
        let mut all: Vec<Alternative> = Vec::new();
        for form in forms {
            for alternative in alternatives(form, &mut null) {
                add(&mut all, alternative);
            }
        }
        let part = match (&all[..], null) {
            ([], true) => return self.define(Kind::Unit),
            ([], false) => return self.define(Kind::Any),
            ([one], _) => self.alternative(one),
            _ => self.union(&all),
        };
        if null {
            let option = Kind::Option(part.shape);
            return self.ruled(option, part.rules);
        }
        part
    }

    pub(super) fn alternative(&mut self, alternative: &Alternative) -> Part {
        match alternative {
            Alternative::Any => self.define(Kind::Any),
            Alternative::Ref(pointer) => {
                let schema = self.document.root.pointer(pointer).unwrap_or(&Value::Null);
                self.part(schema)
            }
            Alternative::Typed(name, keywords) => self.typed(name, keywords),
            Alternative::Values(name, values, keywords) => self.values(name, values, keywords),
        }
    }

    fn typed(&mut self, name: &str, keywords: &Keywords) -> Part {
        match name {
            "boolean" => self.define(Kind::Bool),
            "integer" => self.ruled(integer(), scalar::number_rules(keywords, true)),
            "number" => self.ruled(Kind::Number, scalar::number_rules(keywords, false)),
            "string" => self.ruled(string(), scalar::text_rules(self.document, keywords)),
            "array" => self.array(keywords),
            "object" => self.object(keywords),
            _ => self.define(Kind::Any),
        }
    }

    fn values(&mut self, name: &str, values: &[Value], keywords: &Keywords) -> Part {
        let whole =
            |value: &Value| matches!(value.as_number().map(scalar::number), Some(Number::Int(_)));
        match name {
            "string" => {
                let variants = values
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|name| variant(name, keywords));
                self.define(Kind::Enum(Enum {
                    tagging: Tagging::External,
                    variants: variants.collect(),
                }))
            }
            "boolean" => self.ruled(Kind::Bool, vec![scalar::one_of(values)]),
            "number" if values.iter().all(whole) => {
                self.ruled(integer(), vec![scalar::one_of(values)])
            }
            "number" => self.ruled(Kind::Number, vec![scalar::one_of(values)]),
            _ => self.define(Kind::Any),
        }
    }

    fn array(&mut self, keywords: &Keywords) -> Part {
        let items = keywords.get("items");
        let (first, rest) = match (keywords.get("prefixItems"), items) {
            (Some(Value::Array(first)), rest) => (&first[..], rest),
            (_, Some(Value::Array(first))) => (&first[..], keywords.get("additionalItems")),
            (_, rest) => (&[][..], rest),
        };
        let rules = scalar::lengths(keywords, ["minItems", "maxItems"]);
        if !first.is_empty() {
            return self.tuple(first, rest, keywords, &rules);
        }
        let item = match rest {
            Some(schema) => self.part(schema),
            None => self.define(Kind::Any),
        };
        let unique = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        let mut rules = rules;
        rules.extend(unique.then_some(Rule::Unique));
        if !item.rules.is_empty() {
            rules.push(Rule::Items(Cow::Owned(item.rules)));
        }
        self.ruled(list(item.shape), rules)
    }

    /// A list whose items have places. Where more may follow, only the document itself can say what they are.
    fn tuple(
        &mut self,
        first: &[Value],
        rest: Option<&Value>,
        keywords: &Keywords,
        rules: &[Rule],
    ) -> Part {
        let at = |keyword: &str| keywords.get(keyword).and_then(super::document::count);
        let closed = rest == Some(&Value::Bool(false))
            || at("maxItems").is_some_and(|max| max <= first.len());
        if !closed {
            let item = self.define(Kind::Any);
            return self.ruled(list(item.shape), rules.to_vec());
        }
        let (min, max) = (
            at("minItems").unwrap_or(0),
            at("maxItems").unwrap_or(first.len()),
        );
        let mut fields = Vec::new();
        for (index, schema) in first.iter().take(max).enumerate() {
            let part = self.part(schema);
            fields.push(Field {
                default: index >= min,
                ..field("", part)
            });
        }
        self.define(Kind::Tuple(Cow::Owned(fields)))
    }
}

fn list(item: ShapeRef) -> Kind {
    Kind::List(List {
        item,
        min: 0,
        max: usize::MAX,
        set: false,
    })
}

/// A whole number that a value of `serde_json`'s holds to the last digit.
fn integer() -> Kind {
    Kind::Integer {
        min: i64::MIN.into(),
        max: u64::MAX.into(),
        nonzero: false,
    }
}

/// A word, with the further ones that are accepted from a model.
pub(super) fn variant(name: &str, keywords: &Keywords) -> Variant {
    let further = keywords
        .get("x-enum-aliases")
        .and_then(|aliases| aliases.get(name));
    Variant {
        name: owned(name),
        aliases: Cow::Borrowed(&[]),
        spellings: Cow::Owned(names(further)),
        docs: None,
        content: Content::Unit,
        other: false,
        untagged: false,
    }
}

/// A name, or a list of names.
pub(super) fn names(value: Option<&Value>) -> Vec<Text> {
    match value {
        Some(Value::String(name)) => vec![owned(name)],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(owned).collect(),
        _ => Vec::new(),
    }
}
