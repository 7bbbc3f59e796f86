use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

type Level<T> = BTreeMap<String, T>;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(open_ai_strict))]
struct Report {
    levels: Level<Level<Level<Level<Level<Level<Level<Level<Level<Level<u8>>>>>>>>>>,
}

fn main() {}
