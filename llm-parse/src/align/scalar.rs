//! Numbers, strings, `bool` and `null`.

use std::borrow::Cow;

use super::numeral::{Allowed, is_doubtful, numeral};
use super::words::integer_within;
use super::{Aligner, expected};
use crate::fix::FixKind;
use crate::lenient::other_number;
use crate::rules::{Number, Rule, Seen, short_decimal};
use crate::shape::{Content, Kind, Tagging, View};
use crate::tree::{NodeId, NodeKind};
use crate::violation::Code;

/// The digits of a decimal whose size is worth writing out.
const MAX_DIGITS: usize = 40;

impl<'s> Aligner<'_, '_, 's> {
    /// Whether a scalar is right as it stands, as most are: nothing has to be changed or reported then. One that is not
    /// said to be may be right all the same.
    pub(super) fn fits(&self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        let text = || self.tree().text(node);
        let holds = |seen| !self.rules || rules.iter().all(|rule| rule.broken(&seen).is_none());
        match (&view.shape.kind, self.tree().kind(node)) {
            (Kind::Option(_), NodeKind::Null) => true,
            (Kind::Option(inner), _) => self.fits(node, view.at(*inner), rules),
            (Kind::String(form), NodeKind::String) => {
                form.accepts.is_none_or(|accepts| accepts(text())) && holds(Seen::Text(text()))
            }
            (Kind::Bool, NodeKind::True | NodeKind::False) => rules.is_empty(),
            (Kind::Integer { min, max, nonzero }, NodeKind::Number) => small_whole(text())
                .is_some_and(|n| {
                    let n = i128::from(n);
                    let inside = n >= *min && (n < 0 || n.unsigned_abs() <= *max);
                    inside && !(*nonzero && n == 0) && holds(Seen::Number(Number::Int(n)))
                }),
            (Kind::Float { .. }, NodeKind::Number) => {
                let number = short_decimal(text());
                number.is_some_and(|n| holds(Seen::Number(Number::Float(n))))
            }
            (Kind::Enum(kind), NodeKind::String) if rules.is_empty() => {
                matches!(kind.tagging, Tagging::External)
                    && kind
                        .named(text())
                        .is_some_and(|variant| matches!(variant.content, Content::Unit))
            }
            _ => false,
        }
    }

    pub(super) fn unit(&mut self, node: NodeId, view: View<'s>) -> bool {
        self.tree().kind(node) == NodeKind::Null || self.mismatch(node, view, &[])
    }

    pub(super) fn boolean(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        let value = match self.tree().kind(node) {
            NodeKind::True => true,
            NodeKind::False => false,
            NodeKind::String if self.coerce => {
                let text = self.tree().text(node).trim();
                let says =
                    |words: [&str; 2]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
                let value = says(["true", "yes"]);
                if !value && !says(["false", "no"]) {
                    return self.mismatch(node, view, rules);
                }
                self.fix(FixKind::BoolFromText, node, "read a bool from a string");
                self.rewrite(
                    node,
                    if value {
                        NodeKind::True
                    } else {
                        NodeKind::False
                    },
                    "",
                );
                value
            }
            _ if self.unwrap_single(node) => return self.boolean(node, view, rules),
            _ => return self.mismatch(node, view, rules),
        };
        self.hold(node, view, rules, &Seen::Bool(value))
    }

    pub(super) fn integer(
        &mut self,
        node: NodeId,
        view: View<'s>,
        rules: &[Rule],
        (min, max, nonzero): (i128, u128, bool),
    ) -> bool {
        match self.tree().kind(node) {
            NodeKind::Number | NodeKind::Exact => {}
            NodeKind::String if self.number_from_text(node, true, rules) => {}
            _ if self.unwrap_single(node) => {
                return self.integer(node, view, rules, (min, max, nonzero));
            }
            _ => return self.mismatch(node, view, rules),
        }
        let Some(number) = self.whole(node) else {
            if is_huge(self.tree().text(node)) {
                return self.refuse(node, Code::Range, integer_within(min, max, nonzero, rules));
            }
            return self.mismatch(node, view, rules);
        };
        let fits = match number {
            Number::Int(n) => n >= min && (n < 0 || n.unsigned_abs() <= max),
            Number::Big(n) => n <= max,
            Number::Float(_) => false,
        };
        if !fits || (nonzero && number == Number::Int(0)) {
            let wanted = integer_within(min, max, nonzero, rules);
            return self.refuse(node, Code::Range, wanted);
        }
        self.hold(node, view, rules, &Seen::Number(number))
    }

