//! The state machine of one extraction; holds no value, so that what drives it can move between threads.

mod budget;
mod checked;
mod climb;
mod end;
mod fault;
mod judge;
mod moves;
mod requests;
mod update;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use crate::attempt::Attempt;
use crate::client::{Capabilities, ClientError, Mode, Reply, Request};
use crate::error::{ErrorKind, Failure, Source};
use crate::facts::{Facts, MadeFor};
use crate::judgement::Judgement;
use crate::memory::Loss;
use crate::plan::Plan;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::strategy::Strategy;
use serde::{Deserialize, Serialize};
use update::Updated;

/// All that a stored [`Session`](crate::Session) needs to go on: texts, the ledger, and where it stands. Plain data.
///
/// It may be taken between any two steps, and a session that is resumed ends as the one that was not interrupted. What is not
/// in it is given again: the policy with its strategies, prices and reader, the clients, and every function of
/// yours, such as checks. A value stands in it as the reply that holds it, so a check that had not yet been run is run after resuming.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionState {
    prompt: Prompt,
    clients: Vec<Peer>,
    /// A reply that failed elsewhere, where the session began with one.
    given: Option<Attempt>,
    ledger: Vec<Attempt>,
    phase: Phase,
    turn: Turn,
    elapsed: Duration,
    seed: u64,
    /// The value that is to be changed, where one is.
    #[serde(default)]
    update: Option<Updated>,
    /// What it was made for.
    #[serde(default)]
    made_for: Option<MadeFor>,
}

/// What is known of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Peer {
    name: String,
    capabilities: Capabilities,
    /// The modes that it turned out not to understand.
    lost: Vec<Mode>,
}

/// Where the session stands with the client whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Turn {
    client: usize,
    /// The first attempt of this client in the ledger.
    since: usize,
    /// What makes the next request; `None` for the client's first.
    strategy: Option<Strategy>,
    /// How many strategies were taken.
    rung: u32,
    /// How many answers the client gave.
    answers: u32,
    /// How many requests failed in a row on their way.
    faults: u32,
    /// How many answers the provider cut off.
    cuts: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Phase {
    Send,
    Wait(Duration),
    Done,
    Failed(Failure),
}

/// What is to be done next.
pub(crate) enum Next {
    Send { client: usize, request: Request },
    Wait(Duration),
    Done,
    Failed,
}

pub(crate) struct Machine {
    policy: Policy,
    facts: Arc<Facts>,
    state: SessionState,
    /// The request that is next or under way; made anew where the session was resumed.
    plan: Option<Plan>,
    /// The error that the client, or what judges answers, failed with last; it cannot be stored.
    source: Option<Source>,
    /// What is asked where the whole of a changed value is asked for.
    whole: Option<Prompt>,
    /// Whether the settings were looked at; clients may be named after the session was made.
    is_checked: bool,
    /// What is wrong with the settings of a client or of a check.
    refused: Option<String>,
    /// The modes that were lost since this was last asked for.
    losses: Vec<Loss>,
}

