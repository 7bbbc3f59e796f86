//! x
pub struct Report;
