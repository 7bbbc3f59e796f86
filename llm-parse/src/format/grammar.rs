//! The forms of string that JSON Schema names, read as the documents that define them say. The derive macro reads
//! examples by this very file.

use std::net::{Ipv4Addr, Ipv6Addr};

pub(crate) fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't'])
        .is_some_and(|(date, time)| is_date(date) && is_time(time))
}

pub(crate) fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

pub(crate) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// The number that exactly so many digits say.
fn digits(text: &[u8], len: usize) -> Option<u32> {
    if text.len() != len {
        return None;
    }
    text.iter().try_fold(0, |n, digit| {
        digit
            .is_ascii_digit()
            .then(|| n * 10 + u32::from(digit - b'0'))
    })
}

/// RFC 3339, full-date.
pub(crate) fn is_date(text: &str) -> bool {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (
        digits(&[y1, y2, y3, y4], 4),
        digits(&[m1, m2], 2),
        digits(&[d1, d2], 2),
    ) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=last).contains(&day)
}

/// Hours and minutes, as minutes.
fn clock(text: &[u8]) -> Option<u32> {
    let &[h1, h2, b':', m1, m2] = text else {
        return None;
    };
    let (hour, minute) = (digits(&[h1, h2], 2)?, digits(&[m1, m2], 2)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// RFC 3339, full-time; a leap second only where it is the last of a day in UTC.
pub(crate) fn is_time(text: &str) -> bool {
    const DAY: u32 = 24 * 60;
    let text = text.as_bytes();
    let Some((minutes, rest)) = text.split_at_checked(5) else {
        return false;
    };
    let (Some(local), &[b':', s1, s2, ref rest @ ..]) = (clock(minutes), rest) else {
        return false;
    };
    let Some(second) = digits(&[s1, s2], 2).filter(|second| *second <= 60) else {
        return false;
    };
    let offset = match rest {
        [b'.', fraction @ ..] => {
            let len = fraction.iter().take_while(|c| c.is_ascii_digit()).count();
            match fraction.split_at_checked(len) {
                Some((_, offset)) if len > 0 => offset,
                _ => return false,
            }
        }
        _ => rest,
    };
    let utc = match offset {
        [b'Z' | b'z'] => Some(local),
        [b'+', offset @ ..] => clock(offset).map(|offset| (local + DAY - offset) % DAY),
        [b'-', offset @ ..] => clock(offset).map(|offset| (local + offset) % DAY),
        _ => None,
    };
    utc.is_some_and(|utc| second < 60 || utc == DAY - 1)
}

/// RFC 3339, appendix A: a unit may be left out at either end, not between two others.
pub(crate) fn is_duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P') else {
        return false;
    };
    if let Some(weeks) = text.strip_suffix('W') {
        return !weeks.is_empty() && weeks.bytes().all(|c| c.is_ascii_digit());
    }
    match text.split_once('T') {
        Some((date, time)) => (date.is_empty() || is_run(date, "YMD")) && is_run(time, "HMS"),
        None => is_run(text, "YMD"),
    }
}

/// Whether the text is digits and unit in turn, with consecutive units.
fn is_run(text: &str, units: &str) -> bool {
    let mut next = None;
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut behind = number.chars();
        let Some(unit) = behind.next().filter(|_| number.len() < rest.len()) else {
            return false;
        };
        match units.find(unit) {
            Some(at) if next.is_none_or(|next| next == at) => next = Some(at + 1),
            _ => return false,
        }
        rest = behind.as_str();
    }
    next.is_some()
}

/// RFC 5321, mailbox.
pub(crate) fn is_mailbox(text: &str) -> bool {
    let sign = text.bytes().rposition(|c| c == b'@');
    let Some((local, domain)) = sign.map(|at| (&text[..at], &text[at + 1..])) else {
        return false;
    };
    let quoted = local
        .strip_prefix('"')
        .and_then(|local| local.strip_suffix('"'));
    local.len() <= 64
        && match quoted {
            Some(quoted) => is_quoted(quoted),
            None => is_dot_atom(local),
        }
        && match domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')) {
            Some(literal) => is_address(literal),
            None => is_hostname(domain),
        }
}

