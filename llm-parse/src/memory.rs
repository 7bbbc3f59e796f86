//! What an extractor has learned of its clients, kept from run to run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::client::Mode;

/// A mode that a client turned out not to understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loss {
    pub(crate) client: usize,
    pub(crate) mode: Mode,
    /// The client said so; else its answers looked like it.
    pub(crate) is_certain: bool,
}

/// The modes that clients do not understand.
///
/// What only looked like it counts from the second run on, unless the mode worked in between: one odd prompt is not to
/// cost every later run its best mode.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<Vec<Loss>>);

impl Memory {
    pub(crate) fn lose(&self, loss: Loss) {
        let mut losses = self.losses();
        let known = losses
            .iter_mut()
            .find(|known| known.client == loss.client && known.mode == loss.mode);
        match known {
            Some(known) => known.is_certain = true,
            None => losses.push(loss),
        }
    }

    /// The mode worked.
    pub(crate) fn trust(&self, client: usize, mode: Mode) {
        let doubted = |loss: &Loss| loss.client == client && loss.mode == mode && !loss.is_certain;
        self.losses().retain(|loss| !doubted(loss));
    }

    pub(crate) fn lost(&self, client: usize) -> Vec<Mode> {
        let losses = self.losses();
        let lost = losses
            .iter()
            .filter(|loss| loss.client == client && loss.is_certain);
        lost.map(|loss| loss.mode).collect()
    }

    fn losses(&self) -> MutexGuard<'_, Vec<Loss>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
