//! A server on loopback that plays scripted answers and keeps the requests.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

/// One answer of the script.
#[derive(Clone)]
pub(crate) enum Play {
    /// Status, further headers, body; the connection stays open.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// These bytes, after which the connection is closed.
    Raw(String),
    /// Nothing, until the client gives up.
    Silence,
}

impl Play {
    pub(crate) fn ok(body: impl Into<String>) -> Play {
        Play::Answer(200, Vec::new(), body.into())
    }

    pub(crate) fn status(status: u16, body: impl Into<String>) -> Play {
        Play::Answer(status, Vec::new(), body.into())
    }

    pub(crate) fn with_header(self, name: &'static str, value: impl Into<String>) -> Play {
        match self {
            Play::Answer(status, mut headers, body) => {
                headers.push((name, value.into()));
                Play::Answer(status, headers, body)
            }
            other => other,
        }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

pub(crate) struct Server {
    base_url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Server {
    pub(crate) fn new(script: impl IntoIterator<Item = Play>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let script = Arc::new(Mutex::new(script.into_iter().collect::<VecDeque<_>>()));
        let kept = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, kept) = (Arc::clone(&script), Arc::clone(&kept));
                thread::spawn(move || serve(&stream, &script, &kept));
            }
        });
        Server { base_url, received }
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

fn serve(stream: &TcpStream, script: &Mutex<VecDeque<Play>>, kept: &Mutex<Vec<Received>>) {
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    while let Some(request) = receive(&mut reader) {
        kept.lock().unwrap().push(request);
        let play = script.lock().unwrap().pop_front();
        match play.unwrap_or_else(|| Play::status(410, "the script is used up")) {
            Play::Answer(status, headers, body) => {
                let mut head = format!("HTTP/1.1 {status} Scripted\r\n");
                for (name, value) in headers {
                    head.extend([name, ": ", &value, "\r\n"]);
                }
                let length = body.len();
                let _ = write!(writer, "{head}content-length: {length}\r\n\r\n{body}");
            }
            Play::Raw(bytes) => {
                let _ = writer.write_all(bytes.as_bytes());
                return;
            }
            Play::Silence => {
                let _ = reader.read(&mut [0]);
                return;
            }
        }
    }
}

fn receive(reader: &mut impl BufRead) -> Option<Received> {
    let line = read_line(reader)?;
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader)?;
        match line.split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let mut request = Received {
        line,
        headers,
        body: String::new(),
    };
    let length = request
        .header("content-length")
        .map_or(0, |text| text.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).unwrap();
    Some(request)
}

fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    match reader.read_line(&mut line) {
        Ok(length) if length > 0 => Some(line.trim_end().to_owned()),
        _ => None,
    }
}
