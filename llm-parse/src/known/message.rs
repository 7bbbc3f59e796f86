//! Error messages that are put together in a constant.

use super::At;
use super::refused::{Refusal, Refusals, Refused};

/// A text that is cut where it gets too long.
#[derive(Clone, Copy)]
pub(super) struct Message {
    bytes: [u8; LIMIT],
    len: usize,
}

const LIMIT: usize = 1024;

impl Message {
    pub(super) const fn new(text: &str) -> Message {
        let empty = Message {
            bytes: [0; LIMIT],
            len: 0,
        };
        empty.add(text)
    }

    pub(super) const fn add(mut self, text: &str) -> Message {
        let text = text.as_bytes();
        if self.len + text.len() <= LIMIT {
            let (_, rest) = self.bytes.split_at_mut(self.len);
            let (place, _) = rest.split_at_mut(text.len());
            place.copy_from_slice(text);
            self.len += text.len();
        }
        self
    }

    /// The type as the user wrote it, or what is inside.
    pub(super) const fn place<K>(self, at: &At<K>) -> Message {
        self.add(at.inside).add("`").add(at.name).add("`")
    }

    pub(super) const fn signed(self, n: i128) -> Message {
        let sign = if n < 0 { "-" } else { "" };
        self.add(sign).unsigned(n.unsigned_abs())
    }

    pub(super) const fn unsigned(self, mut n: u128) -> Message {
        let mut digits = [0; 39];
        let mut at = digits.len();
        loop {
            at -= 1;
            // No `u128` has more than 39 digits.
            digits[at] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        let (_, digits) = digits.split_at(at);
        match str::from_utf8(digits) {
            Ok(digits) => self.add(digits),
            Err(_) => self,
        }
    }

    /// All that is refused, or as much as there is room for.
    pub(super) const fn refusals(mut self, refusals: &Refusals) -> Message {
        /// Enough for a place, its path and what follows where there is none for more.
        const ROOM: usize = 256;
        let mut index = 0;
        while let Some(refused) = refusals.at(index) {
            let lead = if index == 0 { ": " } else { "; " };
            if self.len + ROOM > LIMIT {
                return self
                    .add("; and ")
                    .unsigned((refusals.len - index) as u128)
                    .add(" more");
            }
            self = self.add(lead).refused(refused);
            index += 1;
        }
        self
    }

    /// What is refused, in the words of a lowered schema's notes, and where.
    const fn refused(self, refused: &Refused) -> Message {
        let mut message = match refused.what {
            Refusal::Gap(what) => self.add(what),
            Refusal::Depth(depth, most) => self
                .add("objects ")
                .unsigned(depth as u128)
                .add(" deep, the limit is ")
                .unsigned(most as u128),
            Refusal::Number(number, count, most) => self
                .unsigned(number as u128)
                .add(" ")
                .add(count.noun())
                .add(", the limit is ")
                .unsigned(most as u128),
        };
        let (mut rest, mut lead) = (refused.path(), " (at /");
        while let [step, after @ ..] = rest {
            message = message.add(lead).add(step);
            (rest, lead) = (after, "/");
        }
        if lead.len() == 1 {
            message = message.add(")");
        }
        message
    }

    /// Stops the build. Only texts as a whole were put in, so it is UTF-8.
    #[track_caller]
    #[expect(clippy::panic, reason = "it stops the build")]
    pub(super) const fn fail(&self) -> ! {
        let (text, _) = self.bytes.split_at(self.len);
        match str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("the rule does not fit"),
        }
    }
}
