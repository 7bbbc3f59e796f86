//! Scalars, maps and limits as keywords.

use serde_json::{Number as JsonNumber, Value, json};

use super::object::Object;
use super::{Node, Walk, node};
use crate::dialect::{Keyword, Patterns, Type};
use crate::limits::{self, Limits};
use crate::rules::{Literal, Number, Rule, one_of, quote};
use crate::shape::{Kind, Map, View};
use crate::words;

impl<'s> Walk<'s, '_> {
    pub(super) fn scalar(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        let limits = Limits::of(view, rules);
        let kind = &view.shape.kind;
        let of = match kind {
            Kind::Unit => return node([("type", json!("null"))]),
            Kind::Decimal => return self.decimal(&limits),
            Kind::Bool => Type::Boolean,
            Kind::Integer { .. } => Type::Integer,
            Kind::Float { .. } | Kind::Number => Type::Number,
            _ => Type::String,
        };
        let mut node = node([("type", json!(of.name()))]);
        let mut words = Vec::new();
        if let Some(allowed) = &limits.one_of {
            let values: Option<Vec<Value>> = allowed.iter().map(|l| literal(l)).collect();
            match values.filter(|values| !values.is_empty()) {
                // The limits hold the allowed values too, but say nothing that the values do not.
                Some(values) if self.dialect.says(of, Keyword::Enum) => {
                    node.insert("enum".to_owned(), Value::Array(values));
                    return node;
                }
                _ => words.push(words::literals(allowed)),
            }
        }
        words.extend(self.numbers(&mut node, of, &limits, kind));
        words.extend(self.texts(&mut node, &limits, kind));
        self.note(node, &words)
    }

    /// An exact decimal, which serde writes as a number or as a string.
    fn decimal(&mut self, limits: &Limits<'_>) -> Node {
        let mut number = node([("type", json!("number"))]);
        let mut words = self.numbers(&mut number, Type::Number, limits, &Kind::Decimal);
        let mut text = node([("type", json!("string"))]);
        words.extend(self.pattern(&mut text, r"^-?[0-9]+(\.[0-9]+)?$"));
        self.note(node([("anyOf", json!([number, text]))]), &words)
    }

    fn numbers(&self, node: &mut Node, of: Type, limits: &Limits<'_>, kind: &Kind) -> Vec<String> {
        let mut words = Vec::new();
        let says = |keyword| self.dialect.says(of, keyword);
        let (mut min, mut max) = (limits.min, limits.max);
        if !says(Keyword::Minimum) || !says(Keyword::Maximum) {
            (min, max) = words::telling_bounds(min, max, kind);
        }
        for (keyword, bound) in [(Keyword::Minimum, &mut min), (Keyword::Maximum, &mut max)] {
            if let Some(value) = bound.and_then(exact)
                && says(keyword)
            {
                node.insert(keyword.name().to_owned(), value);
                *bound = None;
            }
        }
        words.extend(words::range(min, max));
        if limits.leaves_out_zero() {
            let zero = json!({ "const": 0 });
            words.extend(self.say(node, of, Keyword::Not, zero, words::not_zero()));
        }
        for factor in &limits.multiples {
            let words_for = words::multiple_of(*factor);
            match exact(*factor) {
                Some(value) => {
                    words.extend(self.say(node, of, Keyword::MultipleOf, value, words_for));
                }
                None => words.push(words_for),
            }
        }
        words
    }

    fn texts(&self, node: &mut Node, limits: &Limits<'_>, kind: &Kind) -> Vec<String> {
        let mut words = self.lengths(node, limits, kind);
        if let Kind::String(form) = kind
            && form.format.is_none()
            && !form.noun.is_empty()
        {
            words.push(form.noun.to_owned());
        }
        for format in &limits.formats {
            let noun = format.noun().to_owned();
            if self.dialect.formats.contains(format) {
                let name = json!(format.name());
                words.extend(self.say(node, Type::String, Keyword::Format, name, noun));
            } else {
                words.push(noun);
            }
        }
        for source in &limits.patterns {
            words.extend(self.pattern(node, source));
        }
        words
    }

    /// A pattern, in words where the dialect reads it otherwise or not at all.
    fn pattern(&self, node: &mut Node, source: &str) -> Vec<String> {
        let words = words::pattern(source);
        let is_read = match self.dialect.patterns {
            Patterns::Any => is_portable(source),
            Patterns::Anchored => is_portable(source) && is_anchored(source),
        };
        if is_read {
            self.say(node, Type::String, Keyword::Pattern, json!(source), words)
        } else {
            vec![words]
        }
    }

    /// The bounds of a length, and that no items are equal.
    pub(super) fn lengths(&self, node: &mut Node, limits: &Limits<'_>, kind: &Kind) -> Vec<String> {
        let of = match kind {
            Kind::List(_) => Type::Array,
            Kind::Map(_) if !self.dialect.maps() => Type::Array,
            Kind::Map(_) => Type::Object,
            _ => Type::String,
        };
        let min = Some(limits.min_len).filter(|min| *min > 0);
        let mut words: Vec<_> = self
            .counts(node, of, min, limits.max_len, kind)
            .into_iter()
            .collect();
        if limits.unique {
            let keyword = Keyword::UniqueItems;
            words.extend(self.say(node, of, keyword, json!(true), words::unique()));
        }
        words
    }

    /// The least and the greatest length by their keywords; what cannot be said so is returned in words.
    pub(super) fn counts(
        &self,
        node: &mut Node,
        of: Type,
        mut min: Option<usize>,
        mut max: Option<usize>,
        kind: &Kind,
    ) -> Option<String> {
        let (least, most) = match of {
            Type::Array => (Keyword::MinItems, Keyword::MaxItems),
            Type::Object => (Keyword::MinProperties, Keyword::MaxProperties),
            _ => (Keyword::MinLength, Keyword::MaxLength),
        };
        for (keyword, bound) in [(least, &mut min), (most, &mut max)] {
            if let Some(number) = bound.filter(|number| self.dialect.counts(of, keyword, *number)) {
                node.insert(keyword.name().to_owned(), json!(number));
                *bound = None;
            }
        }
        words::length(min.unwrap_or_default(), max, kind)
    }

    /// Says a limit by its keyword; where that cannot be, returns the words for it.
    fn say(
        &self,
        node: &mut Node,
        of: Type,
        keyword: Keyword,
        value: Value,
        words: String,
    ) -> Vec<String> {
        let name = keyword.name();
        if !self.dialect.says(of, keyword) {
            return vec![words];
        }
        if !node.contains_key(name) {
            node.insert(name.to_owned(), value);
            return Vec::new();
        }
        if !self.dialect.says(of, Keyword::AllOf) {
            return vec![words];
        }
        let all = node.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(json!({ name: value }));
        }
        Vec::new()
    }

    pub(super) fn map(&mut self, view: View<'s>, map: &'s Map, rules: &[&'s Rule]) -> Node {
        let key_rules = limits::inner(rules, limits::keys);
        let value_rules = limits::inner(rules, limits::values);
        let key = self.at("*", |walk| walk.key(view.at(map.key), &key_rules));
        let value = self.at("*", |walk| walk.value(view.at(map.value), &value_rules));
        let mut words = Vec::new();
        let mut node = if self.dialect.maps() {
            let mut node = node([
                ("type", json!("object")),
                ("additionalProperties", Value::Object(value)),
            ]);
            if self.dialect.says(Type::Object, Keyword::PropertyNames) {
                if key != super::node([("type", json!("string"))]) {
                    node.insert("propertyNames".to_owned(), Value::Object(key));
                }
            } else {
                words.extend(keys_in_words(view.at(map.key), &key_rules));
            }
            node
        } else {
            self.moved
                .push((self.here(), "a map is a list of its entries".to_owned()));
            words.push("each key once".to_owned());
            let entry = Object::default().with("key", key).with("value", value);
            let entry = self.finish(entry);
            node([("type", json!("array")), ("items", Value::Object(entry))])
        };
        let limits = Limits::of(view, rules);
        words.extend(self.lengths(&mut node, &limits, &view.shape.kind));
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
                let mut words = self.pattern(&mut text, &pattern);
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

/// What the keys of a map have to be, where that is more than any text.
fn keys_in_words(view: View<'_>, rules: &[&Rule]) -> Option<String> {
    let (core, all) = limits::core(view, rules);
    let limits = Limits::of(core, &all);
    let mut words = match &core.shape.kind {
        Kind::Integer { .. } => vec!["a whole number".to_owned()],
        Kind::Bool => vec!["`true` or `false`".to_owned()],
        Kind::Float { .. } | Kind::Number | Kind::Decimal => vec!["a number".to_owned()],
        Kind::Enum(kind) => {
            let names = kind.variants.iter().map(|variant| quote(&variant.name));
            vec![one_of(names)]
        }
        _ => limits
            .one_of
            .iter()
            .map(|allowed| words::literals(allowed))
            .collect(),
    };
    words.extend(words::all(&limits, &core.shape.kind));
    (!words.is_empty()).then(|| format!("each key is {}", words.join(", ")))
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

/// Whether the expression is for the whole text, and has no escapes but those of punctuation.
fn is_anchored(source: &str) -> bool {
    let inside = source
        .strip_prefix('^')
        .and_then(|rest| rest.strip_suffix('$'));
    let mut escaped = false;
    inside.is_some_and(|inside| {
        inside.chars().all(|c| {
            let is_class = escaped && c.is_alphanumeric();
            escaped = c == '\\' && !escaped;
            !is_class
        }) && !escaped
    })
}
