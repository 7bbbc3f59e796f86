//! Objects: declared keys, keys that fit a pattern, and all others.

use std::borrow::Cow;

use serde_json::Value;

use super::build::{Builder, Part, field, names, owned, string};
use super::merge::Keywords;
use super::scalar;
use crate::rules::Rule;
use crate::shape::{Field, Kind, Map, Struct};

impl Builder<'_> {
    pub(super) fn object(&mut self, keywords: &Keywords) -> Part {
        let declares = ["properties", "required", "patternProperties"]
            .iter()
            .any(|keyword| keywords.contains_key(*keyword));
        if declares || keywords.get("additionalProperties") == Some(&Value::Bool(false)) {
            let kind = self.structure(keywords, None);
            return self.define(Kind::Struct(kind));
        }
        let any = Value::Bool(true);
        let value = self.part(keywords.get("additionalProperties").unwrap_or(&any));
        let key = match keywords.get("propertyNames") {
            Some(names) => self.part(names),
            None => self.define(string()),
        };
        let mut rules = scalar::lengths(keywords, ["minProperties", "maxProperties"]);
        if !key.rules.is_empty() {
            rules.push(Rule::Keys(Cow::Owned(key.rules)));
        }
        if !value.rules.is_empty() {
            rules.push(Rule::Values(Cow::Owned(value.rules)));
        }
        let (key, value) = (key.shape, value.shape);
        self.ruled(Kind::Map(Map { key, value }), rules)
    }

    /// An object with declared keys, of which one may be left out.
    pub(super) fn structure(&mut self, keywords: &Keywords, except: Option<&str>) -> Struct {
        let properties = keywords.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = match keywords.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut fields = Vec::new();
        for (name, schema) in properties.into_iter().flatten() {
            if except == Some(name) || schema == &Value::Bool(false) {
                continue;
            }
            let part = self.part(schema);
            let is_required = required.contains(&name.as_str());
            fields.push(Field {
                aliases: Cow::Owned(names(schema.get("x-alias"))),
                docs: schema.get("description").and_then(Value::as_str).map(owned),
                ..declared(name, part, is_required)
            });
        }
        let undeclared = |name: &&&str| !properties.is_some_and(|known| known.contains_key(**name));
        for name in required
            .iter()
            .filter(undeclared)
            .filter(|name| except != Some(**name))
        {
            let any = self.define(Kind::Any);
            fields.push(declared(name, any, true));
        }
        let deny_unknown = self.free(keywords, &mut fields);
        Struct {
            fields: Cow::Owned(fields),
            deny_unknown,
        }
    }

    /// Adds what may stand beside the declared keys; whether nothing else may.
    fn free(&mut self, keywords: &Keywords, fields: &mut Vec<Field>) -> bool {
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        for (source, schema) in patterns.into_iter().flatten() {
            let rules = scalar::pattern(self.document, source).into_iter().collect();
            let key = self.ruled(string(), rules);
            self.entries(&key, schema, fields);
        }
        let rest = keywords
            .get("additionalProperties")
            .or(keywords.get("unevaluatedProperties"));
        match rest {
            Some(Value::Bool(false)) => return true,
            Some(schema) => {
                let key = self.define(string());
                self.entries(&key, schema, fields);
            }
            // Where no key is declared, none is undeclared.
            None if patterns.is_none() && !keywords.contains_key("properties") => {
                let key = self.define(string());
                self.entries(&key, &Value::Bool(true), fields);
            }
            None => {}
        }
        false
    }

    fn entries(&mut self, key: &Part, schema: &Value, fields: &mut Vec<Field>) {
        let value = self.part(schema);
        let (key, value) = (self.held(key), self.held(&value));
        let map = self.define(Kind::Map(Map { key, value }));
        fields.push(Field {
            flatten: true,
            default: true,
            ..field("", map)
        });
    }
}

/// A field that serde's rules for absent keys say nothing of.
fn declared(name: &str, part: Part, required: bool) -> Field {
    Field {
        default: !required,
        custom: required,
        ..field(name, part)
    }
}
