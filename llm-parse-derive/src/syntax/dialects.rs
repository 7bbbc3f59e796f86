//! The names in `dialects(..)`.

use syn::parse::ParseStream;
use syn::{Ident, LitStr, Path};

use super::form::{each, list};
use super::keys::meant;
use crate::ctxt::Ctxt;

const KNOWN: &[&str] = &[
    "open_ai_strict",
    "anthropic",
    "gemini",
    "llama_cpp",
    "plain",
];

/// What others call a dialect.
const SYNONYMS: &[(&str, &str)] = &[
    ("openai", "open_ai_strict"),
    ("open_ai", "open_ai_strict"),
    ("claude", "anthropic"),
    ("google", "gemini"),
    ("llama", "llama_cpp"),
    ("ollama", "llama_cpp"),
    ("vllm", "llama_cpp"),
];

// #[llm(dialects(open_ai_strict, anthropic))]
pub(super) fn dialects(cx: &Ctxt, key: &Ident, input: ParseStream) -> syn::Result<Vec<Ident>> {
    list(key, input, |input| {
        let mut out: Vec<Ident> = Vec::new();
        each(cx, input, |input| {
            if input.peek(LitStr) {
                let name: LitStr = input.parse()?;
                let message = format!(
                    "a dialect is no text; write `{}`, without quotes",
                    name.value()
                );
                return Err(syn::Error::new(name.span(), message));
            }
            let path = input.call(Path::parse_mod_style)?;
            let name = known(&path)?;
            if out.contains(name) {
                let message = format!("`{name}` stands here twice; keep one");
                return Err(syn::Error::new(name.span(), message));
            }
            out.push(name.clone());
            Ok(())
        });
        Ok(out)
    })
}

fn known(path: &Path) -> syn::Result<&Ident> {
    let Some(name) = path.get_ident() else {
        let message = "a dialect of your own is none that a constant knows; hold the type to it in a test, by \
                       `llm_parse::testing::assert_dialect`";
        return Err(syn::Error::new_spanned(path, message));
    };
    let text = name.to_string();
    if KNOWN.contains(&text.as_str()) {
        return Ok(name);
    }
    let hint = meant(&text, KNOWN, SYNONYMS)
        .map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
    let known = KNOWN.join("`, `");
    let message = format!("unknown dialect `{text}`; {hint}known here: `{known}`");
    Err(syn::Error::new(name.span(), message))
}
