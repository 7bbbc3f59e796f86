//! What rig can say to each provider, and what the provider takes.

use std::any::type_name;

use crate::client::{Capabilities, Media, Mode};
use crate::dialect::{Anthropic, Gemini, LlamaCpp, Null, OpenAiStrict, Plain, Rules};

/// The provider of a model.
pub(super) struct Family {
    /// Its module in rig.
    module: &'static str,
    /// As traces name it.
    provider: &'static str,
    modes: &'static [Mode],
    dialect: fn() -> Rules,
    media: &'static [Media],
}

const SCHEMA_OR_TOOL: &[Mode] = &[Mode::JsonSchema, Mode::Tool, Mode::Prompt];
const ALL: &[Mode] = &[Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
const TOOL_OR_OBJECT: &[Mode] = &[Mode::Tool, Mode::JsonObject, Mode::Prompt];
const TOOL: &[Mode] = &[Mode::Tool, Mode::Prompt];

const FILES: &[Media] = &[Media::Image, Media::ImageUrl, Media::Document];
const IMAGES: &[Media] = &[Media::Image, Media::ImageUrl];

const STRICT: fn() -> Rules = || OpenAiStrict.into();
const PLAIN: fn() -> Rules = || Plain.into();

/// rig sends Gemini's `responseJsonSchema`, which says `null` as JSON Schema does.
const GEMINI: fn() -> Rules = || Rules {
    null: Null::InType,
    ..Gemini.into()
};

const UNKNOWN: Family = family("", "", TOOL, PLAIN, &[]);

const fn family(
    module: &'static str,
    provider: &'static str,
    modes: &'static [Mode],
    dialect: fn() -> Rules,
    media: &'static [Media],
) -> Family {
    Family {
        module,
        provider,
        modes,
        dialect,
        media,
    }
}

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    family("openai", "openai", ALL, STRICT, FILES),
    family("openai::responses_api", "openai", SCHEMA_OR_TOOL, STRICT, FILES),
    family("openrouter", "openrouter", ALL, STRICT, FILES),
    family("anthropic", "anthropic", SCHEMA_OR_TOOL, || Anthropic.into(), FILES),
    family("gemini", "gcp.gemini", SCHEMA_OR_TOOL, GEMINI, &[Media::Image, Media::Document]),
    family("cohere", "cohere", TOOL, PLAIN, &[]),
    family("ollama", "ollama", SCHEMA_OR_TOOL, || LlamaCpp.into(), &[Media::Image]),
    family("groq", "groq", ALL, STRICT, IMAGES),
    family("mistral", "mistral_ai", ALL, STRICT, IMAGES),
    family("deepseek", "deepseek", TOOL_OR_OBJECT, PLAIN, &[]),
    family("together", "together", TOOL_OR_OBJECT, PLAIN, IMAGES),
    family("huggingface", "huggingface", TOOL_OR_OBJECT, PLAIN, IMAGES),
    family("hyperbolic", "hyperbolic", TOOL_OR_OBJECT, PLAIN, IMAGES),
    family("moonshot", "moonshot", TOOL_OR_OBJECT, PLAIN, IMAGES),
    family("perplexity", "perplexity", &[Mode::Prompt], PLAIN, IMAGES),
    family("xai", "x_ai", TOOL, PLAIN, IMAGES),
];

/// The family of a model, by the path of its type: a provider's HTTP client and its model both name its module.
pub(super) fn of<M>() -> &'static Family {
    let path = type_name::<M>();
    let is_of = |family: &&Family| path.contains(&format!("::providers::{}::", family.module));
    FAMILIES.iter().rfind(is_of).unwrap_or(&UNKNOWN)
}

impl Family {
    pub(super) fn capabilities(&self) -> Capabilities {
        Capabilities::modes(self.modes.iter().copied())
            .dialect((self.dialect)())
            .media(self.media.iter().copied())
    }

    /// Whether rig requires every key of a schema that it sends.
    pub(super) fn makes_strict(&self) -> bool {
        !matches!(self.module, "anthropic" | "gemini" | "ollama")
    }

    /// Whether fields can be added to requests as Chat Completions have them.
    pub(super) fn is_chat_completions(&self) -> bool {
        self.modes.contains(&Mode::JsonObject)
    }

    pub(super) fn provider(&self) -> Option<&'static str> {
        Some(self.provider).filter(|provider| !provider.is_empty())
    }
}
