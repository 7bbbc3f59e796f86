//! What is true, what is asked for, and what a model may answer.

use std::collections::BTreeMap;

use llm_parse::testing::Malform;
use llm_parse::{Reply, Request};
use serde_json::{Value, json};

use crate::fate::in_form;
use crate::random::Random;
use crate::{Order, order};

/// The truth of a seed.
pub(crate) struct World {
    pub(crate) seed: u64,
    /// What is to come of it.
    pub(crate) order: Order,
    /// What an update starts from: nothing of it may change but what differs from the order.
    pub(crate) current: Order,
    /// Whether values may be taken away.
    pub(crate) deletes: bool,
}

impl World {
    pub(crate) fn new(seed: u64, deletes: bool) -> World {
        let order = order(seed);
        let other = crate::order(seed ^ 0xbeef);
        let current = Order {
            id: order.id.clone(),
            customer: order.customer.clone(),
            ..other
        };
        World {
            seed,
            order,
            current,
            deletes,
        }
    }

    /// The orders that are there, by their keys.
    pub(crate) fn present(&self) -> BTreeMap<String, Order> {
        let b = order(self.seed + 1);
        [("a", self.current.clone()), ("b", b)]
            .map(|(key, order)| (key.to_owned(), order))
            .into()
    }

    /// The orders that are to be there, by their keys.
    pub(crate) fn wanted(&self) -> BTreeMap<String, Order> {
        let [b, c] = [1, 2].map(|n| order(self.seed + n));
        [("a", self.order.clone()), ("b", b), ("c", c)]
            .map(|(key, order)| (key.to_owned(), order))
            .into()
    }
}

/// What there is to answer with.
pub(crate) struct Answers {
    pub(crate) right: Value,
    /// Where an order stands in it, as a JSON Pointer.
    pub(crate) order_at: &'static str,
    /// What leads to it from the value that is there.
    pub(crate) operations: Vec<Value>,
    pub(crate) malform: fn(u64) -> Malform,
}

impl Answers {
    pub(crate) fn new(right: Value, order_at: &'static str, malform: fn(u64) -> Malform) -> Self {
        Answers {
            right,
            order_at,
            operations: Vec::new(),
            malform,
        }
    }

    /// Adds the operations that change one order at this path into another.
    pub(crate) fn change(mut self, path: &str, from: &Order, to: &Order) -> Self {
        let (from, to) = (json!(from), json!(to));
        for (key, value) in to.as_object().into_iter().flatten() {
            if from[key] != *value {
                let path = format!("{path}/{key}");
                self.operations
                    .push(json!({"op": "replace", "path": path, "value": value}));
            }
        }
        self
    }

    /// The operations in the form that the request asks for, where it asks for some.
    pub(crate) fn patch(&self, random: &mut Random, request: &Request) -> Option<Value> {
        if self.operations.is_empty() || request.schema["properties"]["operations"].is_null() {
            return None;
        }
        let all = random.chance(70);
        let some: Vec<_> = self
            .operations
            .iter()
            .filter(|_| all || random.chance(60))
            .collect();
        Some(json!({"operations": some}))
    }

    /// What a model answers that errs not.
    pub(crate) fn reply(&self, random: &mut Random, request: &Request) -> Reply {
        let patch = self.patch(random, request);
        in_form(
            random,
            request,
            patch.as_ref().unwrap_or(&self.right).to_string(),
        )
    }
}
