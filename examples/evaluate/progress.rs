//! How far the run is.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use crate::way::Name;

/// A bar on a terminal, else a line for each request.
pub(crate) struct Progress {
    all: usize,
    done: usize,
    /// What was asked, not found in the file.
    asked: u32,
    started: Instant,
    terminal: bool,
}

impl Progress {
    pub(crate) fn new(all: usize) -> Progress {
        Progress {
            all,
            done: 0,
            asked: 0,
            started: Instant::now(),
            terminal: std::io::stderr().is_terminal(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn asks(&self, way: &Name, task: &str) {
        let Progress { all, done, .. } = *self;
        let text = format!("{done} of {all}{}: {task}: {way}", self.rest());
        if self.terminal {
            let filled = done * 20 / all.max(1);
            let bar = "#".repeat(filled) + &".".repeat(20 - filled);
            eprint!("\r\x1b[K[{bar}] {text}");
        } else {
            eprintln!("{text}");
        }
    }

    pub(crate) fn is_done(&mut self) {
        self.done += 1;
        self.asked += 1;
    }

    pub(crate) fn was_there(&mut self) {
        self.done += 1;
    }

    /// How long it takes if it goes on so.
    fn rest(&self) -> String {
        if self.asked == 0 {
            return String::new();
        }
        let each = self.elapsed() / self.asked;
        let left = u32::try_from(self.all - self.done).unwrap_or(u32::MAX);
        match each.saturating_mul(left).as_secs() {
            seconds @ ..90 => format!(", {seconds} s left"),
            seconds => format!(", {} min left", seconds.div_ceil(60)),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}
