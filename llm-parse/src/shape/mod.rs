//! What a type looks like on the wire: one constant value from which schema, example, outline, alignment, rules and
//! provider dialects are all derived.
//!
//! A [`Shape`] is data. The derive macro writes one as a constant; the library writes one for each standard type; a
//! JSON Schema document becomes one at run time. Every walk takes a [`View`], so that it does not see the difference.
//!
//! # Design
//!
//! A child is never held as a value but as a [`ShapeRef`]: a recursive type would otherwise be a constant that contains
//! itself. Shapes are told apart by [`Shape::id`], never by address, since one constant may have several.

mod view;

use std::any::TypeId;
use std::borrow::Cow;

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use crate::check::Checker;
use crate::rules::{Format, Rule};
use crate::tree::Cursor;

pub use view::{Key, View};

/// Text that is constant for a derived shape and owned for one that was made at run time.
pub type Text = Cow<'static, str>;

/// A sequence that is constant for a derived shape and owned for one that was made at run time.
pub type Seq<T> = Cow<'static, [T]>;

/// Decodes the value under the cursor and runs the checks that need a finished Rust value.
pub type Probe = fn(Cursor<'_, '_>, &mut Checker);

/// A reference to the shape of a child.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef {
    /// The shape of a Rust type.
    Static(fn() -> &'static Shape),
    /// An index into the definitions of a [`View`].
    Def(u32),
}

/// What one type looks like on the wire.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The type's name on the wire, without generic arguments; empty for types that nobody names (lists, options).
    pub name: Text,
    /// `std::any::type_name` of a generic type, from which a name for each instantiation is made.
    pub instance: Option<fn() -> &'static str>,
    /// Tells this type from all others; `None` for a shape that was made at run time.
    pub id: Option<fn() -> TypeId>,
    /// A title for the schema.
    pub title: Option<Text>,
    /// What the type means: its documentation comment, as it was written.
    pub docs: Option<Text>,
    /// The form.
    pub kind: Kind,
    /// An example value on the wire that replaces the generated one.
    pub example: Option<fn() -> Value>,
    /// Whether the type has a check of its own; those of its fields are in the fields.
    pub checks: bool,
    /// Runs the type's own checks on one sound part of a reply whose whole is not sound; `None` where the type has none
    /// and the shapes of its fields lead to those inside.
    pub probe: Option<Probe>,
    /// The fields that serde does not write, and so are lost where the value is written and read back; with their sizes,
    /// since one without a size holds nothing.
    pub lost: Seq<(&'static str, usize)>,
    /// The dialects that the type has to be sayable in, by their names in `#[llm(dialects(..))]`.
    pub dialects: Seq<&'static str>,
}

/// The form of a type on the wire.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Any JSON value.
    Any,
    /// `null`.
    Unit,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Integer {
        /// The least value, inclusive.
        min: i128,
        /// The greatest value, inclusive.
        max: u128,
        /// Whether zero is left out.
        nonzero: bool,
    },
    /// A binary floating-point number.
    Float {
        /// Whether the value is an `f32`.
        single: bool,
    },
    /// An exact decimal number.
    Decimal,
    /// A JSON number of any size, kept as it stands.
    Number,
    /// One Unicode character, as a string.
    Char,
    /// A string.
    String(StringForm),
    /// The value, or `null`.
    Option(ShapeRef),
    /// A list of items of one shape.
    List(List),
    /// An object with free keys and values of one shape.
    Map(Map),
    /// A type that looks like its only field.
    Newtype(Newtype),
    /// A list with one item for each field.
    Tuple(Seq<Field>),
    /// An object with one entry for each field.
    Struct(Struct),
    /// One of several variants.
    Enum(Enum),
    /// A foreign type that is known by its JSON Schema only.
    Opaque(fn(&mut SchemaGenerator) -> Schema),
}

/// A string, or a type that is written as one.
#[derive(Clone, Debug)]
pub struct StringForm {
    /// What the string is, with its article: `an IPv4 address`. Empty for any string.
    pub noun: &'static str,
    /// The schema format, where one of JSON Schema's fits.
    pub format: Option<Format>,
    /// Whether the type's own parser takes the text; `None` where every text is taken.
    pub accepts: Option<fn(&str) -> bool>,
    /// A text that the type's own parser takes.
    pub example: &'static str,
}

/// A list.
#[derive(Clone, Debug)]
pub struct List {
    /// The shape of each item.
    pub item: ShapeRef,
    /// The least number of items.
    pub min: usize,
    /// The greatest number of items.
    pub max: usize,
    /// Whether the type keeps equal items once, as a set does.
    pub set: bool,
}

/// A map.
#[derive(Clone, Debug)]
pub struct Map {
    /// The shape of each key, which is written as a string.
    pub key: ShapeRef,
    /// The shape of each value.
    pub value: ShapeRef,
}

/// A type with one unnamed field, whose wire form is that field's.
#[derive(Clone, Debug)]
pub struct Newtype {
    /// The field; its name is empty.
    pub field: Field,
    /// Whether a missing value is passed on to the field (`serde(transparent)`).
    pub transparent: bool,
}

/// An object with declared fields.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The fields in declaration order, without those that serde never reads.
    pub fields: Seq<Field>,
    /// Whether an undeclared key is an error.
    pub deny_unknown: bool,
}

