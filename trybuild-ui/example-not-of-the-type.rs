use std::net::Ipv4Addr;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = ["10.0.0.1", "10.0.0.256"])]
    hosts: Vec<Ipv4Addr>,
}

fn main() {}
