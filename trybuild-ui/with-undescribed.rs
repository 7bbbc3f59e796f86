use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(deserialize_with = "read")]
    value: u8,
}

fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    u8::deserialize(from)
}

fn main() {}
