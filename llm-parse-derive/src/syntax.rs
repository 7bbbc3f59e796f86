//! `#[llm(..)]` and documentation comments. Keeps the span of each key; faults are collected, never returned.

use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, ExprPath, Ident, LitStr, Meta, Path, Token, Type, WherePredicate,
    parenthesized,
};

use crate::ctxt::Ctxt;
use crate::literal::ungroup;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Container,
    Variant,
    Field,
    /// In `items(..)`, `keys(..)` or `values(..)`.
    Inner,
}

/// A value with the key that it was given for.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

pub(crate) type Slot<T> = Option<Keyed<T>>;

/// What stands on one container, variant or field.
#[derive(Default)]
pub(crate) struct Attrs {
    /// The lines of the documentation comment.
    pub(crate) docs: Vec<Expr>,
    pub(crate) description: Slot<Expr>,
    pub(crate) title: Slot<Expr>,
    pub(crate) example: Slot<Expr>,
    pub(crate) check: Slot<ExprPath>,
    pub(crate) krate: Slot<Path>,
    pub(crate) bound: Slot<Punctuated<WherePredicate, Token![,]>>,
    pub(crate) json_schema: Slot<()>,
    pub(crate) shape_as: Slot<Type>,
    pub(crate) opaque: Slot<()>,
    pub(crate) warn: Slot<()>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) rules: Rules,
}

#[derive(Default)]
pub(crate) struct Rules {
    pub(crate) range: Slot<Bounds>,
    pub(crate) len: Slot<Bounds>,
    pub(crate) multiple_of: Slot<Expr>,
    pub(crate) pattern: Slot<Expr>,
    pub(crate) format: Slot<LitStr>,
    pub(crate) unique: Slot<()>,
    pub(crate) one_of: Slot<Vec<Expr>>,
    pub(crate) items: Slot<Box<Rules>>,
    pub(crate) keys: Slot<Box<Rules>>,
    pub(crate) values: Slot<Box<Rules>>,
}

#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) min: Slot<Expr>,
    pub(crate) max: Slot<Expr>,
    pub(crate) equal: Slot<Expr>,
}

impl Rules {
    /// The keys that are given, in no particular order.
    pub(crate) fn keys_given(&self) -> impl Iterator<Item = &Ident> {
        [
            self.range.as_ref().map(|rule| &rule.key),
            self.len.as_ref().map(|rule| &rule.key),
            self.multiple_of.as_ref().map(|rule| &rule.key),
            self.pattern.as_ref().map(|rule| &rule.key),
            self.format.as_ref().map(|rule| &rule.key),
            self.unique.as_ref().map(|rule| &rule.key),
            self.one_of.as_ref().map(|rule| &rule.key),
            self.items.as_ref().map(|rule| &rule.key),
            self.keys.as_ref().map(|rule| &rule.key),
            self.values.as_ref().map(|rule| &rule.key),
        ]
        .into_iter()
        .flatten()
    }
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
    Key { name: "alias", usage: "alias = \"text\"", places: &[Place::Variant] },
];

/// Reads everything that stands on a container, variant or field.
pub(crate) fn read(cx: &Ctxt, attrs: &[Attribute], place: Place) -> Attrs {
    let mut out = Attrs::default();
    for attr in attrs {
        if attr.path().is_ident("doc") {
            if let Meta::NameValue(doc) = &attr.meta {
                out.docs.push(doc.value.clone());
            }
        } else if attr.path().is_ident("llm") {
            let read = |input: ParseStream| {
                each_key(cx, input, |key, input| {
                    read_key(cx, key, input, place, &mut out)
                });
                Ok(())
            };
            match &attr.meta {
                Meta::List(list) => {
                    if let Err(error) = list.parse_args_with(read) {
                        cx.absorb(error);
                    }
                }
                meta => cx.fault(meta, "expected `#[llm(..)]`; put the keys in parentheses"),
            }
        }
    }
    out
}

