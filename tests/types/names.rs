//! Keys that mean something to JSON Schema, to Rust or to JSON Pointer.

types! {
    struct Raw { r#type: String, r#fn: u8, r#match: Option<bool> }

    #[serde(rename = "$ref")]
    struct Keywords {
        title: String,
        format: u8,
        r#const: Option<bool>,
        #[serde(rename = "$ref")]
        reference: String,
        default: u8,
        properties: Vec<u8>,
        required: bool,
        #[serde(rename = "$defs")]
        defs: Option<String>,
        #[serde(rename = "enum")]
        words: (u8, u8),
        items: u8,
        description: String,
    }

    struct Odd {
        #[serde(rename = "")]
        empty: u8,
        #[serde(rename = "a/b~c")]
        pointer: u8,
        #[serde(rename = "with space")]
        space: u8,
        #[serde(rename = "quo\"te")]
        quote: u8,
        #[serde(rename = "schlüssel")]
        umlaut: u8,
        #[serde(rename = "🦀")]
        crab: Option<u8>,
    }

    enum Words {
        #[serde(rename = "null")]
        Null,
        #[serde(rename = "true")]
        True,
        #[serde(rename = "")]
        Empty,
        #[serde(rename = "a b\"c")]
        Quote,
        r#Type,
    }

    #[serde(tag = "$ref", content = "properties")]
    enum Tagged {
        #[serde(rename = "const")]
        Const(u8),
        #[serde(rename = "$defs")]
        Defs { r#enum: bool },
    }
}
