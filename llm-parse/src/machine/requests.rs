//! What is sent next, and how an answer is judged.

use std::sync::Arc;
use std::time::Duration;

use super::{Machine, Peer};
use crate::LlmExtract;
use crate::attempt::Attempt;
use crate::client::{Mode, Parameters, Reply, Request, RequestParts};
use crate::read::{Leniency, Parsed};
use crate::request::Form;
use crate::strategy::{Situation, Strategy};
use crate::verdict::Verdict;

/// What the session knows of itself.
impl Machine {
    pub(super) fn judge<T: LlmExtract>(
        &self,
        reply: Reply,
        elapsed: Duration,
    ) -> (Attempt, Option<Parsed<T>>) {
        let verdict = self.verdict(&reply);
        let attempt = Attempt {
            reply: Some(reply),
            outcome: verdict.outcome,
            violations: verdict.violations,
            fixes: verdict.fixes,
            strategy: self.strategy(),
            error: None,
            elapsed,
            client: self.peer().name.clone(),
        };
        (attempt, verdict.value)
    }

    pub(super) fn verdict<T: LlmExtract>(&self, reply: &Reply) -> Verdict<T> {
        Verdict::of(reply, &self.policy.reader, self.form())
    }

    pub(super) fn request(&self) -> Request {
        let form = self.form();
        let first = form.first(&self.state.prompt, self.policy.system.as_deref());
        let messages = match (self.strategy(), self.last()) {
            (Some(strategy), Some(last)) => strategy.messages(Situation {
                form,
                first,
                last,
                repeats: self.repeats(),
            }),
            _ => first,
        };
        Request::new(RequestParts {
            mode: form.mode,
            name: self.facts.name.clone(),
            description: self.facts.description.clone(),
            schema: Arc::clone(&form.sent.schema),
            strict: form.sent.strict,
            parameters: self.parameters(),
            ..RequestParts::new(messages)
        })
    }

    pub(super) fn form(&self) -> Form<'_> {
        let lift = self.policy.reader.leniency == Leniency::Coerce;
        Form::new(&self.facts, self.mode(), &self.peer().capabilities, lift)
    }

    /// The user's parameters, but for what made the last answer fail.
    pub(super) fn parameters(&self) -> Parameters {
        let mut parameters = self.policy.parameters.clone();
        let cuts = self.state.turn.cuts;
        parameters.max_tokens = parameters
            .max_tokens
            .map(|n| n.saturating_mul(1 << cuts.min(4)));
        // A model that is always sampled at its likeliest gives the same answer to almost the same prompt.
        let repeats = self.repeats();
        if repeats > 0 {
            let least = if repeats == 1 { 0.5 } else { 0.8 };
            parameters.temperature = parameters.temperature.map(|t| t.max(least));
            parameters.seed = parameters
                .seed
                .map(|seed| seed.wrapping_add(repeats as u64));
        }
        parameters
    }

    /// The strategy of the next request; `None` for a client's first.
    pub(super) fn strategy(&self) -> Option<Strategy> {
        self.last()?;
        self.policy.ladder.get(self.state.turn.rung).copied()
    }

    pub(super) fn mode(&self) -> Mode {
        let modes = self.modes();
        modes
            .get(self.state.turn.mode)
            .copied()
            .unwrap_or(Mode::Prompt)
    }

    /// The modes to try with this client, in order.
    pub(super) fn modes(&self) -> Vec<Mode> {
        let able = &self.peer().capabilities.modes;
        let mut modes = Vec::with_capacity(able.len() + 2);
        for mode in [self.policy.mode].iter().chain(able).chain(&[Mode::Prompt]) {
            if *mode != Mode::Auto && !modes.contains(mode) {
                modes.push(*mode);
            }
        }
        modes
    }

    pub(super) fn peer(&self) -> &Peer {
        &self.state.clients[self.state.turn.client]
    }

    /// The last answer of this client, or the one that the session began with.
    pub(super) fn last(&self) -> Option<&Attempt> {
        self.answers().next()
    }

    pub(super) fn last_reply(&self) -> Option<&Reply> {
        self.last()?.reply.as_ref()
    }

    /// The answers that this client is to improve on, the last one first.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Attempt> {
        let given = self
            .state
            .given
            .as_ref()
            .filter(|_| self.state.turn.client == 0);
        let ledger = self
            .state
            .ledger
            .get(self.state.turn.since..)
            .unwrap_or_default();
        ledger
            .iter()
            .rev()
            .filter(|attempt| attempt.reply.is_some())
            .chain(given)
    }

    /// How many times in a row the last answer had been given before.
    pub(super) fn repeats(&self) -> usize {
        let mut answers = self.answers().filter_map(|attempt| attempt.reply.as_ref());
        match answers.next() {
            Some(last) => answers.take_while(|reply| is_same(reply, last)).count(),
            None => 0,
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        let spent = || {
            self.state
                .ledger
                .iter()
                .map(|attempt| attempt.usage().total_tokens())
                .sum::<u64>()
        };
        self.policy
            .token_budget
            .is_some_and(|budget| !self.state.ledger.is_empty() && spent() >= budget)
    }
}

/// Whether two replies say the same; the ids of calls and the usage are no part of it.
fn is_same(a: &Reply, b: &Reply) -> bool {
    let calls = |reply: &Reply| {
        reply
            .tool_calls
            .iter()
            .map(|call| call.arguments.clone())
            .collect::<Vec<_>>()
    };
    a.content == b.content && calls(a) == calls(b)
}
