//! The changes that the answers make to a value that was cut off.

use std::collections::HashMap;

use super::ask::{Ask, How};
use super::begun::Begun;
use super::edit::{Edit, Text};
use super::growth::{Growth, parent};
use super::repetition::{self, Doubt, Item, Seam};
use super::reply::{Answers, shifted};
use super::whole::below;
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::print::print;
use crate::tree::{NodeId, NodeKind};

/// The changes that the answers make, as far as they are there.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) edits: Vec<(Path, Edit)>,
    pub(super) fixes: Vec<Fix>,
    /// How much further the items of each answer stand in the whole list.
    pub(super) shifts: Vec<isize>,
}

/// Where and why a value is not complete.
pub(super) struct Stop {
    pub(super) open: Path,
    pub(super) message: &'static str,
}

pub(crate) const STILL_CUT: &str = "the text ends before the value is complete";
pub(super) const NO_ANSWER: &str = "the rest of the value is not there";
const ANEW: &str = "the list was begun anew instead of going on";
const OTHER: &str = "the list does not go on with the item in which the text ended";
const ELSE: &str = "the value does not go on from what was there of it";
const TWICE: &str = "a key that was there already has another value";

impl Changes {
    /// Puts an answer in; where the value stops, if it does.
    pub(super) fn take(
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
            let begun = growth.begun_at(&below(&ask.path, Segment::Key(key.as_str().into())));
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

fn entries(text: &Text<'_>, object: NodeId) -> impl Iterator<Item = (String, String)> {
    let entries = text.tree.entries(object);
    entries.map(|(key, value)| (text.tree.text(key).to_owned(), print(&text.tree, value)))
}
