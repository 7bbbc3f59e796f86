use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Forest {
    trees: Vec<Tree>,
}

#[derive(Deserialize, LlmExtract)]
struct Tree {
    branches: Branches,
}

#[derive(Deserialize, LlmExtract)]
enum Branches {
    None,
    Some(Box<Tree>, Box<Tree>),
}

fn main() {}
