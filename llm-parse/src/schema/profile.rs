//! What a reader of schemas understands.

/// A reader of schemas: data, so that each one's rules stand in one place.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own"
)]
pub(crate) struct Profile {
    /// Whether every object denies unknown keys and requires all known ones; an optional one may then be `null`.
    pub(crate) closed: bool,
    /// Whether a map is a list of `{"key": .., "value": ..}`.
    pub(crate) entry_lists: bool,
    /// Whether other keywords may stand beside a `$ref`.
    pub(crate) ref_siblings: bool,
    /// Whether a value may be left open: any JSON, a foreign schema, further keys of a map.
    pub(crate) free_values: bool,
    /// The keywords for limits that it does not know.
    pub(crate) unknown: &'static [&'static str],
}

/// A reader that knows all of draft 2020-12.
pub(crate) const PLAIN: Profile = Profile {
    closed: false,
    entry_lists: false,
    ref_siblings: true,
    free_values: true,
    unknown: &[],
};

impl Profile {
    pub(crate) fn says(&self, keyword: &str) -> bool {
        !self.unknown.contains(&keyword)
    }
}
