//! The providers that are known: a row each.

use crate::client::{Client, ClientError, Media, Mode};
use crate::dialect::{LlamaCpp, OpenAiStrict, Plain, Rules};

/// Where a provider is, and how it is spoken to.
pub(super) struct Provider {
    pub(super) name: &'static str,
    pub(super) base_url: &'static str,
    pub(super) needs_key: bool,
    through: Through,
}

enum Through {
    /// Chat Completions, of which this server takes so much.
    OpenAi(Takes),
    /// The crate genai, which knows what the provider takes.
    Genai,
}

#[cfg_attr(
    not(feature = "openai"),
    expect(dead_code, reason = "nothing speaks to the server")
)]
struct Takes {
    modes: &'static [Mode],
    dialect: fn() -> Rules,
    media: &'static [Media],
}

const ALL: &[Mode] = &[Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
const NO_SCHEMA: &[Mode] = &[Mode::Tool, Mode::JsonObject, Mode::Prompt];
const BYTES: &[Media] = &[Media::Image];
const IMAGES: &[Media] = &[Media::Image, Media::ImageUrl];
const FILES: &[Media] = &[Media::Image, Media::ImageUrl, Media::Document];

const fn hosted(
    name: &'static str,
    base_url: &'static str,
    modes: &'static [Mode],
    dialect: fn() -> Rules,
    media: &'static [Media],
) -> Provider {
    Provider {
        name,
        base_url,
        needs_key: true,
        through: Through::OpenAi(Takes {
            modes,
            dialect,
            media,
        }),
    }
}

/// A server of this machine, which makes a grammar of a schema.
const fn local(name: &'static str, base_url: &'static str, media: &'static [Media]) -> Provider {
    Provider {
        needs_key: false,
        ..hosted(name, base_url, ALL, || LlamaCpp.into(), media)
    }
}

const fn of_genai(name: &'static str, base_url: &'static str) -> Provider {
    Provider {
        name,
        base_url,
        needs_key: true,
        through: Through::Genai,
    }
}

const STRICT: fn() -> Rules = || OpenAiStrict.into();
const PLAIN: fn() -> Rules = || Plain.into();

#[rustfmt::skip]
pub(super) const PROVIDERS: &[Provider] = &[
    hosted("openai", "https://api.openai.com/v1", ALL, STRICT, FILES),
    of_genai("anthropic", "https://api.anthropic.com/v1"),
    of_genai("gemini", "https://generativelanguage.googleapis.com/v1beta"),
    of_genai("cohere", "https://api.cohere.com/v1"),
    hosted("openrouter", "https://openrouter.ai/api/v1", ALL, STRICT, FILES),
    hosted("groq", "https://api.groq.com/openai/v1", ALL, STRICT, IMAGES),
    hosted("together", "https://api.together.xyz/v1", ALL, STRICT, IMAGES),
    hosted("deepseek", "https://api.deepseek.com/v1", NO_SCHEMA, PLAIN, &[]),
    hosted("mistral", "https://api.mistral.ai/v1", ALL, STRICT, IMAGES),
    hosted("xai", "https://api.x.ai/v1", ALL, STRICT, IMAGES),
    local("ollama", "http://localhost:11434/v1", BYTES),
    local("lmstudio", "http://localhost:1234/v1", BYTES),
    local("llamacpp", "http://localhost:8080/v1", IMAGES),
    local("vllm", "http://localhost:8000/v1", IMAGES),
];

impl Provider {
    /// The variable of its key.
    pub(super) fn key(&self) -> String {
        format!("{}_API_KEY", self.name.to_uppercase())
    }

    /// The variable of another place where it is.
    pub(super) fn base_url_variable(&self) -> String {
        format!("{}_BASE_URL", self.name.to_uppercase())
    }

    pub(super) fn client(
        &self,
        model: &str,
        base_url: &str,
        key: Option<String>,
    ) -> Result<Box<dyn Client>, ClientError> {
        match &self.through {
            Through::OpenAi(takes) => self.of_openai(takes, model, base_url, key),
            Through::Genai => self.of_genai(model, base_url, key),
        }
    }

    #[cfg(feature = "openai")]
    #[expect(clippy::unnecessary_wraps, reason = "there may be none, below")]
    fn of_openai(
        &self,
        takes: &Takes,
        model: &str,
        base_url: &str,
        key: Option<String>,
    ) -> Result<Box<dyn Client>, ClientError> {
        let can = crate::client::Capabilities::modes(takes.modes.iter().copied())
            .dialect((takes.dialect)())
            .media(takes.media.iter().copied());
        let client = crate::openai::OpenAi::new(base_url)
            .model(model)
            .with_provider(self.name)
            .capabilities(can);
        Ok(Box::new(match key {
            Some(key) => client.key(key),
            None => client,
        }))
    }

    #[cfg(not(feature = "openai"))]
    fn of_openai(
        &self,
        _: &Takes,
        _: &str,
        _: &str,
        _: Option<String>,
    ) -> Result<Box<dyn Client>, ClientError> {
        Err(self.off("openai"))
    }

    #[cfg(feature = "genai")]
    fn of_genai(
        &self,
        model: &str,
        base_url: &str,
        key: Option<String>,
    ) -> Result<Box<dyn Client>, ClientError> {
        let client = crate::genai::Genai::at(self.name, model, base_url, key)?;
        Ok(Box::new(client))
    }

    #[cfg(not(feature = "genai"))]
    fn of_genai(
        &self,
        _: &str,
        _: &str,
        _: Option<String>,
    ) -> Result<Box<dyn Client>, ClientError> {
        Err(self.off("genai"))
    }

    #[cfg(not(feature = "genai"))]
    fn off(&self, feature: &str) -> ClientError {
        ClientError::permanent(format!(
            "the provider `{}` needs the feature `{feature}` of llm-parse",
            self.name
        ))
    }
}
