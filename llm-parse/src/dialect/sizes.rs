//! How large a schema is, and whether that is too much.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{Note, Place, Rules, Sizes};
use crate::path::{Path, Segment};

/// The first place where a schema is more than the rules allow, and how much was counted up to there.
pub(super) fn excess(schema: &Map<String, Value>, rules: &Rules) -> (Option<Note>, Counted) {
    let mut walk = Walk {
        defs: schema.get("$defs").and_then(Value::as_object),
        rules,
        path: Vec::new(),
        followed: HashMap::new(),
        again: false,
        depth: 0,
        counted: Counted::default(),
        excess: None,
    };
    walk.schema(schema);
    (walk.excess, walk.counted)
}

/// How many of each [`Count`] there are.
pub(crate) type Counted = [usize; Count::ALL];

/// The first limit that schemas exceed together in one request.
pub(crate) fn shared_excess(
    sizes: &Sizes,
    schemas: impl IntoIterator<Item = Counted>,
) -> Option<(usize, Count, u32)> {
    if !sizes.shared {
        return None;
    }
    let mut sum = Counted::default();
    for counted in schemas {
        sum.iter_mut()
            .zip(counted)
            .for_each(|(all, more)| *all += more);
    }
    let counts = [
        Count::Properties,
        Count::EnumValues,
        Count::Characters,
        Count::Optional,
        Count::Unions,
    ];
    counts.into_iter().find_map(|count| {
        let (all, most) = (sum[count as usize], count.most(sizes)?);
        (all > most as usize).then_some((all, count, most))
    })
}

/// An `enum` of more values is a long one.
const LONG: usize = 250;

/// What is counted over the whole schema.
#[derive(Clone, Copy, Debug)]
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
    followed: HashMap<&'a str, Followed>,
    /// Whether everything here was counted elsewhere.
    again: bool,
    depth: u32,
    counted: Counted,
    excess: Option<Note>,
}

/// How a definition was met before.
struct Followed {
    /// The greatest depth that it stood at.
    depth: u32,
    /// Whether it is around the place.
    open: bool,
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

    /// A definition is counted once, but followed again where it stands deeper, since it is as deep as its place. There
    /// are no more depths than the limit, so that definitions which refer to each other are not followed on every path.
    fn definition(&mut self, name: &'a str) {
        let Some(Value::Object(schema)) = self.defs.and_then(|defs| defs.get(name)) else {
            return;
        };
        let (depth, before) = (self.depth, self.followed.get(name));
        let deeper = self.rules.sizes.depth.is_some();
        if before.is_some_and(|before| before.open || !deeper || before.depth >= depth) {
            return;
        }
        let around = self.again;
        self.again |= before.is_some();
        self.followed.insert(name, Followed { depth, open: true });
        self.count(Count::Characters, name.chars().count());
        self.schema(schema);
        self.followed.insert(name, Followed { depth, open: false });
        self.again = around;
    }

    fn count(&mut self, what: Count, more: usize) {
        if self.again {
            return;
        }
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

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::excess;
    use crate::dialect::{Dialect, OpenAiStrict, Rules};

    fn rules(depth: Option<u32>) -> Rules {
        let mut rules = OpenAiStrict.rules().clone();
        rules.sizes.depth = depth;
        rules
    }

    fn found(schema: &Value, rules: &Rules) -> Option<String> {
        let (note, _) = excess(schema.as_object().unwrap(), rules);
        note.map(|note| note.what)
    }

    #[test]
    fn definitions_that_all_refer_to_each_other_are_not_followed_on_every_path() {
        let names: Vec<String> = (0..40).map(|n| format!("d{n}")).collect();
        let refs = names.iter().map(|name| {
            let to = json!({ "$ref": format!("#/$defs/{name}") });
            (name.clone(), to)
        });
        let properties: Map<String, Value> = refs.collect();
        let one = json!({ "type": "object", "properties": properties, "required": names });
        let defs: Map<String, Value> = names.iter().map(|n| (n.clone(), one.clone())).collect();
        let root = json!({
            "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "required": ["a"], "$defs": defs
        });
        assert_eq!(found(&root, &rules(None)), None);
        assert_eq!(found(&root, &rules(Some(41))), None);
        let deep = "objects 11 deep, the limit is 10".to_owned();
        assert_eq!(found(&root, &rules(Some(10))), Some(deep));
    }

    #[test]
    fn a_definition_that_stands_deeper_too_is_counted_once() {
        let to = json!({ "$ref": "#/$defs/d" });
        let root = json!({
            "type": "object",
            "properties": { "a": to, "b": { "type": "object", "properties": { "c": to } } },
            "$defs": { "d": { "type": "object", "properties": { "x": {}, "y": {}, "z": {} } } }
        });
        let mut rules = rules(Some(3));
        rules.sizes.properties = Some(6);
        assert_eq!(found(&root, &rules), None);
        rules.sizes.properties = Some(5);
        let many = "6 properties, the limit is 5".to_owned();
        assert_eq!(found(&root, &rules), Some(many));
        rules.sizes.properties = None;
        rules.sizes.depth = Some(2);
        let deep = "objects 3 deep, the limit is 2".to_owned();
        assert_eq!(found(&root, &rules), Some(deep));
    }
}
