//! The rules of a field, and those inside it.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Token};

use super::Slot;
use super::form::{each_key, equals, flag, list, set};
use super::keys::{Place, accepts, refusal};
use crate::ctxt::Ctxt;

#[derive(Default)]
pub(crate) struct Rules {
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

impl Rules {
    /// The keys that are given, in no particular order.
    pub(crate) fn keys_given(&self) -> impl Iterator<Item = &Ident> {
        [
            self.range.as_ref().map(|rule| &rule.key),
            self.len.as_ref().map(|rule| &rule.key),
            self.multiple_of.as_ref().map(|rule| &rule.key),
            self.pattern.as_ref().map(|rule| &rule.key),
            self.format.as_ref().map(|rule| &rule.key),
            self.unique.as_ref().map(|rule| &rule.key),
            self.one_of.as_ref().map(|rule| &rule.key),
            self.items.as_ref().map(|rule| &rule.key),
            self.keys.as_ref().map(|rule| &rule.key),
            self.values.as_ref().map(|rule| &rule.key),
        ]
        .into_iter()
        .flatten()
    }
}

pub(super) fn read(cx: &Ctxt, key: Ident, input: ParseStream, out: &mut Rules) -> syn::Result<()> {
    match key.to_string().as_str() {
        "range" => set(cx, &mut out.range, bounds(cx, &key, input)?, key),
        "len" => set(cx, &mut out.len, bounds(cx, &key, input)?, key),
        "multiple_of" => set(cx, &mut out.multiple_of, equals(&key, input)?, key),
        "pattern" => set(cx, &mut out.pattern, equals(&key, input)?, key),
        "format" => set(cx, &mut out.format, equals(&key, input)?, key),
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
    list(key, input, |input| {
        let mut out = Bounds::default();
        each_key(cx, input, |key, input| {
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
    list(key, input, |input| {
        let mut out = Rules::default();
        each_key(cx, input, |key, input| {
            let name = key.to_string();
            if !accepts(&name, Place::Inner) {
                return Err(syn::Error::new(key.span(), refusal(&name, Place::Inner)));
            }
            read(cx, key, input, &mut out)
        });
        Ok(Box::new(out))
    })
}
