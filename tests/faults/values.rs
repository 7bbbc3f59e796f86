//! Values and texts that are asked for.

use std::time::Duration;

use llm_parse::testing::{Malform, Simulator};
use llm_parse::{
    Answer, Attempt, Capabilities, Maybe, Policy, Reply, Session, SessionState, Usage, Verdict,
};
use serde_json::json;

use crate::Order;
use crate::fate::model;
use crate::jobs::{Job, Ruling};
use crate::policies::Setting;
use crate::random::Random;
use crate::world::{Answers, World};

/// For a value.
pub(crate) struct Plain;

impl Job for Plain {
    type Value = Order;

    fn begin(setting: &Setting, _: &World) -> Session<Order> {
        Session::new(
            setting.prompt.clone(),
            setting.policy.clone(),
            &setting.clients,
        )
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Order> {
        Session::resume(state, policy)
    }

    fn holds(world: &World, value: &Order, _: &Reply) -> bool {
        *value == world.order
    }
}

/// For a value that passes checks, which ask another model.
pub(crate) struct Checked;

impl Job for Checked {
    type Value = Order;

    fn begin(setting: &Setting, world: &World) -> Session<Order> {
        Plain::begin(setting, world)
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Order> {
        Plain::resume(state, policy)
    }

    fn rule(random: &mut Random, _: &World, _: &Order) -> Ruling {
        let verdict = match random.below(10) {
            0 => Err(Verdict::abort("the database is down")),
            1..4 => Err(Verdict::retry_at("/customer", "there is no such customer")),
            4 => Err(Verdict::retry("it was ordered before")),
            _ => Ok(()),
        };
        Ruling {
            verdict,
            asked: if random.chance(50) {
                judged(random)
            } else {
                Vec::new()
            },
            elapsed: Duration::from_millis(random.below(2_000) as u64),
        }
    }

    fn holds(world: &World, value: &Order, _: &Reply) -> bool {
        *value == world.order
    }
}

/// The requests of a judge.
fn judged(random: &mut Random) -> Vec<Attempt> {
    let mut session = Session::<bool>::new("?", Policy::new(), &[Capabilities::default()])
        .client_names(["judge"]);
    let replies = [Reply::text("Well .."), Reply::text("true")];
    for reply in replies.into_iter().skip(random.below(2)) {
        let usage = Usage::new(random.below(900) as u64, random.below(90) as u64);
        let reply = if random.chance(80) {
            reply.with_usage(usage)
        } else {
            reply
        };
        session.receive(Ok(reply), Duration::ZERO);
    }
    session.attempts().to_vec()
}

/// For a text that a function of the user's reads.
pub(crate) struct Text;

impl Job for Text {
    type Value = String;

    fn begin(setting: &Setting, _: &World) -> Session<String> {
        Session::text(
            setting.prompt.clone(),
            setting.policy.clone(),
            &setting.clients,
        )
    }

    fn resume(state: SessionState, policy: Policy) -> Session<String> {
        Session::resume_text(state, policy)
    }

    fn model(_: &World) -> Option<Simulator> {
        None
    }

    fn rule(random: &mut Random, world: &World, value: &String) -> Ruling {
        let verdict = match llm_parse::parse::<Order>(value) {
            _ if random.chance(5) => Err(Verdict::abort("the parser is out of memory")),
            Ok(parsed) => {
                assert_eq!(parsed.value, world.order);
                Ok(())
            }
            Err(error) if random.chance(50) => Err(Verdict::retry(&error)),
            Err(error) => Err(error.into()),
        };
        Ruling {
            verdict,
            ..Ruling::default()
        }
    }

    fn holds(_: &World, value: &String, reply: &Reply) -> bool {
        *value == reply.content
    }
}

/// For a value that need not be given.
pub(crate) struct Optional;

impl Job for Optional {
    type Value = Answer<Order>;

    fn begin(setting: &Setting, _: &World) -> Session<Answer<Order>> {
        Session::optional(
            setting.prompt.clone(),
            setting.policy.clone(),
            &setting.clients,
        )
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Answer<Order>> {
        Session::resume_optional(state, policy)
    }

    fn holds(world: &World, value: &Answer<Order>, reply: &Reply) -> bool {
        match value {
            Answer::Value(value) => *value == world.order,
            // What holds the value, or was meant to, is no text.
            Answer::Text(text) => {
                let is_scrap = text.chars().all(|c| "{}[]".contains(c));
                !text.contains("\"customer\"") && !is_scrap && reply.content.contains(text)
            }
        }
    }
}

/// For a value that may not be there.
pub(crate) struct Perhaps;

impl Perhaps {
    fn right(world: &World) -> Maybe<Order> {
        match world.seed % 5 {
            0 => Maybe::NotFound("The mail is about a train.".to_owned()),
            _ => Maybe::Found(world.order.clone()),
        }
    }
}

impl Job for Perhaps {
    type Value = Maybe<Order>;

    fn begin(setting: &Setting, _: &World) -> Session<Maybe<Order>> {
        Session::new(
            setting.prompt.clone(),
            setting.policy.clone(),
            &setting.clients,
        )
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Maybe<Order>> {
        Session::resume(state, policy)
    }

    fn answers(world: &World) -> Answers {
        let right = json!(Perhaps::right(world));
        Answers::new(right, "/found", Malform::of::<Maybe<Order>>)
    }

    fn model(world: &World) -> Option<Simulator> {
        Some(model(world.seed, &Perhaps::right(world)))
    }

    fn holds(world: &World, value: &Maybe<Order>, reply: &Reply) -> bool {
        // A model that says nothing of the order may say that there is none.
        let says = format!("{reply:?}").contains(&world.order.id);
        *value == Perhaps::right(world) || (!value.is_found() && !says)
    }
}
