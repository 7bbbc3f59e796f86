//! How long a server asks to wait (RFC 9110, section 10.2.3, and what servers make of it).

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;
use serde_json::Value;

/// What the headers ask for; garbage and dates in the past are as good as nothing, and so is a wait of zero, so that the
/// caller's own backoff holds.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let millis = ["retry-after-ms", "x-ms-retry-after-ms"];
    let mut millis = millis.iter().filter_map(|name| header(headers, name));
    let millis = millis.find_map(|text| wait(text, 1e-3));
    millis.or_else(|| {
        let text = header(headers, "retry-after")?;
        wait(text, 1.0).or_else(|| until(text, now))
    })
}

/// When the limit that is used up is set back: `x-ratelimit-reset-requests: 6s` beside
/// `x-ratelimit-remaining-requests: 0`, and the same for tokens. It is the time until the limit is whole again, so a long one
/// does not say how soon a request will be taken.
pub(super) fn reset(headers: &HeaderMap) -> Option<Duration> {
    let limits = ["requests", "tokens"].iter().filter_map(|limit| {
        let left = header(headers, &format!("x-ratelimit-remaining-{limit}"))?;
        let reset = header(headers, &format!("x-ratelimit-reset-{limit}"))?;
        (left == "0").then(|| span(reset))?
    });
    limits
        .max()
        .filter(|wait| !wait.is_zero() && *wait <= LONGEST_RESET)
}

const LONGEST_RESET: Duration = Duration::from_secs(60);

/// What an error's body asks for: `{"details": [{"retryDelay": "34.07s"}]}` (google.rpc.RetryInfo).
pub(super) fn retry_delay(error: &Value) -> Option<Duration> {
    let details = error.get("details")?.as_array()?;
    let mut delays = details
        .iter()
        .filter_map(|detail| detail.get("retryDelay")?.as_str());
    wait(delays.next()?, 1.0)
}

/// What an error's words ask for: `Please try again in 1m2.5s.`, `Please retry after 26 seconds.`
pub(super) fn asked(words: &str) -> Option<Duration> {
    let words = words.to_ascii_lowercase();
    let after = |start: &str| {
        let (_, rest) = words.split_once(start)?;
        rest.split_whitespace().next()
    };
    let time = after("try again in ").and_then(|time| span(time.trim_end_matches(['.', ','])));
    let seconds = || wait(after("retry after ")?, 1.0);
    time.or_else(seconds).filter(|wait| !wait.is_zero())
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn wait(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.strip_suffix('s').unwrap_or(text).parse().ok()?;
    let wait = Duration::try_from_secs_f64(number * unit).ok()?;
    (!wait.is_zero()).then_some(wait)
}

/// A span of time as Go writes it: `1h2m3.5s`, `120ms`.
fn span(mut text: &str) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    while !text.is_empty() {
        let end = text.find(|c: char| c != '.' && !c.is_ascii_digit())?;
        let (number, rest) = text.split_at(end);
        let unit = rest.trim_start_matches(|c: char| c.is_alphabetic() || c == '\u{b5}');
        let (unit, rest) = rest.split_at(rest.len() - unit.len());
        let seconds = match unit {
            "h" => 3600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            "us" | "\u{b5}s" | "ns" => 0.0,
            _ => return None,
        };
        let part = number.parse::<f64>().ok()? * seconds;
        sum = sum.checked_add(Duration::try_from_secs_f64(part).ok()?)?;
        text = rest;
    }
    Some(sum)
}

fn until(date: &str, now: SystemTime) -> Option<Duration> {
    let wait = httpdate::parse_http_date(date).ok()?.duration_since(now);
    wait.ok().filter(|wait| !wait.is_zero())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{asked, reset, retry_after, retry_delay};

    fn map(headers: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(
                HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        map
    }

    fn read(headers: &[(&'static str, &str)]) -> Option<Duration> {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
        retry_after(&map(headers), now)
    }

    #[test]
    fn every_form_is_read() {
        let cases = [
            ("7", Some(7_000)),
            (" 1.5 ", Some(1_500)),
            ("20s", Some(20_000)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(7_000)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(7_000)),
            ("1893456000", Some(1_893_456_000_000)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", None),
            ("0", None),
            ("-3", None),
            ("soon", None),
            ("", None),
            ("NaN", None),
            ("inf", None),
            ("1e300", None),
        ];
        for (text, millis) in cases {
            let expected = millis.map(Duration::from_millis);
            assert_eq!(read(&[("retry-after", text)]), expected, "{text}");
        }
    }

    #[test]
    fn milliseconds_come_first() {
        let both = [("retry-after-ms", "250"), ("retry-after", "9")];
        assert_eq!(read(&both), Some(Duration::from_millis(250)));
        let garbage = [("retry-after-ms", "x"), ("retry-after", "9")];
        assert_eq!(read(&garbage), Some(Duration::from_secs(9)));
        assert_eq!(read(&[]), None);
    }

    #[test]
    fn a_limit_that_is_used_up_tells_when_it_is_set_back() {
        let cases = [
            ("59.5s", Some(59_500)),
            ("1m0s", Some(60_000)),
            ("1h2m3.5s", None),
            ("120ms", Some(120)),
            ("1s", Some(1_000)),
            ("0s", None),
            ("", None),
            ("7", None),
            ("soon", None),
            ("1.2.3s", None),
            ("99999999999999999999h", None),
        ];
        for (text, millis) in cases {
            let headers = map(&[
                ("x-ratelimit-remaining-requests", "0"),
                ("x-ratelimit-reset-requests", text),
                ("x-ratelimit-remaining-tokens", "10"),
                ("x-ratelimit-reset-tokens", "5h"),
            ]);
            assert_eq!(reset(&headers), millis.map(Duration::from_millis), "{text}");
        }
        let both = map(&[
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "2s"),
            ("x-ratelimit-remaining-tokens", "0"),
            ("x-ratelimit-reset-tokens", "1m"),
        ]);
        assert_eq!(reset(&both), Some(Duration::from_secs(60)));
    }

    #[test]
    fn an_error_s_words_may_ask_for_a_wait() {
        let cases = [
            (
                "Rate limit reached. Please try again in 1m2.5s. Visit x",
                Some(62_500),
            ),
            ("please try again in 120ms", Some(120)),
            ("Please retry after 26 seconds.", Some(26_000)),
            ("Please try again in a while", None),
            ("try again in ", None),
            ("retry after midnight", None),
            ("busy", None),
        ];
        for (words, millis) in cases {
            assert_eq!(asked(words), millis.map(Duration::from_millis), "{words}");
        }
    }

    #[test]
    fn an_error_s_details_may_ask_for_a_wait() {
        let error =
            |delay: &str| serde_json::json!({"details": [{"@type": "x"}, {"retryDelay": delay}]});
        assert_eq!(
            retry_delay(&error("34.5s")),
            Some(Duration::from_millis(34_500))
        );
        assert_eq!(retry_delay(&error("0s")), None);
        assert_eq!(retry_delay(&error("-1s")), None);
        assert_eq!(retry_delay(&serde_json::json!({"details": "x"})), None);
    }
}