impl Machine {
    pub(crate) fn new(
        facts: Arc<Facts>,
        prompt: Prompt,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Machine {
        let peer = |capabilities: &Capabilities| Peer {
            name: "client".to_owned(),
            capabilities: capabilities.clone(),
            lost: Vec::new(),
        };
        let state = SessionState {
            prompt,
            clients: clients.iter().map(peer).collect(),
            given: None,
            ledger: Vec::new(),
            phase: Phase::Send,
            turn: Turn::default(),
            elapsed: Duration::ZERO,
            seed: RandomState::new().build_hasher().finish(),
            update: None,
            made_for: Some(facts.made_for().clone()),
        };
        Machine::resume(facts, state, policy)
    }

    pub(crate) fn resume(facts: Arc<Facts>, state: SessionState, policy: Policy) -> Machine {
        Machine {
            whole: state
                .update
                .as_ref()
                .map(|update| update.whole(&state.prompt)),
            policy,
            facts,
            state,
            plan: None,
            source: None,
            is_checked: false,
            refused: None,
            losses: Vec::new(),
        }
    }

    pub(crate) fn name_clients(&mut self, names: impl Iterator<Item = String>) {
        for (peer, name) in self.state.clients.iter_mut().zip(names) {
            peer.name = name;
        }
    }

    /// Takes a reply that failed elsewhere for the last attempt.
    pub(crate) fn given<T>(
        &mut self,
        reply: Reply,
        read: impl FnOnce(&Machine, &Reply) -> Judgement<T>,
    ) -> Option<Parsed<T>> {
        self.check();
        if self.state.phase != Phase::Send {
            return None;
        }
        let mut judgement = read(self, &reply);
        let abort = judgement.abort.take();
        let (attempt, value) = self.judged(reply, judgement, Duration::ZERO);
        self.state.given = Some(attempt);
        match (abort, &value) {
            (Some(source), _) => self.abort(source),
            (None, Some(_)) => self.state.phase = Phase::Done,
            (None, None) => self.climb(),
        }
        value
    }

    /// What is to be done next; the same until it is done.
    pub(crate) fn next(&mut self) -> Next {
        self.check();
        if self.state.phase == Phase::Send {
            if self.remaining().is_some_and(|left| left.is_zero()) {
                self.fail(ErrorKind::Deadline, "");
            } else if let Some(spent) = self.spent() {
                self.fail(ErrorKind::Budget, &spent);
            }
        }
        match &self.state.phase {
            Phase::Send => Next::Send {
                client: self.state.turn.client,
                request: self.request(),
            },
            Phase::Wait(wait) => Next::Wait(*wait),
            Phase::Done => Next::Done,
            Phase::Failed(_) => Next::Failed,
        }
    }

    /// Takes what a request came to; returns the value that `read` finds in it.
    pub(crate) fn receive<T>(
        &mut self,
        result: Result<Reply, ClientError>,
        elapsed: Duration,
        read: impl FnOnce(&Machine, &Reply) -> Judgement<T>,
    ) -> Option<Parsed<T>> {
        self.check();
        if self.state.phase != Phase::Send {
            return None;
        }
        self.state.elapsed = self.state.elapsed.saturating_add(elapsed);
        match result {
            Ok(reply) => {
                let judgement = read(self, &reply);
                self.replied(reply, judgement, elapsed)
            }
            Err(error) => {
                self.failed(error, elapsed);
                None
            }
        }
    }

    pub(crate) fn waited(&mut self, elapsed: Duration) {
        if let Phase::Wait(wait) = self.state.phase {
            self.state.elapsed = self.state.elapsed.saturating_add(elapsed);
            if let Some(last) = self.state.ledger.last_mut() {
                last.waited = last.waited.saturating_add(elapsed);
            }
            self.state.phase = match wait.saturating_sub(elapsed) {
                Duration::ZERO => Phase::Send,
                rest => Phase::Wait(rest),
            };
        }
    }

    pub(crate) fn remaining(&self) -> Option<Duration> {
        let deadline = self.policy.deadline?;
        Some(deadline.saturating_sub(self.state.elapsed))
    }

    pub(crate) fn prompt(&self) -> &Prompt {
        &self.state.prompt
    }

    /// The name of what is asked for.
    pub(crate) fn name(&self) -> &str {
        &self.facts.name
    }

    /// What made the request that is next; `None` for a client's first.
    pub(crate) fn strategy(&self) -> Option<Strategy> {
        self.state.turn.strategy
    }

    /// The modes that the client of this index does not understand.
    pub(crate) fn lost_modes(&self, client: usize) -> &[Mode] {
        let peer = self.state.clients.get(client);
        peer.map_or(&[], |peer| &peer.lost)
    }

    /// Asks the client of this index in none of these modes.
    pub(crate) fn lose_modes(&mut self, client: usize, modes: impl IntoIterator<Item = Mode>) {
        if let Some(peer) = self.state.clients.get_mut(client) {
            for mode in modes {
                if !peer.lost.contains(&mode) {
                    peer.lost.push(mode);
                }
            }
        }
    }

    pub(crate) fn take_losses(&mut self) -> Vec<Loss> {
        std::mem::take(&mut self.losses)
    }

    pub(crate) fn attempts(&self) -> &[Attempt] {
        &self.state.ledger
    }

    pub(crate) fn state(&self) -> &SessionState {
        &self.state
    }
}
