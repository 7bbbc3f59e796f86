//! Fences: which language they are of, and where their values end.

use super::{Walk, trim};
use crate::candidate::Place;

#[derive(Clone, Copy)]
pub(super) struct Fence {
    pub(super) place: Place,
    /// Where its text begins.
    pub(super) start: usize,
    /// Where its values must end.
    pub(super) end: usize,
}

fn fence_place(info: &str) -> Place {
    let is = |words: &[&str]| words.iter().any(|word| info.eq_ignore_ascii_case(word));
    if is(&["json", "json5", "jsonc", "jsonl", "ndjson"]) {
        Place::JsonFence
    } else if is(&["", "text", "txt", "plain", "plaintext", "output"]) {
        Place::Fence
    } else {
        Place::OtherFence
    }
}

/// Whether a list or an object alone is a text of the language.
fn is_script(info: &str) -> bool {
    const LANGUAGES: [&str; 6] = ["javascript", "js", "typescript", "ts", "python", "py"];
    LANGUAGES
        .iter()
        .any(|language| info.eq_ignore_ascii_case(language))
}

impl Walk<'_, '_> {
    /// Goes into a fence or out of it.
    pub(super) fn fence(&mut self, sign: u8) {
        let rest = &self.bytes[self.at..self.end];
        let run = rest.iter().take_while(|byte| **byte == sign).count();
        let word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+-#.".contains(byte);
        let info = rest[run..].iter().take_while(word).count();
        let from = self.at + run;
        let info = &self.text[from..from + info];
        let place = fence_place(info);
        if self.fence.take().is_some() && place != Place::JsonFence {
            self.at = from;
            return;
        }
        self.at = from + info.len();
        let start = trim(self.text, self.at..self.end).start;
        let bracket = matches!(self.bytes.get(start), Some(b'{' | b'['));
        // A value needs no program round it in some languages.
        let place = match place {
            Place::OtherFence if bracket && is_script(info) => Place::Fence,
            place => place,
        };
        self.fence = Some(Fence {
            place,
            start,
            end: self.end,
        });
        if bracket {
            return;
        }
        let close = self.text[self.at..self.end].find(if sign == b'`' { "```" } else { "~~~" });
        let close = close.map_or(self.end, |close| self.at + close);
        let region = trim(self.text, start.min(close)..close);
        if place == Place::OtherFence {
            self.fence = Some(Fence {
                place,
                start,
                end: close,
            });
        } else if self.scalar(region, place) {
            self.at = close;
        }
    }
}
