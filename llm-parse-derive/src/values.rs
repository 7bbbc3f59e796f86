//! Constant values in the expansion.

use proc_macro2::TokenStream;
use quote::ToTokens;

pub(crate) fn borrowed(value: impl ToTokens) -> TokenStream {
    tokens!(__llm::Cow::Borrowed(#value))
}

pub(crate) fn seq(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items = items.into_iter();
    tokens!(__llm::Cow::Borrowed(&[#(#items),*]))
}

pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(
        || tokens!(__llm::None),
        |value| tokens!(__llm::Some(#value)),
    )
}
