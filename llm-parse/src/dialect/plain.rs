use super::{Dialect, Lowered, NotSayable};
use crate::schema::{self, PLAIN};
use crate::shape::View;

/// A provider that takes any JSON Schema and holds the model to none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl Dialect for Plain {
    fn lower(&self, shape: View<'_>) -> Result<Lowered, NotSayable> {
        Ok(Lowered::document(schema::write(shape, &PLAIN), false))
    }
}
