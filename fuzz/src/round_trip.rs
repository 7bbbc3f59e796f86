//! Any value, written as JSON: read as it was, with nothing to mend; and its beginning is cut off.

use std::fmt::Debug;

use llm_parse::{LlmExtract, Reader, parse};
use serde::Serialize;
use serde_json::{Map, Value};

use super::ALL;
use super::types::{Float, Item, Loose, Order, State, Tagged};

/// Makes values of the bytes, writes and reads them.
pub fn round_trip(data: &[u8]) {
    let mut source = Source { data, depth: 0 };
    let style = source.byte();
    match style % 4 {
        0 => write_and_read(&source.order(), style),
        1 => write_and_read(&source.loose(), style),
        2 => write_and_read(&source.many(Source::item), style),
        _ => {
            let text = source.value().to_string();
            // As `serde_json` holds it, which need not be the nearest float.
            let value: Value = serde_json::from_str(&text).expect("what it wrote");
            write_and_read(&value, style);
        }
    }
}

fn write_and_read<T: LlmExtract + Serialize + PartialEq + Debug>(value: &T, style: u8) {
    let text = match style / 4 % 2 {
        0 => serde_json::to_string(value),
        _ => serde_json::to_string_pretty(value),
    };
    let text = text.expect("all values are JSON");
    for leniency in ALL {
        match Reader::new().leniency(leniency).parse::<T>(&text) {
            Ok(parsed) => {
                assert_eq!(parsed.value, *value, "{leniency:?} {text}");
                assert!(
                    parsed.fixes.is_empty(),
                    "{leniency:?} {:?} {text}",
                    parsed.fixes
                );
            }
            Err(error) => panic!("{leniency:?} {error}: {text}"),
        }
    }
    if text.starts_with(['{', '[']) {
        let mut end = text.len() * usize::from(style) / 256;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let cut = parse::<T>(&text[..end]);
        let error = cut.expect_err("a beginning is no value");
        assert!(end == 0 || error.is_cut_off(), "{error}: {}", &text[..end]);
    }
}

/// Bytes that are made into values; all zero after their end.
struct Source<'d> {
    data: &'d [u8],
    depth: usize,
}

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.data.split_first().unwrap_or((&0, &[]));
        self.data = rest;
        *first
    }

    fn bits(&mut self) -> u64 {
        // Small numbers, and those at the ends of the range, are made most.
        match self.byte() {
            byte @ 0..200 => u64::from(byte),
            200..210 => u64::MAX,
            210..220 => i64::MIN.cast_unsigned(),
            _ => u64::from_le_bytes(std::array::from_fn(|_| self.byte())),
        }
    }

    fn text(&mut self) -> String {
        let len = usize::from(self.byte() % 16).min(self.data.len());
        let (text, rest) = self.data.split_at(len);
        self.data = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    fn float(&mut self) -> f64 {
        Some(f64::from_bits(self.bits()))
            .filter(|float| float.is_finite())
            .unwrap_or(0.5)
    }

    fn many<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.byte() % 4).map(|_| make(self)).collect()
    }

    /// Makes what holds further values, unless that is too deep.
    fn inner<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.depth < 20).then(|| {
            self.depth += 1;
            let value = make(self);
            self.depth -= 1;
            value
        })
    }

    fn order(&mut self) -> Order {
        Order {
            a: self.bits(),
            b: self.many(Source::item),
            c: (self.byte() > 99).then(|| self.text()),
            d: self
                .many(|source| (source.text(), Float(source.float())))
                .into_iter()
                .collect(),
            e: self.state(),
            f: if self.byte() % 3 == 1 {
                self.inner(|source| Box::new(source.order()))
            } else {
                None
            },
        }
    }

    fn item(&mut self) -> Item {
        let c = match self.byte() % 3 {
            0 => Tagged::One(self.byte()),
            1 => Tagged::Two(self.many(Source::text)),
            _ => Tagged::Three,
        };
        let letter = self.text().chars().next().unwrap_or('"');
        Item {
            a: self.byte().cast_signed(),
            b: (self.byte() > 9, letter),
            c,
        }
    }

    fn state(&mut self) -> State {
        match self.byte() % 4 {
            0 => State::A,
            1 => State::InPlace,
            2 => State::Sent { a: self.text() },
            _ => State::Lost(self.bits().cast_signed()),
        }
    }

    fn loose(&mut self) -> Loose {
        match self.byte() % 6 {
            0 => Loose::Number(self.bits().cast_signed()),
            1 => Loose::Flag(self.byte() > 9),
            2 => Loose::Named { a: self.text() },
            3 => match self.inner(Source::loose) {
                // As the variant before it this would be read.
                Some(Loose::Text(a)) => Loose::Named { a },
                Some(inner) => Loose::Boxed { a: Box::new(inner) },
                None => Loose::Flag(true),
            },
            4 => Loose::Many(
                self.inner(|source| source.many(Source::loose))
                    .unwrap_or_default(),
            ),
            _ => Loose::Text(self.text()),
        }
    }

    fn value(&mut self) -> Value {
        match self.byte() % 7 {
            0 => Value::Null,
            1 => (self.byte() > 9).into(),
            2 => self.bits().into(),
            3 => self.float().into(),
            4 => self.text().into(),
            5 => Value::Array(
                self.inner(|source| source.many(Source::value))
                    .unwrap_or_default(),
            ),
            _ => {
                let entries = self.inner(|source| source.many(|s| (s.text(), s.value())));
                Value::Object(Map::from_iter(entries.unwrap_or_default()))
            }
        }
    }
}
