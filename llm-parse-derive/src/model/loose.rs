//! An untagged variant that needs no key, and so takes the objects of one behind it.

use syn::Ident;

use super::{Field, Form, Model, Variant};

/// What has to hold for that, beyond what the attributes say.
pub(crate) struct Loose<'m> {
    first: &'m Ident,
    later: &'m Ident,
    /// The fields that have to be such as may be absent.
    pub(crate) optional: Vec<&'m Field<'m>>,
    /// What is in the later one, which has to be an object without the keys.
    pub(crate) inside: Option<&'m Field<'m>>,
    /// The keys that the first one looks at.
    pub(crate) keys: Vec<&'m str>,
}

impl<'m> Loose<'m> {
    /// `None` where it does not hold, or where only the types inside could say so.
    pub(crate) fn of(
        model: &Model,
        first: &'m Variant<'m>,
        later: &'m Variant<'m>,
    ) -> Option<Loose<'m>> {
        let Form::Struct(fields) = first.form() else {
            return None;
        };
        let (others, inside) = match later.form() {
            Form::Struct(others) => (others, None),
            Form::Newtype { field, .. } => (&[][..], Some(field)),
            _ => return None,
        };
        let is_flat = |field: &Field| field.is_flattened();
        if model.serde.deny_unknown_fields() || fields.iter().chain(others).any(is_flat) {
            return None;
        }
        let read = || fields.iter().filter(|field| field.is_read());
        let is_apart = |field: &Field| {
            let mut others = others.iter().filter(|other| other.is_read());
            others.all(|other| {
                !field.shares_name(other) || field.goes_by_all_of(other) && field.reads_as(other)
            })
        };
        read().all(is_apart).then(|| Loose {
            first: &first.original.ident,
            later: &later.original.ident,
            optional: read().filter(|field| !field.default).collect(),
            inside,
            keys: read().flat_map(Field::names).collect(),
        })
    }

    /// Whether no type has to be asked.
    pub(crate) fn is_certain(&self) -> bool {
        self.optional.is_empty() && self.inside.is_none()
    }

    pub(crate) fn message(&self) -> String {
        format!(
            "`{}` is never read, since `{}` before it needs no key and ignores those that it does not know; put it \
             first, or say `#[serde(deny_unknown_fields)]`",
            self.later, self.first
        )
    }
}
