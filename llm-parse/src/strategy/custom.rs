//! Strategies of the user's own.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Situation;
use crate::candidate::floor;
use crate::prompt::Message;

const BYTES: usize = 31;

/// The name of a strategy of your own: up to 31 bytes of text, what is longer is cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct StrategyName {
    bytes: [u8; BYTES],
    length: u8,
}

impl StrategyName {
    pub(crate) fn new(name: &str) -> StrategyName {
        let name = &name[..floor(name, BYTES)];
        let mut bytes = [0; BYTES];
        bytes[..name.len()].copy_from_slice(name.as_bytes());
        StrategyName {
            bytes,
            length: u8::try_from(name.len()).unwrap_or_default(),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl From<String> for StrategyName {
    fn from(name: String) -> StrategyName {
        StrategyName::new(&name)
    }
}

impl From<StrategyName> for String {
    fn from(name: StrategyName) -> String {
        name.as_str().to_owned()
    }
}

impl fmt::Debug for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

type Messages = dyn Fn(&Situation<'_>) -> Vec<Message> + Send + Sync;

/// The strategies that a policy was given.
#[derive(Clone, Default)]
pub(crate) struct Registry(HashMap<StrategyName, Arc<Messages>>);

impl Registry {
    pub(crate) fn add(
        &mut self,
        name: &str,
        messages: impl Fn(&Situation<'_>) -> Vec<Message> + Send + Sync + 'static,
    ) {
        self.0.insert(StrategyName::new(name), Arc::new(messages));
    }

    pub(crate) fn has(&self, name: StrategyName) -> bool {
        self.0.contains_key(&name)
    }

    pub(super) fn messages(
        &self,
        name: StrategyName,
        situation: &Situation<'_>,
    ) -> Option<Vec<Message>> {
        self.0.get(&name).map(|messages| messages(situation))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
