//! Scalars, maps and limits as keywords.

use serde_json::{Number as JsonNumber, Value, json};

use super::{Node, Walk, node};
use crate::limits::{self, Limits};
use crate::rules::{Literal, Number, Rule};
use crate::shape::{Kind, Map, View};
use crate::words;

impl<'s> Walk<'s, '_> {
    pub(super) fn scalar(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        let limits = Limits::of(view, rules);
        let mut node = match &view.shape.kind {
            Kind::Unit => node([("type", json!("null"))]),
            Kind::Bool => node([("type", json!("boolean"))]),
            Kind::Integer { .. } => node([("type", json!("integer"))]),
            Kind::Float { .. } | Kind::Number => node([("type", json!("number"))]),
            Kind::Decimal => return self.decimal(&limits),
            Kind::Char | Kind::String(_) => node([("type", json!("string"))]),
            _ => {
                self.gap("a value of any type");
                Node::new()
            }
        };
        let mut words = Vec::new();
        if let Some(allowed) = &limits.one_of {
            let values: Option<Vec<Value>> = allowed.iter().map(|l| literal(l)).collect();
            match values.filter(|values| !values.is_empty()) {
                // The limits hold the allowed values too, but say nothing that the values do not.
                Some(values) => {
                    node.insert("enum".to_owned(), Value::Array(values));
                    return node;
                }
                None => words.push(words::literals(allowed)),
            }
        }
        words.extend(self.numbers(&mut node, &limits));
        words.extend(self.texts(&mut node, &limits, &view.shape.kind));
        self.note(node, &words)
    }

    /// An exact decimal, which serde writes as a number or as a string.
    fn decimal(&mut self, limits: &Limits<'_>) -> Node {
        let mut number = node([("type", json!("number"))]);
        let words = self.numbers(&mut number, limits);
        let mut text = node([("type", json!("string"))]);
        let pattern = r"^-?[0-9]+(\.[0-9]+)?$";
        let mut more = self.say(
            &mut text,
            "pattern",
            json!(pattern),
            words::pattern(pattern),
        );
        more.splice(0..0, words);
        self.note(node([("anyOf", json!([number, text]))]), &more)
    }

    fn numbers(&mut self, node: &mut Node, limits: &Limits<'_>) -> Vec<String> {
        let mut words = Vec::new();
        let mut left = (None, None);
        match limits.min.map(|min| (min, exact(min))) {
            Some((_, Some(value))) if self.profile.says("minimum") => {
                node.insert("minimum".to_owned(), value);
            }
            bound => left.0 = bound.map(|(min, _)| min),
        }
        match limits.max.map(|max| (max, exact(max))) {
            Some((_, Some(value))) if self.profile.says("maximum") => {
                node.insert("maximum".to_owned(), value);
            }
            bound => left.1 = bound.map(|(max, _)| max),
        }
        words.extend(words::range(left.0, left.1));
        if limits.leaves_out_zero() {
            let not_zero = json!({ "const": 0 });
            words.extend(self.say(node, "not", not_zero, words::not_zero()));
        }
        for of in &limits.multiples {
            let words_for = words::multiple_of(*of);
            match exact(*of) {
                Some(value) => words.extend(self.say(node, "multipleOf", value, words_for)),
                None => words.push(words_for),
            }
        }
        words
    }

    fn texts(&mut self, node: &mut Node, limits: &Limits<'_>, kind: &Kind) -> Vec<String> {
        let mut words = self.lengths(node, limits, kind);
        if let Kind::String(form) = kind
            && form.format.is_none()
            && !form.noun.is_empty()
        {
            words.push(form.noun.to_owned());
        }
        for format in &limits.formats {
            if self.profile.says(format.name()) {
                let noun = format.noun().to_owned();
                words.extend(self.say(node, "format", json!(format.name()), noun));
            } else {
                words.push(format.noun().to_owned());
            }
        }
        for source in &limits.patterns {
            if is_portable(source) {
                words.extend(self.say(node, "pattern", json!(source), words::pattern(source)));
            } else {
                words.push(words::pattern(source));
            }
        }
        words
    }

    /// The bounds of a length, and that no items are equal.
    pub(super) fn lengths(
        &mut self,
        node: &mut Node,
        limits: &Limits<'_>,
        kind: &Kind,
    ) -> Vec<String> {
        let (least, most) = match kind {
            Kind::List(_) => ("minItems", "maxItems"),
            Kind::Map(_) if self.profile.entry_lists => ("minItems", "maxItems"),
            Kind::Map(_) => ("minProperties", "maxProperties"),
            _ => ("minLength", "maxLength"),
        };
        let mut words = Vec::new();
        if self.profile.says(least) && self.profile.says(most) {
            if limits.min_len > 0 {
                node.insert(least.to_owned(), json!(limits.min_len));
            }
            if let Some(max) = limits.max_len {
                node.insert(most.to_owned(), json!(max));
            }
        } else {
            words.extend(words::length(limits.min_len, limits.max_len, kind));
        }
        if limits.unique {
            words.extend(self.say(node, "uniqueItems", json!(true), words::unique()));
        }
        words
    }

    /// Says a limit by its keyword; where that cannot be, returns the words for it.
    fn say(&self, node: &mut Node, keyword: &str, value: Value, words: String) -> Vec<String> {
        if !self.profile.says(keyword) {
            return vec![words];
        }
        if !node.contains_key(keyword) {
            node.insert(keyword.to_owned(), value);
            return Vec::new();
        }
        if !self.profile.says("allOf") {
            return vec![words];
        }
        let all = node.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(json!({ keyword: value }));
        }
        Vec::new()
    }

    pub(super) fn map(&mut self, view: View<'s>, map: &'s Map, rules: &[&'s Rule]) -> Node {
        let key_rules = limits::inner(rules, limits::keys);
        let value_rules = limits::inner(rules, limits::values);
        let key = self.at("*", |walk| walk.key(view.at(map.key), &key_rules));
        let value = self.at("*", |walk| walk.value(view.at(map.value), &value_rules));
        let mut node = if self.profile.entry_lists {
            self.moved
                .push((self.here(), "a map is a list of its entries".to_owned()));
            let entry = json!({
                "type": "object",
                "properties": { "key": key, "value": value },
                "required": ["key", "value"],
                "additionalProperties": false,
            });
            node([("type", json!("array")), ("items", entry)])
        } else {
            let mut node = node([
                ("type", json!("object")),
                ("additionalProperties", Value::Object(value)),
            ]);
            if key != super::node([("type", json!("string"))]) {
                node.insert("propertyNames".to_owned(), Value::Object(key));
            }
            node
        };
        let limits = Limits::of(view, rules);
        let mut words = self.lengths(&mut node, &limits, &view.shape.kind);
        if self.profile.entry_lists {
            words.insert(0, "each key once".to_owned());
        }
        self.note(node, &words)
    }

    /// The schema of a map's key, which is a string whatever its type.
    fn key(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        let (core, all) = limits::core(view, rules);
        let limits = Limits::of(core, &all);
        let mut text = node([("type", json!("string"))]);
        match &core.shape.kind {
            Kind::Integer { min, max, .. } => {
                let sign = if *min < 0 { "-?" } else { "" };
                let digits = max.to_string().len() - 1;
                let pattern = format!("^{sign}(0|[1-9][0-9]{{0,{digits}}})$");
                let mut words = self.say(
                    &mut text,
                    "pattern",
                    json!(pattern),
                    words::pattern(&pattern),
                );
                words.extend(words::range(limits.min, limits.max));
                self.note(text, &words)
            }
            Kind::Bool => {
                text.insert("enum".to_owned(), json!(["true", "false"]));
                text
            }
            Kind::Float { .. } | Kind::Number | Kind::Decimal => text,
            _ => self.value(view, rules),
        }
    }
}

