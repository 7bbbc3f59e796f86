//! Newtypes with checks.

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, LlmExtract)]
#[llm(check = Cents::is_even, example = Cents(10))]
pub(crate) struct Cents(#[llm(range(max = 1_000_000))] u64);

#[derive(Deserialize, LlmExtract)]
pub(crate) struct Bill {
    #[llm(check = is_paid, warn)]
    total: Cents,
}

impl Cents {
    fn is_even(&self) -> Result<(), String> {
        if self.0.is_multiple_of(2) {
            return Ok(());
        }
        Err(format!("{} is odd", self.0))
    }
}

fn is_paid(total: &Cents) -> Result<(), &'static str> {
    if total.0 > 0 {
        Ok(())
    } else {
        Err("nothing is paid")
    }
}
