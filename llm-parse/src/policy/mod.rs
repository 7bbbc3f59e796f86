//! What an extraction may do and spend, and which strategy comes next.

mod fault;

use std::time::Duration;

use serde::Serialize;

use crate::LlmExtract;
use crate::attempt::Outcome;
use crate::backoff::Backoff;
use crate::client::{Mode, Parameters};
use crate::client_settings::ClientSettings;
use crate::ladder::Ladder;
use crate::price::{Cost, Price, Prices};
use crate::prompt::Message;
use crate::read::{Leniency, Reader};
use crate::shot::{Shot, Shots};
use crate::strategy::{Registry, Situation, Strategy};

/// What an extraction may do and spend. [`Extractor`](crate::Extractor) has the same settings.
///
/// # The ladder
///
/// Without [`strategies`](Policy::strategies), the next step follows from what the last answer came to:
///
/// | outcome | what is tried, the cheapest first |
/// | --- | --- |
/// | `Shape`, `Rule`, `Check` | `Patch` or `Focus`, whichever request is shorter, each up to twice; `Reask`, `StrictFormat`, `JsonStrict`, `Simplified` |
/// | `CutOff` | `Continue` for as long as the value grows; `StrictFormat`, which asks for a shorter answer, and the end where the provider cut that off too; `JsonStrict`, `Simplified` |
/// | `NoJson` | `Reask`, `StrictFormat`, `JsonStrict`, `Simplified` |
/// | `Empty` | `StrictFormat`, `JsonStrict`, `Simplified` |
/// | `Refused`, `TypeFault`, `Aborted`, a client that failed for good | nothing: the next client, or the end |
///
/// A strategy is passed over where it can make no request of what there is, and where it was tried in vain: the same
/// answer, or the same violations, lead at once to the next. A value under 200 bytes (`Focus`) or 300 bytes (`Patch`) is
/// written again, which is cheaper then, unless what is left of a budget does not pay for another whole answer.
/// An answer to `Patch` or `Focus` that is cut off itself is a part that failed: what is wrong is told again, `Focus` asks for
/// half as many values, and each cut doubles `max_tokens` where that is set. [`on`](Policy::on) overrides a row. What each strategy costs is measured in `benches/README.md` of the repository.
#[derive(Clone, Debug)]
#[must_use]
pub struct Policy {
    pub(crate) max_attempts: u32,
    pub(crate) ladder: Ladder,
    pub(crate) registry: Registry,
    pub(crate) mode: Mode,
    pub(crate) backoff: Backoff,
    pub(crate) deadline: Option<Duration>,
    pub(crate) token_budget: Option<u64>,
    pub(crate) money_budget: Option<f64>,
    pub(crate) prices: Prices,
    /// What is different for clients, by their index.
    pub(crate) clients: Vec<(usize, ClientSettings)>,
    pub(crate) reader: Reader,
    pub(crate) system: Option<String>,
    pub(crate) shots: Shots,
    pub(crate) deletes: bool,
    pub(crate) resets: bool,
    pub(crate) parameters: Parameters,
}

impl Default for Policy {
    fn default() -> Self {
        Policy::new()
    }
}

impl Policy {
    /// The defaults: 4 attempts, each with the cheapest strategy that may help; no deadline and no budget.
    pub fn new() -> Self {
        Policy {
            max_attempts: 4,
            ladder: Ladder::default(),
            registry: Registry::default(),
            mode: Mode::Auto,
            backoff: Backoff::new(),
            deadline: None,
            token_budget: None,
            money_budget: None,
            prices: Prices::new(),
            clients: Vec::new(),
            reader: Reader::new(),
            system: None,
            shots: Shots::default(),
            deletes: false,
            resets: false,
            parameters: Parameters::default(),
        }
    }

    /// Sets how many answers each client may give, from 1. Requests that failed on their way do not count.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Sets one list of strategies for all failures: that of the second attempt, of the third, and so on; the last one
    /// is repeated. A strategy that cannot make a request of what there is, is passed over.
    pub fn strategies(mut self, ladder: impl IntoIterator<Item = Strategy>) -> Self {
        self.ladder.set_list(ladder.into_iter().collect());
        self
    }

    /// Sets the strategies for one kind of failure, the cheapest first: the first one is taken that can make a request
    /// and has not been tried in vain.
    pub fn on(mut self, outcome: Outcome, row: impl IntoIterator<Item = Strategy>) -> Self {
        self.ladder.set_row(outcome, row.into_iter().collect());
        self
    }

