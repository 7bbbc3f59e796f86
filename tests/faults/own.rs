//! What is different for one client.

use llm_parse::{ClientErrorKind, ClientSettings, Mode, Outcome};

use crate::policies::MODES;
use crate::random::Random;

/// The settings of one client, and what they say.
#[derive(Clone, Default)]
pub(crate) struct Own {
    pub(crate) model: Option<String>,
    pub(crate) mode: Option<Mode>,
    pub(crate) max_attempts: Option<u32>,
    pub(crate) max_tokens: Option<u32>,
    pub(crate) after: Option<Vec<Outcome>>,
}

const OUTCOMES: [Outcome; 8] = [
    Outcome::Shape,
    Outcome::Rule,
    Outcome::NoJson,
    Outcome::Empty,
    Outcome::CutOff,
    Outcome::Refused,
    Outcome::NoReply(ClientErrorKind::Auth),
    Outcome::NoReply(ClientErrorKind::Transient),
];

impl Own {
    pub(crate) fn draw(random: &mut Random) -> Own {
        if random.chance(60) {
            return Own::default();
        }
        let some = |random: &mut Random| random.chance(40);
        Own {
            model: some(random).then(|| format!("model-{}", random.below(2))),
            mode: some(random).then(|| *random.pick(&MODES.each_ref())),
            max_attempts: some(random).then(|| 1 + u32::try_from(random.below(3)).unwrap_or(0)),
            max_tokens: some(random).then_some(100_000),
            after: some(random).then(|| {
                (0..=random.below(5))
                    .map(|_| *random.pick(&OUTCOMES.each_ref()))
                    .collect()
            }),
        }
    }

    pub(crate) fn settings(&self) -> ClientSettings {
        let mut settings = ClientSettings::new();
        if let Some(model) = &self.model {
            settings = settings.model(model);
        }
        if let Some(mode) = self.mode {
            settings = settings.mode(mode);
        }
        if let Some(attempts) = self.max_attempts {
            settings = settings.max_attempts(attempts);
        }
        if let Some(tokens) = self.max_tokens {
            settings = settings.max_tokens(tokens);
        }
        if let Some(after) = &self.after {
            settings = settings.after(after.clone());
        }
        settings
    }

    /// The name in the ledger of the client of this index.
    pub(crate) fn name(&self, index: usize) -> String {
        self.model.clone().unwrap_or_else(|| index.to_string())
    }

    pub(crate) fn is_asked_after(&self, outcome: Outcome) -> bool {
        let after = self.after.as_ref();
        after.is_none_or(|after| after.contains(&outcome))
    }
}
