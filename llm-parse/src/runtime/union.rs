//! Unions: by which key or word their forms are told apart, if by any.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::alternative::{Alternative, types};
use super::build::{Builder, Part, field, owned, variant};
use super::merge::{Form, Keywords, forms, keys};
use crate::shape::{Content, Enum, Kind, Tagging, Variant};

impl Builder<'_> {
    pub(super) fn union(&mut self, all: &[Alternative]) -> Part {
        let kind = match self.by_key(all) {
            Some(kind) => kind,
            None => match self.by_tag(all) {
                Some(kind) => kind,
                None => self.untold(all),
            },
        };
        self.define(Kind::Enum(kind))
    }

    /// Forms that are tried in turn.
    fn untold(&mut self, all: &[Alternative]) -> Enum {
        let none = Keywords::new();
        let variants = all.iter().map(|alternative| {
            let part = self.alternative(alternative);
            Variant {
                content: Content::Newtype(field("", part)),
                ..variant("", &none)
            }
        });
        Enum {
            variants: variants.collect(),
            tagging: Tagging::Untagged,
        }
    }

    /// Words, and objects with a single key: `"None"` or `{"Some": ..}`.
    fn by_key(&mut self, all: &[Alternative]) -> Option<Enum> {
        let single = |keywords: &Keywords| -> Option<(String, Value)> {
            let properties = keywords
                .get("properties")?
                .as_object()
                .filter(|named| named.len() == 1)?;
            let (name, schema) = properties.iter().next()?;
            let required = keywords.get("required")?.as_array()?;
            let closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
            let is_key = |wanted: &Value| wanted == name;
            (closed && required.len() == 1 && required.iter().all(is_key))
                .then(|| (name.clone(), schema.clone()))
        };
        let (mut words, mut objects) = (Vec::new(), Vec::new());
        for alternative in all {
            match alternative {
                Alternative::Values("string", values, keywords) => {
                    words.extend(
                        values
                            .iter()
                            .filter_map(Value::as_str)
                            .map(|name| variant(name, keywords)),
                    );
                }
                other => objects.push(single(&self.object_keys(other)?)?),
            }
        }
        let names: HashSet<&str> = (words.iter().map(|word| &*word.name))
            .chain(objects.iter().map(|(name, _)| name.as_str()))
            .collect();
        if objects.is_empty() || names.len() != words.len() + objects.len() {
            return None;
        }
        let mut variants = words;
        for (name, schema) in &objects {
            let part = self.part(schema);
            variants.push(Variant {
                content: Content::Newtype(field("", part)),
                ..variant(name, &Keywords::new())
            });
        }
        Some(Enum {
            tagging: Tagging::External,
            variants: Cow::Owned(variants),
        })
    }

    /// Objects that all have a word of their own under one key; one may have all other words.
    fn by_tag(&mut self, all: &[Alternative]) -> Option<Enum> {
        let objects: Vec<Keywords> = all
            .iter()
            .map(|form| self.object_keys(form))
            .collect::<Option<_>>()?;
        let named = objects.first()?.get("properties")?.as_object()?;
        let tag = named
            .keys()
            .find(|key| self.tells_apart(key, &objects))?
            .clone();
        let mut variants = Vec::new();
        for (keywords, alternative) in objects.iter().zip(all) {
            let (words, beside) = self.words(keywords, &tag)?;
            let other = words.is_empty();
            let key = match alternative {
                Alternative::Ref(pointer) => format!("{tag} of {pointer}"),
                _ => format!("{tag} of {keywords:?}"),
            };
            let content = self.once(key, |builder| {
                let kind = builder.structure(keywords, Some(&tag));
                builder.define(Kind::Struct(kind))
            });
            let words = if other { vec![String::new()] } else { words };
            variants.extend(words.iter().map(|word| Variant {
                content: Content::Newtype(field("", content.clone())),
                other,
                ..variant(word, &beside)
            }));
        }
        Some(Enum {
            tagging: Tagging::Internal { tag: owned(&tag) },
            variants: Cow::Owned(variants),
        })
    }

    fn tells_apart(&self, key: &str, objects: &[Keywords]) -> bool {
        let (mut seen, mut others) = (HashSet::new(), 0);
        let told = objects.iter().all(|keywords| {
            let required = keywords.get("required").and_then(Value::as_array);
            let is_required = required.is_some_and(|names| names.iter().any(|name| name == key));
            let words = self.words(keywords, key).map(|(words, _)| words);
            others += usize::from(words.as_ref().is_some_and(Vec::is_empty));
            is_required
                && words.is_some_and(|words| words.into_iter().all(|word| seen.insert(word)))
        });
        told && others <= 1 && !seen.is_empty()
    }

    /// The words that may stand under a key; none where any other word may.
    fn words(&self, keywords: &Keywords, key: &str) -> Option<(Vec<String>, Keywords)> {
        let forms = forms(self.document, keywords.get("properties")?.get(key)?)?;
        let [form] = &forms[..] else { return None };
        let keywords = match &keys(self.document, form)?[..] {
            [keywords] => keywords.clone(),
            _ => return None,
        };
        let words = match (keywords.get("const"), keywords.get("enum")) {
            (Some(word), _) => vec![word.as_str()?.to_owned()],
            (_, Some(Value::Array(words))) => {
                let words = words.iter().map(|word| word.as_str().map(str::to_owned));
                words.collect::<Option<_>>()?
            }
            _ if types(&keywords) == ["string"] => Vec::new(),
            _ => return None,
        };
        Some((words, keywords))
    }

    /// The keywords of an alternative that is an object and nothing else.
    fn object_keys(&self, alternative: &Alternative) -> Option<Keywords> {
        match alternative {
            Alternative::Typed("object", keywords) => Some(keywords.clone()),
            Alternative::Ref(pointer) => {
                match &keys(self.document, &Form::Ref(pointer.clone()))?[..] {
                    [keywords] => {
                        let listed = ["const", "enum"]
                            .iter()
                            .any(|keyword| keywords.contains_key(*keyword));
                        (types(keywords) == ["object"] && !listed).then(|| keywords.clone())
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
