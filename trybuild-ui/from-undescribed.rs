use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(from = "Vec<u8>")]
struct Reply(u8);

impl From<Vec<u8>> for Reply {
    fn from(bytes: Vec<u8>) -> Self {
        Reply(bytes[0])
    }
}

fn main() {}
