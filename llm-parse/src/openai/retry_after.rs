//! How long a server asks to wait (RFC 9110, section 10.2.3, and what servers make of it).

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;

/// What the headers ask for; garbage and dates in the past are as good as nothing, and so is a wait of zero, so that the
/// caller's own backoff holds.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let header = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let millis = header("retry-after-ms").and_then(|text| wait(text, 1e-3));
    millis.or_else(|| {
        let text = header("retry-after")?;
        wait(text, 1.0).or_else(|| until(text, now))
    })
}

fn wait(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.strip_suffix('s').unwrap_or(text).parse().ok()?;
    let wait = Duration::try_from_secs_f64(number * unit).ok()?;
    (!wait.is_zero()).then_some(wait)
}

fn until(date: &str, now: SystemTime) -> Option<Duration> {
    let wait = httpdate::parse_http_date(date).ok()?.duration_since(now);
    wait.ok().filter(|wait| !wait.is_zero())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use super::retry_after;

    fn read(headers: &[(&'static str, &str)]) -> Option<Duration> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(
                HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        retry_after(
            &map,
            SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770),
        )
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
}
