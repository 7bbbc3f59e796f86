//! The forms that a key and its value take.

use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Path, Token, parenthesized};

use super::{Keyed, Slot, keys};
use crate::ctxt::Ctxt;

/// Reads a list of keys; after a fault it goes on behind the next comma.
pub(super) fn each_key(
    cx: &Ctxt,
    input: ParseStream,
    mut read: impl FnMut(Ident, ParseStream) -> syn::Result<()>,
) {
    while !input.is_empty() {
        let one = input
            .call(Ident::parse_any)
            .and_then(|key| read(key, input))
            .and_then(|()| {
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
    input.parse()
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
    if input.peek(Token![=]) && input.peek2(LitStr) {
        return equals::<LitStr>(key, input)?.parse_with(Path::parse_mod_style);
    }
    if !input.peek(Token![=]) {
        return Err(misused(key));
    }
    input.parse::<Token![=]>()?;
    input.call(Path::parse_mod_style)
}

fn misused(key: &Ident) -> syn::Error {
    let message = format!("wrong form of `{key}`; write `{}`", keys::usage(key));
    syn::Error::new(key.span(), message)
}
