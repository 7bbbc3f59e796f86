//! Enums, in every tagging exactly as serde reads them.

use serde_json::{Value, json};

use super::object::{Object, Rest};
use super::{Node, Walk, node};
use crate::dialect::{Form, Keyword, Type, alters_content};
use crate::limits::Limits;
use crate::rules::{Literal, Rule};
use crate::shape::{Content, Enum, Tagging, Variant, View};

impl<'s> Walk<'s, '_> {
    pub(super) fn union(&mut self, view: View<'s>, kind: &'s Enum, rules: &[&'s Rule]) -> Node {
        let allowed = Limits::of(view, rules).one_of;
        let mut forms: Vec<Node> = Vec::new();
        let mut starts = Vec::new();
        for variant in kind.variants.iter() {
            let is_allowed = allowed.as_ref().is_none_or(|allowed| {
                allowed
                    .iter()
                    .any(|literal| matches!(literal, Literal::Text(name) if *name == variant.name))
            });
            if is_allowed {
                starts.push((variant, forms.len()));
                forms.extend(self.variant(view, kind, variant));
            }
        }
        self.told_apart(view, kind, &starts, &forms);
        let forms = join_names(forms).into_iter();
        any_of(forms.map(|form| self.constant(form)).collect())
    }

    /// Refuses variants without a tag that stand in an answer in another form than their own, where another variant is
    /// of the same JSON type: the answer might be read as that one.
    fn told_apart(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        starts: &[(&'s Variant, usize)],
        forms: &[Node],
    ) {
        let form = Form::of(self.dialect);
        for (at, (variant, start)) in starts.iter().enumerate() {
            let end = starts.get(at + 1).map_or(forms.len(), |(_, start)| *start);
            let is_untagged = matches!(tagging(kind, variant), Tagging::Untagged);
            if !is_untagged || !alters_content(form, view, &variant.content) {
                continue;
            }
            let (own, others) = (
                &forms[*start..end],
                forms[..*start].iter().chain(&forms[end..]),
            );
            let alike = |ty: &str| {
                own.iter().any(|form| may_be(form, ty))
                    && others.clone().any(|form| may_be(form, ty))
            };
            if alike("array") || alike("object") {
                self.gap("variants without a tag that an answer could not tell apart");
                return;
            }
        }
    }

    /// The forms of one variant.
    fn variant(&mut self, view: View<'s>, kind: &'s Enum, variant: &'s Variant) -> Vec<Node> {
        match (tagging(kind, variant), &variant.content) {
            (Tagging::External, Content::Unit) => {
                let name = tag(variant);
                vec![self.describe(name, variant.description())]
            }
            (Tagging::Untagged, content) => {
                let form = self.content(view, content);
                vec![self.describe(form, variant.description())]
            }
            _ => {
                let objects = self.variant_objects(view, kind, variant, false);
                objects
                    .into_iter()
                    .map(|object| self.finish(object))
                    .collect()
            }
        }
    }

    /// The objects that an enum may be where it is merged into another object.
    pub(super) fn variants(&mut self, view: View<'s>, kind: &'s Enum, flat: bool) -> Vec<Object> {
        let form = Form::of(self.dialect);
        let is_altered = |variant: &Variant| {
            matches!(tagging(kind, variant), Tagging::Untagged)
                && alters_content(form, view, &variant.content)
        };
        if kind.variants.len() > 1 && kind.variants.iter().any(is_altered) {
            self.gap("variants without a tag that an answer could not tell apart");
        }
        let mut objects = Vec::new();
        for variant in kind.variants.iter() {
            objects.extend(self.variant_objects(view, kind, variant, flat));
        }
        objects
    }

    fn variant_objects(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        variant: &'s Variant,
        flat: bool,
    ) -> Vec<Object> {
        let mut objects = match tagging(kind, variant) {
            Tagging::Untagged => self.merged(view, &variant.content, flat),
            Tagging::External => {
                let content = self.at(&variant.name, |walk| walk.content(view, &variant.content));
                let object = if flat {
                    Object::default()
                } else {
                    Object::closed()
                };
                vec![object.with(&variant.name, content)]
            }
            Tagging::Internal { tag: key } => {
                let mut objects = match &variant.content {
                    Content::Unit => vec![Object::default()],
                    content => self.merged(view, content, flat),
                };
                for object in &mut objects {
                    let tagged = Object::default().with(key, self.tag(kind, variant));
                    object.entries.retain(|entry| entry.name != **key);
                    object.entries.splice(0..0, tagged.entries);
                }
                objects
            }
            Tagging::Adjacent { tag: key, content } => {
                vec![self.adjacent(view, kind, variant, key, content, flat)]
            }
        };
        if let Some(docs) = variant.description() {
            for object in &mut objects {
                object.docs = Some(docs.clone());
            }
        }
        objects
    }

    fn adjacent(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        variant: &'s Variant,
        key: &str,
        content_key: &str,
        flat: bool,
    ) -> Object {
        let denies = kind.variants.iter().any(
            |variant| matches!(&variant.content, Content::Struct(fields) if fields.deny_unknown),
        );
        let mut object = Object::default().with(key, self.tag(kind, variant));
        if denies && !flat {
            object.rest = Rest::Closed;
        }
        if matches!(variant.content, Content::Unit) {
            return object;
        }
        let content = self.at(content_key, |walk| walk.content(view, &variant.content));
        let mut object = object.with(content_key, content);
        if let (Content::Newtype(field), Some(entry)) =
            (&variant.content, object.entries.last_mut())
        {
            entry.required = field.is_required(view);
        }
        object
    }

    /// The name of a variant in an object; any other name where it stands for all unknown ones.
    fn tag(&self, kind: &Enum, variant: &Variant) -> Node {
        let mut tag = tag(variant);
        if variant.other && self.dialect.says(Type::String, Keyword::Not) {
            let known = kind.variants.iter().filter(|known| !known.other);
            let names: Vec<_> = known
                .flat_map(|known| std::iter::once(&known.name).chain(&*known.aliases))
                .collect();
            if !names.is_empty() {
                tag.insert("not".to_owned(), json!({ "enum": names }));
            }
        }
        tag
    }

    /// The schema of one name, as the dialect has it.
    pub(super) fn constant(&self, mut form: Node) -> Node {
        if !self.dialect.says(Type::String, Keyword::Const)
            && let Some(name) = form.remove("const")
        {
            form.insert("enum".to_owned(), json!([name]));
        }
        form
    }

    /// The content of a variant, merged into the object around it.
    fn merged(&mut self, view: View<'s>, content: &'s Content, flat: bool) -> Vec<Object> {
        match content {
            Content::Newtype(field) => {
                let inner = view.at(field.shape);
                let mut objects = self.parts(inner, field, flat);
                let docs = field.description().or_else(|| inner.shape.description());
                for object in &mut objects {
                    object.docs = object.docs.take().or_else(|| docs.clone());
                }
                objects
            }
            Content::Struct(fields) => self.fields(view, fields),
            // serde reads neither from the entries of an object.
            Content::Unit | Content::Tuple(_) => Vec::new(),
        }
    }

    /// The content of a variant on its own.
    fn content(&mut self, view: View<'s>, content: &'s Content) -> Node {
        match content {
            Content::Unit => node([("type", json!("null"))]),
            Content::Newtype(field) => self.field(view, field, &[]),
            Content::Tuple(fields) => self.tuple(view, fields),
            Content::Struct(fields) => {
                let objects = self.fields(view, fields);
                self.union_of(objects)
            }
        }
    }
}

fn tagging<'s>(kind: &'s Enum, variant: &Variant) -> &'s Tagging {
    if variant.untagged {
        &Tagging::Untagged
    } else {
        &kind.tagging
    }
}

