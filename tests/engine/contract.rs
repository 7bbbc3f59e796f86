//! The contract check.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use llm_parse::LlmExtract;
use llm_parse::testing::assert_contract;
use serde::Deserialize;

use crate::Ticket;

#[test]
fn holds_for_sound_types() {
    assert_contract::<Ticket>();
    assert_contract::<Vec<Option<Ticket>>>();
    assert_contract::<BTreeMap<String, (u8, f64, bool)>>();
    assert_contract::<String>();
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Odd {
    #[llm(check = refuse)]
    name: String,
    #[llm(range(min = 1, max = 5), example = far())]
    #[allow(dead_code, reason = "only the contract is of interest")]
    level: u8,
}

/// What a function returns is not known before the program runs.
fn far() -> u8 {
    9
}

fn refuse(name: &str) -> Result<(), String> {
    Err(format!("no name is good, not even {name}"))
}

#[test]
fn names_what_is_broken() {
    let panic = catch_unwind(assert_contract::<Odd>).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("Odd` breaks its contract"), "{message}");
    assert!(message.contains("maximum"), "{message}");
    assert!(message.contains("/level"), "{message}");
}
