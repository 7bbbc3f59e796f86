//! A value that was cut off, and is gone on with.

use std::sync::Arc;

use super::ask::{Ask, How};
use super::changes::{Changes, NO_ANSWER, STILL_CUT, Stop};
use super::edit::{Edit, Text, edit};
use super::growth::Growth;
use super::reply::{Answers, Form, Wanted, is_under};
use crate::facts::Facts;
use crate::feedback::clamp;
use crate::fix::Fix;
use crate::path::Segment;
use crate::plan::{Merged, Part};
use crate::print::{json_string, print};
use crate::read::{ParseError, Reader};

/// What is needed to put the rest in. What is asked for stands in order: the innermost container's first.
#[derive(Debug)]
pub(crate) struct Continued {
    pub(super) base: Growth,
    pub(crate) asks: Vec<Ask>,
    pub(crate) part: Arc<Facts>,
    pub(crate) whole: Arc<Facts>,
}

const NOTHING_NEW: &str = "the text ends before anything is added";
const LACKING: &str = "the value in which the text ended is not there";
const ANOTHER: &str = "another value was given instead of going on";

impl Part for Continued {
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError> {
        let wanted = Wanted {
            asks: &self.asks,
            part: &self.part,
            whole: &self.whole,
        };
        let answers = Answers::read(reply, wanted, reader);
        let base = Text::read(&self.base.document).filter(|_| !answers.say_nothing());
        let Some(base) = base else {
            return Err(Self::unfinished(self.base.clone(), NO_ANSWER));
        };
        if answers.form() == Form::Whole && !answers.is_part_of(&base, &self.asks) {
            return Err(Self::unfinished(self.base.clone(), ANOTHER));
        }
        let mut changes = Changes::default();
        let mut asked = self.asks.iter().zip(answers.values());
        let stop = asked.find_map(|(ask, value)| {
            let value = value.as_deref();
            changes.take(ask, value, &answers, &base, &self.base).err()
        });
        let elsewhere = |stop: &Stop| !is_under(&stop.open, &self.base.open);
        let lack = self.lack(&changes);
        let lacks = lack.is_some();
        let stop = match stop {
            Some(stop) if !elsewhere(&stop) => Some(stop),
            stop => lack.or(stop),
        };
        let mut fixes = self.base.fixes.clone();
        fixes.extend(changes.fixes);
        fixes.extend(answers.fixes(&self.asks, &changes.shifts));
        match (edit(&base, changes.edits), stop) {
            (Some(document), None) => Ok(Merged::new(document, fixes)),
            (Some(document), Some(stop)) => {
                let kept = lacks && stop.open == self.base.open;
                Err(self.stopped(document, stop, fixes, (!kept).then_some(&answers)))
            }
            (None, _) => Err(Self::unfinished(self.base.clone(), NO_ANSWER)),
        }
    }
}

impl Continued {
    /// The last items of the list that an ask goes on with.
    pub(crate) fn last_items(&self, ask: &Ask, count: usize) -> Vec<String> {
        let last = |text: &Text<'_>| {
            let items: Vec<_> = text.tree.items(text.locate(&ask.path)?).collect();
            let from = items.len().saturating_sub(count);
            let texts = items[from..].iter().map(|item| print(&text.tree, *item));
            Some(texts.collect())
        };
        let text = Text::read(&self.base.document);
        text.as_ref().and_then(last).unwrap_or_default()
    }

    /// What is to be seen of the value that an ask begins with, as JSON.
    pub(crate) fn begun(&self, ask: &Ask) -> Option<String> {
        let here = || {
            self.base
                .seen
                .as_ref()
                .filter(|_| ask.path == self.base.open)
        };
        match ask.how {
            How::Set => self.base.begun_at(&ask.path)?.shown(),
            How::Append => here()?.shown(),
            How::Extend => here()?.shown_entry(),
        }
    }

    /// The last keys of the object that an ask goes on with, as JSON.
    pub(crate) fn last_keys(&self, ask: &Ask, count: usize) -> Vec<String> {
        const CHARS: usize = 60;
        let last = |text: &Text<'_>| {
            let keys = text.tree.entries(text.locate(&ask.path)?);
            let keys: Vec<_> = keys.map(|(key, _)| text.tree.text(key)).collect();
            let from = keys.len().saturating_sub(count);
            let shown = keys[from..]
                .iter()
                .map(|key| json_string(&clamp(key, CHARS)));
            Some(shown.collect())
        };
        let text = Text::read(&self.base.document);
        text.as_ref().and_then(last).unwrap_or_default()
    }

    /// Where the item is missing in which the text ended.
    fn lack(&self, changes: &Changes) -> Option<Stop> {
        let added = |(path, edit): &(_, Edit)| match edit {
            Edit::Append(items) => *path == self.base.open && !items.is_empty(),
            // A map that was written as a list.
            Edit::Extend(entries) => *path == self.base.open && !entries.is_empty(),
            _ => false,
        };
        let lacks_item = self.base.begun && !changes.edits.iter().any(added);
        let lacks = lacks_item || !self.has_begun_entry(changes);
        lacks.then(|| Stop {
            open: self.base.open.clone(),
            message: LACKING,
        })
    }

    /// Whether the entry is there in which the text ended, if it ended in one.
    fn has_begun_entry(&self, changes: &Changes) -> bool {
        let open = &self.base.open;
        let Some(begun) = self.base.seen.as_ref().filter(|begun| begun.is_entry()) else {
            return true;
        };
        changes.edits.iter().any(|(path, edit)| match edit {
            Edit::Set(_) => match path.segments().split_last() {
                Some((Segment::Key(key), outer)) => outer == open.segments() && begun.may_be(key),
                _ => false,
            },
            Edit::Extend(entries) => {
                path == open && entries.iter().any(|(key, _)| begun.may_be(key))
            }
            _ => false,
        })
    }

    /// A value that stops. What was begun there the answers say; without them, it is as before.
    fn stopped(
        &self,
        document: String,
        Stop { open, message }: Stop,
        fixes: Vec<Fix>,
        answers: Option<&Answers>,
    ) -> ParseError {
        let (begun, seen) = match answers {
            Some(answers) => (
                message == STILL_CUT && answers.is_begun(),
                answers.seen(&self.asks, &open),
            ),
            None => (self.base.begun, self.base.seen.clone()),
        };
        let message = match message {
            STILL_CUT if document == self.base.document => NOTHING_NEW,
            message => message,
        };
        let growth = Growth {
            document,
            open,
            begun,
            seen,
            fixes,
        };
        Self::unfinished(growth, message)
    }

    fn unfinished(growth: Growth, message: &str) -> ParseError {
        let cut = growth.cut();
        let mut error = ParseError::new(vec![growth.violation(message)]);
        error.cut = cut.map(Box::new);
        error.fixes = growth.fixes;
        error.partial = Some(growth.document);
        error
    }
}
