//! Looks through a JSON Schema document once, before anything is held to it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::ShapeError;
use super::document::{DEEPEST, Document, TYPES, count};
use super::keyword::{Form, form};
use crate::rules::Pattern;

/// Finds where references lead, compiles patterns, and refuses what is not well formed or not held.
pub(super) fn through(root: &Value, document: &mut Document) -> Result<(), ShapeError> {
    let mut look = Look {
        root,
        anchors: HashMap::new(),
        document,
        seen: HashSet::new(),
        open: vec![String::new()],
    };
    look.anchors(root, &mut String::new(), 0)?;
    while let Some(at) = look.open.pop() {
        if let Some(schema) = root.pointer(&at).filter(|_| look.seen.insert(at.clone())) {
            look.schema(schema, &at)?;
        }
    }
    Ok(())
}

struct Look<'d> {
    root: &'d Value,
    /// The pointers of named schemas.
    anchors: HashMap<&'d str, String>,
    document: &'d mut Document,
    seen: HashSet<String>,
    open: Vec<String>,
}

impl<'d> Look<'d> {
    /// Finds the names that schemas give themselves, wherever they stand.
    fn anchors(
        &mut self,
        value: &'d Value,
        at: &mut String,
        depth: usize,
    ) -> Result<(), ShapeError> {
        if depth > 4 * DEEPEST {
            return Err(ShapeError::new(
                at,
                "it is nested too deep; move parts of it into `$defs`",
            ));
        }
        let len = at.len();
        match value {
            Value::Object(entries) => {
                let name = entries.get("$anchor").and_then(Value::as_str);
                let id = ["$id", "id"]
                    .iter()
                    .find_map(|id| entries.get(*id)?.as_str());
                let name = name.or_else(|| id.and_then(|id| id.strip_prefix('#')));
                if let Some(name) = name.filter(|name| !name.is_empty()) {
                    self.anchors.insert(name, at.clone());
                }
                for (key, inner) in entries {
                    step(at, key);
                    self.anchors(inner, at, depth + 1)?;
                    at.truncate(len);
                }
            }
            Value::Array(items) => {
                for (index, inner) in items.iter().enumerate() {
                    step(at, &index.to_string());
                    self.anchors(inner, at, depth + 1)?;
                    at.truncate(len);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn schema(&mut self, schema: &'d Value, at: &str) -> Result<(), ShapeError> {
        let keywords = match schema {
            Value::Bool(_) => return Ok(()),
            Value::Object(keywords) => keywords,
            _ => {
                return Err(ShapeError::new(
                    at,
                    "a schema is an object, `true` or `false`",
                ));
            }
        };
        if let Some(id) = keywords.get("$id").and_then(Value::as_str)
            && !at.is_empty()
            && !id.starts_with('#')
        {
            let message = "a schema with an `$id` of its own reads references in another way; remove the `$id`";
            return Err(ShapeError::new(&format!("{at}/$id"), message));
        }
        for (keyword, value) in keywords {
            let lone = self.document.lone_reference(keywords).is_some();
            if let Some(form) = form(keyword).filter(|_| !lone || keyword == "$ref") {
                let mut here = at.to_owned();
                step(&mut here, keyword);
                self.keyword(keyword, value, form, &here)?;
            }
        }
        Ok(())
    }

    fn keyword(
        &mut self,
        keyword: &str,
        value: &'d Value,
        form: Form,
        at: &str,
    ) -> Result<(), ShapeError> {
        let is_name = |value: &Value| value.is_string();
        let names = |value: &Value| {
            value
                .as_array()
                .is_some_and(|names| names.iter().all(is_name))
        };
        let wanted = match form {
            Form::Refused(way) => {
                return Err(ShapeError::new(
                    at,
                    format!("`{keyword}` is not supported; {way}"),
                ));
            }
            Form::Schema => {
                self.open.push(at.to_owned());
                return Ok(());
            }
            Form::SchemaOrList if !value.is_array() => {
                self.open.push(at.to_owned());
                return Ok(());
            }
            Form::Schemas | Form::SchemaOrList => match value {
                Value::Array(schemas) if !schemas.is_empty() || keyword == "items" => {
                    let children = (0..schemas.len()).map(|index| format!("{at}/{index}"));
                    self.open.extend(children);
                    return Ok(());
                }
                _ => "a list of schemas",
            },
            Form::Named | Form::Dependencies => match value {
                Value::Object(schemas) => return self.named(keyword, schemas, at),
                _ => "an object of schemas",
            },
            Form::Text if keyword == "$ref" => match value {
                Value::String(reference) => return self.reference(reference, at),
                _ => "a string",
            },
            Form::Text if keyword == "pattern" => match value {
                Value::String(source) => return self.pattern(source, at),
                _ => "a string",
            },
            Form::Text if is_name(value) => return Ok(()),
            Form::Text => "a string",
            Form::Number if value.is_number() => return Ok(()),
            Form::NumberOrBool if value.is_number() || value.is_boolean() => return Ok(()),
            Form::Number | Form::NumberOrBool => "a number",
            Form::Positive if value.as_f64().is_some_and(|of| of > 0.0) => return Ok(()),
            Form::Positive => "a number above 0",
            Form::Count if count(value).is_some() => return Ok(()),
            Form::Count => "a whole number from 0",
            Form::Bool if value.is_boolean() => return Ok(()),
            Form::Bool => "true or false",
            Form::Names if names(value) => return Ok(()),
            Form::Names => "a list of names, beside `properties`",
            Form::NameLists if value.as_object().is_some_and(|o| o.values().all(names)) => {
                return Ok(());
            }
            Form::NameLists => "an object of lists of names",
            Form::Values if value.as_array().is_some_and(|values| !values.is_empty()) => {
                return Ok(());
            }
            Form::Values => "a list of values",
            Form::Types => {
                let known = |name: &Value| name.as_str().is_some_and(|name| TYPES.contains(&name));
                let fits = match value {
                    Value::Array(names) => !names.is_empty() && names.iter().all(known),
                    name => known(name),
                };
                if fits {
                    return Ok(());
                }
                "one of null, boolean, integer, number, string, array, object, or a list of these"
            }
        };
        Err(ShapeError::new(
            at,
            format!("`{keyword}` has to be {wanted}"),
        ))
    }

    fn named(
        &mut self,
        keyword: &str,
        named: &'d Map<String, Value>,
        at: &str,
    ) -> Result<(), ShapeError> {
        for (name, value) in named {
            let mut here = at.to_owned();
            step(&mut here, name);
            if keyword == "patternProperties" {
                self.pattern(name, &here)?;
            }
            if keyword == "dependencies" && value.is_array() {
                self.keyword("required", value, Form::Names, &here)?;
            } else {
                self.open.push(here);
            }
        }
        Ok(())
    }

    fn pattern(&mut self, source: &str, at: &str) -> Result<(), ShapeError> {
        if self.document.patterns.contains_key(source) {
            return Ok(());
        }
        let regex = Pattern::compile(source).ok_or_else(|| {
            let message = format!(
                "the pattern `{source}` cannot be run: it is broken, or it looks around or back; write it without"
            );
            ShapeError::new(at, message)
        })?;
        self.document
            .patterns
            .insert(source.to_owned(), Arc::new(regex));
        Ok(())
    }

    fn reference(&mut self, reference: &'d str, at: &str) -> Result<(), ShapeError> {
        let id = self.root.get("$id").and_then(Value::as_str);
        let local = id.and_then(|id| reference.strip_prefix(id.trim_end_matches('#')));
        let fragment = match local.unwrap_or(reference) {
            "" => Some(""),
            rest => rest.strip_prefix('#'),
        };
        let Some(fragment) = fragment else {
            let message =
                format!("`{reference}` leads out of the document; put what it means into `$defs`");
            return Err(ShapeError::new(at, message));
        };
        let fragment = decoded(fragment);
        let pointer = self.anchors.get(&*fragment).cloned().unwrap_or(fragment);
        if self.root.pointer(&pointer).is_none() {
            let message =
                format!("`{reference}` leads nowhere; name a schema that is in the document");
            return Err(ShapeError::new(at, message));
        }
        self.open.push(pointer.clone());
        self.document.targets.insert(reference.to_owned(), pointer);
        Ok(())
    }
}

/// Leads a pointer one step on.
fn step(at: &mut String, key: &str) {
    at.push('/');
    at.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

/// A fragment of a URI without its percent-encoding (RFC 3986).
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = match (first, tail) {
            (b'%', [a, b, behind @ ..]) => std::str::from_utf8(&[*a, *b])
                .ok()
                .and_then(|hex| u8::from_str_radix(hex, 16).ok())
                .map(|code| (code, behind)),
            _ => None,
        };
        let (byte, behind) = escape.unwrap_or((*first, tail));
        bytes.push(byte);
        rest = behind;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.to_owned())
}
