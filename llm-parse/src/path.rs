//! Where in a value something stands: a JSON Pointer (RFC 6901).

use std::fmt::{self, Write};
use std::sync::Arc;

/// A place in a value; displayed as a JSON Pointer, so that the root is the empty string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Segment {
    /// Into the value of an object's key. All that is found under one key shares its text.
    Key(Arc<str>),
    /// Into an item of a list, counted from 0.
    Index(usize),
}

impl Path {
    /// The steps from the root.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The path that leads on from this one.
    pub(crate) fn join(&self, inner: &Path) -> Path {
        Path([&self.0[..], &inner.0[..]].concat())
    }

    /// The rest of a path that goes through this one.
    pub(crate) fn rest_of(&self, longer: &Path) -> Option<Path> {
        let rest = longer.0.strip_prefix(&self.0[..])?;
        Some(Path(rest.to_vec()))
    }

    /// Writes the path with long keys shortened: many faults may stand under one long key.
    pub(crate) fn write_short(&self, f: &mut impl Write) -> fmt::Result {
        const LIMIT: usize = 200;
        for segment in &self.0 {
            match segment {
                Segment::Key(key) if key.len() > LIMIT => {
                    let kept: String = key.chars().take(LIMIT).collect();
                    Segment::Key(kept.into()).write_to(f)?;
                    f.write_char('…')?;
                }
                segment => segment.write_to(f)?,
            }
        }
        Ok(())
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<Segment>> for Path {
    fn from(segments: Vec<Segment>) -> Path {
        Path(segments)
    }
}

impl From<&str> for Path {
    /// The place that a JSON Pointer names; its first slash may be left out. A step of digits leads into a list.
    fn from(pointer: &str) -> Path {
        if pointer.is_empty() {
            return Path::default();
        }
        let steps = pointer.strip_prefix('/').unwrap_or(pointer).split('/');
        Path(steps.map(Segment::from_token).collect())
    }
}

impl From<String> for Path {
    fn from(pointer: String) -> Path {
        Path::from(pointer.as_str())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|segment| segment.write_to(f))
    }
}

impl Segment {
    fn from_token(token: &str) -> Segment {
        let is_index = token == "0" || !token.starts_with(['0', '+']);
        match token.parse() {
            Ok(index) if is_index => Segment::Index(index),
            _ => Segment::Key(token.replace("~1", "/").replace("~0", "~").into()),
        }
    }

    fn write_to(&self, f: &mut impl Write) -> fmt::Result {
        f.write_char('/')?;
        match self {
            Segment::Index(index) => write!(f, "{index}"),
            Segment::Key(key) => key.chars().try_for_each(|c| match c {
                '~' => f.write_str("~0"),
                '/' => f.write_str("~1"),
                c => f.write_char(c),
            }),
        }
    }
}
