//! The method that runs rules and checks on a finished Rust value, and the one that gives a key's text.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::ExprPath;
use syn::spanned::Spanned;

use crate::bounds;
use crate::model::{self, Data, Field, Form, Model, Source, Variant};
use crate::spans::moved;

pub(crate) fn check(model: &Model, assertions: &[TokenStream]) -> TokenStream {
    let walk = match &model.data {
        _ if model.is_overridden() => TokenStream::new(),
        Data::Struct(style, fields) => walk_struct(model, &model::form(*style, fields)),
        Data::Enum(_) => walk_enum(model),
    };
    let verdict = model.attrs.check.as_ref().map(|check| {
        let verdict = verdict(&check.value, &tokens!(self));
        tokens! {
            if __llm::Checker::sound_since(checker, mark) {
                __llm::Checker::verdict(checker, #verdict);
            }
        }
    });
    if walk.is_empty() && verdict.is_none() && assertions.is_empty() {
        return TokenStream::new();
    }
    let mark = verdict
        .is_some()
        .then(|| tokens!(let mark = __llm::Checker::mark(checker);));
    tokens! {
        fn __check(&self, checker: &mut __llm::Checker, rules: &[__llm::Rule]) {
            let _ = (&checker, rules);
            #(const { #assertions })*
            #mark
            #walk
            #verdict
        }
    }
}

/// The calls of the user's checks alone, for a type that is not walked into, so that what is wrong with them is reported.
pub(crate) fn check_called(model: &Model) -> Option<TokenStream> {
    let own = model.attrs.check.as_ref();
    let own = own.map(|check| (&check.value, tokens!(Self)));
    let fields = model.fields().filter_map(|field| {
        let check = field.attrs.check.as_ref()?;
        Some((&check.value, field.ty.to_token_stream()))
    });
    let calls: Vec<_> = own
        .into_iter()
        .chain(fields)
        .map(|(path, ty)| {
            let verdict = verdict(path, &tokens!(value));
            tokens!(let _ = |value: &#ty| #verdict;)
        })
        .collect();
    (!calls.is_empty()).then(|| {
        tokens! {
            fn __check(&self, _: &mut __llm::Checker, _: &[__llm::Rule]) {
                #(#calls)*
            }
        }
    })
}

pub(crate) fn key(model: &Model) -> Option<TokenStream> {
    let body = match &model.data {
        _ if model.is_overridden() => return None,
        Data::Struct(style, fields) => match model::form(*style, fields) {
            Form::Newtype { field, .. } if walks(field) => {
                let (ty, member) = (field.ty, &field.member);
                tokens!((__llm::part::<#ty>().key)(&self.#member))
            }
            _ => return None,
        },
        Data::Enum(_) if model.is_unit_only() => {
            let arms = model.variants().map(|variant| {
                let (ident, name) = (&variant.original.ident, variant.wire_name());
                tokens!(Self::#ident { .. } => #name,)
            });
            let rest = has_unread(model).then(|| tokens!(_ => return __llm::None,));
            tokens! {
                __llm::Some(__llm::Cow::Borrowed(match self {
                    #(#arms)*
                    #rest
                }))
            }
        }
        Data::Enum(_) => return None,
    };
    Some(tokens! {
        fn __key(&self) -> __llm::Option<__llm::Cow<'_, __llm::str>> {
            #body
        }
    })
}

/// What a newtype holds may be a list that `unique` is put on.
pub(crate) fn unique(model: &Model) -> Option<TokenStream> {
    let Data::Struct(style, fields) = &model.data else {
        return None;
    };
    let Form::Newtype { field, .. } = model::form(*style, fields) else {
        return None;
    };
    if model.is_overridden() || !walks(field) {
        return None;
    }
    let place = place(model, field);
    let (_, ty_generics, _) = model.original.generics.split_for_impl();
    let mut generics = model.original.generics.clone();
    generics.params.push(syn::parse_quote!(__Open));
    let (impl_generics, ..) = generics.split_for_impl();
    let (ident, ty) = (model.ident(), field.ty);
    let stated = bounds::stated(model.original);
    Some(tokens! {
        #[automatically_derived]
        impl #impl_generics __llm::Unique<__Open> for #ident #ty_generics
        where
            #stated
            #ty: __llm::Unique<__Open>
        {
            fn first_repeat(&self) -> __llm::Repeat {
                __llm::Unique::first_repeat(#place)
            }
        }
    })
}

fn walk_struct(model: &Model, form: &Form) -> TokenStream {
    let walk = match form {
        Form::Newtype { field, .. } => walk_newtype(field, &place(model, field)),
        form => walk_fields(form, |field, _| place(model, field)),
    };
    if walk.is_empty() {
        return walk;
    }
    let shape = own_shape(model);
    tokens! {
        let fields = __llm::fields(#shape);
        #walk
    }
}

/// A field of a struct; nothing can refer to one that is packed, so that it is copied.
fn place(model: &Model, field: &Field) -> TokenStream {
    let member = &field.member;
    if model.is_packed() {
        tokens!(&{ self.#member })
    } else {
        tokens!(&self.#member)
    }
}

/// A type without `Deserialize` is reported at the type.
fn own_shape(model: &Model) -> TokenStream {
    moved(model.ident().span(), tokens!(Self::SHAPE))
}

fn walk_newtype(field: &Field, place: &TokenStream) -> TokenStream {
    let ty = field.ty;
    let own = tokens!(&fields[0]);
    let inside = walks(field).then(|| {
        let check = tokens!(__llm::part::<#ty>().check);
        tokens!(__llm::Checker::newtype(checker, #own, #place, #check, rules))
    });
    with_own(field, &own, place, inside).unwrap_or_default()
}

fn walk_enum(model: &Model) -> TokenStream {
    if model.is_unit_only() {
        return tokens! {
            if let __llm::Some(key) = <Self as __llm::LlmExtract>::__key(self) {
                __llm::Checker::apply(checker, rules, &__llm::Seen::Text(&key));
            }
        };
    }
    let arms: Vec<TokenStream> = model
        .variants()
        .enumerate()
        .filter_map(|(index, variant)| walk_variant(index, variant))
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let all = match &model.data {
        Data::Enum(variants) => variants.len(),
        Data::Struct(..) => 0,
    };
    let rest = (arms.len() < all).then(|| tokens!(_ => {}));
    let shape = own_shape(model);
    tokens! {
        let shape = #shape;
        let variants = __llm::variants(shape);
        match self {
            #(#arms)*
            #rest
        }
    }
}

fn walk_variant(index: usize, variant: &Variant) -> Option<TokenStream> {
    let form = variant.form();
    let walk = walk_fields(&form, |_, index| {
        let binding = binding(index);
        tokens!(#binding)
    });
    if walk.is_empty() {
        return None;
    }
    let bindings = form.fields().enumerate().map(|(index, field)| {
        let (member, binding) = (&field.member, binding(index));
        tokens!(#member: #binding)
    });
    let ident = &variant.original.ident;
    Some(tokens! {
        Self::#ident { #(#bindings,)* .. } => {
            let variant = &variants[#index];
            let fields = __llm::variant_fields(variant);
            let depth = __llm::Checker::enter_variant(checker, shape, variant);
            #walk
            __llm::Checker::leave(checker, depth);
        }
    })
}

fn binding(index: usize) -> Ident {
    format_ident!("field_{index}", span = Span::mixed_site())
}

/// Walks into the fields that serde reads; the index is the one among these.
fn walk_fields(form: &Form, place: impl Fn(&Field, usize) -> TokenStream) -> TokenStream {
    let is_tuple = matches!(form, Form::Tuple(_));
    let walks = form.fields().enumerate().filter_map(|(index, field)| {
        let place = place(field, index);
        let ty = field.ty;
        let own = tokens!(&fields[#index]);
        let check = tokens!(__llm::part::<#ty>().check);
        let inside =
            walks(field).then(|| tokens!(__llm::Checker::field(checker, #own, #place, #check)));
        let walk = with_own(field, &own, &place, inside)?;
        if !is_tuple {
            return Some(walk);
        }
        Some(tokens! {
            let depth = __llm::Checker::enter_index(checker, #index);
            #walk
            __llm::Checker::leave(checker, depth);
        })
    });
    walks.collect()
}

/// The walk into the value of a field, which says whether it is sound, and then the field's own rules and checks.
fn with_own(
    field: &Field,
    own: &TokenStream,
    place: &TokenStream,
    inside: Option<TokenStream>,
) -> Option<TokenStream> {
    let unique = field
        .attrs
        .rules
        .unique
        .as_ref()
        .filter(|_| walks(field))
        .map(|unique| {
            moved(
                unique.key.span(),
                tokens!(__llm::Checker::unique(checker, #own, #place);),
            )
        });
    let verdict = field.attrs.check.as_ref().map(|check| {
        let verdict = verdict(&check.value, place);
        tokens!(__llm::Checker::field_verdict(checker, #own, #verdict);)
    });
    let walk = match (inside, verdict) {
        (Some(inside), Some(verdict)) => tokens!(if #inside { #verdict }),
        (Some(inside), None) => tokens!(#inside;),
        (None, Some(verdict)) => verdict,
        (None, None) => return None,
    };
    Some(tokens!(#walk #unique))
}

/// The call of a user's check, all of it at the path, so that whatever does not fit is reported there.
pub(crate) fn verdict(path: &ExprPath, value: &TokenStream) -> TokenStream {
    let value = moved(path.span(), tokens!(__llm::check_argument(#value)));
    let call = quote_spanned!(path.span()=> #path(#value));
    tokens!(__llm::verdict(#call))
}

/// Whether the field's Rust type is the one that describes it, so that its rules can be held on the value.
fn walks(field: &Field) -> bool {
    matches!(field.source(), Source::Type(_))
}

fn has_unread(model: &Model) -> bool {
    match &model.data {
        Data::Enum(variants) => variants.iter().any(|variant| !variant.is_read()),
        Data::Struct(..) => false,
    }
}
