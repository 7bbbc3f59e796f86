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

    /// All faults as `compile_error!`, if there is one.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        match self.faults.into_inner().as_slice() {
            [] => Ok(()),
            faults => Err(faults.iter().map(Error::to_compile_error).collect()),
        }
    }
}