/// Reads a list of keys; after a fault it goes on behind the next comma.
fn each_key(
    cx: &Ctxt,
    input: ParseStream,
    mut read: impl FnMut(Ident, ParseStream) -> syn::Result<()>,
) {
    while !input.is_empty() {
        let one = input
            .call(Ident::parse_any)
            .and_then(|key| read(key, input))
            .and_then(|()| {
                if input.is_empty() {
                    return Ok(());
                }
                input.parse::<Token![,]>().map(drop)
            });
        if let Err(error) = one {
            cx.absorb(error);
            skip(input);
        }
    }
}

/// Skips to behind the next comma that is not between angle brackets.
fn skip(input: ParseStream) {
    let mut depth = 0_usize;
    while let Ok(token) = input.parse::<TokenTree>() {
        let TokenTree::Punct(punct) = token else {
            continue;
        };
        match punct.as_char() {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return,
            _ => {}
        }
    }
}

fn read_key(
    cx: &Ctxt,
    key: Ident,
    input: ParseStream,
    place: Place,
    out: &mut Attrs,
) -> syn::Result<()> {
    let name = key.to_string();
    if !accepts(&name, place) {
        return Err(syn::Error::new(key.span(), refusal(&name, place)));
    }
    match name.as_str() {
        "example" => set(cx, &mut out.example, equals(&key, input)?, key),
        "description" => set(cx, &mut out.description, equals(&key, input)?, key),
        "title" => set(cx, &mut out.title, equals(&key, input)?, key),
        "check" => set(cx, &mut out.check, equals(&key, input)?, key),
        "as" => set(cx, &mut out.shape_as, equals(&key, input)?, key),
        "opaque" => set(cx, &mut out.opaque, flag(&key, input)?, key),
        "warn" => set(cx, &mut out.warn, flag(&key, input)?, key),
        "json_schema" => set(cx, &mut out.json_schema, flag(&key, input)?, key),
        "crate" => set(cx, &mut out.krate, path(&key, input)?, key),
        "bound" => {
            let text: LitStr = equals(&key, input)?;
            let bound = text.parse_with(Punctuated::parse_terminated)?;
            set(cx, &mut out.bound, bound, key);
        }
        "alias" => out.aliases.push(equals(&key, input)?),
        _ => read_rule(cx, key, input, &mut out.rules)?,
    }
    Ok(())
}

fn read_rule(cx: &Ctxt, key: Ident, input: ParseStream, out: &mut Rules) -> syn::Result<()> {
    match key.to_string().as_str() {
        "range" => set(cx, &mut out.range, bounds(cx, &key, input)?, key),
        "len" => set(cx, &mut out.len, bounds(cx, &key, input)?, key),
        "multiple_of" => set(cx, &mut out.multiple_of, equals(&key, input)?, key),
        "pattern" => set(cx, &mut out.pattern, equals(&key, input)?, key),
        "format" => set(cx, &mut out.format, equals(&key, input)?, key),
        "unique" => set(cx, &mut out.unique, flag(&key, input)?, key),
        "one_of" => {
            let list = list(&key, input, Punctuated::<Expr, Token![,]>::parse_terminated)?;
            set(cx, &mut out.one_of, list.into_iter().collect(), key);
        }
        "items" => set(cx, &mut out.items, inner(cx, &key, input)?, key),
        "keys" => set(cx, &mut out.keys, inner(cx, &key, input)?, key),
        "values" => set(cx, &mut out.values, inner(cx, &key, input)?, key),
        name => {
            return Err(syn::Error::new(key.span(), refusal(name, Place::Inner)));
        }
    }
    Ok(())
}

