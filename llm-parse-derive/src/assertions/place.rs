//! What is asked of what is known.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use crate::model::Source;
use crate::spans::call;
use crate::values::tight;

/// A field, or what is inside it.
#[derive(Clone)]
pub(super) struct Place {
    /// The expression that says what is known of it. Its type stays where it is, so that a type without a shape is
    /// reported once.
    known: TokenStream,
    pub(super) is_part: bool,
}

impl Place {
    pub(super) fn of(source: &Source) -> Option<Place> {
        match source {
            Source::Type(ty) | Source::As(ty) => Some(Place::part(ty, &tight(ty))),
            Source::Opaque(ty) => {
                let name = tight(ty);
                Some(Place {
                    known: tokens!(__llm::opaque_known::<#ty>(#name)),
                    is_part: false,
                })
            }
            Source::Unknown => None,
        }
    }

    pub(super) fn part(ty: impl ToTokens, name: &str) -> Place {
        Place {
            known: tokens!(__llm::part::<#ty>().known(#name)),
            is_part: true,
        }
    }

    pub(super) fn inside(&self, step: &str) -> Place {
        let (known, step) = (&self.known, Ident::new(step, Span::mixed_site()));
        Place {
            known: tokens!(#known.#step()),
            is_part: self.is_part,
        }
    }

    /// Some questions as one constant, which stops at the first that is answered with no.
    pub(super) fn ask(&self, questions: &[TokenStream]) -> TokenStream {
        let known = &self.known;
        tokens!({ let at = #known; #(#questions;)* })
    }
}

/// A question to the place, at the tokens that it is about.
pub(super) fn question(at: impl ToTokens, name: &str, argument: impl ToTokens) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    call(&at, tokens!(at.#name), argument)
}
