//! The keys of an object, in step with its shape.

#![allow(
    clippy::inline_always,
    reason = "calls cost more here than what they do"
)]

use std::borrow::Cow;

use super::frame::{Form, Frame};
use super::mend::Step;
use super::scalar::{fits, is_string};
use super::spot::{Spread, unit_name};
use super::text::{Text, whole_text};
use crate::lenient::is_ellipsis;
use crate::shape::{Field, Kind, View};

/// The most fields of a struct that is read in one pass: one bit for each.
pub(crate) const MAX_FIELDS: usize = 64;

impl Text<'_> {
    /// Reads the next key and the colon; whether there is one.
    #[inline]
    pub(super) fn next_key(&mut self, frame: &mut Frame) -> Option<bool> {
        if let Some(field) = self.key_in_order(frame) {
            self.aim_at(field)?;
            return Some(true);
        }
        match self.source.as_bytes().get(self.at) {
            Some(b'}') => Some(false),
            _ => self.any_key(frame),
        }
    }

    /// Reads the key of the field after the last one: models write fields in the order they were shown. Where it is another
    /// key, nothing was read.
    #[inline(always)]
    fn key_in_order(&mut self, frame: &mut Frame) -> Option<&'static Field> {
        let Form::Struct {
            seen, rest, bit, ..
        } = &mut frame.form
        else {
            return None;
        };
        let (field, others) = rest.split_first()?;
        let name: &'static str = &field.name;
        let start = self.key_start(frame.count == 0)?;
        let text = self.source.as_bytes().get(start..)?;
        // The name has nothing to escape.
        let (key, text) = text.split_at_checked(name.len())?;
        if *seen & *bit != 0 || !is_same(key, name.as_bytes()) {
            return None;
        }
        let end = start + name.len();
        self.at = match text {
            [b'"', b':', ..] => end + 2,
            [b'"', ..] => self.colon(end + 1)?,
            _ => return None,
        };
        *seen |= *bit;
        *bit <<= 1;
        *rest = others;
        frame.count += 1;
        self.key = Some(name);
        self.step_to(Step::Key(name));
        Some(field)
    }

    /// Where the text of the next key begins, after its quote. Mostly no white space stands there.
    #[inline(always)]
    fn key_start(&self, first: bool) -> Option<usize> {
        let rest = self.source.as_bytes().get(self.at..)?;
        match first {
            true if rest.starts_with(b"\"") => Some(self.at + 1),
            false if rest.starts_with(b",\"") => Some(self.at + 2),
            _ => self.spaced_key_start(first),
        }
    }

    #[inline(never)]
    fn spaced_key_start(&self, first: bool) -> Option<usize> {
        let mut at = self.after_space(self.at);
        let bytes = self.source.as_bytes();
        if !first {
            at = self.after_space((*bytes.get(at)? == b',').then_some(at + 1)?);
        }
        (*bytes.get(at)? == b'"').then_some(at + 1)
    }

    /// The place after the colon.
    #[cold]
    fn colon(&self, at: usize) -> Option<usize> {
        let at = self.after_space(at);
        (*self.source.as_bytes().get(at)? == b':').then_some(at + 1)
    }

    #[cold]
    fn any_key(&mut self, frame: &mut Frame) -> Option<bool> {
        let start = self.at;
        if self.peek()? == b'}' {
            return Some(false);
        }
        self.at = start;
        if !self.advance(frame.count == 0, b'}')? {
            return Some(false);
        }
        let key = self.key_text()?;
        frame.count += 1;
        match &mut frame.form {
            Form::Struct {
                fields,
                seen,
                rest,
                bit: next,
            } => {
                let is = |name: &Cow<'_, str>| *name == key;
                let place = fields
                    .iter()
                    .position(|field| is(&field.name) || field.aliases.iter().any(is))?;
                let bit = bit(place)?;
                if *seen & bit != 0 {
                    return None;
                }
                *seen |= bit;
                *rest = fields.get(place + 1..)?;
                *next = bit << 1;
                self.enter_field(&fields[place])?;
            }
            Form::Map {
                key: name, value, ..
            } => {
                is_key(*name, key)?;
                (!is_ellipsis(key)).then_some(())?;
                self.keys.push(key);
                self.put(*value);
            }
            _ => return None,
        }
        self.key = Some(key);
        Some(true)
    }

    /// Whether a struct may do without the fields that were not there.
    pub(super) fn absent(&mut self, fields: &'static [Field], seen: u64) -> Option<()> {
        for (index, field) in fields.iter().enumerate() {
            if seen & bit(index)? != 0 {
                continue;
            }
            if field.is_required(View::of(self.root)) {
                return None;
            }
            self.defaults |= field.default;
        }
        Some(())
    }
}

/// The bit of a field.
#[inline]
fn bit(place: usize) -> Option<u64> {
    1_u64.checked_shl(u32::try_from(place).ok()?)
}

/// Holds the key of a map to its shape and rules.
fn is_key((shape, rules): Spread, name: &str) -> Option<()> {
    match &shape.kind {
        Kind::Integer { .. } => fits(&shape.kind, rules, whole_text(name)?),
        Kind::Enum(kind) if rules.is_empty() => unit_name(kind, name).map(|_| ()),
        _ => is_string(shape, rules, name),
    }
}

/// Whether two texts of the same length are equal; most names are short, and a call costs more than the comparison.
#[inline(always)]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        (Some(first_a), Some(first_b)) if a.len() <= 16 => {
            first_a == first_b && a.last_chunk::<8>() == b.last_chunk::<8>()
        }
        (None, None) => match (a.first_chunk::<4>(), b.first_chunk::<4>()) {
            (Some(first_a), Some(first_b)) => {
                first_a == first_b && a.last_chunk::<4>() == b.last_chunk::<4>()
            }
            _ => a.iter().eq(b),
        },
        _ => a == b,
    }
}
