//! Applies malformations, each where it belongs.

use super::kind::{Malformation, Stage};
use super::names::Names;
use super::punctuation::{self, Comma};
use super::random::Random;
use super::tokens::{self, Kind, Token};
use super::{containers, numbers, scalars, structure, text};

/// A reply in the making.
pub(super) struct Work<'m> {
    json: String,
    tokens: Vec<Token>,
    text: String,
    random: Random,
    names: &'m Names,
    /// Whether the beginning of the text could be a whole value.
    open: bool,
    cut: bool,
}

impl<'m> Work<'m> {
    pub(super) fn new(json: String, seed: u64, names: &'m Names) -> Work<'m> {
        Work {
            tokens: tokens::split(&json),
            text: String::new(),
            json,
            random: Random::new(seed),
            names,
            open: false,
            cut: false,
        }
    }

    /// Applies malformations that are in the order of their stages; those that found a place.
    pub(super) fn apply(&mut self, mut wanted: Vec<Malformation>) -> Vec<Malformation> {
        let outer = wanted.iter().position(|one| one.stage() > Stage::Space);
        let outer = wanted.split_off(outer.unwrap_or(wanted.len()));
        wanted.retain(|one| self.on_tokens(*one));
        self.text = tokens::write(&self.tokens, &mut self.random);
        wanted.extend(outer.into_iter().filter(|one| self.on_text(*one)));
        wanted
    }

    pub(super) fn into_reply(self) -> String {
        self.text
    }

    /// Applies a malformation to the tokens; whether there was a place for it.
    fn on_tokens(&mut self, malformation: Malformation) -> bool {
        if self.names.text && self.json.starts_with('"') {
            return false;
        }
        match malformation.stage() {
            Stage::Structure => !self.names.loose && self.structure(malformation),
            Stage::Scalars => self.scalars(malformation),
            Stage::Punctuation => self.punctuation(malformation),
            _ => self.spaces(malformation),
        }
    }

    fn structure(&mut self, malformation: Malformation) -> bool {
        use {containers as whole, numbers, structure as part};
        let Work {
            tokens,
            random,
            names,
            ..
        } = self;
        match malformation {
            Malformation::OuterKey => whole::outer_key(tokens, random, names),
            Malformation::SchemaKeywords => whole::schema_keywords(tokens, names),
            Malformation::ListForStruct => whole::list_for_struct(tokens, random, names),
            Malformation::ListForMap => whole::list_for_map(tokens, random, names),
            Malformation::Tagging => whole::tagging(tokens, random, names),
            Malformation::Lines => {
                self.open = whole::lines(tokens);
                self.open
            }
            Malformation::KeySpelling => part::key_spelling(tokens, random, names),
            Malformation::ExtraKey => part::extra_key(tokens, random, names),
            Malformation::DuplicateKey => part::duplicate_key(tokens, random, names, false),
            Malformation::ConflictingKey => part::duplicate_key(tokens, random, names, true),
            Malformation::NullAsAbsent => part::null_as_absent(tokens, random, names),
            Malformation::OneForMany => part::one_for_many(tokens, random),
            Malformation::ManyForOne => part::many_for_one(tokens, random),
            Malformation::NumberText => {
                numbers::number_text(tokens, random, |number, _| Some(number.to_owned()))
            }
            Malformation::Thousands => numbers::number_text(tokens, random, numbers::grouped),
            Malformation::Symbols => numbers::number_text(tokens, random, numbers::symbols),
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
            Malformation::WrongBracket => {
                let wrong = punctuation::wrong_bracket(tokens, random);
                self.open |= wrong;
                wrong
            }
            Malformation::ExtraBracket => {
                let extra = punctuation::extra_bracket(tokens, random);
                self.open |= extra;
                extra
            }
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
            Malformation::CutOff | Malformation::EndlessSpace
                if !scalar && closed && !self.open =>
            {
                self.cut = match malformation {
                    Malformation::CutOff => text::cut_off(text, random),
                    _ => text::endless_space(text, random),
                };
                self.cut
            }
            _ if scalar => false,
            Malformation::InString | Malformation::Escaped if self.names.loose => false,
            Malformation::InString => text::in_string(text),
            Malformation::Escaped => text::escaped(text),
            Malformation::Restart if !self.open => text::restart(text, random),
            Malformation::Fence => text::fence(text, random, closed),
            Malformation::OpenFence => text::fence(text, random, false),
            Malformation::Tags => text::tags(text, random, closed),
            Malformation::ProseBefore => text::before(text, random),
            Malformation::Braces => text::braces(text, random),
            Malformation::StrayBracket => text::stray_bracket(text, random),
            Malformation::OtherFence => text::other_fence(text, random),
            Malformation::Draft => text::draft(text, json, random),
            Malformation::ProseAfter if closed => text::after(text, random),
            Malformation::OtherValue if closed => text::other_value(text, random, self.names.map),
            _ => false,
        }
    }
}
