use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Page<T> {
    #[llm(range(max = 300))]
    value: T,
}

fn main() {
    let _ = llm_parse::parse::<Page<u8>>("{}");
}
