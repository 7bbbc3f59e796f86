use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(check = absent)]
struct Reply<'a> {
    #[llm(check = missing)]
    value: &'a str,
}

fn main() {}
