//! Nothing is traced.

use crate::attempt::Attempt;
use crate::client::{Client, Request};
use crate::error::Error;
use crate::event::Event;

pub(crate) struct Span;

impl Span {
    pub(crate) fn run(_: &str) -> Span {
        Span
    }

    pub(crate) fn request(_: &str, _: &impl Client, _: &Request, _: bool) -> Span {
        Span
    }

    #[expect(clippy::unused_self, reason = "the span that is traced is used")]
    pub(crate) fn around<F: Future>(&self, future: F) -> F {
        future
    }

    #[expect(clippy::unused_self, reason = "the span that is traced is used")]
    pub(crate) fn replied(&self, _: &Attempt, _: bool) {}

    #[expect(clippy::unused_self, reason = "the span that is traced is used")]
    pub(crate) fn ended(&self, _: &[Attempt], _: Option<&Error>) {}

    pub(crate) fn event(_: &Event<'_>) {}
}