    /// Registers a strategy of your own: it makes the conversation of the next request, which asks for the whole value.
    ///
    /// ```
    /// use llm_parse::{Message, Policy, Strategy};
    ///
    /// let policy = Policy::new()
    ///     .custom("shout", |situation| {
    ///         let mut messages = situation.first();
    ///         messages.push(Message::user(situation.feedback().to_uppercase()));
    ///         messages
    ///     })
    ///     .strategies([Strategy::custom("shout")]);
    /// # let _ = policy;
    /// ```
    pub fn custom(
        mut self,
        name: &str,
        messages: impl Fn(&Situation<'_>) -> Vec<Message> + Send + Sync + 'static,
    ) -> Self {
        self.registry.add(name, messages);
        self
    }

    /// Sets how the model is made to answer with a value.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets how transport faults are retried.
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// Bounds the time from the first request to the value, waits included.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Bounds the tokens of all attempts together, and of all requests of a [`Judge`](crate::Judge). A reply that goes over
    /// it is still read; nothing is sent after it.
    pub fn token_budget(mut self, tokens: u64) -> Self {
        self.token_budget = Some(tokens);
        self
    }

    /// Bounds the money of all attempts together, in the currency of the prices. A reply that goes over it is still read;
    /// nothing is sent after it. Every client must have a price. A reply of which the provider does not say how many
    /// tokens it took counts as nothing.
    pub fn money_budget(mut self, amount: f64) -> Self {
        self.money_budget = Some(amount);
        self
    }

    /// Sets what clients cost.
    pub fn prices(mut self, prices: Prices) -> Self {
        self.prices = prices;
        self
    }

    /// Sets what is different for the client of this index.
    pub fn client(mut self, index: usize, settings: ClientSettings) -> Self {
        self.clients.retain(|(other, _)| *other != index);
        self.clients.push((index, settings));
        self
    }

    /// Sets how far reading goes to make sense of a reply.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.reader = self.reader.leniency(leniency);
        self
    }

    /// Replaces the settings of the reader.
    pub fn reader(mut self, reader: Reader) -> Self {
        self.reader = reader;
        self
    }

    /// Sets instructions of your own, sent before those that ask for the value.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(text.into());
        self
    }

    /// Adds a few-shot example, shown in all runs for the type of its value. One that is not valid fails in `run`, before
    /// any request.
    pub fn shot<T: LlmExtract + Serialize>(mut self, input: impl Into<String>, value: &T) -> Self {
        self.shots.add(Shot::new(input, value));
        self
    }

    /// Adds few-shot examples, such as those made of recorded [`Correction`](crate::Correction)s.
    pub fn shots(mut self, shots: impl IntoIterator<Item = impl Into<Shot>>) -> Self {
        for shot in shots {
            self.shots.add(Ok(shot.into()));
        }
        self
    }

    /// Sets whether [`update_all`](crate::Extractor::update_all) may take values away; by default it may not.
    pub fn allow_deletes(mut self, allow: bool) -> Self {
        self.deletes = allow;
        self
    }

    /// Sets whether an update may change what serde does not write of a value, or reads in another way than it writes it;
    /// by default such a value is refused, as [`update`](crate::Extractor::update) tells.
    pub fn allow_resets(mut self, allow: bool) -> Self {
        self.resets = allow;
        self
    }

    /// Replaces the parameters of every request.
    pub fn parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    pub(crate) fn settings(&self, client: usize) -> Option<&ClientSettings> {
        let mut clients = self.clients.iter();
        let (_, settings) = clients.find(|(index, _)| *index == client)?;
        Some(settings)
    }

    pub(crate) fn max_attempts_of(&self, client: usize) -> u32 {
        let own = self
            .settings(client)
            .and_then(|settings| settings.max_attempts);
        own.unwrap_or(self.max_attempts)
    }

    pub(crate) fn mode_of(&self, client: usize) -> Mode {
        let own = self.settings(client).and_then(|settings| settings.mode);
        own.unwrap_or(self.mode)
    }

    pub(crate) fn parameters_of(&self, client: usize) -> Parameters {
        match self.settings(client) {
            Some(settings) => self.parameters.overlaid(settings.parameters.clone()),
            None => self.parameters.clone(),
        }
    }

    /// The price of a client, by its model's name or its own.
    pub(crate) fn price_of(&self, client: usize, name: &str) -> Option<Price> {
        let model = self.parameters_of(client).model;
        let by_model = model.and_then(|model| self.prices.find(&model));
        by_model.or_else(|| self.prices.find(name))
    }

    pub(crate) fn is_over_money(&self, spent: Cost) -> bool {
        self.money_budget
            .is_some_and(|budget| spent >= Cost::of(budget))
    }
}
