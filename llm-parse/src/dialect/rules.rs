//! What a provider accepts, as data.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::providers;
use crate::known::slice;
use crate::rules::Format;
use crate::shape::Seq;

/// The rules of a dialect: a table of what it can say and how much of it.
///
/// A dialect of one's own is made of a provided one: take its rules and change what is different. The rules are a
/// [`Dialect`](super::Dialect) themselves.
///
/// ```
/// use llm_parse::dialect::{Dialect, LlamaCpp, Null, Rules};
/// use llm_parse::{LlmExtract, shape::View};
///
/// // A server whose grammar engine takes a list of types, but no more than 20 properties.
/// let mut mine: Rules = LlamaCpp.rules().clone();
/// mine.null = Null::InType;
/// mine.sizes.properties = Some(20);
///
/// let lowered = mine.lower(View::of(Option::<u8>::SHAPE))?;
/// assert_eq!(lowered.schema["type"], serde_json::json!(["integer", "null"]));
/// # Ok::<(), llm_parse::dialect::NotSayable>(())
/// ```
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Rules {
    /// Whether the provider holds the model to the schema.
    pub enforced: bool,
    /// Whether what these rules cannot say may be sent in full JSON Schema, without being enforced. Else such a type is
    /// refused.
    pub loose: bool,
    /// Whether the root has to be an object. Any other value is then wrapped: `{"value": ..}`.
    pub object_root: bool,
    /// What is said of keys that are not declared.
    pub other_keys: OtherKeys,
    /// Whether every property has to be required. One that may be absent is then `null`.
    pub all_required: bool,
    /// Whether an object may have no properties at all.
    pub empty_objects: bool,
    /// How a value of any kind is said: by a schema without keywords, which may be described; where that has to stand
    /// alone, by all types in an `anyOf` instead.
    pub any: Place,
    /// How `anyOf` may stand.
    pub unions: Place,
    /// How `$ref` may stand. Without it everything is written out, and a type that holds itself cannot be said.
    pub refs: Place,
    /// Whether a type may hold itself.
    pub recursion: bool,
    /// How `null` is allowed.
    pub null: Null,
    /// Whether the schema of a foreign type is taken as it stands. Else it is read, and written by these rules.
    pub foreign: bool,
    /// The keywords that may stand beside each type.
    pub keywords: Seq<(Type, Keyword)>,
    /// The greatest number that a keyword may have; a greater one is said in words.
    pub bounds: Seq<(Keyword, u64)>,
    /// The formats of strings.
    pub formats: Seq<Format>,
    /// The form of patterns.
    pub patterns: Patterns,
    /// How large a schema may be.
    pub sizes: Sizes,
}

/// What an object says of keys that are not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum OtherKeys {
    /// What the type says: none, any, or those of a map.
    Declared,
    /// That there are none. A map is then a list of `{"key": .., "value": ..}`.
    Denied,
    /// Nothing: there is no such keyword. A map is then a list of `{"key": .., "value": ..}`.
    Unsaid,
}

/// Whether something may stand in a schema, and what beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Place {
    /// Nowhere.
    Never,
    /// With nothing beside it.
    Alone,
    /// With a description and other keywords beside it.
    Beside,
}

/// How a schema allows `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Null {
    /// `"type": ["string", "null"]`.
    InType,
    /// `"anyOf": [.., {"type": "null"}]`: each schema has one type.
    AnyOf,
    /// `"nullable": true`, as in `OpenAPI` 3.0.
    Nullable,
}

/// A JSON type, as the rows of [`Rules::keywords`] name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Type {
    /// `string`.
    String,
    /// `integer`.
    Integer,
    /// `number`.
    Number,
    /// `boolean`.
    Boolean,
    /// `array`.
    Array,
    /// `object`.
    Object,
    /// Any of them.
    Any,
}

