//! The retry handler.
