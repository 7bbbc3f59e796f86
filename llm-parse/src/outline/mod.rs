//! The shape as compact text for a prompt.
//!
//! # Design
//!
//! The text looks like a TypeScript type whose keys stand in quotes: models know the form, and answer with quoted keys
//! because they see them. It costs about half the tokens of the JSON Schema, and is not echoed as one.

mod object;
mod part;
mod union;

use crate::limits::{self, Limits};
use crate::names::{Foreign, Names};
use crate::rules::Rule;
use crate::shape::{Field, Key, Kind, View};
use crate::words;
use object::Line;
pub(crate) use part::{core, declares, is_entry, is_ordered, outline_at};

/// The outline: declarations of the types that recur, then the type itself.
pub(crate) fn outline(view: View<'_>) -> String {
    let mut walk = Walk {
        names: Names::collect(view, Foreign::Skipped),
        declared: Vec::new(),
        merging: Vec::new(),
    };
    let is_declared = view.key().is_some_and(|key| walk.names.is_shared(key));
    let root = if is_declared {
        walk.type_text(view, &[], 0)
    } else {
        walk.declaration("", view)
    };
    let mut parts = walk.declared;
    parts.push(root);
    parts.join("\n\n")
}

struct Walk {
    names: Names,
    declared: Vec<String>,
    /// The types that are being merged into others.
    merging: Vec<Key>,
}

impl Walk {
    /// `type Name = ..`, or the type alone where the name is empty.
    fn declaration(&mut self, name: &str, view: View<'_>) -> String {
        let comment = comment(view, &[], view.shape.description());
        let text = self.inline(view, &[], 0);
        let head = match (name, text.starts_with('\n')) {
            ("", _) => String::new(),
            (name, true) => format!("type {name} ="),
            (name, false) => format!("type {name} = "),
        };
        let text = if name.is_empty() {
            text.trim_start_matches('\n')
        } else {
            &text
        };
        match comment {
            Some(comment) => format!("// {comment}\n{head}{text}"),
            None => format!("{head}{text}"),
        }
    }

    /// The type of a value: a name where it is declared.
    fn type_text<'s>(&mut self, view: View<'s>, rules: &[&'s Rule], depth: usize) -> String {
        if let Kind::Option(inner) = &view.shape.kind {
            let inner = self.type_text(view.at(*inner), rules, depth);
            return or_null(inner, depth);
        }
        let Some(key) = view.key().filter(|key| self.names.is_shared(*key)) else {
            return self.inline(view, rules, depth);
        };
        let (name, is_new) = self.names.name(key, view.shape, |_| false);
        if is_new {
            let at = self.declared.len();
            self.declared.push(String::new());
            self.declared[at] = self.declaration(&name, view);
        }
        name
    }

    fn inline<'s>(&mut self, view: View<'s>, rules: &[&'s Rule], depth: usize) -> String {
        if let Some(allowed) = Limits::of(view, rules).one_of
            && !matches!(
                view.shape.kind,
                Kind::Enum(_) | Kind::Newtype(_) | Kind::Option(_)
            )
        {
            let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            return allowed.join(" | ");
        }
        match &view.shape.kind {
            Kind::Any | Kind::Opaque(_) => "any".to_owned(),
            Kind::Unit => "null".to_owned(),
            Kind::Bool => "boolean".to_owned(),
            Kind::Integer { .. } => "integer".to_owned(),
            Kind::Float { .. } | Kind::Decimal | Kind::Number => "number".to_owned(),
            Kind::Char | Kind::String(_) => "string".to_owned(),
            Kind::Option(_) => self.type_text(view, rules, depth),
            Kind::List(list) => {
                let rules = limits::inner(rules, limits::items);
                let item = self.type_text(view.at(list.item), &rules, depth);
                list_of(&item, depth)
            }
            Kind::Map(map) => {
                let key = self.map_key(view.at(map.key), &limits::inner(rules, limits::keys));
                let rules = limits::inner(rules, limits::values);
                let value = self.type_text(view.at(map.value), &rules, depth);
                format!("{{ [key: {key}]: {value} }}")
            }
            Kind::Newtype(newtype) => {
                let mut all: Vec<&Rule> = newtype.field.rules.iter().collect();
                all.extend(rules);
                self.type_text(view.at(newtype.field.shape), &all, depth)
            }
            Kind::Tuple(fields) => self.tuple(view, fields, depth),
            Kind::Struct(fields) => {
                let parts = self.fields(view, fields, depth + 1);
                parts.text(depth)
            }
            Kind::Enum(kind) => self.union(view, kind, rules, depth),
        }
    }

