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
/// A server may refuse a mode, or only the schema of one type in it: a mode is lost for the type that it failed with, and
/// for all types once it failed with a second one and never worked. What only looked like it counts from the second run
/// on, unless the mode worked in between: one odd prompt is not to cost every later run its best mode.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    losses: Vec<(Loss, String)>,
    worked: Vec<(usize, Mode)>,
}

/// For so many types the loss of one mode is kept.
const TYPES: usize = 64;

impl Memory {
    /// The mode failed with the type of this name.
    pub(crate) fn lose(&self, loss: Loss, name: &str) {
        let mut known = self.known();
        let same = |(other, of): &&mut (Loss, String)| is_same(other, &loss) && of == name;
        if let Some((known, _)) = known.losses.iter_mut().find(same) {
            known.is_certain = true;
        } else if known.of(loss.client, loss.mode).count() < TYPES {
            known.losses.push((loss, name.to_owned()));
        }
    }

    /// The mode worked.
    pub(crate) fn trust(&self, client: usize, mode: Mode) {
        let mut known = self.known();
        let doubted = |loss: &Loss| loss.client == client && loss.mode == mode && !loss.is_certain;
        known.losses.retain(|(loss, _)| !doubted(loss));
        if !known.worked.contains(&(client, mode)) {
            known.worked.push((client, mode));
        }
    }

    /// The modes in which the client is not asked for the type of this name, or for any where none is named.
    pub(crate) fn lost(&self, client: usize, name: Option<&str>) -> Vec<Mode> {
        let known = self.known();
        let mut modes = Vec::new();
        for (loss, of) in known
            .losses
            .iter()
            .filter(|(loss, _)| loss.client == client)
        {
            let of_all = || {
                let certain = known
                    .of(client, loss.mode)
                    .filter(|loss| loss.is_certain)
                    .count();
                certain > 1 && !known.worked.contains(&(client, loss.mode))
            };
            let counts = name.is_none_or(|name| of == name) || of_all();
            if loss.is_certain && counts && !modes.contains(&loss.mode) {
                modes.push(loss.mode);
            }
        }
        modes
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn of(&self, client: usize, mode: Mode) -> impl Iterator<Item = &Loss> {
        let losses = self.losses.iter().map(|(loss, _)| loss);
        losses.filter(move |loss| loss.client == client && loss.mode == mode)
    }
}

fn is_same(a: &Loss, b: &Loss) -> bool {
    a.client == b.client && a.mode == b.mode
}