    /// The whole number that a node says, written out where it has a fraction of zero or an exponent.
    fn whole(&mut self, node: NodeId) -> Option<Number> {
        let text = self.tree().text(node);
        if let Some(n) = small_whole(text) {
            return Some(Number::Int(n.into()));
        }
        let digits = whole_digits(text)?;
        let number = match Number::parse(&digits)? {
            Number::Float(_) => Number::Float(f64::MAX),
            number => number,
        };
        if digits != text {
            if !self.coerce {
                return None;
            }
            let digits = digits.into_owned();
            self.fix(
                FixKind::IntegerFromFloat,
                node,
                "read a whole number from one with a fraction or an exponent",
            );
            self.rewrite(node, NodeKind::Number, &digits);
        }
        Some(number)
    }

    pub(super) fn number(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        match self.tree().kind(node) {
            NodeKind::Number | NodeKind::Exact => {}
            NodeKind::String
                if matches!(view.shape.kind, Kind::Decimal)
                    && is_number(self.tree().text(node)) => {}
            NodeKind::String if self.number_from_text(node, false, rules) => {}
            _ if self.unwrap_single(node) => return self.number(node, view, rules),
            _ => return self.mismatch(node, view, rules),
        }
        // A number this short without an exponent is finite.
        let text = self.tree().text(node);
        if matches!(view.shape.kind, Kind::Float { .. })
            && rules.is_empty()
            && text.len() < 30
            && !text.bytes().any(|byte| matches!(byte, b'e' | b'E'))
        {
            return true;
        }
        // What no `f64` holds can only be compared as infinite.
        let number = Number::parse(text);
        match &view.shape.kind {
            Kind::Float { single } => {
                let text = self.tree().text(node);
                let finite = if *single {
                    text.parse().is_ok_and(f32::is_finite)
                } else {
                    number.is_some()
                };
                if !finite {
                    let limit = if *single { "3.4e38" } else { "1.8e308" };
                    return self.refuse(node, Code::Range, format!("a number below {limit}"));
                }
            }
            Kind::Decimal => {
                let text = self.tree().text(node).to_owned();
                if !fits_decimal(&text) {
                    return self.refuse(
                        node,
                        Code::Range,
                        "a decimal number of at most 28 decimal places and 96 bits".to_owned(),
                    );
                }
                self.rewrite(node, NodeKind::String, &text);
            }
            _ if number.is_none() && !crate::decode::arbitrary_precision() => {
                return self.refuse(node, Code::Range, expected(view, rules));
            }
            _ if crate::decode::arbitrary_precision() => {
                let text = self.tree().text(node).to_owned();
                self.rewrite(node, NodeKind::Exact, &text);
            }
            _ => {}
        }
        let number = number.unwrap_or(Number::Float(f64::INFINITY));
        self.hold(node, view, rules, &Seen::Number(number))
    }

    /// Makes a number of a string that says one and nothing else, where coercion is allowed.
    fn number_from_text(&mut self, node: NodeId, whole: bool, rules: &[Rule]) -> bool {
        if !self.coerce {
            return false;
        }
        let text = self.tree().text(node).trim();
        let digits = text.strip_prefix('+').unwrap_or(text);
        let share = |rule: &Rule| matches!(rule, Rule::Max(max) if max.as_f64() <= 1.0);
        let allowed = Allowed {
            whole,
            percent: !rules.iter().any(share),
        };
        if is_doubtful(text, whole) {
            return false;
        }
        let number = if is_number(digits) && !(whole && digits.contains('.')) {
            Some(digits.to_owned())
        } else {
            other_number(text).or_else(|| numeral(text, allowed))
        };
        let Some(digits) = number else {
            return false;
        };
        self.fix(FixKind::NumberFromText, node, "read a number from a string");
        self.rewrite(node, NodeKind::Number, &digits);
        true
    }

