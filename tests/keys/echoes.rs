//! Servers that repeat what they were told.

use serde_json::json;

use crate::faulty_server::{Manner, Play, Received};
use crate::percent;
use crate::secrets::{KEY, forms};

/// All that a server can say of a request: how it came, and what is meant by it, in every encoding.
pub(crate) fn echo(request: &Received) -> String {
    let headers: Vec<_> = request
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    format!(
        "{}\r\n{}\r\n{}",
        forms().join(" "),
        request.line,
        headers.join("\r\n")
    )
}

pub(crate) type Says = fn(&str) -> Play;

/// Answers that repeat what the server was told.
pub(crate) const ECHOES: &[(&str, Says)] = &[
    ("a wrong key", |echo| {
        Play::status(401, json!({"error": {"message": echo}}).to_string())
    }),
    ("a wrong key, in details", |echo| {
        Play::status(
            403,
            json!({"detail": [{"msg": "no", "input": echo}]}).to_string(),
        )
    }),
    ("plain words", |echo| Play::status(400, echo)),
    ("a page", |echo| {
        Play::status(404, format!("<pre>Cannot {echo}</pre>"))
    }),
    ("an unknown form", |echo| {
        Play::status(500, json!({"weird": {"deep": [echo]}}).to_string())
    }),
    ("an error in a good reply", |echo| {
        Play::ok(json!({"error": echo}).to_string())
    }),
    ("an error of an unknown form", |echo| {
        Play::ok(json!({"error": {"request": echo}}).to_string())
    }),
    ("a page with a good status", |echo| {
        Play::ok(format!("<html>{echo}"))
    }),
    ("nothing but an echo", |echo| {
        Play::ok(json!({"headers": echo}).to_string())
    }),
    ("JSON that stops", |echo| {
        Play::ok(format!("{{\"x\": \"{echo}"))
    }),
    ("a limit", |echo| {
        Play::status(
            429,
            json!({"error": {"message": format!("try again in 1ms; {echo}")}}).to_string(),
        )
    }),
    ("a mode that is not supported", |echo| {
        Play::status(
            400,
            format!("response_format tools grammar not supported: {echo}"),
        )
    }),
    ("the filter", |echo| {
        Play::status(
            400,
            json!({"error": {"code": "content_filter", "message": echo}}).to_string(),
        )
    }),
    ("a finish reason", |echo| {
        Play::ok(
            json!({"choices": [{"finish_reason": echo, "message": {"content": ""}}]}).to_string(),
        )
    }),
    ("a choice that failed", |echo| {
        Play::ok(json!({"choices": [{"error": {"message": echo, "code": 502}}]}).to_string())
    }),
    ("a stream that failed", |echo| {
        Play::ok(format!("data: {}\n\n", json!({"error": {"message": echo}})))
    }),
    ("a stream that cannot be read", |echo| {
        Play::ok(format!("data: {{{echo}}}\n\n"))
    }),
    ("another place", |echo| {
        Play::status(302, "").with_header("location", format!("http://{0}/{0}?{0}", percent(echo)))
    }),
    ("another host", |_| {
        Play::status(307, "").with_header("location", format!("http://{KEY}.example/"))
    }),
    ("a header", |echo| {
        Play::status(500, "").with_header("x-echo", echo.replace(['\r', '\n'], " "))
    }),
    ("a header that is none", |echo| {
        Play::ok(format!("HTTP/1.1 200 OK\r\n{echo}\r\n\r\n")).sent(Manner::Raw)
    }),
    ("a status that is none", |echo| {
        Play::ok(echo).sent(Manner::Raw)
    }),
    ("blanks, and half of a secret", |_| {
        Play::status(500, " ".repeat((64 << 10) - 9) + KEY)
    }),
    ("a reset", |echo| Play::ok(echo).sent(Manner::Reset(200))),
    ("silence", |echo| Play::ok(echo).sent(Manner::Hang(200))),
];
