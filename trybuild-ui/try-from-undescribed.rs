use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(try_from = "u8")]
struct Reply(u8);

impl TryFrom<u8> for Reply {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Ok(Reply(n))
    }
}

fn main() {}
