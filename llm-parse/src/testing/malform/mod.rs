//! Replies as models write them, made from valid values.

mod assert;
mod kind;
mod names;
mod punctuation;
mod random;
mod scalars;
mod structure;
mod text;
mod tokens;

use serde::Serialize;

pub use assert::assert_reads_malformed;
pub use kind::Malformation;

use crate::LlmExtract;
use kind::Stage;
use names::Names;
use punctuation::Comma;
use random::Random;
use tokens::{Kind, Token};

/// Makes malformed replies out of valid values: the same seed makes the same reply.
///
/// [`Malform::new`] knows no type, and leaves out those malformations that could turn a value into another one, such as
/// a number in a string; [`Malform::of`] knows which keys are declared and which are data.
///
/// # Examples
///
/// ```
/// use llm_parse::testing::{Expected, Malform, Malformation};
/// use serde_json::json;
///
/// let malform = Malform::new(7).with(Malformation::SingleQuotes).with(Malformation::ProseAfter);
/// let malformed = malform.apply(&json!({"name": "Ada", "age": 36}));
///
/// assert!(malformed.reply().contains('\''));
/// assert_eq!(malformed.applied().len(), 2);
/// assert_eq!(malformed.expected(), Expected::SameValue);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Malform {
    seed: u64,
    names: Names,
    wanted: Vec<Malformation>,
}

/// A malformed reply.
#[derive(Clone, Debug)]
pub struct Malformed {
    reply: String,
    applied: Vec<Malformation>,
}

/// What must come of a malformed reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// The value is read.
    SameValue,
    /// The value is read, or the reply is refused; no other value is read.
    SameOrViolation,
    /// The reply is refused.
    Violation,
    /// The reply is refused as cut off.
    CutOff,
}

impl Malform {
    /// Makes replies for a type of which nothing is known.
    pub fn new(seed: u64) -> Malform {
        Malform {
            seed,
            names: Names::unknown(),
            wanted: Vec::new(),
        }
    }

    /// Makes replies for a type.
    pub fn of<T: LlmExtract>(seed: u64) -> Malform {
        Malform {
            names: Names::of::<T>(),
            ..Malform::new(seed)
        }
    }

    /// Adds a malformation. In whatever order they are added, they are applied from the inside to the outside.
    pub fn with(mut self, malformation: Malformation) -> Malform {
        self.wanted.push(malformation);
        self
    }

    /// Changes the seed.
    pub fn seed(mut self, seed: u64) -> Malform {
        self.seed = seed;
        self
    }

    /// Makes a reply out of a value, or out of a JSON text as a `serde_json::value::RawValue`. A malformation for which
    /// the value has no place is left out.
    ///
    /// # Panics
    ///
    /// Where the value cannot be serialised as JSON.
    #[track_caller]
    pub fn apply(&self, value: &impl Serialize) -> Malformed {
        let json = match serde_json::to_string(value) {
            Ok(json) => json,
            Err(error) => panic!("the value is no JSON: {error}"),
        };
        let mut wanted = self.wanted.clone();
        wanted.sort_by_key(|malformation| (malformation.stage(), *malformation));
        wanted.dedup();
        let mut work = Work {
            tokens: tokens::split(&json),
            text: String::new(),
            json,
            random: Random::new(self.seed),
            names: &self.names,
            cut: false,
        };
        let (inner, outer): (Vec<_>, Vec<_>) = wanted
            .into_iter()
            .partition(|one| one.stage() <= Stage::Space);
        let mut applied: Vec<_> = inner
            .into_iter()
            .filter(|one| work.on_tokens(*one))
            .collect();
        work.text = tokens::write(&work.tokens, &mut work.random);
        applied.extend(outer.into_iter().filter(|one| work.on_text(*one)));
        Malformed {
            reply: work.text,
            applied,
        }
    }
}

impl Malformed {
    /// The reply.
    pub fn reply(&self) -> &str {
        &self.reply
    }

    /// The malformations that were applied, in their order.
    pub fn applied(&self) -> &[Malformation] {
        &self.applied
    }

    /// What must come of all of them together.
    pub fn expected(&self) -> Expected {
        let has = |expected| self.applied.iter().any(|one| one.expected() == expected);
        let doubtful = has(Expected::SameOrViolation);
        match (has(Expected::CutOff), has(Expected::Violation)) {
            (true, false) if !doubtful => Expected::CutOff,
            (true, _) | (_, true) => Expected::Violation,
            _ if doubtful => Expected::SameOrViolation,
            _ => Expected::SameValue,
        }
    }
}

/// A reply in the making.
struct Work<'m> {
    json: String,
    tokens: Vec<Token>,
    text: String,
    random: Random,
    names: &'m Names,
    cut: bool,
}