/// A keyword that not every provider knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is the keyword of its name")]
pub enum Keyword {
    AllOf,
    Const,
    Enum,
    Format,
    MaxItems,
    MaxLength,
    MaxProperties,
    Maximum,
    MinItems,
    MinLength,
    MinProperties,
    Minimum,
    MultipleOf,
    /// `items: false` behind `prefixItems`.
    NoMoreItems,
    Not,
    Pattern,
    PrefixItems,
    PropertyNames,
    Title,
    UniqueItems,
}

/// The patterns that a provider understands; others are said in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Patterns {
    /// Those that ECMA-262 and this library read alike.
    Any,
    /// Of these, those that begin with `^`, end with `$`, and have no classes such as `\d` between.
    Anchored,
}

/// How large a schema may be; `None` is as large as it likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sizes {
    /// How deep objects may be nested, counting the root.
    pub depth: Option<u32>,
    /// How many properties there may be in all objects.
    pub properties: Option<u32>,
    /// How many values there may be in all `enum`s.
    pub enum_values: Option<u32>,
    /// How many characters the values of one `enum` may have, where it has more than 250.
    pub long_enum: Option<u32>,
    /// How many characters all names and values may have: of properties, definitions, `enum` and `const`.
    pub characters: Option<u32>,
    /// How many properties may be optional.
    pub optional: Option<u32>,
    /// How many properties may be of several types.
    pub unions: Option<u32>,
    /// Whether these are the limits of a whole request, which several tools share.
    #[serde(default)]
    pub shared: bool,
}

impl Default for Rules {
    /// The rules of [`Plain`](super::Plain).
    fn default() -> Rules {
        providers::PLAIN
    }
}

impl Rules {
    /// Whether a keyword may stand beside a type.
    pub(crate) const fn says(&self, of: Type, keyword: Keyword) -> bool {
        let mut rest = slice(&self.keywords);
        while let [(ty, known), after @ ..] = rest {
            let is_for = *ty as u8 == of as u8 || matches!(ty, Type::Any);
            if is_for && *known as u8 == keyword as u8 {
                return true;
            }
            rest = after;
        }
        false
    }

    /// Whether a keyword may stand beside a type with this number.
    pub(crate) fn counts(&self, of: Type, keyword: Keyword, number: usize) -> bool {
        let fits = |(known, most): &(Keyword, u64)| *known != keyword || number as u64 <= *most;
        self.says(of, keyword) && self.bounds.iter().all(fits)
    }

    /// Whether every object says that it has no other keys.
    pub(crate) fn denies_other_keys(&self) -> bool {
        self.other_keys == OtherKeys::Denied
    }

    /// Whether an object with free keys can be said.
    pub(crate) const fn maps(&self) -> bool {
        matches!(self.other_keys, OtherKeys::Declared)
    }
}

impl Keyword {
    /// The keyword as it stands in a schema.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Keyword::AllOf => "allOf",
            Keyword::Const => "const",
            Keyword::Enum => "enum",
            Keyword::Format => "format",
            Keyword::MaxItems => "maxItems",
            Keyword::MaxLength => "maxLength",
            Keyword::MaxProperties => "maxProperties",
            Keyword::Maximum => "maximum",
            Keyword::MinItems => "minItems",
            Keyword::MinLength => "minLength",
            Keyword::MinProperties => "minProperties",
            Keyword::Minimum => "minimum",
            Keyword::MultipleOf => "multipleOf",
            Keyword::NoMoreItems => "items",
            Keyword::Not => "not",
            Keyword::Pattern => "pattern",
            Keyword::PrefixItems => "prefixItems",
            Keyword::PropertyNames => "propertyNames",
            Keyword::Title => "title",
            Keyword::UniqueItems => "uniqueItems",
        }
    }
}

impl Type {
    /// The type as it stands in a schema.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Type::String => "string",
            Type::Integer => "integer",
            Type::Number => "number",
            Type::Boolean => "boolean",
            Type::Array => "array",
            Type::Object => "object",
            Type::Any => "any",
        }
    }
}

/// Rows of a table that is written down in the program.
pub(super) const fn rows<T: Clone>(rows: &'static [T]) -> Seq<T> {
    Cow::Borrowed(rows)
}
