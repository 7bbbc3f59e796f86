//! The dialects that are known: one table each, and nothing else.

use super::Dialect;
use super::rules::Keyword::{
    AllOf, Const, Enum, Format, MaxItems, MaxLength, MaxProperties, Maximum, MinItems, MinLength,
    MinProperties, Minimum, MultipleOf, NoMoreItems, Not, Pattern, PrefixItems, PropertyNames,
    Title, UniqueItems,
};
use super::rules::{Keyword, Null, OtherKeys, Patterns, Place, Rules, Sizes, Type, rows};
use crate::known::equal;
use crate::rules::Format as F;

/// A provider that takes any JSON Schema (draft 2020-12), and may hold the model to it or not.
///
/// `not`, `uniqueItems` and `propertyNames` are said in words all the same: grammar engines behind such a provider have
/// them rarely, and some fail on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

/// `OpenAI`'s structured outputs and strict tools, as the guide "Structured model outputs" describes them.
///
/// The root is an object, else the answer stands under its key `value`. Every object is closed and requires all its
/// keys, optional ones may be `null`; a map is a list of `{"key": .., "value": ..}`; a rule that has no keyword is said
/// in the description. A shape with parts that are open by nature (any JSON, flattened maps), or one that is too large,
/// is described without being strict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenAiStrict;

/// Anthropic's structured outputs and strict tools, as the guide "Structured outputs" and what their libraries keep of a
/// schema describe them.
///
/// Every object is closed; a map is a list of `{"key": .., "value": ..}`; most rules are said in the description. A
/// shape that holds itself, has parts that are open by nature, or is too large, is refused. The limits of size are those
/// of a whole request: several tools share them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anthropic;

/// Gemini's `responseSchema`, the selection of `OpenAPI` 3.0 that the reference of its `Schema` lists.
///
/// Every schema has one type and may be `nullable`; there are no references, so a shape that holds itself is refused, and
/// so are objects without any keys and parts that are open by nature; a map is a list of `{"key": .., "value": ..}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gemini;

/// Servers that make a grammar of the schema: llama.cpp, and with it Ollama and vLLM, whose engines take what it takes.
///
/// What such a grammar skips in silence or may fail on is said in the description, which the model sees only where the
/// server shows it the schema; it is checked here all the same, and the outline in the prompt says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LlamaCpp;

pub(crate) static FULL_RULES: Rules = FULL;
pub(crate) static PLAIN_RULES: Rules = PLAIN;
static OPEN_AI_STRICT_RULES: Rules = OPEN_AI_STRICT;
static ANTHROPIC_RULES: Rules = ANTHROPIC;
static GEMINI_RULES: Rules = GEMINI;
static LLAMA_CPP_RULES: Rules = LLAMA_CPP;

const ALL_FORMATS: [F; 10] = [
    F::Date,
    F::DateTime,
    F::Time,
    F::Duration,
    F::Email,
    F::Hostname,
    F::Uri,
    F::Ipv4,
    F::Ipv6,
    F::Uuid,
];

const NO_LIMIT: Sizes = Sizes {
    depth: None,
    properties: None,
    enum_values: None,
    long_enum: None,
    characters: None,
    optional: None,
    unions: None,
    shared: false,
};

/// JSON Schema as it is, with these keywords.
const fn any_schema(keywords: &'static [(Type, Keyword)]) -> Rules {
    Rules {
        enforced: false,
        loose: true,
        object_root: false,
        other_keys: OtherKeys::Declared,
        all_required: false,
        empty_objects: true,
        any: Place::Beside,
        unions: Place::Beside,
        refs: Place::Beside,
        recursion: true,
        null: Null::InType,
        foreign: true,
        keywords: rows(keywords),
        bounds: rows(&[]),
        formats: rows(&ALL_FORMATS),
        patterns: Patterns::Any,
        sizes: NO_LIMIT,
    }
}

/// All of JSON Schema.
const FULL: Rules = any_schema(&[
    (Type::Any, AllOf),
    (Type::Any, Const),
    (Type::Any, Enum),
    (Type::Any, Format),
    (Type::Any, MaxItems),
    (Type::Any, MaxLength),
    (Type::Any, MaxProperties),
    (Type::Any, Maximum),
    (Type::Any, MinItems),
    (Type::Any, MinLength),
    (Type::Any, MinProperties),
    (Type::Any, Minimum),
    (Type::Any, MultipleOf),
    (Type::Any, NoMoreItems),
    (Type::Any, Not),
    (Type::Any, Pattern),
    (Type::Any, PrefixItems),
    (Type::Any, PropertyNames),
    (Type::Any, Title),
    (Type::Any, UniqueItems),
]);

pub(super) const PLAIN: Rules = any_schema(&[
    (Type::Any, AllOf),
    (Type::Any, Const),
    (Type::Any, Enum),
    (Type::Any, Format),
    (Type::Any, MaxItems),
    (Type::Any, MaxLength),
    (Type::Any, MaxProperties),
    (Type::Any, Maximum),
    (Type::Any, MinItems),
    (Type::Any, MinLength),
    (Type::Any, MinProperties),
    (Type::Any, Minimum),
    (Type::Any, MultipleOf),
    (Type::Any, NoMoreItems),
    (Type::Any, Pattern),
    (Type::Any, PrefixItems),
    (Type::Any, Title),
]);

