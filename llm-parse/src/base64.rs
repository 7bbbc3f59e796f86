//! Bytes as text (RFC 4648, section 4), for serde and for data URLs.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serializer, de};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = (bits >> (18 - 6 * at)) as usize % 64;
            text.push(if at <= chunk.len() {
                char::from(DIGITS[digit])
            } else {
                '='
            });
        }
    }
    text
}

/// The bytes of a text, with or without its padding; `None` for what encodes none.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut bits = 0;
        for digit in chunk {
            bits = bits << 6 | value(*digit)?;
        }
        let spare = 4 - chunk.len();
        let [_, three @ ..] = (bits << (6 * spare)).to_be_bytes();
        bytes.extend_from_slice(three.get(..3 - spare).filter(|part| !part.is_empty())?);
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&encode(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
    let text = String::deserialize(from)?;
    let bytes = decode(&text).ok_or_else(|| de::Error::custom("this is no Base64"))?;
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn the_examples_of_the_rfc() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for end in 0..all.len() {
            assert_eq!(decode(&encode(&all[..end])).as_deref(), Some(&all[..end]));
        }
    }

    #[test]
    fn what_is_no_base64() {
        for text in ["Z", "Zm9vY", "Zm 9v", "Zm9-", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
