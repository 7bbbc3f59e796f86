//! What a session came to: the value, or the error.

use serde_json::Value;

use super::{Machine, Phase};
use crate::LlmExtract;
use crate::attempt::{Attempt, Extraction, Outcome};
use crate::client::ClientError;
use crate::error::{Error, ErrorKind, Failure, Source};
use crate::judgement::Read;
use crate::read::{Parsed, Reader};
use crate::violation::Violations;

impl Machine {
    /// The attempt whose answer was accepted, once the session is done.
    pub(crate) fn accepted(&self) -> Option<&Attempt> {
        self.state.ledger.last().or(self.state.given.as_ref())
    }

    /// Reads the accepted reply once more, after a session was resumed.
    pub(crate) fn read_again<T: LlmExtract>(&self) -> Option<Parsed<T>> {
        self.read_again_by(&Reader::parse_kept)
    }

    /// The same, in a run for what is known only at run time.
    pub(crate) fn read_value_again(&self) -> Option<Parsed<Value>> {
        self.read_again_by(&|reader, text| self.value_of(reader, text))
    }

    fn read_again_by<T>(&self, read: Read<'_, T>) -> Option<Parsed<T>> {
        let accepted = self.accepted()?;
        if let Some(document) = &accepted.document {
            let parsed = read(&self.policy.reader, document).ok()?;
            return Some(Parsed {
                fixes: accepted.fixes.clone(),
                ..parsed
            });
        }
        self.judge_by(accepted.reply.as_ref()?, read).value
    }

    pub(crate) fn extraction<T>(&self, value: Parsed<T>) -> Extraction<T> {
        Extraction::new(value, self.state.ledger.clone())
    }

    pub(crate) fn into_extraction<T>(self, value: Parsed<T>) -> Extraction<T> {
        Extraction::new(value, self.state.ledger)
    }

    pub(crate) fn error(&mut self) -> Error {
        let failure = match &self.state.phase {
            Phase::Failed(failure) => failure.clone(),
            _ => Failure::new(ErrorKind::Invalid, ""),
        };
        let source = self.cause(failure.kind);
        Error::new(failure, self.state.ledger.clone(), source)
    }

    /// What lies under a failure of this kind.
    fn cause(&mut self, kind: ErrorKind) -> Option<Source> {
        let last = self.state.ledger.last()?;
        match (kind, last.outcome) {
            (ErrorKind::Client | ErrorKind::RateLimit, Outcome::NoReply(kind)) => {
                let stored =
                    || ClientError::new(kind, last.error.clone().unwrap_or_default()).into();
                Some(self.source.take().unwrap_or_else(stored))
            }
            (ErrorKind::Client | ErrorKind::RateLimit, _) => None,
            (ErrorKind::Aborted, _) => {
                let stored = || last.error.clone().unwrap_or_default().into();
                Some(self.source.take().unwrap_or_else(stored))
            }
            _ => {
                let violations = Violations::check(self.last()?.violations.clone());
                violations.err().map(Into::into)
            }
        }
    }
}
