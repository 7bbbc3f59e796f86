//! Values that are there and are to be changed.

use std::collections::BTreeMap;

use llm_parse::testing::{Malform, Simulator};
use llm_parse::{Policy, Reply, Session, SessionState};
use serde_json::{Value, json};

use crate::Order;
use crate::jobs::Job;
use crate::policies::Setting;
use crate::world::{Answers, World};

/// For a change of a value.
pub(crate) struct Update;

impl Job for Update {
    type Value = Order;

    fn begin(setting: &Setting, world: &World) -> Session<Order> {
        let (prompt, policy) = (setting.prompt.clone(), setting.policy.clone());
        Session::update(&world.current, prompt, policy, &setting.clients)
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Order> {
        Session::resume(state, policy)
    }

    fn answers(world: &World) -> Answers {
        Answers::new(json!(world.order), "", Malform::of::<Order>).change(
            "",
            &world.current,
            &world.order,
        )
    }

    fn model(_: &World) -> Option<Simulator> {
        None
    }

    fn holds(world: &World, value: &Order, _: &Reply) -> bool {
        is_between(value, &world.current, &world.order)
    }
}

/// Whether all that an order says, one or the other says.
fn is_between(value: &Order, from: &Order, to: &Order) -> bool {
    let [value, from, to] = [value, from, to].map(|order| json!(order));
    let keys = value.as_object().into_iter().flatten();
    keys.into_iter()
        .all(|(key, own)| *own == from[key] || *own == to[key])
}

type Set = BTreeMap<String, Order>;

/// For a change of a set of values.
pub(crate) struct UpdateAll;

impl Job for UpdateAll {
    type Value = Set;

    fn begin(setting: &Setting, world: &World) -> Session<Set> {
        let (prompt, policy) = (setting.prompt.clone(), setting.policy.clone());
        Session::update_all(&world.present(), prompt, policy, &setting.clients)
    }

    fn resume(state: SessionState, policy: Policy) -> Session<Set> {
        Session::resume(state, policy)
    }

    fn answers(world: &World) -> Answers {
        let wanted = world.wanted();
        let mut answers = Answers::new(json!(wanted), "/a", Malform::of::<Set>).change(
            "/a",
            &world.current,
            &world.order,
        );
        let more = match world.seed % 3 {
            0 => json!({"op": "remove", "path": "/b"}),
            1 => json!({"op": "add", "path": "/b/note", "value": Value::Null}),
            _ => json!({"op": "test", "path": "/b/id", "value": wanted["b"].id}),
        };
        let add = json!({"op": "add", "path": "/c", "value": wanted["c"]});
        answers.operations.extend([add, more]);
        answers
    }

    fn model(_: &World) -> Option<Simulator> {
        None
    }

    fn holds(world: &World, value: &Set, _: &Reply) -> bool {
        let (present, wanted) = (world.present(), world.wanted());
        let right = |(key, own): (&String, &Order)| {
            let Some(to) = wanted.get(key) else {
                return false;
            };
            let from = present.get(key).unwrap_or(to);
            let without_note = Order {
                note: None,
                ..from.clone()
            };
            is_between(own, from, to) || (key == "b" && *own == without_note)
        };
        let is_kept = world.deletes || present.keys().all(|key| value.contains_key(key));
        is_kept && value.iter().all(right)
    }
}
