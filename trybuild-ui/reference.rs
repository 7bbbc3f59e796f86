use llm_parse::LlmExtract;

#[derive(LlmExtract)]
struct Reply {
    value: &'static str,
}

impl<'de> serde::Deserialize<'de> for Reply {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Ok(Reply { value: "" })
    }
}

fn main() {}
