//! What must be shown nowhere, and how to find it.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The key, a header of the user's own, the base URL's user and password, and a token in its query. They hold what is
/// written in another way in JSON, in a URL and in Base64.
pub(crate) const KEY: &str = "sq-4fQ9/zz+Kp7Wm2=Xv8";
pub(crate) const HEADER: &str = r#"hd"71\Lq5t&Zr0c%9"#;
pub(crate) const USER: &str = "us/Hn6Tb4mm";
pub(crate) const PASSWORD: &str = "pw:7@J3x/k9Qd2";
pub(crate) const TOKEN: &str = "tk+5Yb/2Rw8=Gc 1";

/// So many characters in a row of a secret are too many.
const WINDOW: usize = 7;

/// The secrets as they are, and in every encoding.
pub(crate) fn forms() -> Vec<String> {
    let basic = format!("{USER}:{PASSWORD}");
    let secrets = [KEY, HEADER, USER, PASSWORD, TOKEN, &basic];
    let forms = secrets.map(|secret| {
        let json = serde_json::Value::from(secret).to_string();
        [
            secret.to_owned(),
            json[1..json.len() - 1].to_owned(),
            percent(secret, |byte| format!("%{byte:02X}")),
            percent(secret, |byte| format!("%{byte:02x}")),
            base64(secret.as_bytes()),
        ]
    });
    forms.into_iter().flatten().collect()
}

/// Where in a text a piece of a secret stands.
pub(crate) fn leak(text: &str) -> Option<usize> {
    static PIECES: LazyLock<(HashSet<Vec<u8>>, Vec<bool>)> = LazyLock::new(|| {
        let forms = forms();
        let pieces = forms
            .iter()
            .flat_map(|form| form.as_bytes().windows(WINDOW));
        let pieces: HashSet<_> = pieces.map(<[u8]>::to_vec).collect();
        let begins = |byte: u8| pieces.iter().any(|piece| piece[0] == byte);
        let first = (0..=u8::MAX).map(begins).collect();
        (pieces, first)
    });
    let (pieces, first) = &*PIECES;
    let mut windows = text.as_bytes().windows(WINDOW);
    windows.position(|window| first[usize::from(window[0])] && pieces.contains(window))
}

/// A text as it stands in a URL.
pub(crate) fn percent(text: &str, code: fn(u8) -> String) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let coded = |byte: u8| match byte {
        byte if is_plain(byte) => char::from(byte).to_string(),
        byte => code(byte),
    };
    text.bytes().map(coded).collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk
            .iter()
            .fold(0, |bits, byte| bits << 8 | usize::from(*byte))
            << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[bits >> (18 - 6 * digit) & 63]));
        }
    }
    text
}
