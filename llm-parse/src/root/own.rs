//! The words of a type: those of its name, its fields and what is said of them.

use std::cell::OnceCell;

use super::sentence::inside;
use crate::candidate::floor;
use crate::shape::{Kind, View};

/// Tells the words that a type, or a text, has of its own.
pub(super) struct Own<'s> {
    view: View<'s>,
    value: &'s str,
    said: OnceCell<String>,
}

impl<'s> Own<'s> {
    pub(super) fn new(view: View<'s>, value: &'s str) -> Own<'s> {
        Own {
            view,
            value,
            said: OnceCell::new(),
        }
    }

    /// Whether a word, or one that begins as it does, is among them.
    pub(super) fn has(&self, word: &str) -> bool {
        const STEM: usize = 6;
        let said = self.said.get_or_init(|| said(self.view, self.value));
        let stem = word.char_indices().nth(STEM).map(|(end, _)| &word[..end]);
        let one = |word: &str| word.len() - usize::from(word.ends_with('s'));
        said.split(|c: char| !c.is_alphanumeric()).any(|own| {
            !own.is_empty() && own[..one(own)] == word[..one(word)]
                || stem.is_some_and(|stem| own.starts_with(stem))
        })
    }
}

/// The words of a type and a value, in lower case.
fn said(view: View<'_>, value: &str) -> String {
    /// Deeper wrappers are those of a type that holds itself.
    const DEEPEST: usize = 8;
    const LONGEST: usize = 4096;
    let mut said = String::new();
    let mut add = |text: &str| {
        for c in text.chars() {
            if c.is_uppercase() {
                said.push(' ');
            }
            said.extend(c.to_lowercase());
        }
        said.push(' ');
    };
    let views = std::iter::successors(Some(view), |view| item(*view)).take(DEEPEST);
    for view in views {
        add(&view.shape.name);
        view.shape.docs.as_deref().into_iter().for_each(&mut add);
        if let Kind::Struct(kind) = &view.shape.kind {
            kind.fields.iter().for_each(|field| add(&field.name));
        }
        if let Kind::Enum(kind) = &view.shape.kind {
            kind.variants.iter().for_each(|variant| add(&variant.name));
        }
    }
    let value = &value[..floor(value, LONGEST)];
    said + &value.to_lowercase()
}

fn item(view: View<'_>) -> Option<View<'_>> {
    match &view.shape.kind {
        Kind::List(list) => Some(view.at(list.item)),
        _ => inside(view),
    }
}
