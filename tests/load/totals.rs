//! What came of all extractions, held to what the server answered.

use llm_parse::{Attempt, ClientErrorKind, Error, ErrorKind, Extraction, Outcome, Strategy, Usage};

use crate::driver::PATIENCE;
use crate::table::{Item, Row};

/// What one extraction came to; nothing, where it was dropped.
pub(crate) type Ended = Option<Result<Extraction<Item>, Error>>;

#[derive(Debug)]
pub(crate) struct Totals {
    tells: fn(&Row) -> bool,
    pub(crate) values: usize,
    pub(crate) errors: usize,
    pub(crate) dropped: usize,
    /// Requests in the ledgers.
    pub(crate) attempts: usize,
    /// Requests that the server saw of these extractions.
    pub(crate) seen: usize,
    /// Requests that the client gave up although the server was not slow on purpose.
    pub(crate) late: usize,
    /// Answers, such as unasked events, that the library under the client could not read, so that it was asked again.
    pub(crate) unread: usize,
    pub(crate) usage: Usage,
    /// How far the peak of the memory rose from the first round to the second, in bytes.
    pub(crate) growth: usize,
}

impl Totals {
    pub(crate) fn new(tells: fn(&Row) -> bool) -> Totals {
        Totals {
            tells,
            values: 0,
            errors: 0,
            dropped: 0,
            attempts: 0,
            seen: 0,
            late: 0,
            unread: 0,
            usage: Usage::default(),
            growth: 0,
        }
    }

    /// Adds an extraction that told of so many attempts.
    pub(crate) fn add(&mut self, id: u64, told: usize, ended: &Ended, rows: &[&Row]) {
        self.seen += rows.len();
        let (attempts, usage) = match ended {
            None => {
                self.dropped += 1;
                assert!(rows.len() <= told + 1, "{id}: {rows:?}");
                return;
            }
            Some(Ok(extraction)) => {
                self.values += 1;
                assert_eq!(extraction.value, Item::of(id), "{rows:?}");
                (extraction.attempts(), extraction.usage())
            }
            Some(Err(error)) => {
                self.errors += 1;
                assert!(is_typed(error), "{error:?}");
                (error.attempts(), error.usage())
            }
        };
        assert_eq!(attempts.len(), told, "{id}: {rows:?}");
        assert_eq!(
            attempts.iter().map(Attempt::usage).sum::<Usage>(),
            usage,
            "{id}"
        );
        self.attempts += attempts.len();
        self.usage = self.usage + usage;
        self.compare(id, attempts, rows);
    }

    /// Holds each attempt to the row that was answered. A client may lose patience before the server has seen its request.
    fn compare(&mut self, id: u64, attempts: &[Attempt], rows: &[&Row]) {
        let given_up = Outcome::NoReply(ClientErrorKind::Transient);
        let unseen = attempts.len() - rows.len();
        let losses = attempts
            .iter()
            .filter(|attempt| attempt.outcome() == given_up);
        assert!(unseen <= losses.count(), "{id}: {attempts:?} {rows:?}");
        self.late += unseen;
        if unseen > 0 {
            return;
        }
        for (attempt, row) in attempts.iter().zip(rows) {
            if attempt.outcome() == given_up && row.want != given_up {
                if attempt.elapsed() < PATIENCE {
                    self.unread += 1;
                } else {
                    self.late += 1;
                }
                println!(
                    "XX {} {:?} {:?}",
                    row.name,
                    attempt.elapsed(),
                    attempt.error()
                );
            } else if (self.tells)(row) && (is_whole(attempt) || row.is_no_reply()) {
                assert_eq!(
                    attempt.outcome(),
                    row.want,
                    "{id}: {} {attempt:?}",
                    row.name
                );
                let usage = attempt.usage();
                let tokens = [usage.prompt_tokens, usage.completion_tokens];
                assert_eq!(tokens, row.tokens(&Item::of(id)), "{id}: {}", row.name);
            }
        }
    }
}

/// Whether the whole value was asked for: a continuation and a patch are read in their own way.
fn is_whole(attempt: &Attempt) -> bool {
    let strategy = attempt.strategy();
    matches!(
        strategy,
        None | Some(Strategy::Reask | Strategy::StrictFormat)
    )
}

/// Whether an error is of the kind that its last attempt gives cause for.
fn is_typed(error: &Error) -> bool {
    let last = error.attempts().last().map(Attempt::outcome);
    match error.kind() {
        ErrorKind::RateLimit => last == Some(Outcome::NoReply(ClientErrorKind::RateLimit)),
        ErrorKind::Client => matches!(last, Some(Outcome::NoReply(_))),
        ErrorKind::Refused => last == Some(Outcome::Refused),
        ErrorKind::CutOff | ErrorKind::Empty | ErrorKind::Invalid => last.is_some(),
        _ => false,
    }
}
