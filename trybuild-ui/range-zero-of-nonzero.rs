use std::num::NonZeroU8;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = 0))]
    value: NonZeroU8,
}

fn main() {}
