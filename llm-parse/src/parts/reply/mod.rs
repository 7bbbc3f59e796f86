//! The answers in a reply: under the keys that were asked for, or in a whole value that was given instead.

mod read;

use super::ask::Ask;
use super::begun::Begun;
use super::edit::Text;
use super::growth::parent;
use super::whole::below;
use crate::attempt::Outcome;
use crate::facts::Facts;
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::print::json_string;
use crate::read::Reader;
use crate::tree::NodeKind;
use crate::violation::Violation;

/// What a reply says.
#[derive(Default)]
pub(super) struct Answers {
    /// As JSON.
    pub(super) text: String,
    /// The answer to each ask, where it is there; it may be growing.
    values: Vec<Option<String>>,
    form: Form,
    /// Where it goes on, if it was cut off.
    open: Option<Path>,
    /// Whether that is a list whose next item was begun.
    begun: bool,
    /// What is to be seen of the value in which it was cut off, if that is left out.
    seen: Option<Begun>,
    /// Whether there were keys that were not asked for.
    unasked: bool,
    /// What was mended, by the paths of the reply.
    fixes: Vec<Fix>,
    /// What makes an answer unfit, by the paths of the reply.
    hidden: Vec<Violation>,
}

/// Where the answers stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// Under the keys that were asked for.
    #[default]
    Keys,
    /// At their places in a whole value.
    Whole,
    /// The only one is the reply.
    Bare,
}

/// What reading a reply takes.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    pub(super) asks: &'w [Ask],
    /// The facts of what was asked for.
    pub(super) part: &'w Facts,
    /// The facts of the whole value.
    pub(super) whole: &'w Facts,
}

impl Answers {
    /// The answers in a whole value.
    pub(super) fn in_whole(text: String, asks: &[Ask]) -> Answers {
        let answers = Answers {
            text,
            form: Form::Whole,
            ..Answers::default()
        };
        answers.filled(asks)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    pub(super) fn is_cut_off(&self) -> bool {
        self.open.is_some()
    }

    pub(super) fn is_begun(&self) -> bool {
        self.begun
    }

    /// What is to be seen of the value in which the reply was cut off, where it goes on at a place of the whole value.
    pub(super) fn seen(&self, asks: &[Ask], open: &Path) -> Option<Begun> {
        let mut seen = self.seen.clone()?;
        if self.form != Form::Keys || !self.open.as_ref()?.is_root() {
            return Some(seen);
        }
        let is_meant = |ask: &&Ask| seen.step == Segment::Key(ask.key.as_str().into());
        let path = &asks.iter().find(is_meant)?.path;
        seen.step = path.segments().last()?.clone();
        (parent(path).as_ref() == Some(open)).then_some(seen)
    }

    /// Whether the first item of an answer was made a list, which it was not.
    pub(super) fn wraps_first(&self, ask: &Ask) -> bool {
        let first = below(&self.place(ask), Segment::Index(0));
        let mut fixes = self.fixes.iter();
        fixes.any(|fix| fix.kind() == FixKind::Wrapped && *fix.path() == first)
    }

    /// The answer to each ask, where it is there; it may be growing.
    pub(super) fn values(&self) -> &[Option<String>] {
        &self.values
    }

    fn filled(mut self, asks: &[Ask]) -> Answers {
        let text = Text::read(&self.text);
        let is_unfit = |place: &Path| {
            let mut hidden = self.hidden.iter().map(Violation::path);
            hidden.any(|path| path.is_root() || is_under(path, place))
        };
        let places = asks.iter().map(|ask| self.place(ask));
        let value = |place: Path| match &text {
            Some(text) if !is_unfit(&place) => text.text(&place),
            _ => None,
        };
        self.values = places.map(value).collect();
        self
    }

    /// Where the answer to an ask goes on, below the answer itself, if it was cut off inside.
    pub(super) fn growing(&self, ask: &Ask) -> Option<Path> {
        let open = self.open.as_ref()?;
        let place = self.place(ask);
        let below = open.segments().strip_prefix(place.segments())?;
        Some(Path::from(below.to_vec()))
    }

    /// What was mended in the answers, by the paths of the whole value; the items of an answer stand so much further there.
    pub(super) fn fixes(&self, asks: &[Ask], shifts: &[isize]) -> Vec<Fix> {
        let moved = |fix: &Fix| {
            let mut places = asks
                .iter()
                .zip(0..)
                .map(|(ask, index)| (ask, index, self.place(ask)));
            let found = places.find(|(_, _, place)| is_under(fix.path(), place));
            let path = found.map(|(ask, index, place)| {
                let below = fix.path().segments()[place.segments().len()..].to_vec();
                let shift = shifts.get(index).copied().unwrap_or_default();
                ask.path.join(&shifted(Path::from(below), shift))
            });
            fix.clone().moved(path.unwrap_or_default())
        };
        self.fixes.iter().map(moved).collect()
    }

    /// Whether there is no answer, and not even the word that there is no more.
    pub(super) fn say_nothing(&self) -> bool {
        let is_object = || {
            let text = Text::read(&self.text);
            text.is_some_and(|text| text.tree.kind(text.root) == NodeKind::Object)
        };
        self.values.iter().all(Option::is_none) && (self.says_more() || !is_object())
    }

    /// Whether something was said that was not asked for.
    pub(super) fn says_more(&self) -> bool {
        let mut fixes = self.fixes.iter();
        let unasked =
            |fix: &Fix| fix.kind() == FixKind::UnknownKey && fix.path().segments().len() == 1;
        self.form == Form::Whole || self.unasked || self.form == Form::Keys && fixes.any(unasked)
    }

    /// Whether the reply is the only answer itself, of the type that was asked for, and cannot be the list round it.
    pub(super) fn is_what_was_asked(&self, wanted: Wanted<'_>, reader: &Reader) -> bool {
        let [ask] = wanted.asks else { return false };
        let is_key = matches!(ask.path.segments().last(), Some(Segment::Key(_)));
        let keyed = || format!("{{{}: {}}}", json_string(&ask.key), self.text);
        let is_of_type = || match reader.parse_text(wanted.part.wanted(), &keyed()) {
            Ok(_) => true,
            Err(error) => Outcome::of(&error.violations) == Outcome::Rule,
        };
        self.form == Form::Bare && is_key && is_of_type()
    }

    fn place(&self, ask: &Ask) -> Path {
        match self.form {
            Form::Keys => Path::from(vec![Segment::Key(ask.key.as_str().into())]),
            Form::Whole => ask.path.clone(),
            Form::Bare => Path::default(),
        }
    }
}

/// Whether a path is another one or leads on from it.
pub(super) fn is_under(path: &Path, outer: &Path) -> bool {
    path.segments().starts_with(outer.segments())
}

/// The path with its first step, where it is an item, so much further.
pub(super) fn shifted(path: Path, by: isize) -> Path {
    match path.segments() {
        [Segment::Index(index), rest @ ..] => {
            let first = Segment::Index(index.saturating_add_signed(by));
            Path::from([&[first], rest].concat())
        }
        _ => path,
    }
}
