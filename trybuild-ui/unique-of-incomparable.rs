use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Flags(Vec<Flag>);

#[derive(Deserialize, LlmExtract)]
struct Flag;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(unique)]
    value: Flags,
}

fn main() {}
