//! The file of a cassette.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difference::difference;
use crate::client::{Capabilities, Client, ClientError, ClientErrorKind, Reply, Request, Tool};
use crate::fnv;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) provider: Option<String>,
    pub(super) capabilities: Capabilities,
}

/// Every other line.
#[derive(Serialize, Deserialize)]
struct Entry {
    request: Value,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Reply(Reply),
    Error(Failure),
}

#[derive(Clone, Serialize, Deserialize)]
struct Failure {
    kind: ClientErrorKind,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after: Option<Duration>,
}

impl Header {
    pub(super) fn of(client: &dyn Client) -> Header {
        Header {
            name: client.name().to_owned(),
            provider: client.provider().map(str::to_owned),
            capabilities: client.capabilities(),
        }
    }
}

/// Where lines are written, each as soon as it is whole.
pub(super) struct Writer(File);

impl Writer {
    pub(super) fn new(file: &Path, header: &Header) -> io::Result<Writer> {
        let mut writer = Writer(File::create(file).map_err(|error| named(file, &error))?);
        writer.line(header)?;
        Ok(writer)
    }

    pub(super) fn write(
        &mut self,
        request: Value,
        answer: &Result<Reply, ClientError>,
        hidden: &[String],
    ) -> io::Result<()> {
        let answer = match answer {
            Ok(reply) => Answer::Reply(reply.clone()),
            Err(error) => Answer::Error(Failure::of(error)),
        };
        let mut entry = serde_json::to_value(Entry { request, answer })?;
        hide(&mut entry, hidden);
        self.line(&entry)
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

/// What was recorded, and what of it was not played yet.
pub(super) struct Tape {
    entries: Vec<Option<Entry>>,
    /// The entries of each request, as text, that were not played yet.
    places: HashMap<String, VecDeque<usize>>,
    unplayed: usize,
    by_order: bool,
}

impl Tape {
    pub(super) fn read(file: &Path) -> io::Result<(Header, Tape)> {
        let mut lines = BufReader::new(File::open(file).map_err(|error| named(file, &error))?)
            .lines()
            .zip(1..);
        let header = match lines.next() {
            Some((line, number)) => parsed(&line?, number, file)?,
            None => return Err(wrong(file, 1, "there is none")),
        };
        let mut tape = Tape {
            entries: Vec::new(),
            places: HashMap::new(),
            unplayed: 0,
            by_order: false,
        };
        for (line, number) in lines {
            let entry: Entry = parsed(&line?, number, file)?;
            let places = tape.places.entry(entry.request.to_string()).or_default();
            places.push_back(tape.entries.len());
            tape.entries.push(Some(entry));
        }
        tape.unplayed = tape.entries.len();
        Ok((header, tape))
    }

    pub(super) fn ignore_requests(&mut self) {
        self.by_order = true;
    }

    pub(super) fn unplayed(&self) -> usize {
        self.unplayed
    }

    pub(super) fn play(&mut self, request: &Value, file: &Path) -> Result<Reply, ClientError> {
        let next = self.entries.len() - self.unplayed;
        let place = if self.by_order {
            Some(next)
        } else {
            let places = self.places.get_mut(&request.to_string());
            places.and_then(VecDeque::pop_front)
        };
        let entry = place.and_then(|at| self.entries.get_mut(at)?.take());
        let Some(entry) = entry else {
            return Err(self.missing(request, file));
        };
        self.unplayed -= 1;
        match entry.answer {
            Answer::Reply(reply) => Ok(reply),
            Answer::Error(failure) => Err(failure.into_error()),
        }
    }

    /// Why a request is not played: how it differs from the first that is still there.
    fn missing(&self, request: &Value, file: &Path) -> ClientError {
        let file = file.display();
        let expected = self.entries.iter().flatten().next();
        let why = match expected {
            None => format!("all {} recorded replies were played", self.entries.len()),
            Some(entry) => difference(&entry.request, request),
        };
        ClientError::permanent(format!(
            "the request is not on the cassette {file}: {why}; to record it anew, delete the file"
        ))
    }
}

impl Failure {
    fn of(error: &ClientError) -> Failure {
        Failure {
            kind: error.kind(),
            message: error.message().to_owned(),
            status: error.status(),
            retry_after: error.retry_after(),
        }
    }

    fn into_error(self) -> ClientError {
        let mut error = ClientError::new(self.kind, self.message);
        if let Some(status) = self.status {
            error = error.with_status(status);
        }
        match self.retry_after {
            Some(wait) => error.with_retry_after(wait),
            None => error,
        }
    }
}

/// A request as it is written.
pub(super) fn written(request: &Request, hidden: &[String]) -> Value {
    let mut written = json!({
        "mode": request.mode,
        "messages": request.messages(),
        "name": request.name,
        "description": request.description,
        "schema": *request.schema,
        "strict": request.strict,
        "tools": request.tools.iter().map(tool).collect::<Vec<_>>(),
        "tool_choice": request.tool_choice,
        "parallel_tool_calls": request.parallel_tool_calls,
    });
    leave_out_nothing_said(&mut written);
    written["parameters"] = serde_json::to_value(&request.parameters).unwrap_or_default();
    leave_out_nothing_said(&mut written["parameters"]);
    shorten(&mut written["messages"]);
    hide(&mut written, hidden);
    written
}

fn tool(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "description": tool.description,
        "schema": *tool.schema,
        "strict": tool.strict,
    })
}

