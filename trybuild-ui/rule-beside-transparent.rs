use llm_parse::LlmExtract;
use serde::Deserialize;

use std::marker::PhantomData;

#[derive(Deserialize, LlmExtract)]
#[serde(transparent)]
struct Reply {
    value: String,
    #[llm(unique)]
    mark: PhantomData<u8>,
}

fn main() {}