fn bounds(cx: &Ctxt, key: &Ident, input: ParseStream) -> syn::Result<Bounds> {
    let is_len = key == "len";
    list(key, input, |input| {
        let mut out = Bounds::default();
        each_key(cx, input, |key, input| {
            let slot = match key.to_string().as_str() {
                "min" => &mut out.min,
                "max" => &mut out.max,
                "equal" if is_len => &mut out.equal,
                name => {
                    let known = if is_len {
                        "`min`, `max`, `equal`"
                    } else {
                        "`min`, `max`"
                    };
                    let message = format!("unknown key `{name}`; known here: {known}");
                    return Err(syn::Error::new(key.span(), message));
                }
            };
            set(cx, slot, equals(&key, input)?, key);
            Ok(())
        });
        Ok(out)
    })
}

fn inner(cx: &Ctxt, key: &Ident, input: ParseStream) -> syn::Result<Box<Rules>> {
    list(key, input, |input| {
        let mut out = Rules::default();
        each_key(cx, input, |key, input| {
            let name = key.to_string();
            if !accepts(&name, Place::Inner) {
                return Err(syn::Error::new(key.span(), refusal(&name, Place::Inner)));
            }
            read_rule(cx, key, input, &mut out)
        });
        Ok(Box::new(out))
    })
}

fn set<T>(cx: &Ctxt, slot: &mut Slot<T>, value: T, key: Ident) {
    match slot {
        Some(_) => cx.fault(&key, format!("duplicate key `{key}`; keep one")),
        None => *slot = Some(Keyed { key, value }),
    }
}

/// The value behind `=`.
fn equals<T: Parse>(key: &Ident, input: ParseStream) -> syn::Result<T> {
    if !input.peek(Token![=]) {
        return Err(misused(key));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

fn flag(key: &Ident, input: ParseStream) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    let message = format!("`{key}` takes no value; write it alone");
    Err(syn::Error::new(key.span(), message))
}

/// What stands in parentheses.
fn list<T>(
    key: &Ident,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> syn::Result<T>,
) -> syn::Result<T> {
    if !input.peek(syn::token::Paren) {
        return Err(misused(key));
    }
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        let message = format!("`{key}` is empty; write `{}`", usage(key));
        return Err(syn::Error::new(key.span(), message));
    }
    read(&content)
}

/// A path, bare or in quotes.
fn path(key: &Ident, input: ParseStream) -> syn::Result<Path> {
    if input.peek(Token![=]) && input.peek2(LitStr) {
        return equals::<LitStr>(key, input)?.parse_with(Path::parse_mod_style);
    }
    if !input.peek(Token![=]) {
        return Err(misused(key));
    }
    input.parse::<Token![=]>()?;
    input.call(Path::parse_mod_style)
}

fn misused(key: &Ident) -> syn::Error {
    let message = format!("wrong form of `{key}`; write `{}`", usage(key));
    syn::Error::new(key.span(), message)
}

fn usage(key: &Ident) -> String {
    KEYS.iter()
        .find(|known| key == known.name)
        .map_or_else(|| format!("{key} = 1"), |known| known.usage.to_owned())
}

fn accepts(name: &str, place: Place) -> bool {
    KEYS.iter()
        .any(|key| key.name == name && key.places.contains(&place))
}

/// Why a key does not stand here.
fn refusal(name: &str, place: Place) -> String {
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
    let known: Vec<&str> = KEYS
        .iter()
        .filter(|key| key.places.contains(&place))
        .map(|key| key.name)
        .collect();
    let hint = known
        .iter()
        .map(|known| (distance(name, known), known))
        .min()
        .filter(|(distance, known)| *distance * 5 <= 2 * known.len().max(name.len()))
        .map_or_else(String::new, |(_, known)| {
            format!("did you mean `{known}`? ")
        });
    format!(
        "unknown key `{name}`; {hint}known here: `{}`",
        known.join("`, `")
    )
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
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// The text of an expression that is a string literal.
pub(crate) fn text(expr: &Expr) -> Option<String> {
    match ungroup(expr) {
        Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}
