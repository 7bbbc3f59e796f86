//! An example value for a shape: it satisfies the schema and every rule, and reads as the type.
//!
//! # Design
//!
//! What the user declared comes first. The rest is made up, and inside itself a type is never entered again: an `Option`
//! is `null` there, a list empty, and an enum another variant.

mod foreign;
mod pattern;
mod scalar;
mod union;

use serde_json::{Map, Value, json};

use crate::limits::{self, Limits};
use crate::rules::Rule;
use crate::shape::{Field, Key, Kind, List, Struct, View};

/// The example; `null` where the type has no finite value or its rules contradict each other.
pub(crate) fn example(view: View<'_>) -> Value {
    let mut walk = Walk {
        stack: Vec::new(),
        fuel: FUEL,
    };
    walk.value(view, &[], 0).unwrap_or(Value::Null)
}

/// Whether an example that is given as JSON text says of several values, one a text that stands for any, so that no task
/// is answered by it.
pub(crate) fn is_made_up(example: &str) -> bool {
    let example: Value = serde_json::from_str(example).unwrap_or_default();
    let (mut open, mut scalars, mut made_up) = (vec![&example], 0, false);
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(entries) => open.extend(entries.values()),
            scalar => {
                scalars += 1;
                made_up |= scalar == "text";
            }
        }
    }
    made_up && scalars > 1
}

/// The most values that are tried.
const FUEL: usize = 100_000;

struct Walk {
    /// The types whose example is being made.
    stack: Vec<Key>,
    fuel: usize,
}

impl Walk {
    /// The `nth` example of a value under `rules`.
    fn value<'s>(&mut self, view: View<'s>, rules: &[&'s Rule], nth: usize) -> Option<Value> {
        self.fuel = self.fuel.checked_sub(1)?;
        if let (0, Some(example)) = (nth, view.shape.example) {
            return Some(example());
        }
        let key = view.key();
        let nests = matches!(
            view.shape.kind,
            Kind::Struct(_) | Kind::Enum(_) | Kind::Newtype(_) | Kind::Tuple(_)
        );
        // A list of itself is a type only where it was made at run time.
        let nests =
            nests || view.is_runtime() && matches!(view.shape.kind, Kind::List(_) | Kind::Map(_));
        if !nests {
            return self.form(view, rules, nth);
        }
        if key.is_some_and(|key| self.stack.contains(&key)) {
            return None;
        }
        self.stack.extend(key);
        let value = self.form(view, rules, nth);
        self.stack
            .truncate(self.stack.len() - usize::from(key.is_some()));
        value
    }

    fn form<'s>(&mut self, view: View<'s>, rules: &[&'s Rule], nth: usize) -> Option<Value> {
        match &view.shape.kind {
            Kind::Option(inner) => self
                .value(view.at(*inner), rules, nth)
                .or_else(|| (nth == 0).then_some(Value::Null)),
            Kind::Newtype(newtype) => self.field(view, &newtype.field, rules, nth),
            Kind::List(list) => self.list(view, list, rules, nth),
            Kind::Map(map) => {
                let entries = self.entries(view, map, rules, nth)?;
                Some(Value::Object(entries))
            }
            Kind::Tuple(fields) => self.tuple(view, fields, nth),
            Kind::Struct(fields) => self.fields(view, fields, nth).map(Value::Object),
            Kind::Enum(kind) => self.union(view, kind, rules, nth),
            Kind::Opaque(schema) => foreign::example(*schema),
            _ => scalar::example(view, rules, nth),
        }
    }

    fn field<'s>(
        &mut self,
        view: View<'s>,
        field: &'s Field,
        rules: &[&'s Rule],
        nth: usize,
    ) -> Option<Value> {
        if let (0, Some(example)) = (nth, field.example) {
            return Some(example());
        }
        let mut all: Vec<&Rule> = field.rules.iter().collect();
        all.extend(rules);
        self.value(view.at(field.shape), &all, nth)
    }

