//! Values that are asked for again, because they are wrong.

use std::sync::Arc;

use super::around::Around;
use super::ask::Ask;
use super::edit::{Edit, Text, edit};
use super::growth::head;
use super::pointed::Pointed;
use super::reply::{Answers, Form, Wanted, is_under};
use crate::attempt::Outcome;
use crate::facts::Facts;
use crate::feedback::{clamp, quoted};
use crate::fix::Fix;
use crate::path::{Path, Segment};
use crate::plan::{Merged, Part};
use crate::print::json_string;
use crate::read::{ParseError, Reader};
use crate::violation::{Code, Violation};

/// What is needed to put the answers in.
#[derive(Debug)]
pub(crate) struct Focused {
    pub(crate) base: String,
    pub(crate) asks: Vec<Ask>,
    /// What was wrong with the value of each ask.
    pub(crate) wrong: Vec<Vec<Violation>>,
    /// What is wrong elsewhere, which is not asked for yet.
    pub(crate) left: Vec<Violation>,
    pub(crate) part: Arc<Facts>,
    pub(crate) whole: Arc<Facts>,
    /// What was mended in the value before.
    pub(crate) fixes: Vec<Fix>,
}

impl Part for Focused {
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError> {
        let wanted = Wanted {
            asks: &self.asks,
            part: &self.part,
            whole: &self.whole,
        };
        let pointed = Pointed::of(reply, wanted, &self.base, reader);
        let reply = pointed
            .as_ref()
            .map_or(reply, |pointed| pointed.reply.as_str());
        let mut answers = Answers::read(reply, wanted, reader);
        let is_whole = |answers: &Answers| answers.form() == Form::Whole;
        if is_whole(&answers) && answers.has_more(&self.base, &self.asks) {
            return self.anew(&answers);
        }
        if !is_whole(&answers) || !answers.agrees(&self.base, &self.asks) {
            match Around::of(reply, wanted, &self.base, reader) {
                Some(Around::Same(found)) => answers = found,
                Some(Around::Other(path))
                    if !self.is_left(&path) && !answers.is_what_was_asked(wanted, reader) =>
                {
                    return Err(self.refused(&path));
                }
                _ => {}
            }
        }
        let other = answers.form() == Form::Whole && !answers.agrees(&self.base, &self.asks);
        let (mut changes, mut open) = (Vec::new(), self.left.clone());
        let mut unanswered = Unanswered::default();
        let asked = self.asks.iter().zip(&self.wrong).zip(answers.values());
        for ((ask, wrong), value) in asked {
            // In a whole value that is another one, an item may be another item.
            let is_item = |step: &Segment| matches!(step, Segment::Index(_));
            let moved = other && ask.path.segments().iter().any(is_item);
            match value {
                Some(_) if answers.growing(ask).is_some() => unanswered.cut_off.push(&ask.key),
                Some(_) if moved => unanswered.moved.push(&ask.key),
                None if reader.cut_off => unanswered.cut_off.push(&ask.key),
                None => unanswered.missing.push(&ask.key),
                Some(value) => {
                    changes.push((ask.path.clone(), Edit::Set(value.clone())));
                    continue;
                }
            }
            open.extend_from_slice(wrong);
        }
        let refusals = unanswered.refusals(reply);
        let document = Text::read(&self.base)
            .filter(|_| !changes.is_empty())
            .and_then(|base| edit(&base, changes));
        let Some(document) = document else {
            return Err(self.unanswered(refusals));
        };
        open.splice(0..0, refusals);
        let mut fixes = self.kept_fixes();
        fixes.extend(pointed.iter().flat_map(|pointed| pointed.fixes.clone()));
        fixes.extend(answers.fixes(&self.asks, &[]));
        Ok(Merged {
            document,
            fixes,
            open,
        })
    }

    /// Takes back each answer that is worse than what it replaced.
    fn settle(&self, mut error: ParseError) -> ParseError {
        let (mut changes, mut refusals) = (Vec::new(), Vec::new());
        let base = Text::read(&self.base);
        for (ask, wrong) in self.asks.iter().zip(&self.wrong) {
            let is_here = |violation: &&Violation| is_under(violation.path(), &ask.path);
            let now: Vec<_> = error.violations.iter().filter(is_here).cloned().collect();
            if weight(&now) > weight(wrong) {
                let before = base.as_ref().and_then(|base| base.text(&ask.path));
                let change = before.map_or(Edit::Remove, Edit::Set);
                changes.push((ask.path.clone(), change));
                error.violations.retain(|violation| !is_here(&violation));
                error.fixes.retain(|fix| !is_under(fix.path(), &ask.path));
                error.violations.extend_from_slice(wrong);
                let worse = now.first().map(Violation::message).unwrap_or_default();
                refusals.push(refusal(&format!(
                    "`{}` was worse than before: {worse}",
                    ask.key
                )));
            }
        }
        error.violations.splice(0..0, refusals.clone());
        let taken_back = error
            .partial
            .as_deref()
            .and_then(Text::read)
            .and_then(|text| edit(&text, changes));
        match taken_back {
            Some(document) => error.partial = Some(document),
            None => return self.unanswered(refusals),
        }
        error
    }
}

