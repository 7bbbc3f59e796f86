//! An answer becomes a reply or an error.

use super::envelope::{self, NoReply};
use super::failure::Fault;
use super::redact::Mask;
use super::retry_after::asked;
use super::transport::Answer;
use crate::client::{ClientError, ClientErrorKind, Finish, Mode, Reply};

/// How much of a server's words an error repeats, in characters.
const SNIPPET: usize = 300;

/// How much of them is looked at, in characters.
const MOST_READ: usize = 16 << 10;

/// Reads an answer of any status.
pub(super) fn read(answer: Answer, mode: Mode, mask: &Mask) -> Result<Reply, ClientError> {
    if (200..300).contains(&answer.status) {
        reply(answer, mode, mask)
    } else {
        failure(&answer, mode, mask)
    }
}

/// Reads an answer with a good status, which may be none all the same. One that broke off behind its last bracket is whole.
fn reply(answer: Answer, mode: Mode, mask: &Mask) -> Result<Reply, ClientError> {
    match envelope::read(&answer.body) {
        Ok(reply) => Ok(reply),
        Err(NoReply::Fault(fault)) => refusal_or_error(&answer, &fault, mode, mask),
        Err(NoReply::Unreadable(why)) => {
            if let Some(broken) = answer.broken {
                return Err(broken);
            }
            let message = match snippet(&answer.body, mask) {
                text if text.is_empty() => why.to_owned(),
                text => format!("{why}: {text}"),
            };
            Err(ClientError::transient(message).with_status(answer.status))
        }
    }
}

/// Reads an answer with a bad status.
fn failure(answer: &Answer, mode: Mode, mask: &Mask) -> Result<Reply, ClientError> {
    if (300..400).contains(&answer.status) {
        let host = answer.location.as_deref().unwrap_or("another place");
        let host = snippet(host, mask);
        let message =
            format!("the server redirects to {host}, which is not followed; set that base URL");
        return Err(ClientError::permanent(message).with_status(answer.status));
    }
    let fault = serde_json::from_str(&answer.body).ok();
    let fault = fault.as_ref().and_then(Fault::find);
    let unknown = || Fault::new(answer.body.as_str(), answer.status);
    refusal_or_error(answer, &fault.unwrap_or_else(unknown), mode, mask)
}

/// A prompt that the provider's filter refuses is a refusal, whatever its status.
fn refusal_or_error(
    answer: &Answer,
    fault: &Fault,
    mode: Mode,
    mask: &Mask,
) -> Result<Reply, ClientError> {
    if fault.is_filter() {
        return Ok(Reply {
            refusal: Some(snippet(&fault.message, mask)),
            finish: Finish::ContentFilter,
            ..Reply::default()
        });
    }
    let status = fault
        .status
        .filter(|_| answer.status < 400)
        .unwrap_or(answer.status);
    let message = match snippet(&fault.message, mask) {
        text if text.is_empty() => "the server failed without a word".to_owned(),
        text => format!("the server answered: {text}"),
    };
    let kind = fault.kind(answer.status, mode);
    let error = ClientError::new(kind, message).with_status(status);
    let limited = || {
        let wait = asked(&fault.message).or(answer.reset);
        wait.filter(|_| kind == ClientErrorKind::RateLimit)
    };
    let wait = answer.retry_after.or(fault.retry_after);
    Err(match wait.or_else(limited) {
        Some(wait) => error.with_retry_after(wait),
        None => error,
    })
}

/// The beginning of a text on one line, without secrets and control characters.
pub(super) fn snippet(text: &str, mask: &Mask) -> String {
    let text = mask.apply(text);
    // The end of a body that was not read whole may be half of a secret.
    let text: String = text.chars().take(MOST_READ).collect();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(SNIPPET) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
