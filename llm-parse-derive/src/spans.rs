//! Where generated tokens stand, and so where the compiler reports what is wrong with them.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, LitStr};

/// The tokens as if they stood elsewhere; what their names refer to stays the same.
pub(crate) fn moved(to: Span, tokens: TokenStream) -> TokenStream {
    let move_one = |mut token: TokenTree| {
        let span = to.resolved_at(token.span());
        if let TokenTree::Group(group) = token {
            token = Group::new(group.delimiter(), moved(to, group.stream())).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(move_one).collect()
}

/// The literal of that text in the attributes of that name.
pub(crate) fn literal(attrs: &[Attribute], path: &str, text: &str) -> Option<LitStr> {
    let mut attrs = attrs.iter().filter(|attr| attr.path().is_ident(path));
    attrs.find_map(|attr| inside(attr.meta.to_token_stream(), text))
}

fn inside(tokens: TokenStream, text: &str) -> Option<LitStr> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => inside(group.stream(), text),
        TokenTree::Literal(literal) => syn::parse2::<LitStr>(literal.into_token_stream())
            .ok()
            .filter(|literal| literal.value() == text),
        _ => None,
    })
}
