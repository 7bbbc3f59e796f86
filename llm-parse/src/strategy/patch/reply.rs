//! The operations that a reply asks for, in all the forms that models write them.

use std::sync::LazyLock;

use serde_json::Value;

use crate::fix::{Fix, FixKind};
use crate::patch::Pointer;
use crate::patch::document::Document;
use crate::path::{Path, Segment};
use crate::read::{ParseError, Parsed, Reader};
use crate::root::Wanted;
use crate::runtime::RuntimeShape;
use crate::violation::{Code, Violation};

/// An operation as a model wrote it.
pub(super) struct Operation {
    pub(super) kind: Kind,
    pub(super) path: Pointer,
    pub(super) from: Option<Pointer>,
    pub(super) value: Option<Document>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Add,
    Remove,
    Replace,
    Move,
    Copy,
    Test,
}

/// The keys under which models give the operations.
pub(super) const KEYS: [&str; 5] = ["operations", "patch", "patches", "ops", "json_patch"];

/// What is asked for: the schema that is sent.
pub(super) fn schema() -> Value {
    serde_json::json!({
        "type": "object",
        "description": "Changes a JSON document.",
        "properties": {
            "operations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "op": { "enum": ["add", "remove", "replace"] },
                        "path": { "type": "string" },
                        "value": {}
                    },
                    "required": ["op", "path"]
                }
            }
        },
        "required": ["operations"]
    })
}

/// One operation, with the words that models use besides those of RFC 6902.
fn operation() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "op": {
                "enum": ["add", "remove", "replace", "move", "copy", "test"],
                "x-enum-aliases": {
                    "add": ["append", "insert"],
                    "remove": "delete",
                    "replace": ["set", "update", "change"]
                },
                "x-alias": ["operation", "action"]
            },
            "path": { "type": "string", "x-alias": ["to", "pointer"] },
            "from": { "type": "string" },
            "value": { "x-alias": ["patch_value", "new_value"] }
        },
        "required": ["op", "path"]
    })
}

const CUT_OFF: &str =
    "the patch ends before it is complete: change less in each, or fewer places at a time";

/// An object with a list of operations.
static OBJECT: LazyLock<Option<RuntimeShape>> = LazyLock::new(|| {
    shape(&serde_json::json!({
        "type": "object",
        "properties": {
            "operations": {
                "type": "array",
                "items": operation(),
                "x-alias": KEYS[1..]
            }
        },
        "required": ["operations"]
    }))
});

/// A list alone, or a single operation.
static LIST: LazyLock<Option<RuntimeShape>> =
    LazyLock::new(|| shape(&serde_json::json!({ "type": "array", "items": operation() })));

fn shape(schema: &Value) -> Option<RuntimeShape> {
    RuntimeShape::from_json_schema(schema).ok()
}

/// What a reply asks for.
pub(super) struct Asked {
    pub(super) operations: Vec<Operation>,
    /// What was mended in the reply.
    pub(super) fixes: Vec<Fix>,
}

/// Reads the operations; an error says what is wrong with the reply.
pub(super) fn read(reply: &str, reader: &Reader) -> Result<Asked, Vec<Violation>> {
    let Parsed {
        value: text, fixes, ..
    } = match json(reply, reader, OBJECT.as_ref()) {
        Ok(text) => text,
        Err(error) => match json(reply, reader, LIST.as_ref()) {
            Ok(text) => text,
            Err(list) => return Err(told(nearer(error, list), reader.cut_off)),
        },
    };
    if let Some(guess) = fixes.iter().find(|fix| is_guess(fix)) {
        return Err(vec![refusal(&format!(
            "the patch is no well-formed JSON: {guess}"
        ))]);
    }
    let Some(document) = Document::read_shown(&text) else {
        return Err(vec![refusal("the patch is nested too deep")]);
    };
    let list = match document {
        Document::Object(entries) => entries.into_iter().next().map(|(_, list)| list),
        list => Some(list),
    };
    let items = list.map(Document::into_items).unwrap_or_default();
    let mut operations = Vec::new();
    let mut faults = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        match Operation::of(item) {
            Ok(operation) => operations.push(operation),
            Err(reason) => faults.push(refusal(&format!("operation {}: {reason}", index + 1))),
        }
    }
    if faults.is_empty() {
        Ok(Asked { operations, fixes })
    } else {
        Err(faults)
    }
}

/// The reply as JSON in the form of a shape.
fn json(
    reply: &str,
    reader: &Reader,
    shape: Option<&RuntimeShape>,
) -> Result<Parsed<String>, ParseError> {
    match shape {
        Some(shape) => reader.parse_text(Wanted::Document(shape), reply),
        None => Err(ParseError::new(vec![refusal("no patch can be read")])),
    }
}

