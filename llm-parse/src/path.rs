//! Where in a value something stands: a JSON Pointer (RFC 6901).

use std::fmt::{self, Write};

/// A place in a value; displayed as a JSON Pointer, so that the root is the empty string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Segment {
    /// Into the value of an object's key.
    Key(String),
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

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.0 {
            f.write_char('/')?;
            match segment {
                Segment::Index(index) => write!(f, "{index}")?,
                Segment::Key(key) => {
                    for c in key.chars() {
                        match c {
                            '~' => f.write_str("~0")?,
                            '/' => f.write_str("~1")?,
                            c => f.write_char(c)?,
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
