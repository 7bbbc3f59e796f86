//! Clients by the names of their providers, with what the environment says, and [limits](Limited) over any client.
//!
//! ```
//! use llm_parse::clients;
//!
//! let error = clients::by_name("gpt-5-mini").err().unwrap();
//! assert_eq!(error.to_string(), "`gpt-5-mini` names no provider; write `provider/model`, such as `openai/gpt-5-mini`");
//! ```
//!
//! | provider | feature | key | base URL |
//! | --- | --- | --- | --- |
//! | `openai` | `openai` | `OPENAI_API_KEY` | `OPENAI_BASE_URL` |
//! | `openrouter`, `groq`, `together`, `deepseek`, `mistral`, `xai` | `openai` | `OPENROUTER_API_KEY` .. | `OPENROUTER_BASE_URL` .. |
//! | `ollama`, `lmstudio`, `llamacpp`, `vllm` | `openai` | none needed; `VLLM_API_KEY` .. | `VLLM_BASE_URL` ..; by default the usual port of this machine |
//! | `anthropic`, `gemini`, `cohere` | `genai` | `ANTHROPIC_API_KEY` .. | `ANTHROPIC_BASE_URL` .. |
//!
//! What is behind a base URL of your own may need no key.

mod limited;
mod table;

pub use self::limited::Limited;

use self::table::{PROVIDERS, Provider};
use crate::client::{Client, ClientError, ClientErrorKind};

/// The variable that [`from_env`] reads the provider and the model from.
pub const MODEL: &str = "LLM_PARSE_MODEL";

/// The client that the environment variable `LLM_PARSE_MODEL` names, as [`by_name`] takes it: `anthropic/claude-haiku-4-5`.
///
/// # Errors
///
/// The error names the variable that is missing.
pub fn from_env() -> Result<Box<dyn Client>, ClientError> {
    of_environment(&variable)
}

/// The client for `provider/model`, with the provider's key, and its base URL, of the environment.
///
/// # Errors
///
/// The error names the variable that is missing, the providers that are known, or the feature that is off.
pub fn by_name(name: &str) -> Result<Box<dyn Client>, ClientError> {
    named(name, &variable)
}

type Variable<'a> = &'a dyn Fn(&str) -> Option<String>;

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn of_environment(variable: Variable<'_>) -> Result<Box<dyn Client>, ClientError> {
    let name = set(variable, MODEL).ok_or_else(|| {
        let has_key = |provider: &&Provider| set(variable, &provider.key()).is_some();
        let example = PROVIDERS.iter().find(has_key).unwrap_or(&PROVIDERS[0]);
        missing(&format!(
            "`{MODEL}` is not set; set it to a provider and a model, such as `{}/MODEL`",
            example.name
        ))
    })?;
    named(&name, variable)
}

fn named(name: &str, variable: Variable<'_>) -> Result<Box<dyn Client>, ClientError> {
    let Some((provider, model)) = name.trim().split_once('/') else {
        return Err(ClientError::permanent(format!(
            "`{name}` names no provider; write `provider/model`, such as `openai/{name}`"
        )));
    };
    let Some(provider) = PROVIDERS.iter().find(|known| known.name == provider) else {
        let known: Vec<_> = PROVIDERS.iter().map(|known| known.name).collect();
        return Err(ClientError::permanent(format!(
            "there is no provider `{provider}`; the known ones are {}",
            known.join(", ")
        )));
    };
    if model.trim().is_empty() {
        return Err(ClientError::permanent(format!(
            "`{name}` names no model; write it behind the `/`"
        )));
    }
    let base_url = set(variable, &provider.base_url_variable());
    let key = set(variable, &provider.key());
    if provider.needs_key && key.is_none() && base_url.is_none() {
        return Err(missing(&format!("`{}` is not set", provider.key())));
    }
    let base_url = base_url.unwrap_or_else(|| provider.base_url.to_owned());
    provider.client(model.trim(), &base_url, key)
}

fn set(variable: Variable<'_>, name: &str) -> Option<String> {
    let text = variable(name)?.trim().to_owned();
    Some(text).filter(|text| !text.is_empty())
}

fn missing(what: &str) -> ClientError {
    let message = format!("the environment variable {what}");
    ClientError::new(ClientErrorKind::Auth, message)
}

#[cfg(test)]
mod tests;
