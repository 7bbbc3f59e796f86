//! What a request cost.

use serde::{Deserialize, Serialize};

/// Tokens, as the provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub completion_tokens: u64,
    /// Tokens of the prompt that were read from a cache.
    pub cached_tokens: u64,
    /// Tokens of the reply that were reasoning.
    pub reasoning_tokens: u64,
}

impl Usage {
    /// The usage of a request that neither cached nor reasoned.
    pub fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Usage {
            prompt_tokens,
            completion_tokens,
            ..Usage::default()
        }
    }

    /// Tokens of prompt and reply together.
    pub fn total_tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

impl std::ops::Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self
                .completion_tokens
                .saturating_add(other.completion_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            reasoning_tokens: self.reasoning_tokens.saturating_add(other.reasoning_tokens),
        }
    }
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(usages: I) -> Usage {
        usages.fold(Usage::default(), std::ops::Add::add)
    }
}
