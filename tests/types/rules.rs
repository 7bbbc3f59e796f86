//! Rules, checks and examples.

use std::collections::BTreeMap;

use crate::rng::Rng;

const LEAST: u8 = 2;

fn even(n: &u8) -> Result<(), String> {
    if n.is_multiple_of(2) {
        Ok(())
    } else {
        Err(format!("{n} is odd"))
    }
}

fn ordered(span: &Span) -> Result<(), &'static str> {
    if span.from <= span.to {
        Ok(())
    } else {
        Err("`from` is behind `to`")
    }
}

fn words(rng: &mut Rng) -> Vec<String> {
    rng.list(1, 3, |rng| rng.text("abcé", 2, 5))
}

types! {
    struct Ranges {
        #[llm(range(min = 1, max = 5))]
        priority: u8 = |rng| rng.int(1, 5).try_into().unwrap(),
        #[llm(range(min = -0.5))]
        low: f64 = |rng| rng.pick(&[-0.5, 0.0, 1e9]),
        #[llm(range(max = 10))]
        high: i64 = |rng| rng.int(i64::MIN, 10),
        #[llm(range(min = LEAST))]
        constant: u8 = |rng| rng.int(2, 255).try_into().unwrap(),
        #[llm(range(min = 18_446_744_073_709_551_615))]
        huge: u128 = |rng| u128::from(u64::MAX) + u128::from(rng.bits()),
        #[llm(range(min = 3))]
        some: Option<Box<i8>> = |rng| rng.pick(&[None, Some(Box::new(3)), Some(Box::new(127))]),
    }

    struct Multiples {
        #[llm(multiple_of = 5)]
        five: i32 = |rng| i32::try_from(rng.int(-100, 100)).unwrap() * 5,
        #[llm(multiple_of = 0.25, range(min = 0.0, max = 10.0))]
        quarter: f64 = |rng| f64::from(u8::try_from(rng.below(41)).unwrap()) / 4.0,
    }

    struct Lengths {
        #[llm(len(min = 2, max = 5))]
        text: String = |rng| rng.text("aé漢🦀", 2, 5),
        #[llm(len(equal = 3))]
        three: Vec<u8> = |rng| rng.list(3, 3, u8::arb),
        #[llm(len(max = 2))]
        map: BTreeMap<String, u8> = |rng| rng.list(0, 2, <(String, u8)>::arb).into_iter().collect(),
        #[llm(len(min = 1))]
        some: Option<String> = |rng| rng.pick(&[None, Some("x".to_owned())]),
    }

    struct Patterns {
        #[llm(pattern = r"^[A-Z]{2,}-\d+$", example = "OPS-7")]
        key: String = |rng| format!("{}-{}", rng.text("ABZ", 2, 4), rng.below(1000)),
        #[llm(pattern = "^(a|b)+c?$")]
        made: Option<String> = |rng| rng.pick(&[None, Some("abac".to_owned()), Some("b".to_owned())]),
        #[llm(pattern = r"\w+@\w+", len(max = 9))]
        loose: String = |rng| rng.text("ab", 1, 4) + "@" + &rng.text("ab", 1, 4),
    }

    struct Formats {
        #[llm(format = "date")]
        date: String = |rng| rng.pick(&["2024-02-29", "1999-12-31"]).to_owned(),
        #[llm(format = "date-time")]
        instant: String = |rng| rng.pick(&["2024-02-29T12:00:00Z", "1999-12-31T23:59:59.25+02:00"]).to_owned(),
        #[llm(format = "time")]
        time: String = |rng| rng.pick(&["12:00:00Z", "23:59:59.25-02:00"]).to_owned(),
        #[llm(format = "duration")]
        span: String = |rng| rng.pick(&["P1D", "PT1H30M", "P2W"]).to_owned(),
        #[llm(format = "email")]
        email: String = |rng| rng.pick(&["jane@example.com", "j.d+x@a-b.org"]).to_owned(),
        #[llm(format = "hostname")]
        host: String = |rng| rng.pick(&["example.com", "a"]).to_owned(),
        #[llm(format = "uri")]
        uri: String = |rng| rng.pick(&["https://example.com/a?b#c", "urn:x:y"]).to_owned(),
        #[llm(format = "ipv4")]
        v4: String = |rng| rng.pick(&["192.0.2.1", "0.0.0.0"]).to_owned(),
        #[llm(format = "ipv6")]
        v6: String = |rng| rng.pick(&["2001:db8::1", "::"]).to_owned(),
        #[llm(format = "uuid")]
        id: Option<String> = |rng| rng.pick(&[None, Some("f81d4fae-7dec-11d0-a765-00a0c91e6bf6".to_owned())]),
    }

    struct Inside {
        #[llm(unique, items(len(min = 2)), len(min = 1))]
        words: Vec<String> = |rng| { let mut words = words(rng); words.sort(); words.dedup(); words },
        #[llm(keys(pattern = "^[a-z]+$"), values(range(min = 1)))]
        counts: BTreeMap<String, u32> = |rng| rng.list(0, 3, |rng| (rng.text("abc", 1, 4), 1 + u32::from(u8::arb(rng)))).into_iter().collect(),
        #[llm(items(items(range(max = 9))))]
        grid: Vec<Vec<u8>> = |rng| rng.list(0, 2, |rng| rng.list(0, 2, |rng| rng.int(0, 9).try_into().unwrap())),
        #[llm(items(one_of("a", "b")))]
        letters: [String; 2] = |rng| [rng.pick(&["a", "b"]).to_owned(), rng.pick(&["a", "b"]).to_owned()],
    }

    struct Allowed {
        #[llm(one_of("red", "green"))]
        colour: String = |rng| rng.pick(&["red", "green"]).to_owned(),
        #[llm(one_of(1, 2, 4))]
        power: u8 = |rng| rng.pick(&[1, 2, 4]),
        #[llm(one_of("small"))]
        size: Option<String> = |rng| rng.pick(&[None, Some("small".to_owned())]),
    }

    struct Name(#[llm(len(min = 2, max = 20))] String = |rng| rng.text("abé ", 2, 20));

    struct Names { first: Name, #[llm(len(max = 3), example = "Jo")] nick: Name = |rng| Name(rng.text("ab", 2, 3)), others: Vec<Name> }

    struct Checked {
        #[llm(check = even, example = 4)]
        n: u8 = |rng| u8::arb(rng) & 0xFE,
        #[llm(example = Some(7))]
        m: Option<u8>,
    }

    #[llm(check = ordered)]
    struct Span { from: u8 = |rng| u8::arb(rng) / 2, to: u8 = |rng| u8::arb(rng) / 2 + 128 }

    enum Event {
        Moved { #[llm(range(max = 100))] by: u8 = |rng| rng.int(0, 100).try_into().unwrap() },
        Named(#[llm(len(min = 1, max = 3))] String = |rng| rng.text("ab", 1, 3)),
        At(u8, #[llm(range(min = 1.0))] f64 = |_| 1.5),
        Spanned(Span),
    }

    /// An area.
    #[llm(title = "Area", example = Area { width: 2, height: 3 })]
    struct Area { width: u8, #[llm(description = "from the ground", range(min = 1))] height: u8 = |rng| u8::arb(rng).max(1) }

    struct Soft { #[llm(warn, len(max = 3))] name: String = |rng| rng.text("abc", 0, 3), id: u8 }
}