/// Whether a value of this JSON type may satisfy a schema.
fn may_be(form: &Node, ty: &str) -> bool {
    match (form.get("type"), form.get("anyOf")) {
        (Some(Value::Array(types)), _) => types.iter().any(|one| one == ty),
        (Some(one), _) => one == ty,
        (None, Some(Value::Array(forms))) => forms
            .iter()
            .any(|form| form.as_object().is_none_or(|form| may_be(form, ty))),
        (None, _) => !form.contains_key("const") && !form.contains_key("enum"),
    }
}

/// The name of a variant; any text where it stands for all unknown ones.
fn tag(variant: &Variant) -> Node {
    if variant.other {
        node([("type", json!("string"))])
    } else {
        node([("type", json!("string")), ("const", json!(variant.name))])
    }
}

/// A schema that any of these satisfies.
pub(super) fn any_of(mut forms: Vec<Node>) -> Node {
    if forms.len() == 1 {
        forms.remove(0)
    } else {
        node([("anyOf", json!(forms))])
    }
}

/// Joins names next to each other that say nothing else into one `enum`.
pub(super) fn join_names(forms: Vec<Node>) -> Vec<Node> {
    let mut joined: Vec<Node> = Vec::new();
    for form in forms {
        let name = form.get("const").filter(|_| form.len() == 2).cloned();
        match (
            joined.last_mut().and_then(|last| last.get_mut("enum")),
            name,
        ) {
            (Some(Value::Array(names)), Some(name)) => names.push(name),
            (_, Some(name)) => {
                joined.push(node([("type", json!("string")), ("enum", json!([name]))]));
            }
            (_, None) => joined.push(form),
        }
    }
    joined
}