impl Focused {
    /// The whole value that was given instead, with keys that the one before had not.
    fn anew(&self, answers: &Answers) -> Result<Merged, ParseError> {
        let refused = || Merged::refused(self.all_wrong(), &self.base, None);
        let document = answers
            .extension(&self.base, &self.asks)
            .ok_or_else(refused)?;
        Ok(Merged {
            document,
            fixes: self.kept_fixes(),
            open: self.left.clone(),
        })
    }

    /// The item of a list that a value is a part of, as it is there.
    pub(crate) fn item_round(&self, ask: &Ask) -> Option<String> {
        let is_item = |step: &Segment| matches!(step, Segment::Index(_));
        let steps = ask.path.segments();
        let at = steps.iter().rposition(is_item)? + 1;
        if at == steps.len() {
            return None;
        }
        Text::read(&self.base)?.text(&head(&ask.path, at))
    }

    fn all_wrong(&self) -> Vec<Violation> {
        let wrong = self.wrong.iter().flatten();
        wrong.chain(&self.left).cloned().collect()
    }

    /// Whether something is wrong there though it was not asked for.
    fn is_left(&self, path: &Path) -> bool {
        let mut left = self.left.iter();
        left.any(|violation| is_under(path, violation.path()))
    }

    /// The value as it was, since the answer changes what was not asked for.
    fn refused(&self, path: &Path) -> ParseError {
        let message = format!(
            "the answer changes `{path}`, which is not wrong: give what was asked for alone"
        );
        self.unanswered(vec![refusal(&message)])
    }

    /// The value as it was, and what was wrong with the answer.
    fn unanswered(&self, refusals: Vec<Violation>) -> ParseError {
        let wrong = refusals.into_iter().chain(self.all_wrong());
        ParseError {
            fixes: self.kept_fixes(),
            ..Merged::refused(wrong.collect(), &self.base, None)
        }
    }

    /// What was mended in that which is kept.
    fn kept_fixes(&self) -> Vec<Fix> {
        let is_asked = |fix: &&Fix| !self.asks.iter().any(|ask| is_under(fix.path(), &ask.path));
        let mut kept: Vec<Fix> = self.fixes.iter().filter(is_asked).cloned().collect();
        kept.iter_mut().for_each(Fix::forget_span);
        kept
    }
}

/// The keys that were asked for and have no answer.
#[derive(Default)]
struct Unanswered<'k> {
    missing: Vec<&'k str>,
    cut_off: Vec<&'k str>,
    /// What was given in a whole value that is another one.
    moved: Vec<&'k str>,
}

impl Unanswered<'_> {
    /// What is wrong with the answer.
    fn refusals(&self, reply: &str) -> Vec<Violation> {
        const CHARS: usize = 200;
        let missing = |keys: &str| {
            let found = match reply.trim() {
                "" => "nothing".to_owned(),
                text => quoted(&json_string(&clamp(text, CHARS)), usize::MAX),
            };
            format!("there was no value under the key {keys} but {found}")
        };
        let cut_off = |keys: &str| format!("the text ended inside the value of {keys}");
        let moved = |keys: &str| {
            format!(
                "another whole value was given, in which {keys} may be of another item: give that alone"
            )
        };
        let named = |keys: &[&str], said: &dyn Fn(&str) -> String| {
            let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
            (!keys.is_empty()).then(|| refusal(&said(&names.join(", "))))
        };
        let all = [
            named(&self.missing, &missing),
            named(&self.cut_off, &cut_off),
            named(&self.moved, &moved),
        ];
        all.into_iter().flatten().collect()
    }
}

/// What is wrong with an answer, and not with the value.
fn refusal(message: &str) -> Violation {
    Violation::new(Path::default(), Code::Patch, "", "").with_message(message)
}

/// How bad it is.
fn weight(violations: &[Violation]) -> (u8, usize) {
    match violations {
        [] => (0, 0),
        some => (Outcome::of(some).gravity(), some.len()),
    }
}
