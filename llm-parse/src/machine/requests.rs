//! What is sent next.

use std::sync::Arc;
use std::time::Duration;

use super::{Machine, Peer};
use crate::attempt::{Attempt, Outcome};
use crate::client::{Media, Mode, Parameters, Reply, Request, RequestParts};
use crate::dialect::NotSayable;
use crate::facts::Facts;
use crate::judgement::Judgement;
use crate::plan::Plan;
use crate::read::{Leniency, Parsed};
use crate::request::Form;
use crate::strategy::{Situation, Strategy};
use crate::violation::Violation;

/// What the session knows of itself.
impl Machine {
    pub(super) fn judged<T>(
        &self,
        reply: Reply,
        judgement: Judgement<T>,
        elapsed: Duration,
    ) -> (Attempt, Option<Parsed<T>>) {
        let cost = self.cost(&reply);
        let attempt = Attempt {
            reply: Some(reply),
            outcome: judgement.outcome,
            violations: judgement.violations,
            fixes: judgement.fixes,
            error: judgement.error,
            elapsed,
            document: judgement.document,
            cut: judgement.cut,
            cost,
            ..self.blank()
        };
        (attempt, judgement.value)
    }

    /// An attempt of the request that is under way, of which nothing is known yet.
    pub(super) fn blank(&self) -> Attempt {
        Attempt {
            reply: None,
            outcome: Outcome::Empty,
            violations: Vec::new(),
            fixes: Vec::new(),
            strategy: self.state.turn.strategy,
            error: None,
            elapsed: Duration::ZERO,
            client: self.name_of(self.state.turn.client).to_owned(),
            mode: self.mode(),
            document: None,
            cut: None,
            cost: None,
            number: self.state.turn.answers.saturating_add(1),
            total: self.policy.max_attempts_of(self.state.turn.client),
            waited: Duration::ZERO,
            checks: Vec::new(),
        }
    }

    pub(super) fn request(&mut self) -> Request {
        let plan = self.plan.take().unwrap_or_else(|| {
            if self.state.turn.strategy.is_none() {
                self.state.turn.strategy = self.first_plan().0;
            }
            self.make_plan()
        });
        let form = self.form_of(&plan);
        let (tools, tool_choice, parallel_tool_calls) = form.tools();
        let request = Request::new(RequestParts {
            mode: form.mode,
            name: form.facts.name.clone(),
            description: form.facts.description.clone(),
            schema: Arc::clone(&form.sent.schema),
            strict: form.sent.strict,
            tools,
            tool_choice,
            parallel_tool_calls,
            parameters: self.parameters(),
            ..RequestParts::new(plan.messages.clone())
        });
        self.plan = Some(plan);
        request
    }

    /// The request that is next, made anew.
    pub(super) fn make_plan(&self) -> Plan {
        let strategy = self.state.turn.strategy;
        strategy
            .zip(self.last())
            .and_then(|(strategy, last)| {
                let situation = self.situation(last);
                let plan = strategy.plan(&situation, &self.policy.registry);
                plan.or_else(|| Strategy::StrictFormat.plan(&situation, &self.policy.registry))
            })
            .map_or_else(|| self.first_plan().1, |plan| self.guarded(plan))
    }

    pub(super) fn situation<'a>(&'a self, last: &'a Attempt) -> Situation<'a> {
        Situation {
            facts: &self.facts,
            form: self.whole_form(),
            prompt: self.asked(),
            system: self.policy.system.as_deref(),
            last,
            capabilities: &self.peer().capabilities,
            reader: &self.policy.reader,
            repeats: self.repeats(),
            persists: self.persists(),
            update: self.updated(),
        }
    }

    /// The form of a request; a part of a value is asked for as one tool.
    pub(super) fn form_of<'p>(&'p self, plan: &'p Plan) -> Form<'p> {
        let form = self.form(&plan.facts);
        match plan.part {
            Some(_) => form.as_one_tool(),
            None => form,
        }
    }

