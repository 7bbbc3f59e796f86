//! Shapes that are known only at run time: what a JSON Schema document says.

mod alternative;
mod build;
mod circle;
mod document;
mod evaluated;
mod explain;
mod hold;
mod keyword;
mod look;
mod merge;
mod object;
mod scalar;
mod union;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::shape::{Shape, View};
use crate::tree::{NodeId, Tree};
use crate::violation::Violation;
use document::Document;
use hold::Holder;

/// What a value looks like, as a JSON Schema document says that is known only at run time.
///
/// [`Reader::parse_value`](crate::Reader::parse_value) reads a reply by it, as [`parse`](crate::parse()) does by a type:
/// values are coerced, keys and enum words matched, and everything that is wrong is said at once. A clone is cheap.
///
/// Documents of draft 2020-12 are read, and of the older ones what is still in use: `definitions`, lists of `items`
/// with `additionalItems`, `dependencies`, `exclusiveMinimum: true`, and references beside which nothing counts
/// (where `$schema` names draft 7 or an older one). A value is taken if, and only if, it is valid under the document:
///
/// - **held**: `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `patternProperties`,
///   `propertyNames`, `unevaluatedProperties`, `minProperties`, `maxProperties`, `dependentRequired`,
///   `dependentSchemas`, `dependencies`, `items`, `prefixItems`, `additionalItems`, `contains`, `minContains`,
///   `maxContains`, `minItems`, `maxItems`, `uniqueItems`, `minimum`, `maximum`, `exclusiveMinimum`,
///   `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength`, `pattern`, `allOf`, `anyOf`, `oneOf`, `not`, `if`,
///   `then`, `else`, `$ref` into the document (also to an `$anchor`), the formats date, date-time, time, duration,
///   email, hostname, uri, ipv4, ipv6 and uuid, and `nullable` of `OpenAPI`;
/// - **ignored**, since they allow all values: `title`, `description`, `default`, `examples`, `$comment`, `deprecated`,
///   `readOnly`, `writeOnly`, `contentEncoding` and its like, other formats, and every keyword that JSON Schema does not
///   know;
/// - **refused** with a [`ShapeError`]: `$dynamicRef`, `$recursiveRef`, `unevaluatedItems`, an `$id` inside the document,
///   references that leave it, patterns that look around or back, and schemas that refer to themselves for the same value.
///
/// Three things are stricter or looser than in a validator. An `integer` is written without a fraction and has at most 64
/// bits (`20.0` is made `20`, where coercion is allowed). A key that is not declared, where nothing is said of such keys,
/// is left out and recorded as [`UnknownKey`](crate::FixKind::UnknownKey), as it is where a type is read;
/// `"additionalProperties": true` keeps it. And `x-alias` (on a property: further names for the key, one or a list) and
/// `x-enum-aliases` (beside an `enum`: for each value further words, one or a list) are accepted from a model and
/// rewritten.
///
/// ```
/// use llm_parse::{Reader, RuntimeShape};
/// use serde_json::json;
///
/// let shape = RuntimeShape::from_json_schema(&json!({
///     "type": "object",
///     "properties": {
///         "title": { "type": "string", "minLength": 3 },
///         "priority": { "type": "integer", "minimum": 1, "maximum": 5 },
///         "state": { "enum": ["open", "closed"] }
///     },
///     "required": ["title", "priority"]
/// }))?;
///
/// let reply = "Here it is: {Title: 'Fix the login page', priority: \"4\", state: 'Open'}";
/// let parsed = Reader::new().parse_value(&shape, reply)?;
/// assert_eq!(
///     parsed.value,
///     json!({ "title": "Fix the login page", "priority": 4, "state": "open" })
/// );
///
/// let error = Reader::new().parse_value(&shape, r#"{"title": "No", "priority": 9}"#).unwrap_err();
/// let paths: Vec<_> = error.violations().iter().map(|v| v.path().to_string()).collect();
/// assert_eq!(paths, ["/title", "/priority"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Design
///
/// The document is read twice. A [`Shape`] is built of it that steers coercion and says what is wrong in the words of the
/// typed reader; it may allow too much, and where a part has no form of its own it is any value. The document itself is
/// then held, keyword by keyword. So no constraint is lost, and what is valid as it stands is never changed.
#[derive(Clone)]
pub struct RuntimeShape(Arc<Inner>);

struct Inner {
    defs: Vec<Shape>,
    root: u32,
    document: Document,
}

impl RuntimeShape {
    /// The shape that a JSON Schema document describes.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] names the part of the document that is not well formed or not supported, and the way out.
    pub fn from_json_schema(schema: &Value) -> Result<RuntimeShape, ShapeError> {
        Document::new(schema).map(RuntimeShape::of)
    }

    /// An example of a value, made of the same facts as that of a type ([`LlmExtract::example`](crate::LlmExtract::example)).
    ///
    /// It is valid but for what only the document says, such as `not` or `dependentRequired`.
    pub fn example(&self) -> Value {
        crate::example::example(self.view())
    }

    /// Any JSON value.
    pub fn any() -> RuntimeShape {
        RuntimeShape::of(Document::any())
    }

    fn of(document: Document) -> RuntimeShape {
        let (defs, root) = build::shapes(&document);
        RuntimeShape(Arc::new(Inner {
            defs,
            root,
            document,
        }))
    }

    /// The shape for what walks shapes, such as a [dialect](crate::dialect).
    pub fn view(&self) -> View<'_> {
        let Inner { defs, root, .. } = &*self.0;
        View::within(defs, *root)
    }

    /// The document.
    pub(crate) fn schema(&self) -> &Value {
        &self.0.document.root
    }

    /// Whether a value is valid as it stands.
    pub(crate) fn holds(&self, tree: &Tree<'_>, node: NodeId) -> bool {
        Holder::new(&self.0.document, tree).valid(&self.0.document.root, node)
    }

    /// What makes a value invalid.
    pub(crate) fn faults(&self, tree: &Tree<'_>, node: NodeId) -> Vec<Violation> {
        Holder::new(&self.0.document, tree).faults(node)
    }
}

impl fmt::Debug for RuntimeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuntimeShape")
            .field(&format_args!("{}", self.0.document.root))
            .finish()
    }
}

/// Why a JSON Schema document cannot be read by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeError {
    pointer: String,
    message: String,
}

impl ShapeError {
    fn new(pointer: &str, message: impl Into<String>) -> ShapeError {
        ShapeError {
            pointer: pointer.to_owned(),
            message: message.into(),
        }
    }

    /// The part of the document, as a JSON Pointer.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |c: char| if c.is_control() { ' ' } else { c };
        let place = if self.pointer.is_empty() {
            "the schema"
        } else {
            &self.pointer
        };
        let text = format!("{place}: {}", self.message);
        f.write_str(&text.chars().map(line).collect::<String>())
    }
}

impl std::error::Error for ShapeError {}
