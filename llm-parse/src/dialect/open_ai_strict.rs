use super::{Dialect, Lowered, NotSayable, Note};
use crate::schema::{self, PLAIN, Profile};
use crate::shape::View;

/// `OpenAI`'s structured outputs and strict tools, as their guide "Structured model outputs" describes them.
///
/// The root is an object, else the answer stands under its key `value`. Every object is closed and requires all its
/// keys, optional ones may be `null`; a map is a list of `{"key": .., "value": ..}`; a rule that has no keyword is said
/// in the description. A shape with parts that are open by nature (any JSON, foreign schemas, flattened maps) is
/// described without being strict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenAiStrict;

const PROFILE: Profile = Profile {
    closed: true,
    entry_lists: true,
    ref_siblings: false,
    free_values: false,
    unknown: &[
        "allOf",
        "maxLength",
        "minLength",
        "not",
        "prefixItems",
        "uniqueItems",
        "uri",
    ],
};

impl Dialect for OpenAiStrict {
    fn lower(&self, shape: View<'_>) -> Result<Lowered, NotSayable> {
        let written = schema::write(shape, &PROFILE);
        if written.gaps.is_empty() {
            let mut lowered = Lowered::document(written, true);
            lowered.strict = true;
            return Ok(lowered);
        }
        let mut loose = Lowered::document(schema::write(shape, &PLAIN), true);
        loose.notes = written
            .gaps
            .into_iter()
            .map(|(path, what)| Note {
                path,
                what: format!("not strict because of {what}"),
            })
            .collect();
        Ok(loose)
    }
}
