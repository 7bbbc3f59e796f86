//! A list that is put together of items.

use super::call::under;
use super::kept::{Item, Kept};
use crate::cut::Cut;
use crate::fix::Fix;
use crate::path::{Path, Segment};
use crate::plan::Merged;
use crate::read::ParseError;
use crate::violation::{Code, Violation};

/// The items of a list that is put together.
#[derive(Default)]
pub(super) struct Parts {
    texts: Vec<Option<String>>,
    /// Whether each is one item.
    one_each: bool,
    fixes: Vec<Fix>,
    violations: Vec<Violation>,
}

impl Parts {
    pub(super) fn new(one_each: bool) -> Parts {
        Parts {
            one_each,
            ..Parts::default()
        }
    }

    /// The items of a list in their order.
    pub(super) fn of(items: impl IntoIterator<Item = Item>, one_each: bool) -> Parts {
        let mut parts = Parts::new(one_each);
        for (index, item) in items.into_iter().enumerate() {
            parts.add(item, index);
        }
        parts
    }

    /// Adds what stands at this index of the list.
    pub(super) fn add(&mut self, item: Item, index: usize) {
        let base = Path::from(vec![Segment::Index(index)]);
        match item {
            Ok(read) => {
                self.texts.push(Some(read.value));
                self.fixes.extend(under(read.fixes, &base));
            }
            Err(error) => {
                self.texts.push(error.partial);
                self.fixes.extend(under(error.fixes, &base));
                let violations = error.violations.into_iter();
                self.violations
                    .extend(violations.map(|violation| violation.under(&base)));
            }
        }
    }

    /// Adds an item that was right before.
    pub(super) fn keep(&mut self, text: String, index: usize) {
        self.texts.push(Some(text));
        self.fixes.push(Kept::fix(index));
    }

    /// The list; what was cut off may have gone on.
    pub(super) fn list(mut self, cut: bool) -> Result<Merged, ParseError> {
        let complete = (cut && self.one_each).then(|| self.complete()).flatten();
        // What cannot be read has a place all the same.
        let text = |text: Option<String>| text.unwrap_or_else(|| "null".to_owned());
        let document =
            (!self.texts.is_empty()).then(|| list(self.texts.into_iter().map(text).collect()));
        if cut && self.violations.is_empty() {
            let violation = Violation::new(
                Path::default(),
                Code::CutOff,
                "all calls",
                "a reply that was cut off",
            );
            self.violations.push(violation);
        }
        match document {
            Some(document) if self.violations.is_empty() => Ok(Merged::new(document, self.fixes)),
            partial => Err(ParseError {
                fixes: self.fixes,
                // The item that was cut off is asked for anew.
                partial: match &complete {
                    Some(cut) => cut.complete.clone(),
                    None => partial,
                },
                cut: complete.map(Box::new),
                ..ParseError::new(self.violations)
            }),
        }
    }

    /// What is there of a list that was cut off, where all but its last item is right.
    fn complete(&self) -> Option<Cut> {
        let mut texts = self.texts.clone();
        let last = self.texts.len().checked_sub(1)?;
        let in_last = |violation: &Violation| {
            let at = violation.path().segments().first();
            violation.code() == Code::CutOff && at == Some(&Segment::Index(last))
        };
        if !self.violations.iter().all(in_last) {
            return None;
        }
        if !self.violations.is_empty() {
            texts.pop();
        }
        let texts: Vec<_> = texts.into_iter().collect::<Option<_>>()?;
        Some(Cut {
            begun: None,
            path: Path::default(),
            lists: vec![(Path::default(), texts.len())],
            complete: Some(list(texts)),
        })
    }
}

/// A list of these items, some of which may be several and some none.
fn list(mut texts: Vec<String>) -> String {
    texts.retain(|text| !text.is_empty());
    format!("[{}]", texts.join(","))
}
