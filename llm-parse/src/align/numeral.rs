//! Numbers as people write them: with grouped digits, a currency sign or a percent sign.

/// What the type allows a number in a string to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    /// The number is whole, so that one comma before three digits can only group them.
    pub(super) whole: bool,
    /// A percent sign says nothing: the number is not bounded to a share of one.
    pub(super) percent: bool,
}

/// The number that a text says and nothing else, as JSON writes it; `None` where it says none or may say another.
pub(super) fn numeral(text: &str, allowed: Allowed) -> Option<String> {
    const CURRENCIES: [char; 6] = ['$', '€', '£', '¥', '₹', '₩'];
    let text = text.trim();
    let (negative, rest) = signed(text);
    let amount = rest
        .strip_prefix(CURRENCIES)
        .or_else(|| rest.strip_suffix(CURRENCIES))
        .or_else(|| without_code(rest));
    let percent = rest.strip_suffix('%').filter(|_| allowed.percent);
    let one = amount.or(percent);
    let bare = one.unwrap_or(rest).trim();
    let (minus, digits) = match amount {
        Some(_) if !negative => signed(bare),
        _ => (negative, bare),
    };
    // Without a sign `12,50` may be two numbers.
    let parts = digits.split_once(',').filter(|_| one.is_some());
    let plain = match parts.and_then(|(integer, fraction)| Some((unspaced(integer)?, fraction))) {
        Some((integer, fraction)) if is_fraction(&integer, fraction) => {
            format!("{integer}.{fraction}")
        }
        _ if may_be_grouped(digits) => return None,
        _ => ungrouped(digits, allowed.whole)?,
    };
    Some(if minus { format!("-{plain}") } else { plain })
}

/// An amount without the code of its currency before or behind it, by ISO 4217: the most traded ones.
fn without_code(text: &str) -> Option<&str> {
    const CODES: [&str; 30] = [
        "USD", "EUR", "JPY", "GBP", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "SEK", "KRW", "NOK",
        "NZD", "INR", "MXN", "TWD", "ZAR", "BRL", "DKK", "PLN", "THB", "ILS", "IDR", "CZK", "AED",
        "TRY", "HUF", "CLP", "SAR",
    ];
    CODES
        .iter()
        .find_map(|code| text.strip_prefix(code).or_else(|| text.strip_suffix(code)))
}

/// Whether a whole number may be a thousand times what it says, or a sign a bullet: `1.250`, `- 5`.
pub(super) fn is_doubtful(text: &str, whole: bool) -> bool {
    let (_, digits) = signed(text);
    (whole && may_be_grouped(digits)) || (digits.len() < text.len() && digits.starts_with(' '))
}

/// Whether a point may group the digits, as it does in half of the world: `1.250`.
fn may_be_grouped(text: &str) -> bool {
    text.split_once('.').is_some_and(|(head, tail)| {
        (1..4).contains(&head.len())
            && !head.starts_with('0')
            && is_digits(head)
            && is_digits(tail)
            && tail.len() == 3
    })
}

/// Whether what stands before and behind a comma can only be a number and its fraction: `12,50`.
fn is_fraction(integer: &str, fraction: &str) -> bool {
    let plain = integer == "0" || (is_digits(integer) && !integer.starts_with('0'));
    plain && is_digits(fraction) && fraction.len() < 3
}

/// The digits without spaces between groups of three.
fn unspaced(text: &str) -> Option<String> {
    const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];
    joined(text, text.chars().find(|c| SPACES.contains(c)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// The digits without what groups them, and with a point before the fraction.
fn ungrouped(text: &str, whole: bool) -> Option<String> {
    const GROUPING: [char; 5] = ['\'', '’', '\u{a0}', '\u{202f}', '_'];
    if !text.starts_with(|c: char| c.is_ascii_digit())
        || !text.ends_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let count = |sign: char| text.matches(sign).count();
    let (commas, points) = (count(','), count('.'));
    let comma_last = text.rfind(',') > text.rfind('.');
    let (group, point) = match (commas, points) {
        (0, 0 | 1) => (None, '.'),
        // `1,234` is a decimal number in half of the world.
        (1, 0) if whole => (Some(','), '.'),
        (1, 0) => return None,
        (_, 0 | 1) if !comma_last || points == 0 => (Some(','), '.'),
        (0 | 1, _) if comma_last || commas == 0 => (Some('.'), ','),
        _ => return None,
    };
    let (integer, fraction) = match text.split_once(point) {
        Some((integer, fraction)) => (integer, Some(fraction)),
        None => (text, None),
    };
    let group = group.or_else(|| integer.chars().find(|c| GROUPING.contains(c)));
    let integer = joined(integer, group)?;
    let plain = match fraction {
        Some(fraction) => format!("{integer}.{fraction}"),
        None => integer,
    };
    super::scalar::is_number(&plain).then_some(plain)
}

/// The digits of a number in groups of three, of which the first may be shorter; all of it where nothing groups them.
fn joined(text: &str, group: Option<char>) -> Option<String> {
    let Some(group) = group else {
        return Some(text.to_owned());
    };
    let mut groups = text.split(group);
    let first = groups
        .next()
        .filter(|first| (1..=3).contains(&first.len()))?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::{Allowed, numeral};

    #[test]
    fn only_what_can_mean_one_number_is_one() {
        let any = Allowed {
            whole: false,
            percent: true,
        };
        let whole = Allowed { whole: true, ..any };
        let share = Allowed {
            percent: false,
            ..any
        };
        for (text, allowed, number) in [
            ("1,234.50", any, Some("1234.50")),
            ("$1,234.50", any, Some("1234.50")),
            ("-$5", any, Some("-5")),
            ("$-5", any, Some("-5")),
            ("12 €", any, Some("12")),
            ("1.234,50 €", any, Some("1234.50")),
            ("1.234.567", any, Some("1234567")),
            ("1,234,567", any, Some("1234567")),
            ("1'234.5", any, Some("1234.5")),
            ("€1.500", any, None),
            ("1.500 %", any, None),
            ("0.500 €", any, Some("0.500")),
            ("12,50 €", any, Some("12.50")),
            ("-€0,5", any, Some("-0.5")),
            ("12,5 %", any, Some("12.5")),
            ("12,5 %", share, None),
            ("12,50 €", whole, Some("12.50")),
            ("1,500 €", any, None),
            ("1,500 €", whole, Some("1500")),
            ("1 234,50 €", any, Some("1234.50")),
            ("1\u{a0}234\u{a0}567,5 EUR", any, Some("1234567.5")),
            ("12 34,50 €", any, None),
            ("1 234,50", any, None),
            ("EUR 12.50", any, Some("12.50")),
            ("1.234,50 EUR", any, Some("1234.50")),
            ("-12 USD", any, Some("-12")),
            ("1,500 USD", any, None),
            ("USD EUR", any, None),
            ("12 BTW", any, None),
            ("012,50 €", any, None),
            ("12,50,5 €", any, None),
            ("$1.50", any, Some("1.50")),
            ("12 %", any, Some("12")),
            ("12 %", share, None),
            ("1,234", whole, Some("1234")),
            ("1,234", any, None),
            ("12,5", any, None),
            ("12,5", whole, None),
            ("1,23,456", any, None),
            ("1,234.567.8", any, None),
            ("1,2.3", any, None),
            ("1 234", any, None),
            ("12 kg", any, None),
            ("5-7", any, None),
            ("007", any, None),
            ("$", any, None),
            ("--5", any, None),
            ("-$-5", any, None),
            ("", any, None),
        ] {
            assert_eq!(numeral(text, allowed).as_deref(), number, "{text}");
        }
    }
}
