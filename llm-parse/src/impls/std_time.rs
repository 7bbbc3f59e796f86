//! `Duration` and `SystemTime`, which serde writes as seconds and nanoseconds.

use std::any::TypeId;
use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use super::closed;
use crate::LlmExtract;
use crate::known::{Alone, Fuel};
use crate::shape::{Field, Kind, Shape, ShapeRef};

const fn field(name: &'static str, docs: &'static str, shape: ShapeRef) -> Field {
    Field::named(name, Some(Cow::Borrowed(docs)), shape)
}

impl LlmExtract for Duration {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new(
        "Duration",
        TypeId::of::<Self>,
        closed(
            const {
                &[
                    field("secs", "Whole seconds.", ShapeRef::Static(|| u64::SHAPE)),
                    field(
                        "nanos",
                        "Nanoseconds beyond the whole seconds.",
                        ShapeRef::Static(|| u32::SHAPE),
                    ),
                ]
            },
        ),
    );
}

/// The greatest time that every platform's clock can hold.
const SECONDS: &Shape = &Shape::new(
    "",
    TypeId::of::<i64>,
    Kind::Integer {
        min: 0,
        max: i64::MAX as u128,
        nonzero: false,
    },
);

impl LlmExtract for SystemTime {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new(
        "SystemTime",
        TypeId::of::<Self>,
        closed(
            const {
                &[
                    field(
                        "secs_since_epoch",
                        "Whole seconds since 1970-01-01T00:00:00Z.",
                        ShapeRef::Static(|| SECONDS),
                    ),
                    field(
                        "nanos_since_epoch",
                        "Nanoseconds beyond the whole seconds.",
                        ShapeRef::Static(|| u32::SHAPE),
                    ),
                ]
            },
        ),
    );
}
