//! Keeps keys out of whatever a person may read.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

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
pub(super) struct Mask<'a>(Vec<&'a str>);

impl<'a> Mask<'a> {
    pub(super) fn new(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let mut secrets: Vec<_> = secrets
            .into_iter()
            .map(|secret| secret.expose().trim())
            .filter(|secret| secret.len() >= SHORTEST)
            .collect();
        // A secret may contain another one.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Mask(secrets)
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

/// What looks like a key, though it is none of ours: a gateway may hold keys of its own.
static KEY_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:bearer\s+|sk-|gsk_|xai-|hf_|AIza)[A-Za-z0-9_\-.*~+/=]{6,}")
        .expect("a constant pattern is valid")
});

#[cfg(test)]
mod tests {
    use super::{Mask, Secret};

    #[test]
    fn masks_known_secrets_and_what_looks_like_one() {
        let secrets = [
            Secret::new("T0K"),
            Secret::new("T0K-long"),
            Secret::new("1"),
        ];
        let mask = Mask::new(&secrets);
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
