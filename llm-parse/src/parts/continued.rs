//! A value that was cut off, and is gone on with.

use std::collections::HashMap;
use std::sync::Arc;

use super::ask::{Ask, How};
use super::begun::Begun;
use super::edit::{Edit, Text, edit};
use super::growth::{Growth, parent};
use super::repetition::{self, Doubt, Item, Seam};
use super::reply::{Answers, Form, Wanted, is_under, shifted};
use crate::facts::Facts;
use crate::feedback::clamp;
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::plan::{Merged, Part};
use crate::print::{json_string, print};
use crate::read::{ParseError, Reader};
use crate::tree::{NodeId, NodeKind};

/// What is needed to put the rest in. What is asked for stands in order: the innermost container's first.
#[derive(Debug)]
pub(crate) struct Continued {
    pub(super) base: Growth,
    pub(crate) asks: Vec<Ask>,
    pub(crate) part: Arc<Facts>,
    pub(crate) whole: Arc<Facts>,
}

/// The changes that the answers make, as far as they are there.
#[derive(Default)]
struct Changes {
    edits: Vec<(Path, Edit)>,
    fixes: Vec<Fix>,
    /// How much further the items of each answer stand in the whole list.
    shifts: Vec<isize>,
}

/// Where and why a value is not complete.
struct Stop {
    open: Path,
    message: &'static str,
}

pub(crate) const STILL_CUT: &str = "the text ends before the value is complete";
const NOTHING_NEW: &str = "the text ends before anything is added";
const NO_ANSWER: &str = "the rest of the value is not there";
const ANEW: &str = "the list was begun anew instead of going on";
const LACKING: &str = "the value in which the text ended is not there";
const OTHER: &str = "the list does not go on with the item in which the text ended";
const ELSE: &str = "the value does not go on from what was there of it";
const ANOTHER: &str = "another value was given instead of going on";
const TWICE: &str = "a key that was there already has another value";

