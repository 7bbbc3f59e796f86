use llm_parse::LlmExtract;

#[derive(Clone, Copy, LlmExtract)]
union Reply {
    a: u8,
    b: i8,
}

fn main() {}
