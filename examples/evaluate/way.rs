//! How the model is asked.

use std::fmt;

use llm_parse::openai::OpenAi;
use llm_parse::{Extractor, Leniency, Mode, Parameters, Strategy};
use serde::{Deserialize, Serialize};

use crate::settings::Settings;

/// One way to ask.
pub(crate) struct Way<'s> {
    mode: Mode,
    ladder: &'s [Strategy],
    leniency: Leniency,
    pub(crate) name: Name,
}

/// What tells a way from others, in rows and in the table.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Name {
    pub(crate) mode: String,
    pub(crate) ladder: String,
    pub(crate) leniency: String,
}

pub(crate) fn ways(settings: &Settings) -> Vec<Way<'_>> {
    let mut ways = Vec::new();
    for &mode in &settings.modes {
        for ladder in &settings.ladders {
            for &leniency in &settings.leniencies {
                ways.push(Way {
                    mode,
                    ladder,
                    leniency,
                    name: Name {
                        mode: format!("{mode:?}"),
                        ladder: ladder_name(ladder),
                        leniency: format!("{leniency:?}"),
                    },
                });
            }
        }
    }
    ways
}

/// No strategies are the default ladder.
fn ladder_name(ladder: &[Strategy]) -> String {
    if ladder.is_empty() {
        return "default".to_owned();
    }
    let names: Vec<_> = ladder
        .iter()
        .map(|strategy| format!("{strategy:?}"))
        .collect();
    names.join("+")
}

impl Way<'_> {
    pub(crate) fn extractor(&self, settings: &Settings) -> Extractor<'static> {
        let mut client = OpenAi::new(&*settings.base_url);
        if let Ok(key) = std::env::var("OPENAI_API_KEY") {
            client = client.key(key);
        }
        if let Some(model) = &settings.model {
            client = client.model(model);
        }
        let mut parameters = Parameters::default();
        (parameters.temperature, parameters.seed) = (Some(0.0), Some(1));
        let extractor = Extractor::new(client)
            .mode(self.mode)
            .leniency(self.leniency)
            .parameters(parameters)
            .max_attempts(settings.attempts)
            .max_tokens(settings.max_tokens);
        if self.ladder.is_empty() {
            return extractor;
        }
        extractor.strategies(self.ladder.iter().copied())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.mode, self.ladder, self.leniency)
    }
}
