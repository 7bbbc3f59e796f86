//! The derive macro of `llm-parse`; see that crate's documentation.

use proc_macro::TokenStream;

/// Derives `llm_parse::LlmExtract`.
#[proc_macro_derive(LlmExtract, attributes(llm, serde))]
pub fn derive_llm_extract(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}
