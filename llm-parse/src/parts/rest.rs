//! What is asked for after a value was cut off: the rest of each container that is open.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::ask::{Ask, How, facts};
use super::begun::Begun;
use super::continued::Continued;
use super::edit::Text;
use super::ending::Ending;
use super::growth::{Growth, head};
use super::keys::Keys;
use super::schema::{Schemas, is_tuple, items, names_all, others};
use crate::attempt::{Attempt, Outcome};
use crate::client::Reply;
use crate::facts::Facts;
use crate::path::{Path, Segment};
use crate::read::Reader;
use crate::tree::{NodeId, NodeKind};

/// How many values are asked for at the most.
const MOST: usize = 64;

/// What of an attempt is kept, and what is asked for; `None` where it is no more than the whole.
pub(crate) fn the_rest(last: &Attempt, whole: &Arc<Facts>, reader: &Reader) -> Option<Continued> {
    let (document, cut) = (last.document.as_deref()?, last.cut.as_ref()?);
    if last.outcome() != Outcome::CutOff {
        return None;
    }
    let ending = ending(last.reply()?)?;
    // What is put together of parts knows itself what it had begun.
    let ending = Some(&ending).filter(|_| !last.is_part());
    let mut base = Growth::of(document, cut, ending, whole.wanted(), reader)?;
    let (asks, defs) = loop {
        match asks(&base, whole)? {
            Ok(asks) => break asks,
            Err(unknown) => base = base.without(&unknown)?,
        }
    };
    let is_known = base.seen.as_ref().is_none_or(|begun| {
        !begun.is_entry() || asks.iter().any(|ask| asks_for(ask, begun, &base.open))
    });
    let is_some = !asks.is_empty() && asks.len() <= MOST && has_content(&base.document);
    if !is_some || !is_known {
        return None;
    }
    base.keep_fixes(last.fixes());
    let part = facts(whole, &asks, defs)?;
    Some(Continued {
        base,
        asks,
        part,
        whole: Arc::clone(whole),
    })
}

/// How the text ends that was cut off, where nothing before that is in doubt.
fn ending(reply: &Reply) -> Option<Ending> {
    let calls = reply.tool_calls.iter().map(|call| call.arguments.as_str());
    let texts = [reply.content.as_str()].into_iter().chain(calls);
    texts.rev().find_map(Ending::of)
}

/// Whether the entry that was begun in an object may be in an answer.
fn asks_for(ask: &Ask, begun: &Begun, open: &Path) -> bool {
    match ask.path.segments().split_last() {
        _ if ask.how == How::Extend => ask.path == *open,
        Some((Segment::Key(key), outer)) => outer == open.segments() && begun.may_be(key),
        _ => false,
    }
}

fn has_content(document: &str) -> bool {
    document.contains(|c: char| !matches!(c, '[' | ']' | '{' | '}' | ',' | ':'))
        && Text::read(document).is_some_and(|text| has_value(&text, text.root))
}

fn has_value(text: &Text<'_>, node: NodeId) -> bool {
    match text.tree.kind(node) {
        NodeKind::List => text.tree.items(node).any(|item| has_value(text, item)),
        NodeKind::Object => {
            let mut entries = text.tree.entries(node);
            entries.any(|(_, value)| has_value(text, value))
        }
        _ => true,
    }
}

type Found = (Vec<Ask>, Map<String, Value>);

/// What is asked for; else the container of which too little is known to go on inside.
fn asks(base: &Growth, whole: &Facts) -> Option<Result<Found, Path>> {
    let text = Text::read(&base.document)?;
    let schemas = Schemas {
        root: whole.document(),
        tree: &text.tree,
    };
    let mut levels = Vec::new();
    let mut wanted = vec![schemas.root];
    let depth = base.open.segments().len();
    for at in 0..=depth {
        let here = head(&base.open, at);
        let node = text.locate(&here)?;
        let level = Level {
            forms: schemas.forms(&wanted, node),
            node,
            path: here,
        };
        if !level.goes_on(&text) {
            return Some(Err(level.path));
        }
        levels.push(level);
        if let Some(step) = base.open.segments().get(at) {
            wanted = schemas.step(&wanted, node, step);
        }
    }
    let mut out = Walk {
        base,
        text: &text,
        schemas: &schemas,
        keys: Keys::of(&text, whole.document()),
        asks: Vec::new(),
        defs: Map::new(),
    };
    for level in levels.iter().rev() {
        out.add(level)?;
    }
    Some(Ok((out.asks, out.defs)))
}

/// A container that is open.
struct Level<'s> {
    path: Path,
    node: NodeId,
    forms: Vec<&'s Map<String, Value>>,
}

