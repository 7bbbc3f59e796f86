//! Whether a document is a JSON Schema (draft 2020-12), as far as the keywords that the library writes.

use serde_json::Value;

use crate::rules::Pattern;

/// What is wrong with the schema.
pub(super) fn well_formed(schema: &Value) -> Vec<String> {
    let mut walk = Walk {
        root: schema,
        faults: Vec::new(),
    };
    walk.schema(schema, "#");
    walk.faults
}

struct Walk<'s> {
    root: &'s Value,
    faults: Vec<String>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, at: &str) {
        match schema {
            Value::Bool(_) => {}
            Value::Object(keywords) => {
                for (keyword, value) in keywords {
                    self.keyword(keyword, value, &format!("{at}/{keyword}"));
                }
            }
            _ => self.fault(at, "is neither an object nor a bool"),
        }
    }

    fn keyword(&mut self, keyword: &str, value: &Value, at: &str) {
        match keyword {
            "properties" | "patternProperties" | "$defs" => self.named(value, at),
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => self.listed(value, at),
            "items"
            | "additionalProperties"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "unevaluatedProperties"
            | "contains" => self.schema(value, at),
            "$ref" => self.reference(value, at),
            "pattern" => self.pattern(value, at),
            "type" => self.types(value, at),
            "required" => self.expect(is_texts(value), at, "is no list of strings"),
            "enum" | "examples" => {
                let filled = value.as_array().is_some_and(|items| !items.is_empty());
                self.expect(filled, at, "is no list with items");
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                self.expect(value.is_number(), at, "is no number");
            }
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" => {
                self.expect(value.is_u64(), at, "is no whole number from 0");
            }
            "uniqueItems" => self.expect(value.is_boolean(), at, "is no bool"),
            "$schema" | "title" | "description" | "format" | "contentMediaType" => {
                self.expect(value.is_string(), at, "is no string");
            }
            _ => {}
        }
    }

    fn named(&mut self, value: &Value, at: &str) {
        let Some(schemas) = value.as_object() else {
            return self.fault(at, "is no object");
        };
        for (name, schema) in schemas {
            self.schema(schema, &format!("{at}/{name}"));
        }
    }

    fn listed(&mut self, value: &Value, at: &str) {
        match value.as_array() {
            Some(schemas) if !schemas.is_empty() => {
                for (i, schema) in schemas.iter().enumerate() {
                    self.schema(schema, &format!("{at}/{i}"));
                }
            }
            _ => self.fault(at, "is no list with items"),
        }
    }

    fn reference(&mut self, value: &Value, at: &str) {
        let target = value.as_str().and_then(|text| text.strip_prefix('#'));
        let found = target.is_some_and(|pointer| self.root.pointer(pointer).is_some());
        self.expect(found, at, "refers to nothing");
    }

    fn pattern(&mut self, value: &Value, at: &str) {
        let valid = value
            .as_str()
            .is_some_and(|pattern| Pattern::compile(pattern).is_some());
        self.expect(valid, at, "is no regular expression");
    }

    fn types(&mut self, value: &Value, at: &str) {
        const TYPES: [&str; 7] = [
            "null", "boolean", "object", "array", "number", "string", "integer",
        ];
        let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
        let valid = is_type(value)
            || value
                .as_array()
                .is_some_and(|names| !names.is_empty() && names.iter().all(is_type));
        self.expect(valid, at, "is no type of JSON Schema");
    }

    fn expect(&mut self, holds: bool, at: &str, fault: &str) {
        if !holds {
            self.fault(at, fault);
        }
    }

    fn fault(&mut self, at: &str, fault: &str) {
        self.faults.push(format!("the schema's {at} {fault}"));
    }
}

fn is_texts(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| items.iter().all(Value::is_string))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn takes_what_is_well_formed() {
        let schema = json!({
            "type": ["object", "null"],
            "properties": {"type": {"$ref": "#/$defs/a"}, "pattern": true},
            "required": ["type"],
            "additionalProperties": false,
            "$defs": {"a": {"anyOf": [{"type": "string", "pattern": "^a$"}, {"enum": [1, null]}]}}
        });
        assert_eq!(well_formed(&schema), [""; 0]);
    }

    #[test]
    fn names_every_fault_and_its_place() {
        let schema = json!({
            "type": "int",
            "properties": {"a": 1, "b": {"$ref": "#/$defs/x"}, "c": {"pattern": "("}},
            "anyOf": [],
            "minLength": -1
        });
        let faults = well_formed(&schema);
        assert_eq!(faults.len(), 6, "{faults:?}");
        assert!(faults[1].contains("#/properties/a "));
    }
}
