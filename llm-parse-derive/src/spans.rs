//! Where generated tokens stand, and so where the compiler reports what is wrong with them.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

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
