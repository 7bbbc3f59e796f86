//! Generic and recursive types, one of them with a schema for `schemars`.

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(json_schema)]
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Option<Box<Page<T>>>,
}

#[derive(Deserialize, LlmExtract)]
pub(crate) enum Tree {
    Leaf(u8),
    Branch(Vec<Tree>),
}
