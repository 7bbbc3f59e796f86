//! Random values of the types.

use crate::types::{
    Action, Address, Company, Figures, Flags, Loose, Maps, Message, Node, Person, Plan, Shape,
    Strict, Texts,
};

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    pub(crate) fn number(&mut self, end: u32) -> u32 {
        u32::try_from(self.below(end as usize)).unwrap()
    }

    pub(crate) fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    pub(crate) fn some<T>(&mut self, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    pub(crate) fn many<T>(&mut self, end: usize, make: impl Fn(&mut Random) -> T) -> Vec<T> {
        (0..self.below(end)).map(|_| make(self)).collect()
    }

    /// A short text, as names and titles are.
    pub(crate) fn name(&mut self) -> String {
        self.pick(&[
            "Ada",
            "Grace Hopper",
            "O'Brien",
            "Müller & Co.",
            "李雷",
            "Jean-Luc",
            "a_b",
            "née Smith",
            "27\" monitor",
            "Anna, Bob",
            "null",
            "true",
            "12",
            "",
        ])
        .to_owned()
    }

    /// A text with everything in it that could be taken for structure.
    pub(crate) fn text(&mut self) -> String {
        self.pick(&[
            "All is well.",
            "He said \"yes\", then left.",
            "line one\nline two\n\n- a bullet: one\n- two",
            "it's {not} a [list], is it?",
            "{\"id\": 1, \"tags\": [\"a\", \"b\"]}",
            "see https://example.org/a//b?c=1#d",
            "C:\\temp\\new",
            "```rust\nfn main() { println!(\"hi\"); }\n```",
            "a, b: c; d = e => f",
            "/* no comment */ // nor this # nor that",
            "你好，“世界”：再见",
            "tab\there, \u{1F680} and é",
            "<think>not a draft</think>",
            "ends with a comma,",
            "ends with \"quotes\"",
            "...",
            "x\": \"y",
        ])
        .to_owned()
    }

    /// A text of a list, where `...` would stand for others.
    pub(crate) fn line(&mut self) -> String {
        Some(self.text())
            .filter(|text| text != "...")
            .unwrap_or_else(|| "and then ...".to_owned())
    }

    pub(crate) fn float(&mut self) -> f64 {
        self.pick(&[0.0, 0.5, -1.25, 20.0, 1234.5, 1e21, 0.1, -3.0, 12345.0])
    }

    pub(crate) fn person(&mut self) -> Person {
        Person {
            name: self.name(),
            age: self.pick(&[0, 7, 36, 255]),
            email: self.some(|random| random.pick(&["a@x.org", "b.c@example.com", ""]).to_owned()),
        }
    }

    pub(crate) fn company(&mut self) -> Company {
        Company {
            name: self.name(),
            address: Address {
                street_name: self.name(),
                house_number: self.number(5000),
                zip: self.pick(&["01067", "SW1A 1AA", "53111"]).to_owned(),
            },
            staff: self.many(4, Random::person),
            notes: self.some(Random::text),
        }
    }

    pub(crate) fn figures(&mut self) -> Figures {
        Figures {
            id: self.pick(&[0, 42, 9_007_199_254_740_993, u64::MAX]),
            delta: self.pick(&[-1, 0, 1500, i32::MIN]),
            share: self.float(),
            balance: self
                .pick(&["0.10", "1234.50", "-7", "0.1000000000000000055"])
                .parse()
                .unwrap(),
            wide: self.pick(&[0, u128::MAX, 1 << 70]),
            series: self.many(4, Random::float),
        }
    }

    pub(crate) fn texts(&mut self) -> Texts {
        Texts {
            quoted: self.text(),
            code: self.text(),
            lines: self.many(4, Random::line),
            first: self.pick(&['a', '"', '\'', '漢', ',']),
        }
    }

    pub(crate) fn flags(&mut self) -> Flags {
        Flags {
            on: self.below(2) == 0,
            off: self.below(2) == 0,
            maybe: self.some(|random| random.below(2) == 0),
            retries: self.number(2000),
        }
    }

    pub(crate) fn maps(&mut self) -> Maps {
        Maps {
            labels: self
                .many(4, |random| (random.name(), random.text()))
                .into_iter()
                .collect(),
            scores: self
                .many(4, |random| (random.name(), random.float()))
                .into_iter()
                .collect(),
            groups: self
                .many(3, |random| (random.name(), random.many(3, Random::person)))
                .into_iter()
                .collect(),
        }
    }

    pub(crate) fn node(&mut self, depth: usize) -> Node {
        Node {
            name: self.name(),
            note: self.some(Random::text),
            children: if depth == 0 {
                Vec::new()
            } else {
                self.many(3, |random| random.node(depth - 1))
            },
        }
    }

    pub(crate) fn action(&mut self) -> Action {
        match self.below(3) {
            0 => Action::Search {
                query: self.text(),
                max_hits: self.some(|random| random.number(9)),
            },
            1 => Action::Wait(self.number(5000)),
            _ => Action::Stop,
        }
    }

    pub(crate) fn shape(&mut self) -> Shape {
        match self.below(3) {
            0 => Shape::Circle {
                radius: self.float(),
            },
            1 => Shape::Rect {
                width: self.float(),
                height: self.float(),
                label: self.some(Random::name),
            },
            _ => Shape::Point,
        }
    }

    pub(crate) fn message(&mut self) -> Message {
        match self.below(3) {
            0 => Message::Text(self.text()),
            1 => Message::Image {
                url: "https://x.org/a.png".to_owned(),
                alt: self.some(Random::name),
            },
            _ => Message::Ping,
        }
    }

    pub(crate) fn loose(&mut self, depth: usize) -> Loose {
        match self.below(if depth == 0 { 3 } else { 4 }) {
            0 => Loose::Number(self.pick(&[0, -3, 1500])),
            1 => Loose::Text(self.text()),
            2 => Loose::Named {
                name: self.name(),
                tags: self.many(3, Random::name),
            },
            _ => Loose::Many(self.many(3, |random| random.loose(depth - 1))),
        }
    }

    pub(crate) fn plan(&mut self) -> Plan {
        Plan {
            title: self.name(),
            steps: self.many(3, Random::action),
            shapes: self.many(3, Random::shape),
            messages: self.many(3, Random::message),
            pair: (-5, self.name()),
            best: self.some(|random| Box::new(random.action())),
        }
    }

    pub(crate) fn strict(&mut self) -> Strict {
        Strict {
            host: self.name(),
            port: self.pick(&[0, 80, 65535]),
            tls: self.below(2) == 0,
        }
    }
}
