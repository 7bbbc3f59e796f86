//! What the value of each keyword of JSON Schema has to be.

/// What a keyword's value has to be.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Schema,
    SchemaOrList,
    Schemas,
    Named,
    Dependencies,
    Number,
    NumberOrBool,
    Positive,
    Count,
    Bool,
    Text,
    Names,
    NameLists,
    Values,
    Types,
    Refused(&'static str),
}

pub(super) fn form(keyword: &str) -> Option<Form> {
    Some(match keyword {
        "additionalProperties"
        | "unevaluatedProperties"
        | "additionalItems"
        | "contains"
        | "propertyNames"
        | "not"
        | "if"
        | "then"
        | "else" => Form::Schema,
        "items" => Form::SchemaOrList,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Form::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" => Form::Named,
        "dependencies" => Form::Dependencies,
        "minimum" | "maximum" => Form::Number,
        "exclusiveMinimum" | "exclusiveMaximum" => Form::NumberOrBool,
        "multipleOf" => Form::Positive,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => Form::Count,
        "uniqueItems" | "nullable" => Form::Bool,
        "$ref" | "pattern" | "format" => Form::Text,
        "required" => Form::Names,
        "dependentRequired" => Form::NameLists,
        "enum" => Form::Values,
        "type" => Form::Types,
        "unevaluatedItems" => Form::Refused("say `items` beside `prefixItems`"),
        "$dynamicRef" | "$recursiveRef" => Form::Refused("refer to a definition by `$ref`"),
        _ => return None,
    })
}
