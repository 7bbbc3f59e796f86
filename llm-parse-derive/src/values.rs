//! Constant values in the expansion.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Type;

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

/// The type as its author would write it.
pub(crate) fn tight(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" :: ", "::")
        .replace(" <", "<")
        .replace("< ", "<")
        .replace(" >", ">")
}
