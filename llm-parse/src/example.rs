//! An example value for a shape.
use crate::shape::View;
pub(crate) fn example(_view: View<'_>) -> serde_json::Value {
    serde_json::Value::Null
}
