//! Spans and events for `tracing`, where that feature is on.

#[cfg(not(feature = "tracing"))]
mod off;
#[cfg(feature = "tracing")]
mod on;

#[cfg(not(feature = "tracing"))]
pub(crate) use off::Span;
#[cfg(feature = "tracing")]
pub(crate) use on::Span;
