//! The base URL: where requests go, and what is shown of it.

use crate::client::ClientError;

/// The place of chat completions under a base URL, whose query is kept.
pub(super) fn endpoint(base_url: &str) -> Result<reqwest::Url, ClientError> {
    let wrong = |why: &str| ClientError::permanent(format!("the base URL cannot be used: {why}"));
    let mut url = reqwest::Url::parse(base_url).map_err(|error| wrong(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("it begins neither with http: nor with https:"));
    }
    if !url.path().ends_with("/chat/completions")
        && let Ok(mut path) = url.path_segments_mut()
    {
        path.pop_if_empty().extend(["chat", "completions"]);
    }
    Ok(url)
}

/// A URL without a password and a query, which may hold a token.
pub(super) fn shown(url: &str) -> String {
    let Ok(mut url) = reqwest::Url::parse(url) else {
        return "[no URL]".to_owned();
    };
    url.set_query(None);
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.to_string()
}
