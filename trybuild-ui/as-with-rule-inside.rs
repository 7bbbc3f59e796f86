use llm_parse::LlmExtract;
use serde::Deserialize;

impl TryFrom<u8> for Reply {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        Ok(Reply(value))
    }
}

#[derive(Deserialize, LlmExtract)]
#[serde(try_from = "u8")]
#[llm(as = u8)]
struct Reply(#[llm(range(max = 5))] u8);

fn main() {}
