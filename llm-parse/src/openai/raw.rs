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

/// The texts of the items of a list.
pub(super) fn items_at<'t>(text: &'t str, pointer: &str) -> Vec<&'t str> {
    let items = raw_at(text, pointer).and_then(|list| serde_json::from_str(list).ok());
    let items: Vec<&RawValue> = items.unwrap_or_default();
    items.into_iter().map(RawValue::get).collect()
}

#[cfg(test)]
mod tests {
    use super::{items_at, raw_at};

    #[test]
    fn keeps_every_digit() {
        let text = r#" {"a": [1, {"b": {"n": 1.10}}]} "#;
        assert_eq!(raw_at(text, "/a/1/b"), Some(r#"{"n": 1.10}"#));
        assert_eq!(raw_at(text, "/a/2"), None);
        assert_eq!(raw_at(text, "/c"), None);
        assert_eq!(items_at(text, "/a"), ["1", r#"{"b": {"n": 1.10}}"#]);
        assert_eq!(items_at(text, "/a/0"), [""; 0]);
    }
}
