//! The rules of a field, and those inside it.

use std::cell::Cell;

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Token};

use super::form::{each_key, equals, flag, list, quoted, set, text};
use super::keys::{Place, accepts, refusal, usage};
use super::{Slot, unnamed};
use crate::ctxt::Ctxt;

#[derive(Default)]
pub(crate) struct Rules {
    /// The keys that could be read, in the order of the source.
    pub(crate) given: Vec<Ident>,
    /// Whether one of them was reported, so that they need not be looked at again.
    pub(crate) is_faulty: Cell<bool>,
    pub(crate) range: Slot<Bounds>,
    pub(crate) len: Slot<Bounds>,
    pub(crate) multiple_of: Slot<Expr>,
    pub(crate) pattern: Slot<Expr>,
    pub(crate) format: Slot<LitStr>,
    pub(crate) unique: Slot<()>,
    pub(crate) one_of: Slot<Vec<Expr>>,
    pub(crate) items: Slot<Box<Rules>>,
    pub(crate) keys: Slot<Box<Rules>>,
    pub(crate) values: Slot<Box<Rules>>,
}

#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) min: Slot<Expr>,
    pub(crate) max: Slot<Expr>,
    pub(crate) equal: Slot<Expr>,
}

pub(super) fn read(cx: &Ctxt, key: Ident, input: ParseStream, out: &mut Rules) -> syn::Result<()> {
    out.given.push(key.clone());
    match key.to_string().as_str() {
        "range" => set(cx, &mut out.range, bounds(cx, &key, input)?, key),
        "len" => set(cx, &mut out.len, bounds(cx, &key, input)?, key),
        "multiple_of" => set(cx, &mut out.multiple_of, equals(&key, input)?, key),
        "pattern" => set(cx, &mut out.pattern, text(&key, input)?, key),
        "format" => set(cx, &mut out.format, quoted(&key, input)?, key),
        "unique" => set(cx, &mut out.unique, flag(&key, input)?, key),
        "one_of" => {
            let list = list(&key, input, Punctuated::<Expr, Token![,]>::parse_terminated)?;
            set(cx, &mut out.one_of, list.into_iter().collect(), key);
        }
        "items" => set(cx, &mut out.items, inner(cx, &key, input)?, key),
        "keys" => set(cx, &mut out.keys, inner(cx, &key, input)?, key),
        "values" => set(cx, &mut out.values, inner(cx, &key, input)?, key),
        name => {
            return Err(syn::Error::new(key.span(), refusal(name, Place::Inner)));
        }
    }
    Ok(())
}

fn bounds(cx: &Ctxt, key: &Ident, input: ParseStream) -> syn::Result<Bounds> {
    let is_len = key == "len";
    let usage = usage(key);
    if let Some(fault) = unnamed::of_value(key, input) {
        return Err(fault);
    }
    list(key, input, |input| {
        if let Some(fault) = unnamed::of_list(key, input) {
            return Err(fault);
        }
        let mut out = Bounds::default();
        each_key(cx, input, &usage, |key, input| {
            let slot = match key.to_string().as_str() {
                "min" => &mut out.min,
                "max" => &mut out.max,
                "equal" if is_len => &mut out.equal,
                name => {
                    let known = if is_len {
                        "`min`, `max`, `equal`"
                    } else {
                        "`min`, `max`"
                    };
                    let message = format!("unknown key `{name}`; known here: {known}");
                    return Err(syn::Error::new(key.span(), message));
                }
            };
            set(cx, slot, equals(&key, input)?, key);
            Ok(())
        });
        Ok(out)
    })
}

fn inner(cx: &Ctxt, key: &Ident, input: ParseStream) -> syn::Result<Box<Rules>> {
    let usage = usage(key);
    list(key, input, |input| {
        let mut out = Rules::default();
        each_key(cx, input, &usage, |key, input| {
            let name = key.to_string();
            if !accepts(&name, Place::Inner) {
                return Err(syn::Error::new(key.span(), refusal(&name, Place::Inner)));
            }
            read(cx, key, input, &mut out)
        });
        Ok(Box::new(out))
    })
}
