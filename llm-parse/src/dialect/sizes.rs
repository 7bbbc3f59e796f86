//! How large a schema is, and whether that is too much.

use serde_json::{Map, Value};

use super::{Note, Place, Rules, Sizes};
use crate::path::{Path, Segment};

/// The first place where a schema is more than the rules allow.
pub(super) fn excess(schema: &Map<String, Value>, rules: &Rules) -> Option<Note> {
    let mut walk = Walk {
        defs: schema.get("$defs").and_then(Value::as_object),
        rules,
        path: Vec::new(),
        open: Vec::new(),
        seen: Vec::new(),
        depth: 0,
        counted: [0; Count::ALL],
        excess: None,
    };
    walk.schema(schema);
    walk.excess
}

/// An `enum` of more values is a long one.
const LONG: usize = 250;

/// What is counted over the whole schema.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Properties,
    EnumValues,
    Characters,
    Optional,
    Unions,
}

impl Count {
    /// How many there are.
    pub(crate) const ALL: usize = 5;

    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Count::Properties => "properties",
            Count::EnumValues => "values of enums",
            Count::Characters => "characters in names and values",
            Count::Optional => "optional properties",
            Count::Unions => "properties of several types",
        }
    }

    pub(crate) const fn most(self, sizes: &Sizes) -> Option<u32> {
        match self {
            Count::Properties => sizes.properties,
            Count::EnumValues => sizes.enum_values,
            Count::Characters => sizes.characters,
            Count::Optional => sizes.optional,
            Count::Unions => sizes.unions,
        }
    }
}

struct Walk<'a> {
    defs: Option<&'a Map<String, Value>>,
    rules: &'a Rules,
    path: Vec<Segment>,
    /// The definitions around the place.
    open: Vec<&'a str>,
    /// The definitions that have been counted.
    seen: Vec<&'a str>,
    depth: u32,
    counted: [usize; Count::ALL],
    excess: Option<Note>,
}

impl<'a> Walk<'a> {
    fn schema(&mut self, schema: &'a Map<String, Value>) {
        if self.excess.is_some() {
            return;
        }
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            return self.definition(name.rsplit('/').next().unwrap_or_default());
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            self.values(values);
        }
        if let Some(text) = schema.get("const").and_then(Value::as_str) {
            self.count(Count::Characters, text.chars().count());
        }
        for keyword in ["anyOf", "prefixItems"] {
            if let Some(Value::Array(forms)) = schema.get(keyword) {
                if keyword == "anyOf" && self.rules.unions == Place::Never {
                    self.exceed("a value of several types".to_owned());
                }
                for form in forms {
                    self.inner(None, form);
                }
            }
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(keyword) {
                self.inner(Some("*"), inner);
            }
        }
        if let Some(Value::Object(properties)) = schema.get("properties") {
            self.object(schema, properties);
        }
    }

    fn values(&mut self, values: &[Value]) {
        let texts = values.iter().filter_map(Value::as_str);
        let characters = texts.map(|text| text.chars().count()).sum();
        self.count(Count::EnumValues, values.len());
        self.count(Count::Characters, characters);
        if let Some(most) = self.rules.sizes.long_enum
            && values.len() > LONG
            && characters > most as usize
        {
            self.exceed(format!(
                "an enum of {} values of {characters} characters, the limit is {most}",
                values.len()
            ));
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, properties: &'a Map<String, Value>) {
        self.depth += 1;
        if let Some(most) = self.rules.sizes.depth.filter(|most| self.depth > *most) {
            self.exceed(format!("objects {} deep, the limit is {most}", self.depth));
        }
        self.count(Count::Properties, properties.len());
        let required = schema.get("required").and_then(Value::as_array);
        for (name, inner) in properties {
            self.path.push(Segment::Key(name.as_str().into()));
            self.count(Count::Characters, name.chars().count());
            let is_required = required.is_some_and(|required| required.iter().any(|r| r == name));
            self.count(Count::Optional, usize::from(!is_required));
            let is_union = inner.get("anyOf").is_some() || inner["type"].is_array();
            self.count(Count::Unions, usize::from(is_union));
            self.inner(None, inner);
            self.path.pop();
        }
        self.depth -= 1;
    }

    fn inner(&mut self, step: Option<&str>, schema: &'a Value) {
        let Value::Object(schema) = schema else {
            return;
        };
        self.path.extend(step.map(|step| Segment::Key(step.into())));
        self.schema(schema);
        self.path
            .truncate(self.path.len() - usize::from(step.is_some()));
    }

    /// A definition is counted once, but followed wherever it is used, since it is as deep as its place.
    fn definition(&mut self, name: &'a str) {
        let Some(Value::Object(schema)) = self.defs.and_then(|defs| defs.get(name)) else {
            return;
        };
        if self.open.contains(&name) {
            return;
        }
        let counted = self.seen.contains(&name).then_some(self.counted);
        if counted.is_none() {
            self.seen.push(name);
            self.count(Count::Characters, name.chars().count());
        } else if self.rules.sizes.depth.is_none() {
            return;
        }
        self.open.push(name);
        self.schema(schema);
        self.open.pop();
        if let Some(counted) = counted {
            self.counted = counted;
        }
    }

    fn count(&mut self, what: Count, more: usize) {
        let count = &mut self.counted[what as usize];
        *count += more;
        let (count, most) = (*count, what.most(&self.rules.sizes));
        if let Some(most) = most.filter(|most| count > *most as usize) {
            self.exceed(format!("{count} {}, the limit is {most}", what.noun()));
        }
    }

    fn exceed(&mut self, what: String) {
        let path = Path::from(self.path.clone());
        self.excess.get_or_insert(Note { path, what });
    }
}