/// Whether it was guessed where a text or a container ends: no type says whether the guess is right.
pub(super) fn is_guess(fix: &Fix) -> bool {
    match fix.kind() {
        FixKind::Bracket | FixKind::InnerQuote | FixKind::Skipped | FixKind::UnquotedText => true,
        FixKind::Quotes => !fix.to_string().contains("replaced the quotes"),
        FixKind::Literal => fix.span().is_empty(),
        _ => false,
    }
}

impl Operation {
    /// The place in its value that a path of the reply leads to.
    pub(super) fn inside(path: &Path) -> Option<(usize, &[Segment])> {
        match path.segments() {
            [
                Segment::Key(_),
                Segment::Index(index),
                Segment::Key(key),
                rest @ ..,
            ]
            | [Segment::Index(index), Segment::Key(key), rest @ ..]
                if &**key == "value" =>
            {
                Some((*index, rest))
            }
            _ => None,
        }
    }
}

/// The error of the form that the reply is nearer to.
fn nearer(object: ParseError, list: ParseError) -> ParseError {
    let misses = |error: &ParseError, wanted: &str| {
        let mut missing = error
            .violations
            .iter()
            .filter(|violation| violation.code() == Code::Missing);
        missing.any(|violation| matches!(violation.path().segments(), [.., Segment::Key(key)] if &**key == wanted))
    };
    // What has an `op` is an operation.
    let is_list = !misses(&list, "op")
        && list
            .violations
            .iter()
            .all(|violation| violation.code() != Code::Type);
    if misses(&object, "operations") && is_list {
        return list;
    }
    let inside = |error: &ParseError| {
        let violations = error.violations.iter();
        violations
            .clone()
            .all(|violation| !violation.path().is_root())
            && violations.len() > 0
    };
    if inside(&list) && !inside(&object) {
        list
    } else {
        object
    }
}

/// What is wrong with a patch in words that need no path into the patch.
fn told(error: ParseError, cut_off: bool) -> Vec<Violation> {
    // The document itself is whole, and what is wrong with it is what counts.
    let is_cut = |violation: &Violation| match violation.code() {
        Code::CutOff => true,
        Code::NoJson | Code::Syntax => cut_off,
        _ => false,
    };
    if error.violations.iter().any(is_cut) {
        return vec![refusal(CUT_OFF)];
    }
    let violations = error.violations.into_iter();
    violations
        .map(|violation| match violation.code() {
            Code::NoJson | Code::Syntax | Code::Size | Code::Depth => violation,
            _ => refusal(&format!(
                "{}{}",
                place(violation.path()),
                violation.message()
            )),
        })
        .collect()
}

/// `operation 2, path: `
fn place(path: &Path) -> String {
    let mut number = None;
    let mut keys = Vec::new();
    for segment in path.segments() {
        match segment {
            Segment::Index(index) if number.is_none() => number = Some(index + 1),
            Segment::Key(key) if number.is_some() => keys.push(&**key),
            _ => {}
        }
    }
    match number {
        None => "the patch: ".to_owned(),
        Some(number) if keys.is_empty() => format!("operation {number}: "),
        Some(number) => format!("operation {number}, `{}`: ", keys.join("/")),
    }
}

/// A violation of the patch, not of the document.
pub(super) fn refusal(message: &str) -> Violation {
    Violation::new(Path::default(), Code::Patch, "", "").with_message(message)
}

impl Operation {
    fn of(item: Document) -> Result<Operation, String> {
        let (mut op, mut path, mut from, mut value) = (None, None, None, None);
        for (key, entry) in item.into_entries() {
            match key.as_str() {
                "op" => op = entry.as_string(),
                "path" => path = entry.as_string(),
                "from" => from = entry.as_string(),
                "value" => value = Some(entry),
                _ => {}
            }
        }
        let kind = match op.as_deref() {
            Some("add") => Kind::Add,
            Some("remove") => Kind::Remove,
            Some("replace") => Kind::Replace,
            Some("move") => Kind::Move,
            Some("copy") => Kind::Copy,
            Some("test") => Kind::Test,
            _ => return Err("`op` is missing".to_owned()),
        };
        let operation = Operation {
            kind,
            path: pointer(&path.ok_or("`path` is missing")?)?,
            from: from.as_deref().map(pointer).transpose()?,
            value,
        };
        match kind {
            Kind::Add | Kind::Replace | Kind::Test if operation.value.is_none() => {
                Err("`value` is missing".to_owned())
            }
            Kind::Move | Kind::Copy if operation.from.is_none() => {
                Err("`from` is missing".to_owned())
            }
            _ => Ok(operation),
        }
    }
}

/// A pointer, also as the fragment of a URI or without its first slash.
fn pointer(text: &str) -> Result<Pointer, String> {
    let text = text.trim();
    let fragment = text.strip_prefix("#/").map(|rest| format!("/{rest}"));
    let whole = match fragment {
        Some(text) => text,
        None if text.is_empty() || text.starts_with('/') || text.starts_with('$') => {
            text.to_owned()
        }
        None => format!("/{text}"),
    };
    whole
        .parse()
        .map_err(|error: crate::patch::PatchError| error.reason().to_owned())
}
