use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply<T>
where
    T: serde::de::DeserializeOwned,
{
    value: T,
}

fn main() {}
