use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Colour {
    Red,
    Green,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of("Red", "Blue"))]
    value: Colour,
}

fn main() {}