fn leave_out_nothing_said(value: &mut Value) {
    let empty = |value: &Value| match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        other => other.is_null(),
    };
    if let Value::Object(entries) = value {
        entries.retain(|_, value| !empty(value));
    }
}

/// Writes attached bytes as their length and a hash.
fn shorten(messages: &mut Value) {
    each(messages, &mut |value| {
        if let Some(Value::String(bytes)) = value.get_mut("bytes") {
            let hash = fnv::add(fnv::EMPTY, bytes.bytes());
            *bytes = format!("[{} characters of Base64, hash {hash:016x}]", bytes.len());
        }
    });
}

/// Replaces what is not to be written: the texts that were named, and parameters that are named as keys are.
fn hide(value: &mut Value, hidden: &[String]) {
    const HIDDEN: &str = "[hidden]";
    let is_secret = |name: &str| {
        let words = ["key", "secret", "password", "token", "authorization"];
        let name = name.to_lowercase();
        words.iter().any(|word| name.ends_with(word))
    };
    if let Some(Value::Object(extra)) = value.pointer_mut("/parameters/extra") {
        let secrets = extra.iter_mut().filter(|(name, _)| is_secret(name));
        secrets.for_each(|(_, value)| *value = HIDDEN.into());
    }
    // A reply is JSON inside of a text.
    let escaped = hidden
        .iter()
        .map(|secret| Value::from(&**secret).to_string());
    let escaped: Vec<_> = escaped
        .map(|quoted| quoted[1..quoted.len() - 1].to_owned())
        .collect();
    each(value, &mut |value| {
        if let Value::String(text) = value {
            for secret in escaped.iter().chain(hidden) {
                *text = text.replace(secret, HIDDEN);
            }
        }
    });
}

/// Applies a change to a value and to all inside of it.
fn each(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    change(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Object(entries) => entries.values_mut().for_each(|inner| each(inner, change)),
        _ => {}
    }
}

fn parsed<T: for<'t> Deserialize<'t>>(line: &str, number: usize, file: &Path) -> io::Result<T> {
    serde_json::from_str(line).map_err(|error| wrong(file, number, &error.to_string()))
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

fn wrong(file: &Path, line: usize, why: &str) -> io::Error {
    let file = file.display();
    let message =
        format!("{file} is no cassette: line {line}: {why}; to record it anew, delete the file");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
