use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, LlmExtract)]
struct Money(u32);

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = Money("3"))]
    value: Money,
}

fn main() {}