    fn map_key<'s>(&mut self, view: View<'s>, rules: &[&'s Rule]) -> String {
        let (core, all) = limits::core(view, rules);
        match &core.shape.kind {
            Kind::Enum(_) => self.type_text(view, rules, 0).replace('\n', " "),
            Kind::Bool => "\"true\" | \"false\"".to_owned(),
            _ => match Limits::of(core, &all).one_of {
                Some(_) => self.inline(core, &all, 0),
                None => "string".to_owned(),
            },
        }
    }

    fn tuple<'s>(&mut self, view: View<'s>, fields: &'s [Field], depth: usize) -> String {
        let lines: Vec<Line> = fields
            .iter()
            .map(|field| self.line(String::new(), view, field, depth + 1))
            .collect();
        object::block("[", lines, "]", depth)
    }
}

/// What a comment says of a value: its description, then its limits.
fn comment<'s>(view: View<'s>, rules: &[&'s Rule], description: Option<String>) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(text) = description {
        parts.push(on_one_line(&text));
    }
    parts.extend(limit_words(view, rules, "", 0));
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The limits of the value at this place and, for a list or map, of what is inside it. No place is the value itself.
fn limit_words<'s>(view: View<'s>, rules: &[&'s Rule], place: &str, depth: usize) -> Vec<String> {
    // A list may hold itself.
    const DEEPEST: usize = 4;
    if depth > DEEPEST {
        return Vec::new();
    }
    let (core, all) = limits::core(view, rules);
    let mut words = words::all(&Limits::of(core, &all), &core.shape.kind);
    if !place.is_empty() && !words.is_empty() {
        words = vec![format!("{place} {}", words.join(", "))];
    }
    let mut inside = |what: &str, inner: View<'s>, rules: &[&'s Rule]| {
        let place = match place {
            "" => format!("each {what}"),
            outer => format!("each {what} of {outer}"),
        };
        words.extend(limit_words(inner, rules, &place, depth + 1));
    };
    match &core.shape.kind {
        Kind::List(list) => {
            let rules = limits::inner(&all, limits::items);
            inside("item", core.at(list.item), &rules);
        }
        Kind::Map(map) => {
            let rules = limits::inner(&all, limits::keys);
            inside("key", core.at(map.key), &rules);
            let rules = limits::inner(&all, limits::values);
            inside("value", core.at(map.value), &rules);
        }
        _ => {}
    }
    words
}

/// What stands inside all options.
fn inside_options(mut view: View<'_>) -> View<'_> {
    while let Kind::Option(inner) = &view.shape.kind {
        view = view.at(*inner);
    }
    view
}

/// A description for the end of a line.
fn on_one_line(text: &str) -> String {
    let text = text.replace('\n', " ");
    text.strip_suffix('.').unwrap_or(&text).to_owned()
}

fn or_null(text: String, depth: usize) -> String {
    if text == "null" || text == "any" || text.ends_with("| null") {
        text
    } else if text.starts_with('\n') {
        format!("{text}\n{}| null", indent(depth + 1))
    } else {
        format!("{text} | null")
    }
}

fn list_of(item: &str, depth: usize) -> String {
    if item.starts_with('\n') {
        format!("({item}\n{})[]", indent(depth))
    } else if is_union(item) {
        format!("({item})[]")
    } else {
        format!("{item}[]")
    }
}

/// Whether the text has a bar or ampersand outside all brackets and quotes.
fn is_union(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            '|' | '&' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// The text as a JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
