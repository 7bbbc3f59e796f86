//! Plays an extraction in virtual time, and holds each of its steps to what was promised.

use std::fmt::Debug;
use std::time::Duration;

use llm_parse::{
    Attempt, ClientError, ClientErrorKind, Error, Extraction, Outcome, Reply, Request, Session,
    Step, Usage, Verdict,
};

use crate::fate::{Fate, MARK};
use crate::jobs::{Job, Ruling};
use crate::policies::Setting;
use crate::sound::is_sound;

/// What the client knows of one request.
pub(crate) struct Sent {
    pub(crate) client: usize,
    pub(crate) reply: Option<Reply>,
    pub(crate) error: Option<ClientErrorKind>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) elapsed: Duration,
    /// What judges of the reply answered.
    pub(crate) judged: Vec<Reply>,
}

/// What was seen of an extraction.
pub(crate) struct Watch<'s> {
    setting: &'s Setting,
    pub(crate) sent: Vec<Sent>,
    now: Duration,
    /// How many requests of the present client failed in a row.
    faults: u32,
    waiting: bool,
}

impl<'s> Watch<'s> {
    pub(crate) fn new(setting: &'s Setting) -> Watch<'s> {
        Watch {
            setting,
            sent: Vec::new(),
            now: Duration::ZERO,
            faults: 0,
            waiting: false,
        }
    }

    /// Plays a session to its end.
    pub(crate) fn play<J: Job>(
        &mut self,
        mut session: Session<J::Value>,
        mut fate: impl FnMut(&Request) -> Fate,
        mut rule: impl FnMut(&J::Value) -> Ruling,
    ) -> Result<Extraction<J::Value>, Error> {
        loop {
            assert!(self.sent.len() < 400, "no end");
            match session.next() {
                Step::Send { client, request } => {
                    self.sends(client, &request, session.attempts().last());
                    let (result, elapsed) = in_time(fate(&request), session.remaining());
                    self.received(client, &result, elapsed);
                    session.receive(result, elapsed);
                    assert_eq!(session.attempts().len(), self.sent.len());
                }
                Step::Wait(wait) => {
                    self.waits(wait);
                    session.waited(wait);
                }
                Step::Done(extraction) => {
                    self.adds_up(extraction.attempts(), extraction.usage());
                    let ruling = rule(&extraction.value);
                    if let Some(end) = self.ruled(&mut session, ruling) {
                        return Ok(end);
                    }
                }
                Step::Failed(error) => {
                    self.adds_up(error.attempts(), error.usage());
                    return Err(error);
                }
                other => panic!("an unknown step: {other:?}"),
            }
        }
    }

    /// Tells the session what the user's own function says of its value; the end, where it is taken.
    fn ruled<T: Debug>(
        &mut self,
        session: &mut Session<T>,
        ruling: Ruling,
    ) -> Option<Extraction<T>> {
        let elapsed = settle(session, &ruling);
        self.now = self.now.saturating_add(elapsed);
        let asked = ruling.asked.iter().filter_map(Attempt::reply).cloned();
        if let Some(last) = self.sent.last_mut() {
            last.judged.extend(asked);
        }
        if !give(session, ruling.verdict) {
            return None;
        }
        match session.next() {
            Step::Done(extraction) => {
                self.adds_up(extraction.attempts(), extraction.usage());
                Some(extraction)
            }
            step => panic!("a value that was taken is gone: {step:?}"),
        }
    }

    fn sends(&mut self, client: usize, request: &Request, last: Option<&Attempt>) {
        let setting = self.setting;
        let own: Vec<_> = self
            .sent
            .iter()
            .filter(|sent| sent.client == client)
            .collect();
        let answers = own.iter().filter(|sent| sent.reply.is_some()).count();
        assert!(
            answers < setting.max_attempts_of(client) as usize,
            "one attempt too many"
        );
        if own.is_empty() {
            self.faults = 0;
            self.turns(client, last);
        }
        assert!(self.sent.last().is_none_or(|last| last.client <= client));
        assert!(self.faults < setting.tries, "one try too many");
        assert!(
            setting.deadline.is_none_or(|deadline| self.now < deadline),
            "too late"
        );
        self.is_paid();
        let fault = own.last().filter(|sent| sent.waits());
        assert!(fault.is_none() || self.waiting, "sent again without a wait");
        self.waiting = false;
        is_sound(request);
        let own = &setting.own[client];
        let parameters = &request.parameters;
        assert_eq!(parameters.model, own.model);
        assert!(own.max_tokens.is_none() || parameters.max_tokens >= own.max_tokens);
    }

    /// Whether it is this client's turn after what the last attempt of another came to.
    fn turns(&self, client: usize, last: Option<&Attempt>) {
        let Some((last, from)) = last.zip(self.sent.last()) else {
            return assert_eq!(client, 0);
        };
        let is_asked = |client: &usize| self.setting.own[*client].is_asked_after(last.outcome());
        let next = (from.client + 1..self.setting.clients.len()).find(is_asked);
        assert_eq!(next, Some(client), "after {:?}", last.outcome());
    }

    /// Whether the budgets leave anything.
    fn is_paid(&self) {
        if self.sent.is_empty() {
            return;
        }
        let tokens = self.usage().total_tokens();
        let budget = self.setting.budget;
        assert!(budget.is_none_or(|budget| tokens < budget), "too dear");
        if let Some(tariff) = &self.setting.tariff {
            let spent = tariff.spent(self.replies());
            assert!(
                tariff.budget.is_none_or(|budget| spent < budget),
                "too dear"
            );
        }
    }

    fn received(&mut self, client: usize, result: &Result<Reply, ClientError>, elapsed: Duration) {
        self.now = self.now.saturating_add(elapsed);
        let error = result.as_ref().err();
        self.sent.push(Sent {
            client,
            reply: result.as_ref().ok().cloned(),
            error: error.map(ClientError::kind),
            retry_after: error.and_then(ClientError::retry_after),
            elapsed,
            judged: Vec::new(),
        });
        match self.sent.last().is_some_and(Sent::waits) {
            true => self.faults += 1,
            false if result.is_ok() => self.faults = 0,
            false => {}
        }
    }

    fn waits(&mut self, wait: Duration) {
        let last = self.sent.last().expect("a request before any wait");
        assert!(
            last.waits() && !self.waiting,
            "a wait after {:?}",
            last.error
        );
        match last.retry_after {
            Some(asked) if !asked.is_zero() => assert_eq!(wait, asked),
            _ => {
                let ceiling = self.setting.base * 2u32.pow(self.faults - 1);
                assert!(wait > Duration::ZERO && wait <= ceiling.max(Duration::from_nanos(1)));
            }
        }
        assert!(wait <= self.setting.cap);
        self.now += wait;
        assert!(
            self.setting
                .deadline
                .is_none_or(|deadline| self.now < deadline),
            "waits too long"
        );
        self.waiting = true;
    }

    /// All that was answered, by judges too.
    fn replies(&self) -> impl Iterator<Item = &Reply> {
        self.sent.iter().flat_map(Sent::replies)
    }

    fn usage(&self) -> Usage {
        self.replies().filter_map(|reply| reply.usage).sum()
    }

    /// Compares the ledger with what the client counted.
    pub(crate) fn adds_up(&self, ledger: &[Attempt], usage: Usage) {
        assert_eq!(ledger.len(), self.sent.len());
        assert_eq!(usage, self.usage());
        for (attempt, sent) in ledger.iter().zip(&self.sent) {
            assert_eq!(attempt.reply(), sent.reply.as_ref());
            assert_eq!(attempt.elapsed(), sent.elapsed);
            assert_eq!(attempt.client(), self.setting.name_of(sent.client));
            let is_aborted = attempt.outcome() == Outcome::Aborted;
            assert_eq!(
                attempt.error().is_some(),
                sent.error.is_some() || is_aborted
            );
            let own = sent.replies().filter_map(|reply| reply.usage).sum();
            assert_eq!(attempt.usage(), own);
            let tariff = self.setting.tariff.as_ref();
            let cost = tariff.and_then(|tariff| tariff.of_attempt(attempt));
            assert_eq!(attempt.cost(), cost);
        }
    }
}

/// Tells the session what a ruling cost; no more time than is left.
pub(crate) fn settle<T>(session: &mut Session<T>, ruling: &Ruling) -> Duration {
    let left = session.remaining().unwrap_or(Duration::MAX);
    let elapsed = ruling.elapsed.min(left);
    session.record(ruling.asked.clone(), elapsed);
    elapsed
}

/// Tells the session what its value is worth; whether it is taken.
pub(crate) fn give<T>(session: &mut Session<T>, verdict: Result<(), Verdict>) -> bool {
    match verdict {
        Ok(()) => return true,
        Err(Verdict::Retry(violations)) => session.reject(violations),
        Err(Verdict::Abort(error)) => session.abort(error),
        Err(other) => panic!("an unknown verdict: {other:?}"),
    }
    false
}

impl Sent {
    fn replies(&self) -> impl Iterator<Item = &Reply> {
        self.reply.iter().chain(&self.judged)
    }

    /// Whether the same request may succeed later.
    fn waits(&self) -> bool {
        matches!(
            self.error,
            Some(ClientErrorKind::Transient | ClientErrorKind::RateLimit)
        )
    }
}

/// Gives a request up when the deadline passes, as a driver does.
pub(crate) fn in_time(
    fate: Fate,
    left: Option<Duration>,
) -> (Result<Reply, ClientError>, Duration) {
    match left {
        Some(left) if left < fate.after => (Err(ClientError::transient(MARK)), left),
        _ => (fate.result, fate.after),
    }
}
