//! The words of a type: those of its name, its fields and what is said of them.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::sentence::inside;
use crate::candidate::floor;
use crate::disclaimer;
use crate::shape::{Kind, View};

/// Tells the words that a type, or a text, has of its own.
pub(super) struct Own<'s> {
    view: View<'s>,
    value: &'s str,
    types: OnceCell<Words>,
    names: OnceCell<Words>,
    others: OnceCell<Words>,
}

impl<'s> Own<'s> {
    pub(super) fn new(view: View<'s>, value: &'s str) -> Own<'s> {
        Own {
            view,
            value,
            types: OnceCell::new(),
            names: OnceCell::new(),
            others: OnceCell::new(),
        }
    }

    fn views(&self) -> impl Iterator<Item = View<'s>> {
        /// Deeper wrappers are those of a type that holds itself.
        const DEEPEST: usize = 8;
        std::iter::successors(Some(self.view), |view| item(*view)).take(DEEPEST)
    }

    fn types(&self) -> Words {
        self.views().map(|view| &*view.shape.name).collect()
    }

    fn names(&self) -> Words {
        let names = self.views().flat_map(|view| match &view.shape.kind {
            Kind::Struct(kind) => kind.fields.iter().map(|field| &*field.name).collect(),
            Kind::Enum(kind) => kind.variants.iter().map(|variant| &*variant.name).collect(),
            _ => Vec::new(),
        });
        names.collect()
    }

    /// The words of what is said of the type, and of the value.
    fn others(&self) -> Words {
        const LONGEST: usize = 4096;
        let docs = self.views().filter_map(|view| view.shape.docs.as_deref());
        let value = self.value[..floor(self.value, LONGEST)].to_lowercase();
        docs.chain([&*value]).collect()
    }
}

impl disclaimer::Own for Own<'_> {
    fn is_type(&self, word: &str) -> bool {
        self.types.get_or_init(|| self.types()).has(word)
    }

    fn names(&self, word: &str) -> bool {
        self.names.get_or_init(|| self.names()).has(word)
    }

    fn has(&self, word: &str) -> bool {
        let others = || self.others.get_or_init(|| self.others()).has(word);
        self.is_type(word) || disclaimer::Own::names(self, word) || others()
    }
}

/// Words in lower case and in the singular, and what the longer ones begin with.
#[derive(Default)]
struct Words {
    all: HashSet<String>,
    stems: HashSet<String>,
}

impl Words {
    /// Whether a word, or one that begins as it does, is among them.
    fn has(&self, word: &str) -> bool {
        let stem = stem(word).filter(|stem| stem.len() < word.len());
        self.all.contains(one(word)) || stem.is_some_and(|stem| self.stems.contains(stem))
    }
}

impl<'t> FromIterator<&'t str> for Words {
    fn from_iter<I: IntoIterator<Item = &'t str>>(texts: I) -> Words {
        let mut words = Words::default();
        for text in texts {
            let mut apart = String::with_capacity(text.len());
            for c in text.chars() {
                if c.is_uppercase() {
                    apart.push(' ');
                }
                apart.extend(c.to_lowercase());
            }
            for word in apart
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
            {
                words.all.insert(one(word).to_owned());
                words.stems.extend(stem(word).map(str::to_owned));
            }
        }
        words
    }
}

fn one(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// The first letters of a word of as many and more.
fn stem(word: &str) -> Option<&str> {
    const STEM: usize = 6;
    let mut ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.nth(STEM - 1).map(|end| &word[..end])
}

fn item(view: View<'_>) -> Option<View<'_>> {
    match &view.shape.kind {
        Kind::List(list) => Some(view.at(list.item)),
        _ => inside(view),
    }
}
