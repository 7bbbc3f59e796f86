use llm_parse::LlmExtract;

#[derive(LlmExtract)]
#[serde(remote = "std::time::Duration")]
struct Reply {
    #[serde(getter = "secs")]
    secs: u64,
}

fn main() {}
