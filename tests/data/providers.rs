//! What each provider refuses in a schema, written from what they document and report, and not from our tables.

use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// What a provider would say of a schema.
pub(crate) type Verdict = Result<(), String>;

/// Who judges a schema.
pub(crate) type Provider = fn(&Value) -> Verdict;

/// The schemas of a document with the names of properties taken for what they are: each with its keyword's name.
fn schemas<'a>(
    node: &'a Value,
    under: &'static str,
    look: &mut dyn FnMut(&'a Value, &'static str),
) {
    look(node, under);
    let Some(object) = node.as_object() else {
        return;
    };
    for keyword in ["properties", "$defs"] {
        let inner = object.get(keyword).and_then(Value::as_object);
        for inner in inner.into_iter().flat_map(Map::values) {
            schemas(inner, keyword, look);
        }
    }
    for keyword in ["items", "additionalProperties", "propertyNames", "not"] {
        if let Some(inner) = object.get(keyword) {
            schemas(inner, keyword, look);
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        let inner = object.get(keyword).and_then(Value::as_array);
        for inner in inner.into_iter().flatten() {
            schemas(inner, keyword, look);
        }
    }
}

/// Looks at every schema; the first refusal counts.
fn each(root: &Value, mut look: impl FnMut(&Object, &str) -> Verdict) -> Verdict {
    let mut verdict = Ok(());
    schemas(root, "", &mut |node, under| {
        if verdict.is_ok() && !(node.is_boolean() && under == "additionalProperties") {
            verdict = match node {
                Value::Object(object) => look(object, under),
                other => Err(format!("{other} is no schema")),
            };
            if let Err(why) = &mut verdict {
                *why = format!("{why}: {node}");
            }
        }
    });
    verdict
}

fn hold(holds: bool, otherwise: impl Into<String>) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

fn only(object: &Object, known: &[&str]) -> Verdict {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown keyword {key}")),
        None => Ok(()),
    }
}

fn ty(object: &Object) -> &str {
    object
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn list<'a>(object: &'a Object, key: &str) -> &'a [Value] {
    object
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// All `$ref` lead somewhere, and stand where nothing else does.
fn references(root: &Value) -> Verdict {
    each(root, |object, _| {
        let Some(target) = object.get("$ref") else {
            return Ok(());
        };
        let target = target.as_str().and_then(|target| target.strip_prefix('#'));
        hold(
            target.is_some_and(|target| root.pointer(target).is_some()),
            "a $ref to nothing",
        )?;
        hold(object.len() == 1, "keywords beside $ref")
    })
}

/// How deep objects stand in each other, references followed, and whether a type holds itself.
fn depth<'a>(root: &'a Value, node: &'a Value, open: &mut Vec<&'a str>) -> (usize, bool) {
    let Some(object) = node.as_object() else {
        return (0, false);
    };
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        if open.contains(&target) {
            return (0, true);
        }
        open.push(target);
        let inside = root
            .pointer(&target[1..])
            .map_or((0, false), |node| depth(root, node, open));
        open.pop();
        return inside;
    }
    let mut below = (0, false);
    let children = ["anyOf", "allOf", "prefixItems"]
        .into_iter()
        .flat_map(|key| list(object, key));
    let children = children.chain(
        ["items", "additionalProperties"]
            .into_iter()
            .filter_map(|key| object.get(key)),
    );
    let properties = object.get("properties").and_then(Value::as_object);
    for child in children.chain(properties.into_iter().flat_map(Map::values)) {
        let (deep, circle) = depth(root, child, open);
        below = (below.0.max(deep), below.1 || circle);
    }
    (below.0 + usize::from(ty(object) == "object"), below.1)
}

fn properties(object: &Object) -> Vec<&str> {
    let properties = object.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
        .collect()
}

fn closed(object: &Object) -> Verdict {
    let is_object = object.contains_key("properties") || ty(object) == "object";
    hold(
        !is_object || object.get("additionalProperties") == Some(&Value::Bool(false)),
        "an object that is not closed",
    )
}

fn format(object: &Object, known: &[&str]) -> Verdict {
    let format = object.get("format").and_then(Value::as_str);
    hold(
        format.is_none_or(|format| known.contains(&format)),
        "an unknown format",
    )
}

fn says_a_type(object: &Object) -> Verdict {
    let keys = ["type", "anyOf", "$ref", "enum", "const"];
    hold(
        keys.iter().any(|key| object.contains_key(*key)),
        "a schema without a type",
    )
}

pub(crate) fn open_ai_strict(root: &Value) -> Verdict {
    let known = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "enum",
        "const",
        "$ref",
        "$defs",
        "description",
        "title",
        "pattern",
        "format",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "minItems",
        "maxItems",
    ];
    let formats = [
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ];
    hold(
        root["type"] == "object" && root.get("anyOf").is_none(),
        "the root is no object",
    )?;
    references(root)?;
    let (mut count, mut values) = (0, 0);
    each(root, |object, _| {
        only(object, &known)?;
        says_a_type(object)?;
        closed(object)?;
        format(object, &formats)?;
        let names = properties(object);
        let required: Vec<&str> = list(object, "required")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        hold(names == required, "a property that is not required")?;
        count += names.len();
        let names = list(object, "enum");
        values += names.len();
        let characters: usize = names.iter().filter_map(Value::as_str).map(str::len).sum();
        hold(
            names.len() <= 250 || characters <= 15_000,
            "too long an enum",
        )?;
        let nullable = list(object, "type").iter().any(|ty| ty == "null");
        hold(
            !nullable
                || !object.contains_key("enum")
                || list(object, "enum").contains(&Value::Null),
            "null is not listed",
        )
    })?;
    hold(count <= 5_000, "too many properties")?;
    hold(values <= 1_000, "too many enum values")?;
    hold(depth(root, root, &mut Vec::new()).0 <= 10, "too deep")
}

