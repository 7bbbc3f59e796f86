//! The forms that a key and its value take.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, Lit, LitStr, Path, Token, parenthesized};

use super::{Keyed, Slot, keys};
use crate::ctxt::Ctxt;
use crate::literal::ungroup;

/// Reads a list of keys.
pub(super) fn each_key(
    cx: &Ctxt,
    input: ParseStream,
    usage: &str,
    mut read: impl FnMut(Ident, ParseStream) -> syn::Result<()>,
) {
    each(cx, input, |input| read(key(input, usage)?, input));
}

/// Reads a list; after a fault it goes on behind the next comma.
pub(super) fn each(
    cx: &Ctxt,
    input: ParseStream,
    mut read: impl FnMut(ParseStream) -> syn::Result<()>,
) {
    while !input.is_empty() {
        let one = read(input).and_then(|()| {
            if input.is_empty() {
                return Ok(());
            }
            input.parse::<Token![,]>().map(drop)
        });
        if let Err(error) = one {
            cx.absorb(error);
            skip(input);
        }
    }
}

fn key(input: ParseStream, usage: &str) -> syn::Result<Ident> {
    let here = input.span();
    input
        .call(Ident::parse_any)
        .map_err(|_| syn::Error::new(here, format!("expected a key; write `{usage}`")))
}

/// Skips to behind the next comma that is not between angle brackets.
fn skip(input: ParseStream) {
    let mut depth = 0_usize;
    while let Ok(token) = input.parse::<TokenTree>() {
        let TokenTree::Punct(punct) = token else {
            continue;
        };
        match punct.as_char() {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return,
            _ => {}
        }
    }
}

pub(super) fn set<T>(cx: &Ctxt, slot: &mut Slot<T>, value: T, key: Ident) {
    match slot {
        Some(_) => cx.fault(&key, format!("duplicate key `{key}`; keep one")),
        None => *slot = Some(Keyed { key, value }),
    }
}

/// The value behind `=`.
pub(super) fn equals<T: Parse>(key: &Ident, input: ParseStream) -> syn::Result<T> {
    if !input.peek(Token![=]) {
        return Err(misused(key));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(misused(key));
    }
    input.parse()
}

/// A text, or an expression that may be one.
pub(super) fn text(key: &Ident, input: ParseStream) -> syn::Result<Expr> {
    let value = equals(key, input)?;
    match ungroup(&value) {
        Expr::Lit(literal) if !matches!(literal.lit, Lit::Str(_)) => Err(not_text(key, literal)),
        _ => Ok(value),
    }
}

/// A text in quotes and nothing else.
pub(super) fn quoted(key: &Ident, input: ParseStream) -> syn::Result<LitStr> {
    let value: TokenTree = equals(key, input)?;
    syn::parse2(value.to_token_stream()).map_err(|_| not_text(key, value))
}

/// What is no text, and what many write as one.
pub(super) fn unquoted<T: Parse>(key: &Ident, input: ParseStream) -> syn::Result<T> {
    if !input.peek2(Lit) {
        return equals(key, input);
    }
    let literal: Lit = equals(key, input)?;
    let message = match &literal {
        Lit::Str(text) => format!(
            "`{key}` takes no text; write `{key} = {}`, without quotes",
            text.value()
        ),
        _ => format!("`{key}` takes no literal; write `{}`", keys::usage(key)),
    };
    Err(syn::Error::new(literal.span(), message))
}

fn not_text(key: &Ident, value: impl ToTokens) -> syn::Error {
    let message = format!("`{key}` takes a text; write `{}`", keys::usage(key));
    syn::Error::new_spanned(value, message)
}

pub(super) fn flag(key: &Ident, input: ParseStream) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    let message = format!("`{key}` takes no value; write it alone");
    Err(syn::Error::new(key.span(), message))
}

/// What stands in parentheses.
pub(super) fn list<T>(
    key: &Ident,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> syn::Result<T>,
) -> syn::Result<T> {
    if !input.peek(syn::token::Paren) {
        return Err(misused(key));
    }
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        let message = format!("`{key}` is empty; write `{}`", keys::usage(key));
        return Err(syn::Error::new(key.span(), message));
    }
    read(&content)
}

/// A path, bare or in quotes.
pub(super) fn path(key: &Ident, input: ParseStream) -> syn::Result<Path> {
    if input.peek2(LitStr) {
        return quoted(key, input)?.parse_with(Path::parse_mod_style);
    }
    unquoted::<ModPath>(key, input).map(|path| path.0)
}

struct ModPath(Path);

impl Parse for ModPath {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.call(Path::parse_mod_style).map(ModPath)
    }
}

fn misused(key: &Ident) -> syn::Error {
    let message = format!("wrong form of `{key}`; write `{}`", keys::usage(key));
    syn::Error::new(key.span(), message)
}
