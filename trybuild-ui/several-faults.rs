use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(titel = "Reply", check)]
#[serde(renam = "r")]
struct Reply<'a> {
    #[llm(range(min = 5, max = 1), pattern = "(")]
    first: u8,
    #[serde(rename = "first", with = "percent")]
    second: u8,
    #[llm(format = "tiem", warm)]
    third: &'a str,
}

fn main() {}