    pub(super) fn string(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        match self.tree().kind(node) {
            NodeKind::String | NodeKind::Key => {}
            NodeKind::Number | NodeKind::Exact | NodeKind::True | NodeKind::False
                if self.coerce =>
            {
                let source = self
                    .tree()
                    .source
                    .get(self.tree().span(node))
                    .unwrap_or_default()
                    .to_owned();
                self.fix(
                    FixKind::TextFromScalar,
                    node,
                    "kept the text of a number or bool as a string",
                );
                self.rewrite(node, NodeKind::String, &source);
            }
            _ if self.unwrap_single(node) => return self.string(node, view, rules),
            _ => return self.mismatch(node, view, rules),
        }
        let text = self.tree().text(node);
        let fault = match &view.shape.kind {
            Kind::Char if text.chars().count() != 1 => Some(Code::Len),
            Kind::String(form) if form.accepts.is_some_and(|accepts| !accepts(text)) => {
                Some(Code::Format)
            }
            _ => None,
        };
        if let Some(code) = fault {
            return self.refuse(node, code, expected(view, rules));
        }
        if !rules
            .iter()
            .any(|rule| rule.broken(&Seen::Text(text)).is_some())
        {
            return true;
        }
        let text = text.to_owned();
        self.hold(node, view, rules, &Seen::Text(&text))
    }
}

/// The whole number that a JSON number is written as, if it is a small one. Zero with a sign is a float.
fn small_whole(text: &str) -> Option<i64> {
    let n = text.parse().ok()?;
    (n != 0 || !text.starts_with('-')).then_some(n)
}

/// Whether a number is above all that the largest integer type holds.
fn is_huge(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|n| n.abs() > 3.5e38)
}

/// Whether the text is a number in JSON's grammar.
pub(super) fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent
            .is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// The whole number that a JSON number is equal to, in digits; `None` where it has a fraction or too many digits.
fn whole_digits(text: &str) -> Option<Cow<'_, str>> {
    let (negative, unsigned) = text
        .strip_prefix('-')
        .map_or((false, text), |rest| (true, rest));
    if unsigned.bytes().all(|b| b.is_ascii_digit()) && unsigned != "0" {
        return Some(Cow::Borrowed(text));
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let mut digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some(Cow::Borrowed("0"));
    }
    let shift = exponent
        .parse::<i64>()
        .ok()?
        .checked_sub(i64::try_from(fraction.len()).ok()?)?;
    match usize::try_from(shift) {
        Ok(zeros) if significant.len().saturating_add(zeros) <= MAX_DIGITS => {
            digits = format!("{significant}{}", "0".repeat(zeros));
        }
        Ok(_) => return None,
        Err(_) => {
            let cut = usize::try_from(shift.unsigned_abs()).ok()?;
            let kept = significant.len().checked_sub(cut)?;
            let (kept, rest) = significant.split_at(kept);
            if kept.is_empty() || rest.bytes().any(|b| b != b'0') {
                return None;
            }
            digits = String::from(kept);
        }
    }
    Some(Cow::Owned(if negative {
        format!("-{digits}")
    } else {
        digits
    }))
}

/// Whether a decimal of 96 bits with at most 28 decimal places holds the number to the last digit, as those of
/// `rust_decimal` do.
fn fits_decimal(text: &str) -> bool {
    const PLACES: i64 = 28;
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let (Ok(exponent), Ok(len)) = (exponent.parse::<i64>(), i64::try_from(fraction.len())) else {
        return digits.is_empty();
    };
    let places = len.saturating_sub(exponent);
    let zeros = usize::try_from(places.saturating_neg()).unwrap_or(0);
    let small = digits.len().saturating_add(zeros) <= MAX_DIGITS
        && format!("{digits}{}", "0".repeat(zeros))
            .parse::<u128>()
            .is_ok_and(|n| n < 1 << 96);
    digits.is_empty() || (places <= PLACES && small)
}
