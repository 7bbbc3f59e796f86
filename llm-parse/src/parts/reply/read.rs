//! Reading the answers, wherever they stand.

use super::{Answers, Form, Wanted};
use crate::cut::Cut;
use crate::facts::Facts;
use crate::fix::FixKind;
use crate::parts::ask::Ask;
use crate::parts::edit::Text;
use crate::parts::ending::Ending;
use crate::parts::growth::{Growth, is_hidden};
use crate::read::Reader;
use crate::tree::NodeKind;
use crate::violation::{Code, Violation};

impl Answers {
    pub(in crate::parts) fn read(reply: &str, wanted: Wanted<'_>, reader: &Reader) -> Answers {
        let keys = Answers::keys(reply, wanted, reader).filled(wanted.asks);
        let answered = |answers: &Answers| answers.values.iter().flatten().count();
        let mut pairs = wanted.asks.iter().zip(&keys.values);
        if pairs.all(|(ask, value)| value.is_some() || !ask.required) && answered(&keys) > 0 {
            // A key that was asked for may be one of the whole value's, which then means something else.
            return Answers::whole(reply, wanted, reader)
                .map(|whole| whole.filled(wanted.asks))
                .filter(|whole| whole.has_others(wanted) && answered(whole) >= answered(&keys))
                .unwrap_or(keys);
        }
        let other = bare(reply, wanted.asks).or_else(|| Answers::whole(reply, wanted, reader));
        match other.map(|other| other.filled(wanted.asks)) {
            Some(other) if answered(&other) > answered(&keys) => other,
            _ => keys,
        }
    }

    /// Whether it has keys of the whole value that were not asked for.
    fn has_others(&self, wanted: Wanted<'_>) -> bool {
        let Some(text) = Text::read(&self.text) else {
            return false;
        };
        let declared = wanted.whole.document().get("properties");
        let asked = |key: &str| wanted.asks.iter().any(|ask| ask.key == key);
        let is_other =
            |key: &str| declared.is_some_and(|keys| keys.get(key).is_some()) && !asked(key);
        text.tree.kind(text.root) == NodeKind::Object
            && text
                .tree
                .entries(text.root)
                .any(|(key, _)| is_other(text.tree.text(key)))
    }

    fn keys(reply: &str, wanted: Wanted<'_>, reader: &Reader) -> Answers {
        let error = match reader.parse_text(wanted.part.wanted(), reply) {
            Ok(parsed) => {
                return Answers {
                    text: parsed.value,
                    fixes: parsed.fixes,
                    ..Answers::default()
                };
            }
            Err(error) => error,
        };
        if let (Some(cut), Some(partial)) = (&error.cut, &error.partial) {
            return grown(reply, partial, cut, wanted.part, reader).unwrap_or_default();
        }
        Answers {
            text: error.partial.unwrap_or_default(),
            fixes: error.fixes,
            unasked: error.violations.iter().any(is_unasked),
            hidden: error.violations.into_iter().filter(is_hidden).collect(),
            ..Answers::default()
        }
    }

    fn whole(reply: &str, wanted: Wanted<'_>, reader: &Reader) -> Option<Answers> {
        // A value under a key of its own is the answer to what that key asks for.
        let reader = &reader.clone().without(FixKind::OuterKey);
        let answers = match reader.parse_text(wanted.whole.wanted(), reply) {
            Ok(parsed) => Answers {
                text: parsed.value,
                ..Answers::default()
            },
            Err(error) => match (&error.cut, &error.partial) {
                (Some(cut), Some(partial)) => grown(reply, partial, cut, wanted.whole, reader)?,
                _ if error.violations.iter().any(is_hidden) => return None,
                _ => Answers {
                    text: error.partial?,
                    ..Answers::default()
                },
            },
        };
        Some(Answers {
            form: Form::Whole,
            ..answers
        })
    }
}

/// Whether a violation is about a key of the reply itself.
fn is_unasked(violation: &Violation) -> bool {
    violation.code() == Code::UnknownKey && violation.path().segments().len() == 1
}

/// A reply that was cut off.
fn grown(reply: &str, partial: &str, cut: &Cut, facts: &Facts, reader: &Reader) -> Option<Answers> {
    let ending = Ending::of(reply)?;
    let Growth {
        document,
        open,
        begun,
        seen,
        fixes,
    } = Growth::of(partial, cut, Some(&ending), facts.wanted(), reader)?;
    Some(Answers {
        text: document,
        open: Some(open),
        begun,
        seen,
        fixes,
        ..Answers::default()
    })
}

/// A list or a scalar that is the only answer; an object or `null` would not say what it is.
fn bare(reply: &str, asks: &[Ask]) -> Option<Answers> {
    let read = Text::read(reply)?;
    let is_document = || {
        let text = read.tree.text(read.root).trim_start();
        text.starts_with(['{', '['])
    };
    let kind = read.tree.kind(read.root);
    let says_nothing = matches!(kind, NodeKind::Object | NodeKind::Null)
        || kind == NodeKind::String && is_document();
    if asks.len() != 1 || says_nothing {
        return None;
    }
    Some(Answers {
        text: reply.to_owned(),
        form: Form::Bare,
        ..Answers::default()
    })
}
