//! The types whose expansions are committed compile and keep their contract.

#[path = "../../llm-parse-derive/expansions/answer.rs"]
mod answer;
#[path = "../../llm-parse-derive/expansions/colour.rs"]
mod colour;
#[path = "../../llm-parse-derive/expansions/event.rs"]
mod event;
#[path = "../../llm-parse-derive/expansions/foreign.rs"]
mod foreign;
#[path = "../../llm-parse-derive/expansions/money.rs"]
mod money;
#[path = "../../llm-parse-derive/expansions/page.rs"]
mod page;
#[path = "../../llm-parse-derive/expansions/plain.rs"]
mod plain;
#[path = "../../llm-parse-derive/expansions/ticket.rs"]
mod ticket;

use llm_parse::testing::assert_contract;

#[test]
fn typical_types_keep_their_contract() {
    assert_contract::<answer::Answer>();
    assert_contract::<colour::Colour>();
    assert_contract::<event::Event>();
    assert_contract::<foreign::Share>();
    assert_contract::<money::Cents>();
    assert_contract::<money::Bill>();
    assert_contract::<page::Page<u8>>();
    assert_contract::<page::Tree>();
    assert_contract::<plain::Plain>();
    assert_contract::<ticket::Ticket>();
}
