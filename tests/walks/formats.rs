//! Formats are read as the validator reads them.

use llm_parse::LlmExtract;
use serde::Deserialize;
use serde_json::json;

use crate::judge::validator;

macro_rules! formats {
    ($($name:ident $format:literal;)*) => {
        $(
            #[derive(Deserialize, LlmExtract)]
            struct $name(#[llm(format = $format)] String);
        )*

        /// Whether we and the validator accept the text, for each format.
        fn verdicts(text: &str) -> Vec<(&'static str, bool, bool)> {
            vec![$({
                let ours = $name(text.to_owned()).validate().is_ok();
                let theirs = VALIDATORS.with(|validators| validators[$format].is_valid(&json!(text)));
                ($format, ours, theirs)
            }),*]
        }

        thread_local! {
            static VALIDATORS: std::collections::HashMap<&'static str, jsonschema::Validator> =
                [$(($format, validator(&$name::schema().to_value()))),*].into();
        }
    };
}

formats! {
    Date "date";
    DateTime "date-time";
    Time "time";
    Duration "duration";
    Email "email";
    Hostname "hostname";
    Uri "uri";
    Ipv4 "ipv4";
    Ipv6 "ipv6";
    Uuid "uuid";
}

/// The validator also accepts a name before an address, and decodes internationalised host names.
fn is_known_difference(format: &str, text: &str) -> bool {
    format == "email" && text.contains('<') || text.contains("xn--")
}

fn agree(text: &str) {
    for (format, ours, theirs) in verdicts(text) {
        if !is_known_difference(format, text) {
            assert_eq!(ours, theirs, "{format}: {text:?}");
        }
    }
}

/// Each is tried under every format.
const TEXTS: &[&str] = &[
    "",
    " ",
    "x",
    "2026-11-30",
    "2024-02-29",
    "2023-02-29",
    "1900-02-29",
    "2000-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-1-1",
    "20261130",
    "2026-11-30 ",
    "٢٠٢٦-١١-٣٠",
    "2026-11-30T09:30:00Z",
    "2026-11-30t09:30:00z",
    "2026-11-30T09:30:00",
    "2026-11-30 09:30:00Z",
    "2026-11-30T09:30:00.5+01:00",
    "2026-11-30T24:00:00Z",
    "2026-11-30T09:30:00+24:00",
    "2026-11-30T09:30Z",
    "1998-12-31T23:59:60Z",
    "1998-12-31T15:59:60.1-08:00",
    "1998-12-31T22:59:60Z",
    "09:30:00Z",
    "09:30:00",
    "23:59:60Z",
    "01:29:60+01:30",
    "23:29:60+23:30",
    "22:59:60Z",
    "09:30:00.Z",
    "09:30:00.123456789012Z",
    "9:30:00Z",
    "09:30:61Z",
    "09:60:00Z",
    "09:30:00+0100",
    "09:30:00ZZ",
    "P1Y",
    "P1Y2M3DT4H5M6S",
    "PT1H",
    "PT",
    "P",
    "P1",
    "1Y",
    "P1W",
    "P1W1D",
    "P1YT",
    "P1Y1D",
    "P1M1Y",
    "PT1H1S",
    "PT1M1S",
    "P1D1D",
    "PT1.5S",
    "p1d",
    "P-1D",
    "P1DT",
    "P١D",
    "PT1Y",
    "P1S",
    "a@b.c",
    "jane@example.com",
    "@b",
    "a@",
    "a@b@c",
    "a b@c.d",
    "\"a b\"@c.d",
    "\"a\\\"b\"@c.d",
    "\"a\"b\"@c.d",
    "\"\"@c.d",
    "a..b@c.d",
    ".a@c.d",
    "a.@c.d",
    "a@[127.0.0.1]",
    "a@[IPv6:::1]",
    "a@[ipv6:::1]",
    "a@[1.2.3]",
    "a@-b.c",
    "a+b@c",
    "ä@b.c",
    "a@b..c",
    "a@b.c.",
    "example.com",
    "EXAMPLE.com",
    "-a.b",
    "a-.b",
    "a_b.c",
    "a..b",
    "a.",
    ".a",
    "a.b.c.d",
    "1.2.3.4.5",
    "ab--cd.e",
    "localhost",
    "ä.b",
    "https://example.com/a?b=c#d",
    "https://a:b@c.d:80/e",
    "https://[::1]:80/",
    "https://[::1",
    "https://[v1.a]/",
    "https://[::1]::80",
    "https://[::1]x",
    "https://a:b",
    "https://a b",
    "mailto:a@b.c",
    "urn:isbn:1",
    "a:",
    ":a",
    "1a:b",
    "a:b:c",
    "http://",
    "http:///a",
    "http://a/%41",
    "http://a/%4",
    "http://a/%zz",
    "http://a/|",
    "http://a/ä",
    "//a/b",
    "/a",
    "a:b#c#d",
    "a:?b?c",
    "http://a@b@c",
    "http://a:b:c",
    "1.2.3.4",
    "1.2.3",
    "1.2.3.256",
    "01.2.3.4",
    "1.2.3.4 ",
    "0x1.2.3.4",
    "::",
    "::1",
    "2001:db8::1",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "1::2::3",
    "::ffff:1.2.3.4",
    "::1%eth0",
    "12345::",
    ":1",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
    "f81d4fae7dec11d0a76500a0c91e6bf6",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
    "g81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ",
    "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
    "f81d4fae_7dec-11d0-a765-00a0c91e6bf6",
];

#[test]
fn formats_agree_with_the_validator() {
    for text in TEXTS {
        agree(text);
    }
    agree(&"a".repeat(63));
    agree(&"a".repeat(64));
    agree(&format!("{}@b.c", "a".repeat(64)));
    agree(&format!("{}@b.c", "a".repeat(65)));
    for len in [61, 62, 63] {
        let label = "a".repeat(63);
        agree(&format!("{label}.{label}.{label}.{}", "a".repeat(len)));
    }
}

#[test]
fn formats_agree_on_mutated_texts() {
    let alphabet: Vec<char> = "0123456789aZzTtPWYMDHS:-+.@/?#[]%\"\\ ä".chars().collect();
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..4 {
        for text in TEXTS {
            let mut chars: Vec<char> = text.chars().collect();
            let at = random(chars.len() + 1);
            match random(3) {
                0 => chars.insert(at, alphabet[random(alphabet.len())]),
                _ if at == chars.len() => {}
                1 => chars[at] = alphabet[random(alphabet.len())],
                _ => drop(chars.remove(at)),
            }
            agree(&chars.into_iter().collect::<String>());
        }
    }
}
