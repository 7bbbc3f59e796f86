use super::table::PROVIDERS;
use super::{named, of_environment};
use crate::client::{Client, ClientErrorKind};

fn environment<'a>(variables: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
    |name| {
        let found = variables.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| (*value).to_owned())
    }
}

fn client(name: &str, variables: &[(&str, &str)]) -> Result<Box<dyn Client>, String> {
    named(name, &environment(variables)).map_err(|error| error.to_string())
}

#[test]
fn a_key_that_is_missing_is_named() {
    for provider in PROVIDERS.iter().filter(|provider| provider.needs_key) {
        let variable = format!("{}_API_KEY", provider.name.to_uppercase());
        let error = named(&format!("{}/m", provider.name), &environment(&[])).err();
        let error = error.unwrap();
        assert_eq!(error.kind(), ClientErrorKind::Auth);
        assert!(error.to_string().contains(&format!("`{variable}`")));
    }
}

#[test]
fn what_is_not_known_is_answered_with_what_is() {
    let error = client("acme/m", &[]).err().unwrap();
    assert!(error.contains("there is no provider `acme`"), "{error}");
    for provider in PROVIDERS {
        assert!(error.contains(provider.name), "{error}");
    }
    let error = client("openai/ ", &[]).err().unwrap();
    assert!(error.contains("names no model"), "{error}");
}

#[test]
fn the_environment_says_which() {
    let error = of_environment(&environment(&[("GROQ_API_KEY", "k")])).err();
    let error = error.unwrap().to_string();
    assert!(error.contains("`LLM_PARSE_MODEL` is not set"), "{error}");
    assert!(error.contains("`groq/MODEL`"), "{error}");
    let variables = [("LLM_PARSE_MODEL", "groq/m"), ("GROQ_API_KEY", " ")];
    let error = of_environment(&environment(&variables)).err().unwrap();
    assert!(error.to_string().contains("`GROQ_API_KEY`"), "{error}");
}

#[cfg(feature = "openai")]
#[test]
fn a_client_has_its_model_and_its_provider() {
    let groq = client("groq/llama-3.3-70b", &[("GROQ_API_KEY", "gsk-secret")]).unwrap();
    assert_eq!(groq.name(), "llama-3.3-70b");
    assert_eq!(groq.provider(), Some("groq"));
    let name = "openrouter/openai/gpt-4o";
    let router = client(name, &[("OPENROUTER_API_KEY", "k")]).unwrap();
    assert_eq!(router.name(), "openai/gpt-4o");
    // Neither a local server nor one of your own needs a key.
    assert!(client("ollama/qwen2.5:0.5b", &[]).is_ok());
    let own = [("OPENAI_BASE_URL", "http://localhost:1/v1")];
    assert!(client("openai/m", &own).is_ok());
}

#[cfg(feature = "openai")]
#[test]
fn each_takes_what_it_is_said_to_take() {
    use crate::client::{Media, Mode};

    let of = |name: &str| {
        let key = (&*format!("{}_API_KEY", name.to_uppercase()), "k");
        client(&format!("{name}/m"), &[key]).unwrap().capabilities()
    };
    assert!(of("openai").media.contains(&Media::Document));
    assert!(!of("ollama").media.contains(&Media::ImageUrl));
    assert!(!of("deepseek").modes.contains(&Mode::JsonSchema));
    assert!(of("deepseek").media.is_empty());
}

#[cfg(not(feature = "openai"))]
#[test]
fn a_feature_that_is_off_is_named() {
    let error = client("ollama/m", &[]).err().unwrap();
    assert!(error.contains("`openai`"), "{error}");
}

#[cfg(not(feature = "genai"))]
#[test]
fn a_feature_for_others_that_is_off_is_named() {
    let error = client("anthropic/m", &[("ANTHROPIC_API_KEY", "k")]).err();
    assert!(error.unwrap().contains("the feature `genai`"));
}

#[cfg(feature = "genai")]
#[test]
fn others_are_spoken_to_through_genai() {
    for name in ["anthropic", "gemini", "cohere"] {
        let key = (&*format!("{}_API_KEY", name.to_uppercase()), "k-secret");
        let client = client(&format!("{name}/some-model"), &[key]).unwrap();
        assert_eq!(client.name(), "some-model");
        let provider = client.provider().unwrap_or_default();
        assert!(provider.ends_with(name), "{provider}");
    }
}
