//! Collects faults, so that one build reports all of them.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

#[derive(Default)]
pub(crate) struct Ctxt {
    faults: RefCell<Vec<Error>>,
}

impl Ctxt {
    pub(crate) fn fault(&self, at: impl ToTokens, message: impl Display) {
        self.absorb(Error::new_spanned(at, message));
    }

    pub(crate) fn absorb(&self, error: Error) {
        self.faults.borrow_mut().extend(error);
    }

    /// All faults as `compile_error!`; `None` where there is none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let faults = self.faults.into_inner();
        (!faults.is_empty()).then(|| faults.iter().map(Error::to_compile_error).collect())
    }
}