pub(crate) fn anthropic(root: &Value) -> Verdict {
    let known = [
        "type",
        "enum",
        "description",
        "title",
        "properties",
        "required",
        "items",
        "anyOf",
        "allOf",
        "$defs",
        "$ref",
        "additionalProperties",
        "format",
        "minItems",
    ];
    let formats = [
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ];
    hold(root["type"] == "object", "the root is no object")?;
    references(root)?;
    let (mut optional, mut unions) = (0, 0);
    each(root, |object, _| {
        only(object, &known)?;
        says_a_type(object)?;
        closed(object)?;
        format(object, &formats)?;
        let least = object
            .get("minItems")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        hold(least <= 1, "minItems above 1")?;
        hold(
            list(object, "enum")
                .iter()
                .all(|value| !value.is_object() && !value.is_array()),
            "an enum of lists",
        )?;
        let required = list(object, "required");
        for name in properties(object) {
            optional += usize::from(!required.iter().any(|required| required == name));
            let inner = &object["properties"][name];
            unions += usize::from(inner["type"].is_array() || inner.get("anyOf").is_some());
        }
        Ok(())
    })?;
    hold(optional <= 24, "too many optional parameters")?;
    hold(unions <= 16, "too many parameters with union types")?;
    hold(!depth(root, root, &mut Vec::new()).1, "a recursive schema")
}

pub(crate) fn gemini(root: &Value) -> Verdict {
    let known = [
        "type",
        "format",
        "description",
        "nullable",
        "enum",
        "items",
        "properties",
        "required",
        "propertyOrdering",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "pattern",
        "minimum",
        "maximum",
        "anyOf",
    ];
    each(root, |object, under| {
        only(object, &known)?;
        hold(
            !matches!(under, "additionalProperties" | "prefixItems" | "$defs"),
            "a keyword that is none",
        )?;
        if object.contains_key("anyOf") {
            return hold(object.len() == 1, "any_of is not the only field set");
        }
        hold(!ty(object).is_empty(), "not one type")?;
        let texts = ty(object) == "string" && list(object, "enum").iter().all(Value::is_string);
        hold(
            texts || !object.contains_key("enum"),
            "an enum of other than strings",
        )?;
        hold(
            ty(object) != "object" || !properties(object).is_empty(),
            "properties should be non-empty for OBJECT type",
        )?;
        hold(
            ty(object) != "array" || object.contains_key("items"),
            "items: missing field",
        )?;
        let names = properties(object);
        let declared = |name: &Value| name.as_str().is_some_and(|name| names.contains(&name));
        hold(
            list(object, "required").iter().all(declared),
            "a required property that is not there",
        )?;
        format(object, &["date-time", "enum"])
    })
}

pub(crate) fn llama_cpp(root: &Value) -> Verdict {
    let known = [
        "type",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "description",
        "title",
    ];
    each(root, |object, _| {
        only(object, &known)?;
        says_a_type(object)?;
        hold(
            !object.contains_key("type") || !ty(object).is_empty(),
            "a list of types",
        )?;
        if let Some(target) = object.get("$ref").and_then(Value::as_str) {
            hold(root.pointer(&target[1..]).is_some(), "a $ref to nothing")?;
        }
        hold(
            !object.contains_key("anyOf") || !object.contains_key("properties"),
            "properties beside anyOf",
        )?;
        hold(
            object.get("items").is_none_or(Value::is_object),
            "items that are no schema",
        )?;
        let bounds = object.contains_key("minimum") || object.contains_key("maximum");
        hold(
            !bounds || ty(object) == "integer",
            "bounds of other than integers",
        )?;
        for key in ["minLength", "maxLength", "minItems", "maxItems"] {
            let number = object.get(key).and_then(Value::as_u64).unwrap_or_default();
            hold(
                number < 2_000,
                "number of repetitions exceeds sane defaults",
            )?;
        }
        format(object, &["date", "time", "date-time", "uuid"])?;
        object
            .get("pattern")
            .and_then(Value::as_str)
            .map_or(Ok(()), grammar)
    })
}

/// What becomes of a pattern in a grammar.
fn grammar(pattern: &str) -> Verdict {
    let inside = pattern
        .strip_prefix('^')
        .and_then(|rest| rest.strip_suffix('$'));
    let inside = inside.ok_or("pattern must start with '^' and end with '$'")?;
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        let escaped = chars.as_str().chars().next().filter(|_| c == '\\');
        hold(
            !escaped.is_some_and(char::is_alphanumeric),
            "an escape that no grammar has",
        )?;
        if escaped.is_some() {
            chars.next();
        }
    }
    hold(
        !inside.contains("(?=") && !inside.contains("(?!"),
        "a pattern that looks around",
    )
}
