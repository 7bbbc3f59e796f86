//! What an extractor is set to.

use std::time::Duration;

use serde::Serialize;

use super::Extractor;
use crate::LlmExtract;
use crate::attempt::Attempt;
use crate::backoff::Backoff;
use crate::client::{Client, Mode, Parameters};
use crate::client_settings::ClientSettings;
use crate::event::Event;
use crate::policy::Policy;
use crate::price::Prices;
use crate::prompt::Prompt;
use crate::read::Leniency;
use crate::shot::Shot;
use crate::strategy::Strategy;

impl<'c> Extractor<'c> {
    /// Replaces all settings at once.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets instructions of your own, sent before those that ask for the value.
    pub fn system(self, text: impl Into<String>) -> Self {
        self.set(|policy| policy.system(text))
    }

    /// Adds a few-shot example, shown in all runs for the type of its value; see [`Shot`].
    pub fn shot<T: LlmExtract + Serialize>(self, input: impl Into<String>, value: &T) -> Self {
        self.set(|policy| policy.shot(input, value))
    }

    /// Adds few-shot examples, such as those made of recorded [`Correction`](crate::Correction)s.
    pub fn shots(self, shots: impl IntoIterator<Item = impl Into<Shot>>) -> Self {
        self.set(|policy| policy.shots(shots))
    }

    /// Sets how the model is made to answer with a value.
    pub fn mode(self, mode: Mode) -> Self {
        self.set(|policy| policy.mode(mode))
    }

    /// Sets how many answers each client may give, from 1. Requests that failed on their way do not count.
    pub fn max_attempts(self, attempts: u32) -> Self {
        self.set(|policy| policy.max_attempts(attempts))
    }

    /// Sets the ladder: the strategy of the second attempt, of the third, and so on; the last one is repeated.
    pub fn strategies(self, ladder: impl IntoIterator<Item = Strategy>) -> Self {
        self.set(|policy| policy.strategies(ladder))
    }

    /// Sets how transport faults are retried.
    pub fn backoff(self, backoff: Backoff) -> Self {
        self.set(|policy| policy.backoff(backoff))
    }

    /// Bounds the time from the first request to the value: waits and requests are given up when it passes. A client
    /// that blocks its thread instead of waiting cannot be given up before it returns.
    pub fn deadline(self, deadline: Duration) -> Self {
        self.set(|policy| policy.deadline(deadline))
    }

    /// Bounds the tokens of all attempts together, and of all requests of a [`Judge`](crate::Judge). A reply that goes over
    /// it is still read; nothing is sent after it.
    pub fn token_budget(self, tokens: u64) -> Self {
        self.set(|policy| policy.token_budget(tokens))
    }

    /// Bounds the money of all attempts together, in the currency of the prices. A reply that goes over it is still read;
    /// nothing is sent after it. Every client must have a price.
    pub fn money_budget(self, amount: f64) -> Self {
        self.set(|policy| policy.money_budget(amount))
    }

    /// Sets what clients cost.
    pub fn prices(self, prices: Prices) -> Self {
        self.set(|policy| policy.prices(prices))
    }

    /// Adds a client that is asked where those before it failed for good; [`ClientSettings`] tells when that is.
    pub fn fallback(mut self, client: impl Client + 'c) -> Self {
        self.clients.push(Box::new(client));
        self
    }

    /// Adds such a client, with a model, a mode and parameters of its own, or for some failures only.
    pub fn fallback_with(mut self, client: impl Client + 'c, settings: ClientSettings) -> Self {
        self.settings.push((self.clients.len(), settings));
        self.fallback(client)
    }

    /// Sets how far reading goes to make sense of a reply.
    pub fn leniency(self, leniency: Leniency) -> Self {
        self.set(|policy| policy.leniency(leniency))
    }

    /// Sets whether [`update_all`](Extractor::update_all) may take values away; by default it may not.
    pub fn allow_deletes(self, allow: bool) -> Self {
        self.set(|policy| policy.allow_deletes(allow))
    }

    /// Sets whether an update may change what serde does not write of a value, or reads in another way than it writes it;
    /// by default such a value is refused, as [`update`](Extractor::update) tells.
    pub fn allow_resets(self, allow: bool) -> Self {
        self.set(|policy| policy.allow_resets(allow))
    }

    /// Replaces the parameters of every request.
    pub fn parameters(self, parameters: Parameters) -> Self {
        self.set(|policy| policy.parameters(parameters))
    }

    /// Sets the sampling temperature.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.policy.parameters.temperature = Some(temperature);
        self
    }

    /// Sets the greatest number of tokens in a reply.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.policy.parameters.max_tokens = Some(tokens);
        self
    }

    /// Calls a function after each attempt.
    pub fn on_attempt(mut self, call: impl Fn(&Attempt) + Send + Sync + 'c) -> Self {
        self.watch.on_attempt = Some(Box::new(call));
        self
    }

    /// Calls a function at each step of a run.
    pub fn on_event(mut self, call: impl Fn(&Event<'_>) + Send + Sync + 'c) -> Self {
        self.watch.on_event = Some(Box::new(call));
        self
    }

    /// Sets whether traces hold what is asked and answered; by default they do not.
    #[cfg(feature = "tracing")]
    pub fn trace_content(mut self, content: bool) -> Self {
        self.watch.content = content;
        self
    }

    /// Rewrites each prompt before it is sent: once for a run, however many requests that takes.
    ///
    /// ```
    /// use llm_parse::{Extractor, Prompt, blocking, testing::Script};
    ///
    /// let client = Script::new(["4"]);
    /// let extractor = Extractor::new(&client)
    ///     .prepare(|prompt: Prompt| prompt.messages()[0].text().trim().to_owned().into());
    /// blocking::run::<u8>(&extractor, "  2 + 2?  ")?;
    /// assert_eq!(client.requests()[0].messages()[1].text(), "2 + 2?");
    /// # Ok::<(), llm_parse::Error>(())
    /// ```
    pub fn prepare(mut self, rewrite: impl Fn(Prompt) -> Prompt + Send + Sync + 'c) -> Self {
        self.prepare = Some(Box::new(rewrite));
        self
    }

    fn set(mut self, change: impl FnOnce(Policy) -> Policy) -> Self {
        self.policy = change(self.policy);
        self
    }
}
