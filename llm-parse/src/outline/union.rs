//! Enums as unions.

use super::object::{Line, Parts};
use super::{Walk, indent, on_one_line, quoted};
use crate::limits::Limits;
use crate::rules::{Literal, Rule};
use crate::shape::{Content, Enum, Tagging, Variant, View};

impl Walk {
    pub(super) fn union<'s>(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        rules: &[&'s Rule],
        depth: usize,
    ) -> String {
        let allowed = Limits::of(view, rules).one_of;
        let mut forms = Vec::new();
        for variant in kind.variants.iter() {
            let is_allowed = allowed.as_ref().is_none_or(|allowed| {
                allowed
                    .iter()
                    .any(|literal| matches!(literal, Literal::Text(name) if *name == variant.name))
            });
            if is_allowed {
                let text = self.variant(view, kind, variant, depth + 1, false);
                forms.push((text, variant.description()));
            }
        }
        join(forms, depth)
    }

    /// The enum where it is merged into another object.
    pub(super) fn merged_union<'s>(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        depth: usize,
    ) -> String {
        let mut forms = Vec::new();
        for variant in kind.variants.iter() {
            let text = self.variant(view, kind, variant, depth + 1, true);
            forms.push((text, variant.description()));
        }
        let text = join(forms, depth);
        if text.starts_with('\n') {
            format!("({text}\n{})", indent(depth))
        } else {
            format!("({text})")
        }
    }

    fn variant<'s>(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        variant: &'s Variant,
        depth: usize,
        merged: bool,
    ) -> String {
        let tagging = if variant.untagged {
            &Tagging::Untagged
        } else {
            &kind.tagging
        };
        let name = if variant.other {
            "string".to_owned()
        } else {
            quoted(&variant.name)
        };
        let tag_line = |key: &str| Line {
            key: Parts::key(key, false),
            text: name.clone(),
            comment: None,
        };
        let mut parts = Parts::default();
        match tagging {
            Tagging::External if matches!(variant.content, Content::Unit) && !merged => {
                return name;
            }
            Tagging::Untagged => return self.content(view, &variant.content, depth),
            Tagging::External => {
                parts
                    .lines
                    .push(self.content_line(&variant.name, view, &variant.content, depth));
            }
            Tagging::Internal { tag } => {
                parts.lines.push(tag_line(tag));
                let merged = match &variant.content {
                    Content::Newtype(field) => self.parts(view.at(field.shape), depth + 1),
                    Content::Struct(fields) => self.fields(view, fields, depth + 1),
                    Content::Unit | Content::Tuple(_) => Parts::default(),
                };
                parts.lines.extend(merged.lines);
                parts.also.extend(merged.also);
            }
            Tagging::Adjacent { tag, content } => {
                parts.lines.push(tag_line(tag));
                if !matches!(variant.content, Content::Unit) {
                    let line = self.content_line(content, view, &variant.content, depth);
                    parts.lines.push(line);
                }
            }
        }
        parts.text(depth)
    }

    fn content_line<'s>(
        &mut self,
        key: &str,
        view: View<'s>,
        content: &'s Content,
        depth: usize,
    ) -> Line {
        let key = Parts::key(key, false);
        match content {
            Content::Newtype(field) => self.line(key, view, field, depth + 1),
            content => Line {
                key,
                text: self.content(view, content, depth + 1),
                comment: None,
            },
        }
    }

    fn content<'s>(&mut self, view: View<'s>, content: &'s Content, depth: usize) -> String {
        match content {
            Content::Unit => "null".to_owned(),
            Content::Newtype(field) => {
                let rules: Vec<&Rule> = field.rules.iter().collect();
                self.type_text(view.at(field.shape), &rules, depth)
            }
            Content::Tuple(fields) => self.tuple(view, fields, depth),
            Content::Struct(fields) => self.fields(view, fields, depth + 1).text(depth),
        }
    }
}

/// The forms in one line where they are short and say nothing of themselves, else each on its own.
fn join(forms: Vec<(String, Option<String>)>, depth: usize) -> String {
    const WIDTH: usize = 72;
    let short = forms.iter().map(|(text, _)| text.len() + 3).sum::<usize>() <= WIDTH;
    let plain = forms
        .iter()
        .all(|(text, docs)| docs.is_none() && !text.contains('\n'));
    let is_plain_one = forms.len() == 1 && forms[0].1.is_none();
    if is_plain_one || plain && (short || forms.iter().all(|(text, _)| text.starts_with('"'))) {
        let texts: Vec<String> = forms.into_iter().map(|(text, _)| text).collect();
        return texts.join(" | ");
    }
    let inside = indent(depth + 1);
    let mut out = String::new();
    for (text, docs) in forms {
        let docs = docs.as_deref().map(on_one_line);
        let line = match docs {
            Some(docs) if text.contains('\n') => format!("\n{inside}// {docs}\n{inside}| {text}"),
            Some(docs) => format!("\n{inside}| {text} // {docs}"),
            None => format!("\n{inside}| {text}"),
        };
        out.push_str(&line);
    }
    out
}
