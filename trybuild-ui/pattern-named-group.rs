use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^(?P<year>\d{4})$")]
    value: String,
}

fn main() {}
