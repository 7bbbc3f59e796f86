//! All that is logged, traced and said in a panic, at every level, by every crate.

use std::fmt::{Debug, Write};
use std::sync::{Mutex, Once, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

static SAID: Mutex<String> = Mutex::new(String::new());

/// What was said so far.
pub(crate) fn said() -> String {
    let said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    said.clone()
}

/// The line is made before the lock is taken, since making it may log as well.
fn keep(line: &str) {
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    said.extend([line, "\n"]);
}

/// From now on everything is kept, and panics are no longer printed.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::subscriber::set_global_default(Traces).unwrap();
        log::set_logger(&Logs).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            keep(&panic.to_string());
            print(panic);
        }));
    });
}

struct Logs;

impl log::Log for Logs {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        keep(&format!("{} {}", record.target(), record.args()));
    }

    fn flush(&self) {}
}

struct Traces;

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

fn keep_fields(name: &str, record: impl FnOnce(&mut Fields)) {
    let mut fields = Fields(format!("{name}: "));
    record(&mut fields);
    keep(&fields.0);
}

impl Subscriber for Traces {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        keep_fields(span.metadata().name(), |fields| span.record(fields));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        keep_fields("", |fields| values.record(fields));
    }

    fn event(&self, event: &Event<'_>) {
        keep_fields(event.metadata().target(), |fields| event.record(fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
