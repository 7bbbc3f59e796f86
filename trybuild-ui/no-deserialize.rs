use llm_parse::LlmExtract;

#[derive(LlmExtract)]
struct Reply {
    value: u8,
}

fn main() {}
