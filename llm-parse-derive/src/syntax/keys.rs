//! The keys of `#[llm(..)]`: which there are, where they stand, and what is said of others.

use syn::Ident;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Container,
    Variant,
    Field,
    /// In `items(..)`, `keys(..)` or `values(..)`.
    Inner,
}

struct Key {
    name: &'static str,
    usage: &'static str,
    places: &'static [Place],
}

const RULE: &[Place] = &[Place::Field, Place::Inner];
const SOURCE: &[Place] = &[Place::Container, Place::Field];

#[rustfmt::skip]
const KEYS: &[Key] = &[
    Key { name: "range", usage: "range(min = 1, max = 5)", places: RULE },
    Key { name: "len", usage: "len(min = 1, max = 5)", places: RULE },
    Key { name: "multiple_of", usage: "multiple_of = 5", places: RULE },
    Key { name: "pattern", usage: "pattern = r\"^[a-z]+$\"", places: RULE },
    Key { name: "format", usage: "format = \"date\"", places: RULE },
    Key { name: "unique", usage: "unique", places: &[Place::Field] },
    Key { name: "one_of", usage: "one_of(\"a\", \"b\")", places: RULE },
    Key { name: "items", usage: "items(len(min = 1))", places: RULE },
    Key { name: "keys", usage: "keys(len(min = 1))", places: RULE },
    Key { name: "values", usage: "values(range(min = 1))", places: RULE },
    Key { name: "example", usage: "example = \"text\"", places: SOURCE },
    Key { name: "description", usage: "description = \"text\"", places: &[Place::Container, Place::Variant, Place::Field] },
    Key { name: "check", usage: "check = path::to::function", places: SOURCE },
    Key { name: "opaque", usage: "opaque", places: SOURCE },
    Key { name: "as", usage: "as = Type", places: SOURCE },
    Key { name: "warn", usage: "warn", places: &[Place::Field] },
    Key { name: "title", usage: "title = \"text\"", places: &[Place::Container] },
    Key { name: "crate", usage: "crate = path::to::llm_parse", places: &[Place::Container] },
    Key { name: "bound", usage: "bound = \"T: Trait\"", places: &[Place::Container] },
    Key { name: "json_schema", usage: "json_schema", places: &[Place::Container] },
    Key { name: "dialects", usage: "dialects(open_ai_strict, anthropic)", places: &[Place::Container] },
    Key { name: "alias", usage: "alias = \"text\"", places: &[Place::Variant] },
];

/// What others call a key of ours.
const SYNONYMS: &[(&str, &str)] = &[
    ("length", "len"),
    ("size", "len"),
    ("regex", "pattern"),
    ("enum", "one_of"),
    ("validate", "check"),
    ("custom", "check"),
    ("doc", "description"),
];

/// Keys of serde's that are looked for here.
const SERDE: &[&str] = &[
    "rename",
    "rename_all",
    "rename_all_fields",
    "default",
    "flatten",
    "skip",
    "skip_deserializing",
    "tag",
    "content",
    "untagged",
    "transparent",
    "with",
    "deserialize_with",
    "deny_unknown_fields",
    "other",
    "from",
    "try_from",
];

pub(super) fn usage(key: &Ident) -> String {
    KEYS.iter()
        .find(|known| key == known.name)
        .map_or_else(|| format!("{key} = 1"), |known| known.usage.to_owned())
}

pub(super) fn accepts(name: &str, place: Place) -> bool {
    KEYS.iter()
        .any(|key| key.name == name && key.places.contains(&place))
}

/// Why a key does not stand here.
pub(super) fn refusal(name: &str, place: Place) -> String {
    if name == "alias" && place == Place::Field {
        return "`alias` belongs on a variant; write `#[serde(alias = \"..\")]` on a field".into();
    }
    if let Some(key) = KEYS.iter().find(|key| key.name == name) {
        let homes: Vec<&str> = key.places.iter().copied().map(article).collect();
        return format!(
            "`{name}` does not belong on {}; it belongs on {}",
            article(place),
            either(&homes)
        );
    }
    if SERDE.contains(&name) {
        return format!("`{name}` is a key of serde; write it in `#[serde(..)]`");
    }
    if ["min", "max", "equal"].contains(&name) {
        return format!("`{name}` belongs inside `range(..)` or `len(..)`");
    }
    let known: Vec<&str> = KEYS
        .iter()
        .filter(|key| key.places.contains(&place))
        .map(|key| key.name)
        .collect();
    let hint = meant(name, &known, SYNONYMS)
        .map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
    format!(
        "unknown key `{name}`; {hint}known here: `{}`",
        known.join("`, `")
    )
}

/// The known name that another stands for or is near to.
pub(super) fn meant<'a>(
    name: &str,
    known: &[&'a str],
    synonyms: &[(&str, &str)],
) -> Option<&'a str> {
    let synonym = synonyms.iter().find(|(other, _)| *other == name);
    let synonym = synonym.and_then(|(_, key)| known.iter().find(|known| *known == key));
    let near = known
        .iter()
        .map(|known| (distance(name, known), known))
        .min()
        .filter(|(distance, known)| *distance * 5 <= 2 * known.len().max(name.len()));
    synonym.or(near.map(|(_, known)| known)).copied()
}

fn article(place: Place) -> &'static str {
    match place {
        Place::Container => "a container",
        Place::Variant => "a variant",
        Place::Field => "a field",
        Place::Inner => "an inner value",
    }
}

/// `a`, `a or b`, `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.concat(),
    }
}

/// How many letters have to be changed, added or removed (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut left = i + 1;
        let mut below = vec![left];
        for (y, above) in b.bytes().zip(row.windows(2)) {
            let &[corner, above] = above else { continue };
            let change = corner + usize::from(x != y);
            left = change.min(above + 1).min(left + 1);
            below.push(left);
        }
        row = below;
    }
    row.last().copied().unwrap_or_default()
}
