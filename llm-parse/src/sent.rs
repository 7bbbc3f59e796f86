//! The schemas of a type as they are sent.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::dialect::{Counted, Demand, Form, Lowered, NotSayable, PLAIN_RULES, Rules};

/// A schema as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) schema: Arc<Value>,
    /// Whether the provider is to hold the model to it.
    pub(crate) strict: bool,
    /// Whether the value stands under the key `value` of an object.
    pub(crate) wrapped: bool,
    /// In what form values stand in the answer.
    pub(crate) form: Form,
    pub(crate) counted: Counted,
}

/// By which rules a schema is written, and what else is asked of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) demand: Demand,
}

impl Terms<'static> {
    /// The arguments of a tool for a provider that takes any.
    pub(crate) fn plain() -> Self {
        let demand = Demand {
            object: true,
            own_form: false,
        };
        Terms {
            rules: &PLAIN_RULES,
            demand,
        }
    }
}

/// The schemas that were asked for, each made once.
///
/// # Design
///
/// A list that only grows, so that what it holds may be borrowed without a lock. It is as long as the program uses
/// dialects, which is one or two.
#[derive(Debug, Default)]
pub(crate) struct Schemas(OnceLock<Box<Entry>>);

#[derive(Debug)]
struct Entry {
    rules: Rules,
    demand: Demand,
    sent: Result<Sent, NotSayable>,
    next: Schemas,
}

impl Schemas {
    /// The schema by these terms.
    pub(crate) fn get(
        &self,
        Terms { rules, demand }: Terms<'_>,
        make: impl Fn() -> Result<Sent, NotSayable>,
    ) -> Result<&Sent, &NotSayable> {
        let mut at = self;
        loop {
            let entry = at.0.get_or_init(|| {
                Box::new(Entry {
                    rules: rules.clone(),
                    demand,
                    sent: make(),
                    next: Schemas::default(),
                })
            });
            if entry.demand == demand && entry.rules == *rules {
                return entry.sent.as_ref();
            }
            at = &entry.next;
        }
    }
}

impl Sent {
    /// A schema that somebody else has written.
    pub(crate) fn as_it_is(schema: Value) -> Sent {
        Sent {
            schema: Arc::new(schema),
            strict: false,
            wrapped: false,
            form: Form::default(),
            counted: Counted::default(),
        }
    }
}

impl From<Lowered> for Sent {
    fn from(lowered: Lowered) -> Sent {
        Sent {
            schema: Arc::new(lowered.schema),
            strict: lowered.strict,
            wrapped: lowered.wrapped,
            form: lowered.form,
            counted: lowered.counted,
        }
    }
}
