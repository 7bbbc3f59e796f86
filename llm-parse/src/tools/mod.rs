//! An enum as a choice of tools, and the calls of a reply as values.
//!
//! # Design
//!
//! Each variant is a tool of its own: a model picks a tool more surely than it writes a tag, and a provider holds the
//! arguments to their own schema. A call is read by that schema and put into the form that the enum has on the wire;
//! the whole is then read as any other answer, so that nothing is checked by the schema alone.

mod call;
mod calls;
mod choice;
mod kept;
mod list;
mod wrapped;

use std::sync::Arc;

pub(crate) use self::calls::merged;
pub(crate) use self::choice::Choice;
pub(crate) use self::kept::Kept;
pub(crate) use self::wrapped::{begins_wrapped, text_inside, unwrapped};
use crate::align::fold;
use crate::client::Tool;
use crate::dialect::shared_excess;
use crate::rules::Rule;
use crate::sent::Terms;
use crate::shape::{Content, Enum, Kind, List, Shape, Tagging, View};

/// The most tools that providers take in a request.
const MOST: usize = 128;

/// The variants of an enum as tools.
#[derive(Debug)]
pub(crate) struct Choices {
    pub(crate) list: Vec<Choice>,
    /// Whether each call is an item of a list.
    pub(crate) several: bool,
    /// Whether there may be none.
    pub(crate) none: bool,
    /// Whether a call that is written out as text can be told from a value.
    pub(crate) written: bool,
    /// What the enum means.
    pub(crate) description: Option<String>,
}

impl Choices {
    /// The tools for a type that is an enum, or a list of an enum's values; `None` for all others, and for an enum that
    /// only names things.
    pub(crate) fn of(view: View<'static>) -> Option<Choices> {
        let list = list(view);
        let item = list.map_or(view, |(view, list)| view.at(list.item));
        let (of, kind) = union(item)?;
        let content = |index: &usize| !matches!(kind.variants[*index].content, Content::Unit);
        let all = 0..kind.variants.len();
        if !(2..=MOST).contains(&all.len()) || !all.clone().any(|index| content(&index)) {
            return None;
        }
        let mut choices = Choices {
            list: all.map(|index| Choice::new(of, kind, index)).collect(),
            several: list.is_some(),
            none: is_open_list(view),
            written: !matches!(&kind.tagging, Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } if tag == "name"),
            description: of.shape.description(),
        };
        choices.name_apart();
        Some(choices)
    }

    /// Numbers the names that are alike.
    fn name_apart(&mut self) {
        for index in 1..self.list.len() {
            let (before, rest) = self.list.split_at_mut(index);
            let name = &mut rest[0].name;
            let base: String = name.chars().take(60).collect();
            let taken = |name: &str| before.iter().any(|other| other.name == name);
            let mut number = 2;
            while taken(name) {
                *name = format!("{base}_{number}");
                number += 1;
            }
        }
    }

    /// The tool that a call names: exactly, or as the only one in another spelling.
    pub(crate) fn named(&self, name: &str) -> Option<&Choice> {
        if let Some(exact) = self.list.iter().find(|choice| choice.name == name) {
            return Some(exact);
        }
        let folded = fold(name);
        let mut alike = self.list.iter().filter(|choice| choice.is_called(&folded));
        alike.next().filter(|_| alike.next().is_none())
    }

    /// Whether the arguments of all can be said in one request. Where not, the whole enum is one tool, if that can be said.
    pub(crate) fn are_sayable(&self, terms: Terms<'_>) -> bool {
        let sent = self.list.iter().map(|choice| choice.sent(terms));
        let counted: Result<Vec<_>, _> = sent.map(|one| one.map(|sent| sent.counted)).collect();
        counted.is_ok_and(|all| shared_excess(&terms.rules.sizes, all).is_none())
    }

    /// The tools as they are sent.
    pub(crate) fn tools(&self, terms: Terms<'_>) -> Vec<Tool> {
        let tool = |choice: &Choice| {
            let sent = choice.sent(terms).ok()?;
            Some(Tool {
                name: choice.name.clone(),
                description: choice.description.clone(),
                schema: Arc::clone(&sent.schema),
                strict: sent.strict,
            })
        };
        self.list.iter().filter_map(tool).collect()
    }

    /// The tools with the types of their arguments as text.
    pub(crate) fn outline(&self, terms: Terms<'_>) -> String {
        let tool = |choice: &Choice| {
            let Choice { name, outline, .. } = choice;
            if choice.is_wrapped(terms) {
                format!(
                    "`{name}`, with one key, `{{\"value\": ..}}`, whose value is of this type:\n{outline}"
                )
            } else {
                format!("`{name}`:\n{outline}")
            }
        };
        let tools: Vec<_> = self.list.iter().map(tool).collect();
        tools.join("\n\n")
    }

    /// An example of a call.
    pub(crate) fn example(&self, terms: Terms<'_>) -> String {
        let Some(choice) = self.list.first() else {
            return String::new();
        };
        let Choice { name, example, .. } = choice;
        if choice.is_wrapped(terms) {
            format!("`{name}` with the arguments {{\"value\":{example}}}")
        } else {
            format!("`{name}` with the arguments {example}")
        }
    }

    /// `search`, `close`: the names as a model reads them.
    pub(crate) fn names(&self) -> String {
        let names = self.list.iter().map(|choice| format!("`{}`", choice.name));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The name of the tool and the arguments that say a value of the enum, which is given as serde writes it.
    pub(crate) fn call(&self, value: &str, terms: Terms<'_>) -> Option<(&str, String)> {
        let mut calls = self.list.iter().filter_map(|choice| {
            let arguments = choice.unframed(value, terms)?;
            Some((&*choice.name, arguments))
        });
        calls.next()
    }
}

/// A list of any number of the same items, where the type is a list.
pub(crate) fn items(view: View<'static>) -> Option<Shape> {
    let (_, list) = list(view)?;
    Some(unnamed(Kind::List(List {
        min: 0,
        max: usize::MAX,
        set: false,
        ..list.clone()
    })))
}

/// A shape that is known by its place alone: it lies in what is made once for its type, and is never moved.
fn unnamed(kind: Kind) -> Shape {
    Shape {
        id: None,
        ..Shape::new("", std::any::TypeId::of::<()>, kind)
    }
}

/// Whether a type is a list that may be empty.
pub(crate) fn is_open_list(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::List(list) => list.min == 0,
        Kind::Newtype(newtype) => {
            let at_least = |rule: &Rule| matches!(rule, Rule::MinLen(1..));
            !newtype.field.rules.iter().any(at_least) && is_open_list(view.at(newtype.field.shape))
        }
        _ => false,
    }
}

/// The list that a type is, under whatever newtypes.
fn list(view: View<'static>) -> Option<(View<'static>, &'static List)> {
    match &view.shape.kind {
        Kind::List(list) => Some((view, list)),
        Kind::Newtype(newtype) => {
            let of_items = |rule: &Rule| matches!(rule, Rule::Items(_));
            let plain = !newtype.field.rules.iter().any(of_items);
            list(view.at(newtype.field.shape)).filter(|_| plain)
        }
        _ => None,
    }
}

/// The enum that a type is, under newtypes that add no rules.
fn union(view: View<'static>) -> Option<(View<'static>, &'static Enum)> {
    match &view.shape.kind {
        Kind::Enum(kind) => Some((view, kind)),
        Kind::Newtype(newtype) if newtype.field.rules.is_empty() => {
            union(view.at(newtype.field.shape))
        }
        _ => None,
    }
}
