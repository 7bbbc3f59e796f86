//! A shape as a provider's schema, and what moved on the way.

use std::fmt;

use serde_json::{Map, Value, json};

use super::{Counted, FULL_RULES, Form, PLAIN_RULES, Rules, alters, sizes};
use crate::path::Path;
use crate::schema;
use crate::shape::View;

/// A schema in a provider's dialect.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lowered {
    /// The schema, to be sent as it stands.
    pub schema: Value,
    /// Whether the provider can hold the model to it.
    pub strict: bool,
    /// Whether the answer stands under the key `value` of an object.
    pub wrapped: bool,
    /// What the dialect says otherwise: in words, in another form, or less strictly.
    pub notes: Vec<Note>,
    pub(crate) form: Form,
    pub(crate) counted: Counted,
}

/// Something that a dialect says otherwise, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Where in a value; `*` stands for every item or key.
    pub path: Path,
    /// What it is.
    pub what: String,
}

/// A shape that a dialect cannot describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSayable(Note);

/// What a request asks of a schema beyond the dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Demand {
    /// The root has to be an object, as the arguments of a tool.
    pub(crate) object: bool,
    /// Every answer has to be in the type's own form, since nothing is mended in it.
    pub(crate) own_form: bool,
}

/// What goes before a gap where the type is sent all the same.
pub(super) const NOT_STRICT: &str = "not strict because of ";

/// The shape in the dialect of these rules.
pub(crate) fn lower(rules: &Rules, shape: View<'_>, demand: Demand) -> Result<Lowered, NotSayable> {
    let object = demand.object || rules.object_root;
    let (mut lowered, mut gaps) = document(rules, shape, object);
    lowered.form = Form::of(rules);
    if demand.own_form && alters(lowered.form, shape) {
        gaps.push(Note::root(
            "a form that is read only with `Leniency::Coerce`",
        ));
    }
    let Some(first) = gaps.first() else {
        lowered.strict = rules.enforced;
        return Ok(lowered);
    };
    if !rules.loose {
        return Err(NotSayable(first.clone()));
    }
    let mut loose = plain(shape, object);
    for gap in &mut gaps {
        gap.what.insert_str(0, NOT_STRICT);
    }
    loose.notes = gaps;
    Ok(loose)
}

/// The shape in full JSON Schema.
pub(crate) fn full(shape: View<'_>) -> Lowered {
    document(&FULL_RULES, shape, false).0
}

/// The shape as a provider takes it that knows JSON Schema.
pub(crate) fn plain(shape: View<'_>, object: bool) -> Lowered {
    document(&PLAIN_RULES, shape, object).0
}

/// The schema as a document, and what these rules do not allow in it.
fn document(rules: &Rules, shape: View<'_>, object: bool) -> (Lowered, Vec<Note>) {
    let schema::Written {
        mut root,
        defs,
        gaps,
        moved,
    } = schema::write(shape, rules);
    let wrapped = object && !is_object(&root);
    if wrapped {
        root = wrap(root, rules);
    }
    if !defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(defs));
    }
    let note = |(path, what): (Path, String)| Note { path, what };
    let gaps = gaps.into_iter().map(|(path, what)| (path, what.to_owned()));
    let (excess, counted) = sizes::excess(&root, rules);
    let gaps = gaps.map(note).chain(excess).collect();
    let lowered = Lowered {
        schema: Value::Object(root),
        strict: false,
        wrapped,
        notes: moved.into_iter().map(note).collect(),
        form: Form::default(),
        counted,
    };
    (lowered, gaps)
}

/// Whether a schema says of its values that they are objects.
pub(crate) fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type") == Some(&json!("object")) && !schema.contains_key("nullable")
}

fn wrap(root: Map<String, Value>, rules: &Rules) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    let properties = Map::from_iter([("value".to_owned(), Value::Object(root))]);
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("required".to_owned(), json!(["value"]));
    if rules.denies_other_keys() {
        object.insert("additionalProperties".to_owned(), json!(false));
    }
    object
}

impl Lowered {
    /// A value as serde writes it, in the form of an answer under this schema; see
    /// [`Dialect::lower_value`](super::Dialect::lower_value).
    pub fn lower_value(&self, shape: View<'_>, value: &Value) -> Option<Value> {
        let value = self.form.lower(shape, value)?;
        Some(if self.wrapped {
            json!({ "value": value })
        } else {
            value
        })
    }

    /// An answer under this schema, of the same shape, as the type's own wire form; see
    /// [`Dialect::lift`](super::Dialect::lift).
    #[must_use]
    pub fn lift(&self, shape: View<'_>, mut answer: Value) -> Value {
        if self.wrapped
            && let Value::Object(object) = &mut answer
            && object.len() == 1
            && let Some(inner) = object.get_mut("value")
        {
            answer = inner.take();
        }
        self.form.lift(shape, answer)
    }
}

impl Note {
    fn root(what: &str) -> Note {
        Note {
            path: Path::default(),
            what: what.to_owned(),
        }
    }
}

impl NotSayable {
    /// What cannot be said, and where.
    pub fn note(&self) -> &Note {
        &self.0
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)
    }
}

impl fmt::Display for NotSayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this dialect has no schema for the type: {}", self.0)
    }
}

impl std::error::Error for NotSayable {}
