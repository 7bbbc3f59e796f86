//! The `where` clause of the impl.
//!
//! # Design
//!
//! As serde does: a parameter that a field's type mentions is bounded, and so is an associated type of one. Bounds on
//! whole field types would ask less of a parameter, but turn types that refer to each other into an endless proof.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, PathArguments, Type, TypePath};

use crate::model::{Field, Model, Source, mentions};

pub(crate) fn where_clause(model: &Model) -> TokenStream {
    let generics = &model.original.generics;
    let stated = stated(model.original);
    if generics.params.is_empty() {
        return quote!(where #stated);
    }
    let (_, ty_generics, _) = generics.split_for_impl();
    let (ident, params) = (
        model.ident(),
        generics.type_params().map(|param| &param.ident),
    );
    let inferred = match &model.attrs.bound {
        Some(bound) => {
            let bound = bound.value.iter();
            quote!(#(#bound,)*)
        }
        None => inferred(model),
    };
    tokens! {
        where
            #stated
            #(#params: 'static,)*
            #inferred
            #ident #ty_generics: __llm::serde::de::DeserializeOwned
    }
}

/// What the user wrote.
pub(crate) fn stated(input: &syn::DeriveInput) -> TokenStream {
    let clause = input.generics.where_clause.as_ref();
    let predicates = clause.map(|clause| clause.predicates.iter());
    let predicates = predicates.into_iter().flatten();
    quote!(#(#predicates,)*)
}

fn inferred(model: &Model) -> TokenStream {
    let generics = &model.original.generics;
    let mut found = Found {
        params: generics.type_params().map(|param| &param.ident).collect(),
        lengths: generics.const_params().map(|param| &param.ident).collect(),
        types: Vec::new(),
        seen: HashSet::new(),
    };
    let mut opaque = Vec::new();
    if model.is_overridden() {
        if let Some(shape_as) = &model.attrs.shape_as {
            found.visit(&shape_as.value);
        } else {
            let (_, ty_generics, _) = generics.split_for_impl();
            let ident = model.ident();
            opaque.push(quote!(#ident #ty_generics));
        }
    } else {
        for field in model.fields().filter(|field| field.is_read()) {
            visit_field(&mut found, &mut opaque, field);
        }
    }
    let types = &found.types;
    tokens! {
        #(#types: __llm::LlmExtract,)*
        #(#opaque: __llm::schemars::JsonSchema,)*
    }
}

fn visit_field<'a>(found: &mut Found<'a>, opaque: &mut Vec<TokenStream>, field: &'a Field) {
    match field.source() {
        Source::Type(ty) | Source::As(ty) => found.visit(ty),
        Source::Unknown => {}
        Source::Opaque(ty) => {
            if found.mentions(ty) {
                opaque.push(ty.to_token_stream());
            }
        }
    }
}

/// The parameters, and their associated types, that were found in types.
struct Found<'a> {
    params: HashSet<&'a Ident>,
    lengths: HashSet<&'a Ident>,
    types: Vec<&'a Type>,
    seen: HashSet<String>,
}

impl<'a> Found<'a> {
    fn visit(&mut self, ty: &'a Type) {
        match ungroup(ty) {
            ty @ Type::Path(path) => self.visit_path(ty, path),
            // serde reads arrays of some lengths only, so an open length must be asked for.
            ty @ Type::Array(array)
                if mentions(array.len.to_token_stream(), &|name| {
                    self.lengths.contains(name)
                }) =>
            {
                self.add(ty);
            }
            Type::Array(array) => self.visit(&array.elem),
            Type::Slice(slice) => self.visit(&slice.elem),
            Type::Reference(reference) => self.visit(&reference.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|elem| self.visit(elem)),
            _ => {}
        }
    }

    fn visit_path(&mut self, ty: &'a Type, path: &'a TypePath) {
        if let Some(qself) = &path.qself {
            if self.mentions(&qself.ty) {
                self.add(ty);
            }
            return;
        }
        let segments = &path.path.segments;
        if path.path.leading_colon.is_none()
            && segments
                .first()
                .is_some_and(|first| self.params.contains(&first.ident))
        {
            return self.add(ty);
        }
        // A marker holds nothing.
        if segments
            .last()
            .is_some_and(|last| last.ident == "PhantomData")
        {
            return;
        }
        segments
            .iter()
            .flat_map(arguments)
            .for_each(|argument| self.visit(argument));
    }

    fn mentions(&self, ty: &Type) -> bool {
        let mut inner = Found {
            params: self.params.clone(),
            lengths: self.lengths.clone(),
            types: Vec::new(),
            seen: HashSet::new(),
        };
        inner.visit(ty);
        !inner.types.is_empty()
    }

    fn add(&mut self, ty: &'a Type) {
        if self.seen.insert(ty.to_token_stream().to_string()) {
            self.types.push(ty);
        }
    }
}

fn arguments(segment: &syn::PathSegment) -> impl Iterator<Item = &Type> {
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

/// The first generic argument of the type: the key of what looks like a map of two.
pub(crate) fn first_argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungroup(ty) else {
        return None;
    };
    let mut arguments = arguments(path.path.segments.last()?);
    let first = arguments.next();
    arguments.next().and(first)
}

/// The type without the invisible groups that `macro_rules!` puts round it, and without parentheses.
pub(crate) fn ungroup(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        };
    }
}
