//! What genai can say to each provider, and what the provider takes.

use genai::adapter::AdapterKind as Kind;

use crate::client::{Capabilities, Media, Mode};
use crate::dialect::{Anthropic, Gemini, LlamaCpp, Null, OpenAiStrict, Plain, Rules};

const SCHEMA_OR_TOOL: &[Mode] = &[Mode::JsonSchema, Mode::Tool, Mode::Prompt];
const TOOL_OR_OBJECT: &[Mode] = &[Mode::Tool, Mode::JsonObject, Mode::Prompt];
const ALL: &[Mode] = &[Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];

const FILES: &[Media] = &[Media::Image, Media::Document];
const IMAGES: &[Media] = &[Media::Image, Media::ImageUrl];
const ANY: &[Media] = &[Media::Image, Media::ImageUrl, Media::Document];

/// What a model can do that this adapter of genai serves.
pub(super) fn capabilities(kind: Kind, name: &str) -> Capabilities {
    let (modes, rules, media): (&[Mode], Rules, &[Media]) = match kind {
        Kind::Vertex if name.contains("claude") => {
            return capabilities(Kind::Anthropic, name);
        }
        Kind::Anthropic | Kind::MiniMax => (SCHEMA_OR_TOOL, Anthropic.into(), FILES),
        Kind::Gemini | Kind::GeminiIx | Kind::Vertex => (SCHEMA_OR_TOOL, gemini(), FILES),
        Kind::Cohere => (&[Mode::Prompt], Plain.into(), &[]),
        Kind::Ollama | Kind::OllamaCloud => (TOOL_OR_OBJECT, LlamaCpp.into(), &[Media::Image]),
        Kind::BedrockApi => (&[Mode::Tool, Mode::Prompt], Plain.into(), FILES),
        Kind::DeepSeek => (TOOL_OR_OBJECT, Plain.into(), &[]),
        Kind::OpenAI | Kind::OpenAIResp | Kind::OpenRouter => (ALL, OpenAiStrict.into(), ANY),
        _ => (ALL, OpenAiStrict.into(), IMAGES),
    };
    Capabilities::modes(modes.iter().copied())
        .dialect(rules)
        .media(media.iter().copied())
}

/// genai sends Gemini's `responseJsonSchema`, which says `null` as JSON Schema does.
fn gemini() -> Rules {
    Rules {
        null: Null::InType,
        ..Gemini.into()
    }
}

/// Whether requests are Chat Completions, to which fields can be added.
pub(super) fn is_chat_completions(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Anthropic
            | Kind::MiniMax
            | Kind::Gemini
            | Kind::GeminiIx
            | Kind::Vertex
            | Kind::Cohere
            | Kind::Ollama
            | Kind::OllamaCloud
            | Kind::BedrockApi
            | Kind::OpenAIResp
    )
}

/// The provider as traces name it.
pub(super) fn provider(kind: Kind) -> &'static str {
    match kind {
        Kind::OpenAI | Kind::OpenAIResp => "openai",
        Kind::Gemini | Kind::GeminiIx => "gcp.gemini",
        Kind::Vertex => "gcp.vertex_ai",
        Kind::BedrockApi => "aws.bedrock",
        Kind::Mistral => "mistral_ai",
        Kind::Xai => "x_ai",
        Kind::Custom(_) => "custom",
        kind => kind.as_lower_str(),
    }
}
