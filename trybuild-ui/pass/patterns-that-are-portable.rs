//! Patterns that JSON Schema reads as the crate does.

use llm_parse::LlmExtract;
use serde::Deserialize;

const COMPUTED: &str = concat!("^[a-", "z]+$");

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^[Yy][Ee][Ss]$", example = "Yes")]
    letters: String,
    #[llm(pattern = r"^(?:\d{4}|(?<name>\w+))$", example = "2026")]
    groups: String,
    #[llm(pattern = r"^[^\]aeiou]+$", example = "xyz")]
    class: String,
    #[llm(pattern = r"^\p{Lu}\p{Letter}*\p{Script=Greek}$", example = "Abγ")]
    unicode: String,
    #[llm(pattern = r"^a{0,3}\u{e9}\x41\u0042$", example = "aéAB")]
    escapes: String,
    #[llm(pattern = r"\byes\b", example = "oh yes!")]
    words: String,
    #[llm(pattern = COMPUTED, example = "abc")]
    computed: String,
}

fn main() {}