/// A field of a struct, or an item of a tuple, or the content of a newtype.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one of serde's own settings"
)]
#[derive(Clone, Debug)]
pub struct Field {
    /// The key on the wire; empty for a field without a name.
    pub name: Text,
    /// Further keys that serde accepts.
    pub aliases: Seq<Text>,
    /// What the field means: its documentation comment, as it was written.
    pub docs: Option<Text>,
    /// The shape of the value.
    pub shape: ShapeRef,
    /// Rules beyond those of the value's own shape.
    pub rules: Seq<Rule>,
    /// Whether serde takes a default where the key is absent.
    pub default: bool,
    /// Whether serde reads the field by a function of the user's, which takes no missing key even for an `Option`.
    pub custom: bool,
    /// Whether the field's own entries stand beside those of the struct.
    pub flatten: bool,
    /// Whether serde's own derive always writes the key.
    pub written: bool,
    /// Whether a fault in rules and checks is reported without being an error.
    pub warn: bool,
    /// An example value on the wire that replaces the generated one.
    pub example: Option<fn() -> Value>,
    /// Runs the field's own check where the struct around it is not sound.
    pub probe: Option<Probe>,
}

/// One of several variants.
#[derive(Clone, Debug)]
pub struct Enum {
    /// How a variant is told from the others.
    pub tagging: Tagging,
    /// The variants in declaration order, without those that serde never reads.
    pub variants: Seq<Variant>,
}

/// How the variant of an enum is written; the words are serde's.
#[derive(Clone, Debug)]
pub enum Tagging {
    /// `{"Variant": content}`, or `"Variant"` for a unit variant.
    External,
    /// `{"tag": "Variant", ..content}`.
    Internal {
        /// The key of the tag.
        tag: Text,
    },
    /// `{"tag": "Variant", "content": content}`.
    Adjacent {
        /// The key of the tag.
        tag: Text,
        /// The key of the content.
        content: Text,
    },
    /// The content alone.
    Untagged,
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name on the wire.
    pub name: Text,
    /// Further names that serde accepts.
    pub aliases: Seq<Text>,
    /// Further names that are accepted from a model and rewritten before serde sees them.
    pub spellings: Seq<Text>,
    /// What the variant means: its documentation comment, as it was written.
    pub docs: Option<Text>,
    /// What the variant holds.
    pub content: Content,
    /// Whether every unknown name is this variant (`serde(other)`).
    pub other: bool,
    /// Whether this variant alone is untagged.
    pub untagged: bool,
}

/// What a variant holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// Nothing.
    Unit,
    /// One value; boxed in no way, so that the constant stays flat.
    Newtype(Field),
    /// A list with one item for each field.
    Tuple(Seq<Field>),
    /// An object.
    Struct(Struct),
}

impl Shape {
    /// A shape of the given name and form, with nothing else said.
    pub const fn new(name: &'static str, id: fn() -> TypeId, kind: Kind) -> Shape {
        Shape {
            name: Cow::Borrowed(name),
            instance: None,
            id: Some(id),
            title: None,
            docs: None,
            kind,
            example: None,
            checks: false,
            probe: None,
            lost: Cow::Borrowed(&[]),
            dialects: Cow::Borrowed(&[]),
        }
    }

    /// The documentation comment as a description: indentation, outer blank lines and line breaks inside a paragraph
    /// removed.
    pub fn description(&self) -> Option<String> {
        self.docs.as_deref().and_then(description)
    }
}

impl Field {
    /// An item without a name, rules or documentation.
    pub const fn item(shape: ShapeRef) -> Field {
        Field::named("", None, shape)
    }

    /// A field without rules.
    pub const fn named(name: &'static str, docs: Option<Text>, shape: ShapeRef) -> Field {
        Field {
            name: Cow::Borrowed(name),
            aliases: Cow::Borrowed(&[]),
            docs,
            shape,
            rules: Cow::Borrowed(&[]),
            default: false,
            custom: false,
            flatten: false,
            written: false,
            warn: false,
            example: None,
            probe: None,
        }
    }

    /// A field as most are: the derive macro writes less for it, so that it costs a build less.
    pub const fn usual(
        name: &'static str,
        docs: Option<&'static str>,
        shape: fn() -> &'static Shape,
        rules: &'static [Rule],
        example: Option<fn() -> Value>,
    ) -> Field {
        Field {
            name: Cow::Borrowed(name),
            aliases: Cow::Borrowed(&[]),
            docs: match docs {
                Some(docs) => Some(Cow::Borrowed(docs)),
                None => None,
            },
            shape: ShapeRef::Static(shape),
            rules: Cow::Borrowed(rules),
            default: false,
            custom: false,
            flatten: false,
            written: true,
            warn: false,
            example,
            probe: None,
        }
    }

    /// The documentation comment as a description.
    pub fn description(&self) -> Option<String> {
        self.docs.as_deref().and_then(description)
    }

    /// Whether serde reports an error when the key is absent.
    pub fn is_required(&self, struct_view: View<'_>) -> bool {
        !self.default && (self.custom || !struct_view.at(self.shape).accepts_missing())
    }
}

impl Variant {
    /// The documentation comment as a description.
    pub fn description(&self) -> Option<String> {
        self.docs.as_deref().and_then(description)
    }
}

/// Joins the lines of a documentation comment into paragraphs.
fn description(docs: &str) -> Option<String> {
    let mut out = String::new();
    let mut gap = false;
    for line in docs.lines().map(str::trim) {
        if line.is_empty() {
            gap = !out.is_empty();
            continue;
        }
        if !out.is_empty() {
            out.push(if gap { '\n' } else { ' ' });
        }
        gap = false;
        out.push_str(line);
    }
    (!out.is_empty()).then_some(out)
}
