use llm_parse::LlmExtract;
use serde::Deserialize;

use std::collections::BTreeMap;

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    value: BTreeMap<Foreign, u8>,
}

fn main() {}