    /// The form of a request for the whole value.
    pub(super) fn whole_form(&self) -> Form<'_> {
        self.form(&self.facts).with_shots(&self.policy.shots)
    }

    pub(super) fn form<'f>(&'f self, facts: &'f Facts) -> Form<'f> {
        Form::new(
            facts,
            self.mode(),
            &self.peer().capabilities,
            self.may_lift(),
        )
    }

    /// Whether an answer in another form than the type's own can be read.
    fn may_lift(&self) -> bool {
        self.policy.reader.leniency == Leniency::Coerce
    }

    /// Why the schema cannot be said that the user's mode sends.
    pub(super) fn gap(&self, mode: Mode) -> Option<&NotSayable> {
        Form::gap(
            &self.facts,
            mode,
            &self.peer().capabilities,
            self.may_lift(),
        )
    }

    /// The user's parameters, but for what made the last answer fail.
    pub(super) fn parameters(&self) -> Parameters {
        let mut parameters = self.policy.parameters_of(self.state.turn.client);
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

    /// The first mode that the client may understand.
    pub(super) fn mode(&self) -> Mode {
        if self.facts.is_text() {
            return Mode::Prompt;
        }
        let Peer {
            capabilities, lost, ..
        } = self.peer();
        let wanted = [self.policy.mode_of(self.state.turn.client)].into_iter();
        let mut modes = wanted.chain(capabilities.modes.iter().copied());
        let is_of_use = |mode: Mode| !lost.contains(&mode) && self.facts.fits(mode);
        modes
            .find(|mode| *mode != Mode::Auto && is_of_use(*mode) && self.gap(*mode).is_none())
            .unwrap_or(Mode::Prompt)
    }

    /// What is wrong with the images and documents that are to be sent.
    pub(super) fn attachment_fault(&self) -> Option<String> {
        if let Some(fault) = self.state.prompt.attachment_fault() {
            return Some(fault.to_owned());
        }
        let media = self.not_taken(self.state.turn.client)?;
        let name = self.name_of(self.state.turn.client);
        let instead = match media {
            Media::ImageUrl => "give their bytes, or ask a client that does",
            _ => "ask a client that does",
        };
        Some(format!("the client {name:?} takes no {media}; {instead}"))
    }

    /// What of the prompt and of the examples the client of this index does not take.
    pub(super) fn not_taken(&self, client: usize) -> Option<Media> {
        let taken = &self.state.clients.get(client)?.capabilities.media;
        let shown = self.policy.shots.attachments(&self.facts);
        let mut all = self.state.prompt.attachments().chain(shown);
        all.find_map(|attachment| Some(attachment.media()).filter(|media| !taken.contains(media)))
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

    /// How many answers in a row before the last one had the same faults.
    fn persists(&self) -> usize {
        let mut answers = self.answers();
        match answers.next() {
            Some(last) => answers
                .take_while(|before| has_same_faults(before, last))
                .count(),
            None => 0,
        }
    }
}

/// Whether two answers are wrong in the same way, whatever stands there instead of what is wanted.
fn has_same_faults(a: &Attempt, b: &Attempt) -> bool {
    let told = |violation: &Violation| {
        let (path, code) = (violation.path().clone(), violation.code());
        (path, code, violation.as_wanted().message())
    };
    let faults = |attempt: &Attempt| -> Vec<_> { attempt.violations.iter().map(told).collect() };
    let alike = a.outcome == b.outcome && a.violations.len() == b.violations.len();
    alike && faults(a) == faults(b)
}

/// Whether two replies say the same; the ids of calls and the usage are no part of it.
fn is_same(a: &Reply, b: &Reply) -> bool {
    let calls = |reply: &Reply| {
        reply
            .tool_calls
            .iter()
            .map(|call| (call.name.clone(), call.arguments.clone()))
            .collect::<Vec<_>>()
    };
    a.content == b.content && calls(a) == calls(b)
}
