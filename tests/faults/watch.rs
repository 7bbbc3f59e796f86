//! Plays an extraction in virtual time, and holds each of its steps to what was promised.

use std::time::Duration;

use llm_parse::{
    Attempt, ClientError, ClientErrorKind, Mode, Reply, Request, Role, Session, Step, Usage,
};

use crate::Order;
use crate::fate::{Fate, MARK};
use crate::policies::Setting;

/// What the client knows of one request.
pub(crate) struct Sent {
    pub(crate) client: usize,
    pub(crate) reply: Option<Reply>,
    pub(crate) error: Option<ClientErrorKind>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) elapsed: Duration,
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

/// How an extraction ended.
pub(crate) type End = Result<Order, llm_parse::Error>;

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
    pub(crate) fn play(
        &mut self,
        mut session: Session<Order>,
        mut fate: impl FnMut(&Request) -> Fate,
    ) -> End {
        loop {
            assert!(self.sent.len() < 400, "no end");
            match session.next() {
                Step::Send { client, request } => {
                    self.sends(client, &request);
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
                    return Ok(extraction.value);
                }
                Step::Failed(error) => {
                    self.adds_up(error.attempts(), error.usage());
                    return Err(error);
                }
                other => panic!("an unknown step: {other:?}"),
            }
        }
    }

    fn sends(&mut self, client: usize, request: &Request) {
        let setting = self.setting;
        let of_client = |sent: &&Sent| sent.client == client;
        let own: Vec<_> = self.sent.iter().filter(of_client).collect();
        let answers = own.iter().filter(|sent| sent.reply.is_some()).count();
        assert!(
            answers < setting.max_attempts as usize,
            "one attempt too many"
        );
        assert!(self.sent.last().is_none_or(|last| last.client <= client));
        if own.is_empty() {
            self.faults = 0;
        }
        assert!(self.faults < setting.tries, "one try too many");
        assert!(
            setting.deadline.is_none_or(|deadline| self.now < deadline),
            "too late"
        );
        let spent = self.usage().total_tokens();
        assert!(
            self.sent.is_empty() || setting.budget.is_none_or(|budget| spent < budget),
            "too dear"
        );
        let fault = own.last().filter(|sent| sent.waits());
        assert!(fault.is_none() || self.waiting, "sent again without a wait");
        self.waiting = false;
        is_sound(request);
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

    fn usage(&self) -> Usage {
        let replies = self.sent.iter().filter_map(|sent| sent.reply.as_ref());
        replies.filter_map(|reply| reply.usage).sum()
    }

    /// Compares the ledger with what the client counted.
    pub(crate) fn adds_up(&self, ledger: &[Attempt], usage: Usage) {
        assert_eq!(ledger.len(), self.sent.len());
        assert_eq!(usage, self.usage());
        for (attempt, sent) in ledger.iter().zip(&self.sent) {
            assert_eq!(attempt.reply(), sent.reply.as_ref());
            assert_eq!(attempt.elapsed(), sent.elapsed);
            assert_eq!(attempt.client(), sent.client.to_string());
            assert_eq!(attempt.error().is_some(), sent.error.is_some());
            let own = sent.reply.as_ref().and_then(|reply| reply.usage);
            assert_eq!(attempt.usage(), own.unwrap_or_default());
        }
    }
}

impl Sent {
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

/// Whether a provider would take the request.
fn is_sound(request: &Request) {
    assert_ne!(request.mode, Mode::Auto);
    let messages = request.messages();
    let last = messages.last().expect("a message");
    assert!(
        matches!(last.role(), Role::User | Role::Tool),
        "{messages:?}"
    );
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let text = message.text();
        assert!(
            !text.contains(MARK),
            "a fault of the wire in the prompt: {text}"
        );
        assert!(text.len() < 200_000, "{} bytes", text.len());
        let calls = message.tool_calls();
        assert!(
            !text.is_empty() || !calls.is_empty(),
            "an empty message: {messages:?}"
        );
        assert!(message.role() != Role::System || index == 0, "{messages:?}");
        if let Some(id) = message.tool_call_id() {
            let place = open.iter().position(|call| *call == id);
            open.remove(place.expect("a result of a call that was made"));
        } else {
            assert!(open.is_empty(), "a call without a result: {messages:?}");
            let twice = index > 0 && messages[index - 1].role() == message.role();
            assert!(!twice, "two turns of one side: {messages:?}");
        }
        open.extend(calls.iter().map(|call| call.id.as_str()));
        let object = |text: &str| serde_json::from_str::<serde_json::Map<_, _>>(text).is_ok();
        assert!(
            calls
                .iter()
                .all(|call| !call.id.is_empty() && object(&call.arguments))
        );
    }
    assert!(open.is_empty(), "a call without a result: {messages:?}");
}
