//! Keys for what is asked for, legal as the parameters of a tool.

use std::collections::HashSet;

use serde_json::Value;

use super::edit::Text;
use crate::path::{Path, Segment};
use crate::tree::NodeKind;

/// Providers take `[a-zA-Z0-9_.-]{1,64}`.
const LONGEST: usize = 64;

/// Makes keys of paths, each another one.
#[derive(Default)]
pub(super) struct Keys {
    own: HashSet<String>,
    made: HashSet<String>,
}

impl Keys {
    /// Keys of paths into a value; where its own keys mean something, they mean it still.
    pub(super) fn of(text: &Text<'_>, schema: &Value) -> Keys {
        let is_object = text.tree.kind(text.root) == NodeKind::Object;
        let there = is_object.then(|| text.tree.entries(text.root));
        let there = there
            .into_iter()
            .flatten()
            .map(|(key, _)| text.tree.text(key));
        let declared = schema.get("properties").and_then(Value::as_object);
        let declared = declared.into_iter().flat_map(|named| named.keys());
        Keys {
            own: there
                .chain(declared.map(String::as_str))
                .map(str::to_ascii_lowercase)
                .collect(),
            made: HashSet::new(),
        }
    }

    /// The key for a path: its steps, joined; `root` stands for the root.
    pub(super) fn key(&mut self, path: &Path, root: &str) -> String {
        let steps = path.segments().iter().map(|step| match step {
            Segment::Key(key) => key.to_string(),
            Segment::Index(index) => index.to_string(),
        });
        let joined = steps.collect::<Vec<_>>().join("_");
        let legal = |c: char| {
            let is_legal = c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
            if is_legal { c } else { '_' }
        };
        // The end of a path tells more than its beginning.
        let count = joined.chars().count();
        let mut key: String = joined
            .chars()
            .skip(count.saturating_sub(LONGEST))
            .map(legal)
            .collect();
        if key.chars().all(|c| c == '_') {
            root.clone_into(&mut key);
        }
        let is_own = matches!(path.segments(), [Segment::Key(own)] if **own == *key);
        self.unique(&key, is_own)
    }

    fn unique(&mut self, key: &str, is_own: bool) -> String {
        let mut candidate = key.to_owned();
        let mut number = 2;
        while !is_own && self.own.contains(&candidate.to_ascii_lowercase())
            || !self.made.insert(candidate.to_ascii_lowercase())
        {
            let tail = format!("_{number}");
            let head: String = key.chars().take(LONGEST - tail.len()).collect();
            candidate = head + &tail;
            number += 1;
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &[&str]) -> Path {
        Path::from(
            steps
                .iter()
                .map(|step| Segment::Key((*step).into()))
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn keys_are_legal_and_unique() {
        let mut keys = Keys::default();
        let long = "x".repeat(100);
        let paths = [
            path(&["a", "b"]),
            path(&["a_b"]),
            path(&["A B"]),
            path(&[]),
            path(&["é"]),
            path(&[&long]),
            path(&[&long, "y"]),
            path(&[&long, "y"]),
        ];
        let made: Vec<_> = paths.iter().map(|path| keys.key(path, "value")).collect();
        assert_eq!(made[..5], ["a_b", "a_b_2", "A_B_3", "value", "value_2"]);
        for (i, key) in made.iter().enumerate() {
            assert!((1..=64).contains(&key.len()), "{key}");
            assert!(!made[..i].contains(key), "{key}");
        }
    }
}
