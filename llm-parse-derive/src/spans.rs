//! Where generated tokens stand, and so where the compiler reports what is wrong with them.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
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
    attrs.find_map(|attr| find(attr.meta.to_token_stream(), text))
}

fn find(tokens: TokenStream, text: &str) -> Option<LitStr> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => find(group.stream(), text),
        TokenTree::Literal(literal) => syn::parse2::<LitStr>(literal.into_token_stream())
            .ok()
            .filter(|literal| literal.value() == text),
        _ => None,
    })
}

/// Where the tokens begin and end.
pub(crate) fn ends(tokens: &impl ToTokens) -> (Span, Span) {
    let mut spans = tokens
        .to_token_stream()
        .into_iter()
        .map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// A call that stands where `at` does, from its beginning to its end.
pub(crate) fn call(
    at: &impl ToTokens,
    function: TokenStream,
    arguments: impl ToTokens,
) -> TokenStream {
    let (start, end) = ends(at);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments.into_token_stream());
    arguments.set_span(end.resolved_at(Span::mixed_site()));
    let mut call = moved(start, function);
    call.extend([TokenTree::Group(arguments)]);
    call
}

/// Where some bytes of a string's value stand; `None` where the compiler cannot point inside a literal, or where escapes
/// move them.
pub(crate) fn within(literal: &LitStr, bytes: Range<usize>) -> Option<Span> {
    let token = literal.token();
    let text = token.to_string();
    let start = text.find('"')? + 1;
    if bytes.is_empty() || (text.contains('\\') && !text.starts_with('r')) {
        return None;
    }
    token.subspan(start + bytes.start..start + bytes.end)
}
