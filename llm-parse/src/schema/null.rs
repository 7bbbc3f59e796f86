//! `null` as a further value.

use serde_json::{Value, json};

use super::{Node, Walk, node};
use crate::dialect::Null;

impl Walk<'_, '_> {
    /// The same schema, `null` allowed.
    pub(super) fn nullable(&self, mut schema: Node) -> Node {
        let says_nothing = |key: &String| matches!(key.as_str(), "description" | "title");
        let absent = json!({ "type": "null" });
        if schema.keys().all(says_nothing) || schema.get("type") == absent.get("type") {
            return schema;
        }
        match self.dialect.null {
            Null::InType if schema.contains_key("type") && !schema.contains_key("const") => {
                in_type(schema)
            }
            Null::Nullable => self.marked(schema),
            _ => {
                let Some(Value::Array(forms)) = schema.get_mut("anyOf") else {
                    return node([("anyOf", json!([schema, absent]))]);
                };
                if !forms.iter().any(|form| form["type"] == absent["type"]) {
                    forms.push(absent);
                }
                schema
            }
        }
    }

    fn marked(&self, mut schema: Node) -> Node {
        let Some(Value::Array(forms)) = schema.get_mut("anyOf") else {
            schema.insert("nullable".to_owned(), json!(true));
            return schema;
        };
        for form in forms {
            if let Value::Object(inner) = form.take() {
                *form = Value::Object(self.nullable(inner));
            }
        }
        schema
    }
}

fn in_type(mut schema: Node) -> Node {
    let absent = json!("null");
    if let Some(types) = schema.get_mut("type") {
        match types {
            Value::Array(types) if types.contains(&absent) => return schema,
            Value::Array(types) => types.push(absent),
            one => *one = json!([one.take(), absent]),
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    schema
}
