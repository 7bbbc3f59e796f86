use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Default, Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
#[rustfmt::skip]
#[serde(default)]
struct Reply { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8, n: u8, o: u8, p: u8, q: u8, r: u8, s: u8, t: u8, u: u8, v: u8, w: u8, x: u8, y: u8, more: More }

#[derive(Default, Deserialize, LlmExtract)]
#[rustfmt::skip]
struct More { a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>, h: Option<u8>, i: Option<u8>, j: Option<u8>, k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>, o: Option<u8>, p: Option<u8>, q: Option<u8>, within: Vec<More>, any: serde_json::Value, }

fn main() {}
