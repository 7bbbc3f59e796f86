//! Collects faults, so that one build reports all of them.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

#[derive(Default)]
pub(crate) struct Ctxt {
    faults: RefCell<Vec<Error>>,
    ruined: Cell<bool>,
}

/// All faults of a type.
pub(crate) struct Faults {
    /// As `compile_error!`.
    pub(crate) tokens: TokenStream,
    /// Whether the rest of the type would not compile either, or only because of them.
    pub(crate) ruined: bool,
}

impl Ctxt {
    pub(crate) fn fault(&self, at: impl ToTokens, message: impl Display) {
        self.absorb(Error::new_spanned(at, message));
    }

    /// A fault that leaves nothing to be said of the rest of the type.
    pub(crate) fn ruin(&self, at: impl ToTokens, message: impl Display) {
        self.fault(at, message);
        self.ruined.set(true);
    }

    /// The same for a fault that was found elsewhere.
    pub(crate) fn ruin_by(&self, error: Error) {
        self.absorb(error);
        self.ruined.set(true);
    }

    pub(crate) fn absorb(&self, error: Error) {
        self.faults.borrow_mut().extend(error);
    }

    /// How many faults there are so far.
    pub(crate) fn count(&self) -> usize {
        self.faults.borrow().len()
    }

    pub(crate) fn finish(self) -> Faults {
        let faults = self.faults.into_inner();
        let errors: Vec<_> = faults.iter().map(Error::to_compile_error).collect();
        // Where one stands in a module itself, rustc reports no name that it cannot find there.
        let block = (!errors.is_empty()).then(|| tokens!(const _: () = { #(#errors)* };));
        Faults {
            tokens: block.unwrap_or_default(),
            ruined: self.ruined.get(),
        }
    }
}
