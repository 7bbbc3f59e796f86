//! The ways to ask, and what may come of each.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use llm_parse::testing::{Malform, Simulator};
use llm_parse::{Attempt, Policy, Reply, Request, Session, SessionState, Verdict};
use serde_json::json;

use crate::Order;
use crate::fate::{Fate, model};
use crate::policies::Setting;
use crate::random::Random;
use crate::world::{Answers, World};

/// A way to ask.
pub(crate) trait Job {
    type Value: Debug + PartialEq;

    fn begin(setting: &Setting, world: &World) -> Session<Self::Value>;

    fn resume(state: SessionState, policy: Policy) -> Session<Self::Value>;

    /// What there is to answer with.
    fn answers(world: &World) -> Answers {
        Answers::new(json!(world.order), "", Malform::of::<Order>)
    }

    /// A model that is right in the end; none where all that it answers is drawn from the answers.
    fn model(world: &World) -> Option<Simulator> {
        Some(model(world.seed, &world.order))
    }

    /// What the user's own function says of a value.
    fn rule(random: &mut Random, world: &World, value: &Self::Value) -> Ruling {
        let _ = (random, world, value);
        Ruling::default()
    }

    /// Whether a value may come of this reply.
    fn holds(world: &World, value: &Self::Value, reply: &Reply) -> bool;
}

/// What answers the requests of a job.
pub(crate) struct Model<J: Job> {
    answers: Answers,
    simulator: Option<Simulator>,
    job: PhantomData<J>,
}

impl<J: Job> Model<J> {
    pub(crate) fn new(world: &World) -> Self {
        Model {
            answers: J::answers(world),
            simulator: J::model(world),
            job: PhantomData,
        }
    }

    /// What a model would answer to a request.
    pub(crate) fn reply(&self, random: &mut Random, request: &Request) -> Reply {
        match &self.simulator {
            Some(simulator) => simulator.answer(request),
            None => self.answers.reply(random, request),
        }
    }

    /// What becomes of a request to which the model would give this reply.
    pub(crate) fn fate(&self, random: &mut Random, request: &Request, reply: &Reply) -> Fate {
        Fate::draw(random, request, &self.answers, reply)
    }

    pub(crate) fn draw(&self, random: &mut Random, request: &Request) -> Fate {
        let reply = self.reply(random, request);
        self.fate(random, request, &reply)
    }
}

/// What the user's own function says of a value, and what that cost.
pub(crate) struct Ruling {
    pub(crate) verdict: Result<(), Verdict>,
    pub(crate) asked: Vec<Attempt>,
    pub(crate) elapsed: Duration,
}

impl Default for Ruling {
    fn default() -> Self {
        Ruling {
            verdict: Ok(()),
            asked: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }
}

/// How many ways to ask there are.
pub(crate) const JOBS: usize = 7;

/// The way to ask of a seed: every other one asks for a value and for nothing else.
pub(crate) fn job(seed: u64) -> usize {
    let way = usize::try_from(seed % 12).unwrap_or(0);
    way.min(JOBS - 1)
}

/// Calls a generic function for the way to ask of a seed.
macro_rules! for_job {
    ($seed:expr, $call:ident($($argument:expr),*)) => {
        match $crate::jobs::job($seed) {
            0 => $call::<$crate::values::Checked>($($argument),*),
            1 => $call::<$crate::values::Text>($($argument),*),
            2 => $call::<$crate::values::Optional>($($argument),*),
            3 => $call::<$crate::values::Perhaps>($($argument),*),
            4 => $call::<$crate::updates::Update>($($argument),*),
            5 => $call::<$crate::updates::UpdateAll>($($argument),*),
            _ => $call::<$crate::values::Plain>($($argument),*),
        }
    };
}
pub(crate) use for_job;