impl Work<'_> {
    /// Applies a malformation to the tokens; whether there was a place for it.
    fn on_tokens(&mut self, malformation: Malformation) -> bool {
        match malformation.stage() {
            Stage::Structure => !self.names.loose && self.structure(malformation),
            Stage::Scalars => self.scalars(malformation),
            Stage::Punctuation => self.punctuation(malformation),
            _ => self.spaces(malformation),
        }
    }

    fn structure(&mut self, malformation: Malformation) -> bool {
        use structure::{
            duplicate_key, extra_key, key_spelling, many_for_one, null_as_absent, number_text,
            one_for_many, outer_key,
        };
        let Work {
            tokens,
            random,
            names,
            ..
        } = self;
        match malformation {
            Malformation::OuterKey => outer_key(tokens, random, names),
            Malformation::KeySpelling => key_spelling(tokens, random, names),
            Malformation::ExtraKey => extra_key(tokens, random, names),
            Malformation::DuplicateKey => duplicate_key(tokens, random, names, false),
            Malformation::ConflictingKey => duplicate_key(tokens, random, names, true),
            Malformation::NullAsAbsent => null_as_absent(tokens, random, names),
            Malformation::OneForMany => one_for_many(tokens, random),
            Malformation::ManyForOne => many_for_one(tokens, random),
            Malformation::NumberText => number_text(tokens, random, false),
            Malformation::Thousands => number_text(tokens, random, true),
            _ => false,
        }
    }

    fn scalars(&mut self, malformation: Malformation) -> bool {
        use scalars::other_quotes;
        let Work { tokens, random, .. } = self;
        match malformation {
            Malformation::SingleQuotes => scalars::single_quotes(tokens, random),
            Malformation::TypographicQuotes => other_quotes(tokens, random, ("“", "”"), true),
            Malformation::Backticks => other_quotes(tokens, random, ("`", "`"), false),
            Malformation::TripleQuotes => other_quotes(tokens, random, ("\"\"\"", "\"\"\""), false),
            Malformation::BareKeys => scalars::bare_keys(tokens, random),
            Malformation::BareText => scalars::bare_text(tokens, random),
            Malformation::HalfQuotes => scalars::half_quotes(tokens, random),
            Malformation::InnerQuotes => scalars::inner_quotes(tokens, random),
            Malformation::RawControls => scalars::raw_controls(tokens, random),
            Malformation::OddEscapes => scalars::odd_escapes(tokens, random),
            Malformation::OtherLiterals => scalars::other_literals(tokens, random),
            Malformation::EmptySlot => scalars::empty_slot(tokens, random),
            Malformation::NumberForms => scalars::number_forms(tokens, random),
            _ => false,
        }
    }

    fn punctuation(&mut self, malformation: Malformation) -> bool {
        use punctuation::{comma, replace};
        let Work { tokens, random, .. } = self;
        match malformation {
            Malformation::TrailingComma => comma(tokens, random, Comma::Trailing),
            Malformation::LeadingComma => comma(tokens, random, Comma::Leading),
            Malformation::DoubledComma => comma(tokens, random, Comma::Doubled),
            Malformation::MissingComma => replace(tokens, random, Kind::Comma, ""),
            Malformation::MissingColon => replace(tokens, random, Kind::Colon, ""),
            Malformation::OtherColon => {
                let sign = random.pick(&["=", " = ", " => "]);
                replace(tokens, random, Kind::Colon, sign)
            }
            Malformation::Semicolon => replace(tokens, random, Kind::Comma, ";"),
            Malformation::Comment => punctuation::comment(tokens, random),
            Malformation::Ellipsis => punctuation::ellipsis(tokens, random),
            Malformation::MissingBracket => punctuation::missing_bracket(tokens, random),
            Malformation::WrongBracket => punctuation::wrong_bracket(tokens, random),
            Malformation::ExtraBracket => punctuation::extra_bracket(tokens, random),
            Malformation::CjkPunctuation => {
                let colons = random.chance() && replace(tokens, random, Kind::Colon, "：");
                replace(tokens, random, Kind::Comma, "，") || colons
            }
            _ => false,
        }
    }

    fn spaces(&mut self, malformation: Malformation) -> bool {
        let Work { tokens, random, .. } = self;
        match malformation {
            Malformation::OtherSpaces => text::spaces(
                tokens,
                random,
                &["\u{a0}", "\u{3000}", "\u{202f}", "\u{2003}"],
            ),
            Malformation::ZeroWidth => text::spaces(tokens, random, &["\u{200b}", "\u{2060}"]),
            // Only line breaks between the tokens: those in strings are data.
            Malformation::CrLf => text::spaces(tokens, random, &["\r\n", "\r\n\r\n "]),
            _ => false,
        }
    }

    /// Applies a malformation to the text; whether there was a place for it.
    fn on_text(&mut self, malformation: Malformation) -> bool {
        let Work {
            text, random, json, ..
        } = self;
        let closed = !self.cut;
        let (scalar, text_root) = (!json.starts_with(['{', '[']), json.starts_with('"'));
        match malformation {
            Malformation::ByteOrderMark if !text_root => {
                text.insert(0, '\u{feff}');
                true
            }
            Malformation::CutOff if !scalar => {
                self.cut = text::cut_off(text, random);
                self.cut
            }
            _ if scalar => false,
            Malformation::InString | Malformation::Escaped if self.names.loose => false,
            Malformation::InString => text::in_string(text),
            Malformation::Escaped => text::escaped(text),
            Malformation::Restart => text::restart(text, random),
            Malformation::Fence => text::fence(text, random, closed),
            Malformation::OpenFence => text::fence(text, random, false),
            Malformation::Tags => text::tags(text, random, closed),
            Malformation::ProseBefore => text::before(text, random),
            Malformation::Braces => text::braces(text, random),
            Malformation::OtherFence => text::other_fence(text, random),
            Malformation::Draft => text::draft(text, json, random),
            Malformation::ProseAfter if closed => text::after(text, random),
            Malformation::OtherValue if closed => text::other_value(text, random),
            _ => false,
        }
    }
}
