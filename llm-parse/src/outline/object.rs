//! Objects and their entries as text.

use super::{Walk, comment, indent, inside_options, on_one_line, quoted};
use crate::rules::Rule;
use crate::shape::{Field, Kind, Struct, View};

/// One entry of an object or item of a tuple.
pub(super) struct Line {
    /// The key with its colon; empty for an item.
    pub(super) key: String,
    pub(super) text: String,
    pub(super) comment: Option<String>,
}

/// An object: its entries, and the unions that are merged into it.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) lines: Vec<Line>,
    pub(super) also: Vec<String>,
}

impl Parts {
    pub(super) fn text(self, depth: usize) -> String {
        let mut all = Vec::new();
        if !self.lines.is_empty() || self.also.is_empty() {
            all.push(block("{", self.lines, "}", depth));
        }
        all.extend(self.also);
        all.join(" & ")
    }

    pub(super) fn key(key: &str, optional: bool) -> String {
        let mark = if optional { "?" } else { "" };
        format!("{}{mark}: ", quoted(key))
    }
}

/// The lines between brackets: on one line where they are short and need no comment.
pub(super) fn block(open: &str, lines: Vec<Line>, close: &str, depth: usize) -> String {
    const WIDTH: usize = 72;
    let plain = lines
        .iter()
        .all(|line| line.comment.is_none() && !line.text.contains('\n'));
    let width: usize = lines
        .iter()
        .map(|line| line.key.len() + line.text.len() + 2)
        .sum();
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    if plain && width <= WIDTH && (depth > 0 || open == "[") {
        let items: Vec<String> = lines
            .into_iter()
            .map(|line| format!("{}{}", line.key, line.text))
            .collect();
        let space = if open == "{" { " " } else { "" };
        return format!("{open}{space}{}{space}{close}", items.join(", "));
    }
    let mut out = open.to_owned();
    let inside = indent(depth + 1);
    for Line { key, text, comment } in lines {
        // The last line of a union may end in a comment of its own.
        let (key, comma) = if text.starts_with('\n') {
            (key.trim_end(), "")
        } else {
            (key.as_str(), ",")
        };
        let line = match comment {
            Some(comment) if text.contains('\n') => {
                format!("\n{inside}// {comment}\n{inside}{key}{text}{comma}")
            }
            Some(comment) => format!("\n{inside}{key}{text}{comma} // {comment}"),
            None => format!("\n{inside}{key}{text}{comma}"),
        };
        out.push_str(&line);
    }
    format!("{out}\n{}{close}", indent(depth))
}

impl Walk {
    pub(super) fn line<'s>(
        &mut self,
        key: String,
        view: View<'s>,
        field: &'s Field,
        depth: usize,
    ) -> Line {
        let rules: Vec<&Rule> = field.rules.iter().collect();
        let inner = view.at(field.shape);
        let core = inside_options(inner);
        let declared = core.key().is_some_and(|key| self.names.is_shared(key));
        // A declaration says for itself what it is.
        let own = core.shape.description().filter(|_| !declared);
        let description = match (field.description(), own) {
            (Some(field), Some(own)) if field != own => Some(format!("{field} {own}")),
            (Some(same), Some(_)) => Some(same),
            (field, own) => field.or(own),
        };
        let comment = if declared && rules.is_empty() {
            description.as_deref().map(on_one_line)
        } else {
            comment(inner, &rules, description)
        };
        Line {
            key,
            text: self.type_text(inner, &rules, depth),
            comment,
        }
    }

    pub(super) fn fields<'s>(&mut self, view: View<'s>, fields: &'s Struct, depth: usize) -> Parts {
        let mut parts = Parts::default();
        for field in fields.fields.iter() {
            if field.flatten {
                let merged = self.parts(view.at(field.shape), depth);
                parts.lines.extend(merged.lines);
                parts.also.extend(merged.also);
            } else {
                let nullable = matches!(view.at(field.shape).shape.kind, Kind::Option(_));
                let key = Parts::key(&field.name, field.default && !nullable);
                parts.lines.push(self.line(key, view, field, depth));
            }
        }
        parts
    }

    /// What a flattened field or the content of a tagged variant adds to the object around it.
    pub(super) fn parts(&mut self, view: View<'_>, depth: usize) -> Parts {
        let key = view.key();
        if key.is_some_and(|key| self.merging.contains(&key)) {
            return Parts::default();
        }
        self.merging.extend(key);
        let parts = match &view.shape.kind {
            Kind::Struct(fields) => self.fields(view, fields, depth),
            Kind::Newtype(newtype) => self.parts(view.at(newtype.field.shape), depth),
            Kind::Option(inner) => {
                let mut parts = self.parts(view.at(*inner), depth);
                for line in &mut parts.lines {
                    line.key = line.key.replacen("\": ", "\"?: ", 1);
                }
                parts
            }
            Kind::Map(map) => Parts {
                lines: vec![Line {
                    key: format!("[key: {}]: ", self.map_key(view.at(map.key), &[])),
                    text: self.type_text(view.at(map.value), &[], depth),
                    comment: None,
                }],
                also: Vec::new(),
            },
            Kind::Any => Parts {
                lines: vec![Line {
                    key: "[key: string]: ".to_owned(),
                    text: "any".to_owned(),
                    comment: None,
                }],
                also: Vec::new(),
            },
            Kind::Enum(kind) => Parts {
                lines: Vec::new(),
                also: vec![self.merged_union(view, kind, depth - 1)],
            },
            _ => Parts::default(),
        };
        self.merging
            .truncate(self.merging.len() - usize::from(key.is_some()));
        parts
    }
}