/// The number as every JSON tool can hold it.
fn exact(number: Number) -> Option<Value> {
    const SAFE: i128 = 1 << 53;
    match number {
        Number::Int(n) if (-SAFE..=SAFE).contains(&n) => i64::try_from(n).ok().map(Value::from),
        Number::Float(n) => JsonNumber::from_f64(n).map(Value::Number),
        _ => None,
    }
}

fn literal(literal: &Literal) -> Option<Value> {
    match literal {
        Literal::Text(text) => Some(json!(text)),
        Literal::Number(number) => exact(*number),
        Literal::Bool(value) => Some(json!(value)),
    }
}

/// Whether ECMA-262 and the `regex` crate read the expression alike.
fn is_portable(source: &str) -> bool {
    let mut rest = source;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        let escape = rest.chars().nth(1).filter(|_| c == '\\');
        let foreign = match (c, escape) {
            (_, Some(next)) => next.is_ascii_alphabetic() && !"bBdDsSwWnrtfvpP".contains(next),
            ('(', _) => rest.starts_with("(?") && !rest.starts_with("(?:"),
            ('[', _) => in_class,
            _ => in_class && ["&&", "--", "~~"].iter().any(|op| rest.starts_with(op)),
        };
        if foreign {
            return false;
        }
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        rest = &rest[c.len_utf8() + escape.map_or(0, char::len_utf8)..];
    }
    true
}
