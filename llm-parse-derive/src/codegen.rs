//! The expansion: one block with one impl, two with `json_schema`. Cannot fail.

use proc_macro2::TokenStream;
use syn::DeriveInput;
use syn::ext::IdentExt;

use crate::model::Model;
use crate::spans::moved;
use crate::syntax::Attrs;
use crate::{assertions, bounds, known, shape, walk};

pub(crate) fn expand(model: &Model) -> TokenStream {
    let where_clause = bounds::where_clause(model);
    let assertions = assertions::assertions(model);
    let (known, shape, key) = (known::known(model), shape::shape(model), walk::key(model));
    let (check, unique) = (walk::check(model, &assertions.open), walk::unique(model));
    // A type without `Deserialize` is reported at the type.
    let head = moved(
        model.ident().span(),
        tokens!(const SHAPE: &'static __llm::Shape),
    );
    let body = tokens! {
        #head = &#shape;
        type Known<__F: __llm::Fuel> = #known;
        #check
        #key
    };
    let beside = Beside {
        inside: Some(known::inside(model)),
        unique,
        assertions: assertions.closed,
    };
    block(model.original, model.attrs, &where_clause, &body, &beside)
}

/// An impl that keeps the rest of the program from failing too.
pub(crate) fn fallback(input: &DeriveInput, attrs: &Attrs, model: Option<&Model>) -> TokenStream {
    let stated = bounds::stated(input);
    let (_, ty_generics, _) = input.generics.split_for_impl();
    let (ident, name) = (&input.ident, input.ident.unraw().to_string());
    let params = input.generics.type_params().map(|param| &param.ident);
    let lifetimes = input.generics.lifetimes().map(|param| &param.lifetime);
    // A bound with a lifetime of its own is not looked at before the impl is used, so that a faulty `Deserialize` is
    // not reported here again.
    let where_clause = tokens! {
        where
            #stated
            #(#params: 'static,)*
            #(#lifetimes: 'static,)*
            for<'fallback> #ident #ty_generics: __llm::serde::de::DeserializeOwned
    };
    let check = model.and_then(walk::check_called);
    let body = tokens! {
        const SHAPE: &'static __llm::Shape =
            &__llm::Shape::new(#name, __llm::any::TypeId::of::<Self>, __llm::Kind::Any);
        type Known<__F: __llm::Fuel> = __llm::Alone<Self>;
        #check
    };
    block(input, attrs, &where_clause, &body, &Beside::default())
}

/// What stands beside the impl.
#[derive(Default)]
struct Beside {
    inside: Option<TokenStream>,
    unique: Option<TokenStream>,
    assertions: Vec<TokenStream>,
}

fn block(
    input: &DeriveInput,
    attrs: &Attrs,
    where_clause: &TokenStream,
    body: &TokenStream,
    beside: &Beside,
) -> TokenStream {
    let Beside {
        inside,
        unique,
        assertions,
    } = beside;
    let krate = attrs.krate();
    let ident = &input.ident;
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let inside = inside.as_ref().map(|inside| {
        let mut generics = input.generics.clone();
        generics.params.push(syn::parse_quote!(__F: __llm::Fuel));
        let (impl_generics, ..) = generics.split_for_impl();
        tokens! {
            #[automatically_derived]
            impl #impl_generics __llm::Inside<__F> for #ident #ty_generics #where_clause {
                const INSIDE: &'static [&'static __llm::Node] = #inside;
            }
        }
    });
    let json_schema = attrs.json_schema.as_ref().map(|_| {
        tokens! {
            #[automatically_derived]
            impl #impl_generics __llm::schemars::JsonSchema for #ident #ty_generics #where_clause {
                fn schema_name() -> __llm::Cow<'static, __llm::str> {
                    __llm::schema_name(<Self as __llm::LlmExtract>::SHAPE)
                }

                fn schema_id() -> __llm::Cow<'static, __llm::str> {
                    __llm::Cow::Borrowed(__llm::any::type_name::<Self>())
                }

                fn json_schema(
                    generator: &mut __llm::schemars::SchemaGenerator,
                ) -> __llm::schemars::Schema {
                    __llm::json_schema(<Self as __llm::LlmExtract>::SHAPE, generator)
                }
            }
        }
    });
    tokens! {
        #[doc(hidden)]
        #[allow(
            deprecated,
            non_local_definitions,
            unused_qualifications,
            single_use_lifetimes,
            clippy::all,
            clippy::pedantic,
            clippy::nursery
        )]
        const _: () = {
            use #krate::__private as __llm;

            #[automatically_derived]
            impl #impl_generics __llm::LlmExtract for #ident #ty_generics #where_clause {
                #body
            }

            #inside
            #json_schema
            #unique

            #(const _: () = #assertions;)*
        };
    }
}