/// Atoms with a dot between each two.
fn is_dot_atom(text: &str) -> bool {
    let mut last = b'.';
    for c in text.bytes() {
        let sound = match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => true,
            b'.' => last != b'.',
            _ => b"!#$%&'*+-/=?^_`{|}~".contains(&c),
        };
        if !sound {
            return false;
        }
        last = c;
    }
    last != b'.'
}

/// What may stand between the quotes of a local part.
fn is_quoted(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(c) = bytes.next() {
        let sound = match c {
            b'\\' => bytes.next().is_some_and(|c| (0x21..=0x7E).contains(&c)),
            b'"' => false,
            c => c == b'\t' || (0x20..=0x7E).contains(&c),
        };
        if !sound {
            return false;
        }
    }
    true
}

/// RFC 5321, address-literal without its brackets.
fn is_address(text: &str) -> bool {
    match text.split_at_checked(5) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => is_ipv6(address),
        _ => is_ipv4(text),
    }
}

/// RFC 1123 with the limits of RFC 1034; of labels with hyphens in third and fourth place only `xn--` is in use
/// (RFC 5891).
pub(crate) fn is_hostname(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut len, mut last) = (0, b'.');
    for (at, &c) in bytes.iter().enumerate() {
        let sound = match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => true,
            b'.' => (1..=63).contains(&len) && last != b'-',
            b'-' if len == 3 && last == b'-' => {
                let label = bytes.get(at.saturating_sub(3)..);
                label.is_some_and(|label| label.starts_with(b"xn"))
            }
            b'-' => len > 0,
            _ => false,
        };
        if !sound {
            return false;
        }
        len = if c == b'.' { 0 } else { len + 1 };
        last = c;
    }
    (1..=63).contains(&len) && last != b'-' && text.len() <= 253
}

/// RFC 3986, URI.
pub(crate) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = match hierarchy.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !is_authority(authority) {
                return false;
            }
            path
        }
        None => hierarchy,
    };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c))
        && is_encoded(path, b":@/")
        && is_encoded(query, b":@/?")
        && is_encoded(fragment, b":@/?")
}

fn is_authority(text: &str) -> bool {
    let (user, host) = text.split_once('@').unwrap_or(("", text));
    let (host, port) = if let Some(rest) = host.strip_prefix('[') {
        let Some((literal, port)) = rest.split_once(']') else {
            return false;
        };
        let Some(port) = port.strip_prefix(':').or(port.is_empty().then_some("")) else {
            return false;
        };
        if !is_ip_literal(literal) {
            return false;
        }
        ("", port)
    } else {
        host.split_once(':').unwrap_or((host, ""))
    };
    is_encoded(user, b":") && is_encoded(host, b"") && port.bytes().all(|c| c.is_ascii_digit())
}

fn is_ip_literal(text: &str) -> bool {
    let future = text
        .strip_prefix(['v', 'V'])
        .and_then(|text| text.split_once('.'));
    match future {
        Some((version, address)) => {
            !version.is_empty()
                && version.bytes().all(|c| c.is_ascii_hexdigit())
                && !address.is_empty()
                && !address.contains('%')
                && is_encoded(address, b":")
        }
        None => is_ipv6(text),
    }
}

/// Whether the text holds only unreserved characters, sub-delimiters, percent-encodings and the `extra` ones.
fn is_encoded(text: &str, extra: &[u8]) -> bool {
    let mut bytes = text.bytes();
    while let Some(c) = bytes.next() {
        let sound = if c == b'%' {
            let mut hex = || bytes.next().is_some_and(|c| c.is_ascii_hexdigit());
            hex() && hex()
        } else {
            c.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&c) || extra.contains(&c)
        };
        if !sound {
            return false;
        }
    }
    true
}

/// RFC 4122, section 3.
pub(crate) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, c)| match at {
            8 | 13 | 18 | 23 => c == b'-',
            _ => c.is_ascii_hexdigit(),
        })
}