    fn list<'s>(
        &mut self,
        view: View<'s>,
        list: &'s List,
        rules: &[&'s Rule],
        nth: usize,
    ) -> Option<Value> {
        let item_rules = limits::inner(rules, limits::items);
        let limits = Limits::of(view, rules);
        let wanted = limits
            .min_len
            .max(1)
            .min(limits.max_len.unwrap_or(usize::MAX));
        let mut items: Vec<Value> = Vec::new();
        while items.len() < wanted {
            let which = if limits.unique {
                items.len() + nth
            } else {
                nth
            };
            let Some(item) = self.value(view.at(list.item), &item_rules, which) else {
                break;
            };
            items.push(item);
        }
        (items.len() >= limits.min_len).then_some(Value::Array(items))
    }

    fn entries<'s>(
        &mut self,
        view: View<'s>,
        map: &'s crate::shape::Map,
        rules: &[&'s Rule],
        nth: usize,
    ) -> Option<Map<String, Value>> {
        let key_rules = limits::inner(rules, limits::keys);
        let value_rules = limits::inner(rules, limits::values);
        let limits = Limits::of(view, rules);
        let wanted = limits
            .min_len
            .max(1)
            .min(limits.max_len.unwrap_or(usize::MAX));
        let mut entries = Map::new();
        for which in nth..nth.saturating_add(wanted) {
            let Some(value) = self.value(view.at(map.value), &value_rules, 0) else {
                break;
            };
            let key = match self.value(view.at(map.key), &key_rules, which) {
                Some(Value::String(key)) if key == "text" => "key".to_owned(),
                Some(Value::String(key)) => key.replacen("text-", "key-", 1),
                Some(key @ (Value::Number(_) | Value::Bool(_))) => key.to_string(),
                _ => break,
            };
            entries.insert(key, value);
        }
        (entries.len() >= limits.min_len).then_some(entries)
    }

    fn tuple<'s>(&mut self, view: View<'s>, fields: &'s [Field], nth: usize) -> Option<Value> {
        fields
            .iter()
            .enumerate()
            .map(|(index, field)| self.field(view, field, &[], if index == 0 { nth } else { 0 }))
            .collect()
    }

    /// The entries of a struct; the first field that has several examples makes the difference between them.
    fn fields<'s>(
        &mut self,
        view: View<'s>,
        fields: &'s Struct,
        nth: usize,
    ) -> Option<Map<String, Value>> {
        let mut entries = Map::new();
        let mut left = nth;
        for field in fields.fields.iter() {
            if field.flatten {
                self.flatten(view.at(field.shape), field, &mut entries)?;
                continue;
            }
            let varied = (left > 0)
                .then(|| self.field(view, field, &[], left))
                .flatten();
            if varied.is_some() {
                left = 0;
            }
            match varied.or_else(|| self.field(view, field, &[], 0)) {
                Some(value) => {
                    entries.entry(&*field.name).or_insert(value);
                }
                None if field.is_required(view) => return None,
                None => {}
            }
        }
        (left == 0).then_some(entries)
    }

    fn flatten<'s>(
        &mut self,
        view: View<'s>,
        field: &'s Field,
        entries: &mut Map<String, Value>,
    ) -> Option<()> {
        let merged = match &view.shape.kind {
            Kind::Unit | Kind::Any => Some(json!({})),
            _ => self.field(view, field, &[], 0),
        };
        match merged {
            Some(Value::Object(merged)) => {
                for (key, value) in merged {
                    entries.entry(key).or_insert(value);
                }
                Some(())
            }
            // A unit variant stands in a flattened enum as a key of its own.
            Some(Value::String(name)) => {
                entries.entry(name).or_insert(Value::Null);
                Some(())
            }
            Some(Value::Null) => Some(()),
            _ => matches!(view.shape.kind, Kind::Option(_)).then_some(()),
        }
    }
}
