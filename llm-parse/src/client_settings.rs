//! What is different for one client.

use crate::attempt::Outcome;
use crate::client::{Mode, Parameters};

/// What is different for one client: its model, its mode, its parameters, and when it is asked.
///
/// # When a fallback is asked
///
/// A client is given up when its ladder has ended (its last answer was [`Empty`](Outcome::Empty),
/// [`CutOff`](Outcome::CutOff), [`NoJson`](Outcome::NoJson), [`Shape`](Outcome::Shape), [`Rule`](Outcome::Rule) or
/// [`Check`](Outcome::Check)), when it [`Refused`](Outcome::Refused), and when it gave no reply for good
/// ([`NoReply`](Outcome::NoReply)): a fault of the transport or a rate limit that lasts, a wrong key, a request that it
/// does not take. By default the next client is asked after any of these, since it may have another key and another
/// server. [`after`](ClientSettings::after) names those after which this one is asked; else the client after it is.
///
/// Wrong settings, a type that can never be read, a check that gave up, a deadline that has passed and a budget that is
/// spent end the run for all clients.
///
/// # Examples
///
/// ```
/// use llm_parse::{ClientSettings, Extractor, Mode, Outcome, blocking, testing::Script};
///
/// let small = Script::new(["no numbers here"]);
/// let large = Script::new(["[1, 2]"]);
/// let settings = ClientSettings::new()
///     .mode(Mode::JsonObject)
///     .temperature(0.0)
///     .after([Outcome::NoJson, Outcome::Refused]);
/// let extractor = Extractor::new(&small)
///     .max_attempts(1)
///     .fallback_with(&large, settings);
///
/// blocking::run::<Vec<u8>>(&extractor, "count")?;
/// assert_eq!(large.requests()[0].mode, Mode::JsonObject);
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct ClientSettings {
    pub(crate) mode: Option<Mode>,
    pub(crate) parameters: Parameters,
    pub(crate) max_attempts: Option<u32>,
    pub(crate) after: Option<Vec<Outcome>>,
}

impl ClientSettings {
    /// Nothing is different.
    pub fn new() -> Self {
        ClientSettings::default()
    }

    /// Sets the model, for a client that can reach several. It is this client's name in the ledger.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.parameters.model = Some(model.into());
        self
    }

    /// Sets how the model is made to answer with a value.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Sets parameters: those that are there take the place of the policy's.
    pub fn parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = self.parameters.overlaid(parameters);
        self
    }

    /// Sets the sampling temperature.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.parameters.temperature = Some(temperature);
        self
    }

    /// Sets the greatest number of tokens in a reply.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.parameters.max_tokens = Some(tokens);
        self
    }

    /// Sets how many answers this client may give, from 1.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = Some(attempts);
        self
    }

    /// Asks this client only where the one before it was given up after one of these outcomes.
    pub fn after(mut self, outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        self.after = Some(outcomes.into_iter().collect());
        self
    }

    pub(crate) fn is_asked_after(&self, outcome: Outcome) -> bool {
        let after = self.after.as_ref();
        after.is_none_or(|outcomes| outcomes.contains(&outcome))
    }
}
