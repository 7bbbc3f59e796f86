use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Order<const N: usize> {
    #[llm(range(max = 5), example = N)]
    pieces: usize,
}

fn main() {
    let _ = llm_parse::parse::<Order<6>>("{}");
}