impl Level<'_> {
    /// Whether it is known how the container goes on.
    fn goes_on(&self, text: &Text<'_>) -> bool {
        if self.forms.is_empty() {
            return false;
        }
        if text.tree.kind(self.node) == NodeKind::List {
            return !self.forms.iter().any(|form| is_tuple(form));
        }
        // An object of which nothing is there is asked for as a whole, and so is one that may be of several kinds.
        let decided = match self.forms[..] {
            [_] => text.tree.len(self.node) > 0,
            _ => !matches!(self.path.segments().last(), Some(Segment::Key(_))),
        };
        self.forms.iter().all(|form| names_all(form)) && (decided || self.path.is_root())
    }
}

struct Walk<'a> {
    base: &'a Growth,
    text: &'a Text<'a>,
    schemas: &'a Schemas<'a>,
    keys: Keys,
    asks: Vec<Ask>,
    defs: Map<String, Value>,
}

impl Walk<'_> {
    fn add(&mut self, level: &Level<'_>) -> Option<()> {
        if self.text.tree.kind(level.node) == NodeKind::List {
            return self.items(level);
        }
        self.missing(level)?;
        self.others(level)
    }

    fn items(&mut self, level: &Level<'_>) -> Option<()> {
        let count = self.text.tree.len(level.node);
        let mut wanted: Vec<&Value> = Vec::new();
        for item in level.forms.iter().filter_map(|form| items(form)) {
            if !wanted.contains(&item) {
                wanted.push(item);
            }
        }
        let item = self.schemas.joined(&wanted, &mut self.defs)?;
        let mut schema = json!({ "type": "array", "items": item });
        if let [form] = level.forms[..]
            && let Some(most) = form.get("maxItems").and_then(Value::as_u64)
        {
            schema["maxItems"] = json!(most.saturating_sub(count as u64));
        }
        let place = place(&level.path);
        let note = match count {
            0 => format!("the items of {place}"),
            count => format!(
                "only the further items of {place}, from item {} on",
                count + 1
            ),
        };
        self.ask(level.path.clone(), How::Append, true, note, schema);
        Some(())
    }

    fn missing(&mut self, level: &Level<'_>) -> Option<()> {
        for (name, wanted, required) in declared(&level.forms) {
            let steps = [level.path.segments(), &[Segment::Key(name.into())]].concat();
            let path = Path::from(steps);
            if self.text.locate(&path).is_some() {
                continue;
            }
            let schema = self.schemas.joined(&wanted, &mut self.defs)?;
            let note = format!("the value at {path}");
            let begun = self.base.begun_at(&path);
            let required = required || begun.is_some_and(|begun| !begun.in_key);
            self.ask(path, How::Set, required, note, schema);
        }
        Some(())
    }

    fn others(&mut self, level: &Level<'_>) -> Option<()> {
        let wanted: Vec<&Value> = level.forms.iter().filter_map(|form| others(form)).collect();
        if wanted.is_empty() {
            return Some(());
        }
        let value = self.schemas.joined(&wanted, &mut self.defs)?;
        let schema = json!({ "type": "object", "additionalProperties": value });
        let note = format!("only the further entries of {}", place(&level.path));
        self.ask(level.path.clone(), How::Extend, true, note, schema);
        Some(())
    }

    fn ask(&mut self, path: Path, how: How, required: bool, note: String, schema: Value) {
        let root = if how == How::Append {
            "items"
        } else {
            "entries"
        };
        self.asks.push(Ask {
            key: self.keys.key(&path, root),
            path,
            how,
            required,
            note,
            schema,
        });
    }
}

/// The declared keys of an object, each with what is wanted there and whether it has to be there.
fn declared<'s>(forms: &[&'s Map<String, Value>]) -> Vec<(&'s str, Vec<&'s Value>, bool)> {
    let mut declared: Vec<(&str, Vec<&Value>, bool)> = Vec::new();
    for form in forms {
        let properties = form.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            match declared.iter_mut().find(|(other, _, _)| other == name) {
                Some((_, wanted, _)) if wanted.contains(&schema) => {}
                Some((_, wanted, _)) => wanted.push(schema),
                None => declared.push((name, vec![schema], true)),
            }
        }
    }
    for (name, _, required) in &mut declared {
        let requires = |form: &&Map<String, Value>| {
            let names = form.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|other| other == *name))
        };
        *required = forms.iter().all(requires);
    }
    declared
}

fn place(path: &Path) -> String {
    if path.is_root() {
        "the value".to_owned()
    } else {
        path.to_string()
    }
}
