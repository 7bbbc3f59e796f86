//! A value's own words in a JSON text.

use std::collections::HashMap;

use serde_json::value::RawValue;

/// The text at a JSON Pointer whose keys need no escapes.
pub(super) fn raw_at<'t>(text: &'t str, pointer: &str) -> Option<&'t str> {
    pointer.split('/').skip(1).try_fold(text, |text, step| {
        let raw = if text.trim_start().starts_with('[') {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            *items.get(step.parse::<usize>().ok()?)?
        } else {
            *serde_json::from_str::<HashMap<String, &RawValue>>(text)
                .ok()?
                .get(step)?
        };
        Some(raw.get())
    })
}

#[cfg(test)]
mod tests {
    use super::raw_at;

    #[test]
    fn keeps_every_digit() {
        let text = r#" {"a": [1, {"b": {"n": 1.10}}]} "#;
        assert_eq!(raw_at(text, "/a/1/b"), Some(r#"{"n": 1.10}"#));
        assert_eq!(raw_at(text, "/a/2"), None);
        assert_eq!(raw_at(text, "/c"), None);
    }
}