const OPEN_AI_STRICT: Rules = Rules {
    enforced: true,
    loose: true,
    object_root: true,
    other_keys: OtherKeys::Denied,
    all_required: true,
    empty_objects: true,
    any: Place::Never,
    unions: Place::Beside,
    refs: Place::Alone,
    recursion: true,
    null: Null::InType,
    foreign: false,
    keywords: rows(&[
        (Type::Any, Const),
        (Type::Any, Enum),
        (Type::Any, Title),
        (Type::Integer, Minimum),
        (Type::Integer, Maximum),
        (Type::Integer, MultipleOf),
        (Type::Number, Minimum),
        (Type::Number, Maximum),
        (Type::Number, MultipleOf),
        (Type::String, Pattern),
        (Type::String, Format),
        (Type::Array, MinItems),
        (Type::Array, MaxItems),
    ]),
    bounds: rows(&[]),
    formats: rows(&[
        F::Date,
        F::DateTime,
        F::Time,
        F::Duration,
        F::Email,
        F::Hostname,
        F::Ipv4,
        F::Ipv6,
        F::Uuid,
    ]),
    patterns: Patterns::Any,
    sizes: Sizes {
        depth: Some(10),
        properties: Some(5_000),
        enum_values: Some(1_000),
        long_enum: Some(15_000),
        characters: Some(120_000),
        ..NO_LIMIT
    },
};

const ANTHROPIC: Rules = Rules {
    enforced: true,
    loose: false,
    object_root: true,
    other_keys: OtherKeys::Denied,
    all_required: false,
    empty_objects: true,
    any: Place::Never,
    unions: Place::Beside,
    refs: Place::Alone,
    recursion: false,
    null: Null::InType,
    foreign: false,
    keywords: rows(&[
        (Type::Any, Enum),
        (Type::Any, Title),
        (Type::String, Format),
        (Type::Array, MinItems),
    ]),
    bounds: rows(&[(MinItems, 1)]),
    formats: rows(&ALL_FORMATS),
    patterns: Patterns::Any,
    sizes: Sizes {
        optional: Some(24),
        unions: Some(16),
        shared: true,
        ..NO_LIMIT
    },
};

const GEMINI: Rules = Rules {
    enforced: true,
    loose: false,
    object_root: false,
    other_keys: OtherKeys::Unsaid,
    all_required: false,
    empty_objects: false,
    any: Place::Never,
    unions: Place::Alone,
    refs: Place::Never,
    recursion: false,
    null: Null::Nullable,
    foreign: false,
    keywords: rows(&[
        (Type::String, Enum),
        (Type::String, Format),
        (Type::String, Pattern),
        (Type::String, MinLength),
        (Type::String, MaxLength),
        (Type::Integer, Minimum),
        (Type::Integer, Maximum),
        (Type::Number, Minimum),
        (Type::Number, Maximum),
        (Type::Array, MinItems),
        (Type::Array, MaxItems),
    ]),
    bounds: rows(&[]),
    formats: rows(&[F::DateTime]),
    patterns: Patterns::Any,
    sizes: NO_LIMIT,
};

/// The most repetitions that llama.cpp takes in a rule of a grammar is 2,000.
const REPETITIONS: u64 = 1_000;

const LLAMA_CPP: Rules = Rules {
    enforced: true,
    loose: false,
    object_root: false,
    other_keys: OtherKeys::Declared,
    all_required: false,
    empty_objects: true,
    any: Place::Alone,
    unions: Place::Beside,
    refs: Place::Beside,
    recursion: true,
    null: Null::AnyOf,
    foreign: false,
    keywords: rows(&[
        (Type::Any, Const),
        (Type::Any, Enum),
        (Type::Any, Title),
        (Type::String, Format),
        (Type::String, Pattern),
        (Type::String, MinLength),
        (Type::String, MaxLength),
        (Type::Integer, Minimum),
        (Type::Integer, Maximum),
        (Type::Array, PrefixItems),
        (Type::Array, MinItems),
        (Type::Array, MaxItems),
    ]),
    bounds: rows(&[
        (MinLength, REPETITIONS),
        (MaxLength, REPETITIONS),
        (MinItems, REPETITIONS),
        (MaxItems, REPETITIONS),
    ]),
    formats: rows(&[F::Date, F::DateTime, F::Time, F::Uuid]),
    patterns: Patterns::Anchored,
    sizes: NO_LIMIT,
};

macro_rules! dialects {
    ($($dialect:ident = $name:literal, $rules:ident;)*) => {
        /// The dialects by their names in `#[llm(dialects(..))]`.
        static NAMED: &[(&str, &Rules)] = &[$(($name, &$rules)),*];
        $(
        impl Dialect for $dialect {
            fn rules(&self) -> &Rules {
                &$rules
            }
        }

        impl From<$dialect> for Rules {
            fn from(_: $dialect) -> Rules {
                $rules.clone()
            }
        }
        )*
    };
}

dialects! {
    Plain = "plain", PLAIN_RULES;
    OpenAiStrict = "open_ai_strict", OPEN_AI_STRICT_RULES;
    Anthropic = "anthropic", ANTHROPIC_RULES;
    Gemini = "gemini", GEMINI_RULES;
    LlamaCpp = "llama_cpp", LLAMA_CPP_RULES;
}

/// The dialect of this name in `#[llm(dialects(..))]`.
pub(crate) const fn named(name: &str) -> Option<&'static Rules> {
    let mut rest = NAMED;
    while let [(known, rules), after @ ..] = rest {
        if equal(known, name) {
            return Some(rules);
        }
        rest = after;
    }
    None
}
