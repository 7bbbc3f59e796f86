//! The form of a struct, or of what is in a variant.

use serde_derive_internals::ast::Style;

use super::field::Field;

/// The form of a struct on the wire.
pub(crate) enum Form<'m, 'a> {
    Unit,
    Newtype {
        field: &'m Field<'a>,
        transparent: bool,
    },
    Tuple(&'m [Field<'a>]),
    Struct(&'m [Field<'a>]),
}

/// The form of a struct, or of what is in a variant.
pub(crate) fn form<'m, 'a>(style: Style, fields: &'m [Field<'a>]) -> Form<'m, 'a> {
    if let Some(field) = fields.iter().find(|field| field.serde.transparent()) {
        return Form::Newtype {
            field,
            transparent: true,
        };
    }
    match (style, fields) {
        (Style::Unit, _) => Form::Unit,
        (Style::Newtype, [field]) => Form::Newtype {
            field,
            transparent: false,
        },
        (Style::Newtype | Style::Tuple, fields) => Form::Tuple(fields),
        (Style::Struct, fields) => Form::Struct(fields),
    }
}

impl<'m, 'a> Form<'m, 'a> {
    /// The fields that serde reads.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'m Field<'a>> + use<'m, 'a> {
        let fields = match self {
            Form::Unit => &[],
            Form::Newtype { field, .. } => std::slice::from_ref(*field),
            Form::Tuple(fields) | Form::Struct(fields) => fields,
        };
        fields.iter().filter(|field| field.is_read())
    }
}
