//! What fails, and what is to come of it through any library.

use std::time::Duration;

use llm_parse::{ClientErrorKind, Mode};
use serde_json::json;

use crate::KEY;
use crate::faulty_server::{Manner, Play};

pub(crate) struct Failure {
    pub(crate) what: &'static str,
    pub(crate) play: Play,
    pub(crate) mode: Mode,
    pub(crate) kind: ClientErrorKind,
    pub(crate) wait: Option<Duration>,
}

fn failure(what: &'static str, play: Play, kind: ClientErrorKind) -> Failure {
    Failure {
        what,
        play: play.with_header("content-type", "application/json"),
        mode: Mode::JsonSchema,
        kind,
        wait: None,
    }
}

fn error(status: u16, message: &str) -> Play {
    let error = json!({"message": message, "type": "some_error"});
    Play::status(status, json!({"type": "error", "error": error}).to_string())
}

/// Failures that every provider tells of in the same way.
pub(crate) fn failures() -> Vec<Failure> {
    use ClientErrorKind::{Auth, Permanent, RateLimit, Transient, Unsupported};
    let no_schema = "response_format json_schema is not supported by this model";
    vec![
        failure("a wrong key", error(401, &format!("wrong key {KEY}")), Auth),
        failure("a key without rights", error(403, "no"), Auth),
        Failure {
            wait: Some(Duration::from_secs(7)),
            ..failure(
                "a limit",
                error(429, "slow down").with_header("retry-after", "7"),
                RateLimit,
            )
        },
        Failure {
            wait: Some(Duration::from_millis(250)),
            ..failure(
                "a limit in milliseconds",
                error(429, "slow down").with_header("retry-after-ms", "250"),
                RateLimit,
            )
        },
        failure("an overload", error(529, "Overloaded"), Transient),
        failure("a failure", Play::status(500, "oops"), Transient),
        failure(
            "a gateway",
            Play::status(502, "<html>Bad Gateway</html>"),
            Transient,
        ),
        failure(
            "a mode that is not there",
            error(400, no_schema),
            Unsupported,
        ),
        failure(
            "a wrong request",
            error(400, "max_tokens is too large"),
            Permanent,
        ),
        failure("no such model", error(404, "no such model"), Permanent),
        failure("a reset", Play::ok("{}").sent(Manner::Reset(1)), Transient),
        failure("silence", Play::silence(), Transient),
        failure("no JSON", Play::ok("<html>hello</html>"), Transient),
        failure("half a body", Play::ok(r#"{"choices": [{"mess"#), Transient),
    ]
}
