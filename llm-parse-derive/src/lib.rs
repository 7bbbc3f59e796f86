//! The derive macro of `llm-parse`; see that crate's documentation.
//!
//! # Design
//!
//! One direction, no way back: `syntax` reads attributes, `model` joins them with serde's, `check` looks for what
//! does not go together, `Ctxt::finish` hands out all faults at once, and `codegen` cannot fail.

/// `quote!` whose tokens see the user's items, while their local names cannot meet the user's.
macro_rules! tokens {
    ($($token:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($token)*)
    };
}

mod apart;
mod assertions;
mod bounds;
mod check;
mod codegen;
mod ctxt;
mod formats;
mod known;
mod literal;
mod model;
mod pattern;
mod rules;
mod shape;
mod spans;
mod syntax;
mod values;
mod walk;

#[cfg(test)]
mod tests;

use ctxt::Ctxt;
use model::Model;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Derives `llm_parse::LlmExtract`: a type's schema, example, outline and validation, from the type itself, serde's
/// attributes and `#[llm(..)]`.
///
/// The table of attributes is in the documentation of the crate `llm-parse`, under "Attributes".
#[proc_macro_derive(LlmExtract, attributes(llm, serde))]
pub fn derive_llm_extract(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(&syn::parse_macro_input!(input as DeriveInput)).into()
}

fn derive(input: &DeriveInput) -> TokenStream {
    let cx = Ctxt::default();
    let attrs = syntax::read(&cx, &input.attrs, syntax::Place::Container);
    let model = Model::resolve(&cx, input, &attrs);
    if let Some(model) = &model {
        check::check(&cx, model);
    }
    let faults = cx.finish();
    let rest = match model {
        Some(model) if !faults.ruined => {
            let (expansion, apart) = (codegen::expand(&model), apart::block(&model));
            tokens!(#expansion #apart)
        }
        model => codegen::fallback(input, &attrs, model.as_ref()),
    };
    let faults = faults.tokens;
    tokens!(#faults #rest)
}