impl Part for Continued {
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError> {
        let wanted = Wanted {
            asks: &self.asks,
            part: &self.part,
            whole: &self.whole,
        };
        let answers = Answers::read(reply, wanted, reader);
        let Some(base) = Text::read(&self.base.document) else {
            return Err(Self::unfinished(self.base.clone(), NO_ANSWER));
        };
        if answers.say_nothing() {
            return Err(Self::unfinished(self.base.clone(), NO_ANSWER));
        }
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
            (Some(document), None) => Ok(Merged {
                document,
                fixes,
                open: Vec::new(),
            }),
            (Some(document), Some(Stop { open, message })) => {
                let (begun, seen) = if lacks && open == self.base.open {
                    (self.base.begun, self.base.seen.clone())
                } else {
                    let seen = answers.seen(&self.asks, &open);
                    (message == STILL_CUT && answers.is_begun(), seen)
                };
                let grows = document != self.base.document;
                let message = match message {
                    STILL_CUT if !grows => NOTHING_NEW,
                    message => message,
                };
                let growth = Growth {
                    document,
                    open,
                    begun,
                    seen,
                    fixes,
                };
                Err(Self::unfinished(growth, message))
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
        let added = |(path, edit): &(Path, Edit)| match edit {
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

    fn unfinished(growth: Growth, message: &str) -> ParseError {
        let cut = growth.cut();
        let mut error = ParseError::new(vec![growth.violation(message)]);
        error.cut = cut.map(Box::new);
        error.fixes = growth.fixes;
        error.partial = Some(growth.document);
        error
    }
}

impl Changes {
    /// Puts an answer in; where the value stops, if it does.
    fn take(
        &mut self,
        ask: &Ask,
        answer: Option<&str>,
        answers: &Answers,
        base: &Text<'_>,
        growth: &Growth,
    ) -> Result<(), Stop> {
        let Some(answer) = answer else {
            self.shifts.push(0);
            if !ask.required && !answers.is_cut_off() {
                return Ok(());
            }
            let message = if answers.is_cut_off() {
                STILL_CUT
            } else {
                NO_ANSWER
            };
            return Err(stop(ask, message));
        };
        let growing = answers.growing(ask);
        let read = Text::read(answer).ok_or_else(|| stop(ask, NO_ANSWER))?;
        let shift = match ask.how {
            How::Set => {
                let begun = growth.begun_at(&ask.path);
                if begun.is_some_and(|begun| !begun.goes_on(answer, growing.is_some())) {
                    return Err(stop(ask, ELSE));
                }
                self.edits
                    .push((ask.path.clone(), Edit::Set(answer.to_owned())));
                0
            }
            How::Append => self.append(ask, &read, answers, base, growth)?,
            How::Extend => self.extend(ask, &read, growing.is_some(), (base, growth))?,
        };
        self.shifts.push(shift);
        match growing {
            None => Ok(()),
            Some(below) => Err(Stop {
                open: ask.path.join(&shifted(below, shift)),
                message: STILL_CUT,
            }),
        }
    }

    /// How much further the items stand in the whole list.
    fn append(
        &mut self,
        ask: &Ask,
        rest: &Text<'_>,
        answers: &Answers,
        base: &Text<'_>,
        growth: &Growth,
    ) -> Result<isize, Stop> {
        let list = base.locate(&ask.path).ok_or_else(|| stop(ask, NO_ANSWER))?;
        if rest.tree.kind(rest.root) != NodeKind::List {
            return Err(stop(ask, NO_ANSWER));
        }
        let there = repetition::items(base, list);
        let mut items = repetition::items(rest, rest.root);
        let is_partial = answers.growing(ask).is_some_and(|below| !below.is_root());
        let partial = if is_partial { items.pop() } else { None };
        let begun = growth.seen.as_ref().filter(|_| ask.path == growth.open);
        if begun.is_some_and(Begun::is_list) && answers.wraps_first(ask) {
            return Err(stop(ask, OTHER));
        }
        let seam = Seam {
            there: &there,
            begun,
            rest: &items,
            growing: partial.as_ref(),
            says_more: answers.says_more() && !ask.path.is_root(),
        };
        let drop = seam.repeated().map_err(|doubt| match doubt {
            Doubt::Anew => stop(ask, ANEW),
            Doubt::Other => stop(ask, OTHER),
        })?;
        if drop > 0 {
            self.record(ask, "left out the items that were repeated");
        }
        let texts = items.into_iter().skip(drop).chain(partial);
        let texts = texts.map(|Item { text, .. }| text).collect();
        self.edits.push((ask.path.clone(), Edit::Append(texts)));
        Ok(there.len().cast_signed() - drop.cast_signed())
    }

    fn extend(
        &mut self,
        ask: &Ask,
        rest: &Text<'_>,
        is_growing: bool,
        (base, growth): (&Text<'_>, &Growth),
    ) -> Result<isize, Stop> {
        let object = base.locate(&ask.path).ok_or_else(|| stop(ask, NO_ANSWER))?;
        if rest.tree.kind(rest.root) != NodeKind::Object {
            return Err(stop(ask, NO_ANSWER));
        }
        let mut there: HashMap<_, _> = entries(base, object).collect();
        for (path, change) in &self.edits {
            if let (Edit::Set(value), Some(Segment::Key(key))) = (change, path.segments().last())
                && parent(path).as_ref() == Some(&ask.path)
            {
                there.insert(key.to_string(), value.clone());
            }
        }
        let mut new = Vec::new();
        let is_last = |place| is_growing && place == rest.tree.len(rest.root);
        for ((key, value), place) in entries(rest, rest.root).zip(1..) {
            let begun = growth.begun_at(&below(&ask.path, &key));
            if begun.is_some_and(|begun| !begun.in_key && !begun.goes_on(&value, is_last(place))) {
                return Err(stop(ask, ELSE));
            }
            match there.get(&key) {
                None => new.push((key, value)),
                Some(same) if *same == value => {
                    self.record(ask, "left out the keys that were repeated");
                }
                Some(_) => return Err(stop(ask, TWICE)),
            }
        }
        self.edits.push((ask.path.clone(), Edit::Extend(new)));
        Ok(0)
    }

    fn record(&mut self, ask: &Ask, detail: &str) {
        let fix = Fix::new(
            ask.path.clone(),
            FixKind::OtherValue,
            0..0,
            detail.to_owned(),
        );
        self.fixes.push(fix);
    }
}

/// The value stops in the container that the answer belongs to.
fn stop(ask: &Ask, message: &'static str) -> Stop {
    let open = match ask.how {
        How::Set => parent(&ask.path).unwrap_or_default(),
        How::Append | How::Extend => ask.path.clone(),
    };
    Stop { open, message }
}

fn below(path: &Path, key: &str) -> Path {
    path.join(&Path::from(vec![Segment::Key(key.into())]))
}

fn entries(text: &Text<'_>, object: NodeId) -> impl Iterator<Item = (String, String)> {
    let entries = text.tree.entries(object);
    entries.map(|(key, value)| (text.tree.text(key).to_owned(), print(&text.tree, value)))
}
