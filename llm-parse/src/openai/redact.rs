//! Keeps keys out of whatever a person may read.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;
use reqwest::{Request, Url};

use crate::base64;
use crate::print::json_string;

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Secret(text.into())
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

const MASK: &str = "[redacted]";

/// Shorter secrets are not looked for in a server's words: they would be found everywhere.
const SHORTEST: usize = 3;

/// Takes secrets out of a server's words.
pub(super) struct Mask(Vec<String>);

impl Mask {
    /// Hides what a request tells in secret: its sensitive headers, and in the base URL the user, the password and the query.
    pub(super) fn new(request: &Request, base_url: &str) -> Mask {
        let headers = request.headers().values();
        let headers = headers.filter(|value| value.is_sensitive());
        let mut secrets: Vec<String> = headers
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
            .collect();
        let keys = secrets.iter().filter_map(|value| value.split_once(' '));
        let keys: Vec<String> = keys.map(|(_, key)| key.to_owned()).collect();
        secrets.extend(keys);
        secrets.extend(Url::parse(base_url).iter().flat_map(of_url));
        Mask::of(&secrets)
    }

    pub(super) fn of(secrets: &[String]) -> Mask {
        let secrets = secrets.iter().map(|secret| secret.trim());
        let secrets = secrets.filter(|secret| secret.len() >= SHORTEST);
        let mut forms: Vec<String> = secrets.flat_map(forms).collect();
        // A secret may contain another one.
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Mask(forms)
    }

    pub(super) fn apply(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            if text.contains(secret) {
                text = text.replace(secret, MASK);
            }
        }
        KEY_LIKE.replace_all(&text, MASK).into_owned()
    }
}

/// User, password and the query's values, as they stand in the URL and as they are meant.
fn of_url(url: &Url) -> Vec<String> {
    let user = [url.username(), url.password().unwrap_or_default()];
    let query = url.query().unwrap_or_default().split('&');
    let query = query.filter_map(|pair| pair.split_once('='));
    let values = query.filter_map(|(name, value)| (name != "api-version").then_some(value));
    let values = values.chain(user);
    values
        .flat_map(|value| [value.to_owned(), decoded(value)])
        .collect()
}

/// A text without percent signs for characters.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, coded)) = rest.split_once('%') {
        bytes.extend_from_slice(plain.as_bytes());
        let code = coded
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = code.map_or(coded, |_| &coded[2..]);
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A secret as it is, in Base64, inside a URL, and inside JSON, which may stand inside JSON again.
fn forms(secret: &str) -> impl Iterator<Item = String> {
    let percent = |code: fn(u8) -> String| -> String {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let coded = |byte: u8| match byte {
            byte if is_plain(byte) => char::from(byte).to_string(),
            byte => code(byte),
        };
        secret.bytes().map(coded).collect()
    };
    let base64 = base64::encode(secret.as_bytes());
    let encoded = [
        base64.trim_end_matches('=').to_owned(),
        percent(|byte| format!("%{byte:02X}")),
        percent(|byte| format!("%{byte:02x}")),
    ];
    let inside = |text: &String| {
        let json = json_string(text);
        Some(json[1..json.len() - 1].to_owned())
    };
    let inside_json = std::iter::successors(Some(secret.to_owned()), inside);
    inside_json.take(4).chain(encoded)
}

/// What looks like a key, though it is none of ours: a gateway may hold keys of its own.
#[expect(
    clippy::expect_used,
    reason = "the pattern is constant, and a test reads by it"
)]
static KEY_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:bearer\s+|sk-|gsk_|xai-|hf_|AIza)[A-Za-z0-9_\-.*~+/=]{6,}")
        .expect("a constant pattern is valid")
});

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::{Mask, Request, Secret, Url};

    fn mask(base_url: &str, value: &str) -> Mask {
        let mut value = HeaderValue::from_str(value).unwrap();
        value.set_sensitive(true);
        let url = Url::parse("http://localhost").unwrap();
        let mut request = Request::new(reqwest::Method::POST, url);
        request.headers_mut().insert("x-key", value);
        Mask::new(&request, base_url)
    }

    #[test]
    fn every_form_of_a_secret_is_masked() {
        let url = "http://me-too:p%40ss%2Fword@localhost/v1?token=a%2Bb%3D&api-version=2026-01";
        let mask = mask(url, "Bearer t/0\"K");
        for told in [
            "t/0\"K",
            "t%2F0%22K",
            "t%2f0%22K",
            "t/0\\\"K",
            "Bearer t/0\"K",
            "me-too",
            "p@ss/word",
        ] {
            assert_eq!(mask.apply(&format!("<{told}>")), "<[redacted]>", "{told}");
        }
        assert_eq!(
            mask.apply("GET /?token=a%2Bb%3D, a+b="),
            "GET /?token=[redacted], [redacted]"
        );
        assert_eq!(
            mask.apply("no 2026-01 at localhost"),
            "no 2026-01 at localhost"
        );
    }

    #[test]
    fn masks_known_secrets_and_what_looks_like_one() {
        let mask = Mask::of(&["T0K", "T0K-long", "1"].map(str::to_owned));
        assert_eq!(
            mask.apply("a T0K-long b T0K 1"),
            "a [redacted] b [redacted] 1"
        );
        assert_eq!(
            mask.apply("Incorrect API key provided: sk-test-abc123. See docs"),
            "Incorrect API key provided: [redacted] See docs"
        );
        assert_eq!(
            mask.apply("Authorization: Bearer abc.def-12"),
            "Authorization: [redacted]"
        );
    }

    #[test]
    fn a_secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::new("sk-test-abc")), "[redacted]");
    }
}
