//! One answer of the server.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// One answer of the server.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) manner: Manner,
}

/// How an answer is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Manner {
    /// At once.
    #[default]
    Whole,
    /// In small pieces, which cut through characters.
    Slowly,
    /// The body alone, without status and headers; then the connection is closed.
    Raw,
    /// The body's first bytes; then the connection is closed.
    Close(usize),
    /// The body's first bytes; then the connection is reset.
    Reset(usize),
    /// The body's first bytes; then nothing, until the client gives up.
    Hang(usize),
    /// Nothing at all, until the client gives up.
    Silence,
    /// In chunks.
    Chunks,
    /// In chunks, of which the last never comes; then the connection is closed.
    EndlessChunks,
}

/// How long a slow server waits between two pieces.
const PAUSE: Duration = Duration::from_millis(1);

impl Play {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Play {
        Play::status(200, body)
    }

    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Play {
        Play {
            status,
            headers: Vec::new(),
            body: body.into(),
            manner: Manner::Whole,
        }
    }

    pub(crate) fn silence() -> Play {
        Play::ok("").sent(Manner::Silence)
    }

    pub(crate) fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Play {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn sent(mut self, manner: Manner) -> Play {
        self.manner = manner;
        self
    }

    /// Sends the answer; whether the connection stays open.
    pub(super) async fn perform(self, stream: &mut BufReader<TcpStream>) -> io::Result<bool> {
        let first = |count: usize| &self.body[..count.min(self.body.len())];
        let bytes = match self.manner {
            Manner::Slowly => self.head(),
            Manner::Whole => [&self.head(), &self.body[..]].concat(),
            Manner::Close(count) | Manner::Reset(count) | Manner::Hang(count) => {
                [&self.head(), first(count)].concat()
            }
            Manner::Raw => self.body.clone(),
            Manner::Silence => Vec::new(),
            Manner::Chunks => [&self.chunks(), &b"0\r\n\r\n"[..]].concat(),
            Manner::EndlessChunks => self.chunks(),
        };
        stream.write_all(&bytes).await?;
        match self.manner {
            Manner::Whole | Manner::Chunks => return Ok(true),
            Manner::Slowly => {
                for piece in self.body.chunks(self.body.len() / 32 + 1) {
                    tokio::time::sleep(PAUSE).await;
                    stream.write_all(piece).await?;
                }
                return Ok(true);
            }
            Manner::Hang(_) | Manner::Silence => while stream.read(&mut [0]).await? > 0 {},
            Manner::Reset(_) => stream.get_ref().set_zero_linger()?,
            Manner::Raw | Manner::Close(_) | Manner::EndlessChunks => {}
        }
        Ok(false)
    }

    fn head(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} Scripted\r\n", self.status);
        for (name, value) in &self.headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        let is_said = |(name, _): &(String, String)| name == "content-length";
        let length = match self.manner {
            Manner::Chunks | Manner::EndlessChunks => "transfer-encoding: chunked".to_owned(),
            _ if self.headers.iter().any(is_said) => return format!("{head}\r\n").into_bytes(),
            _ => format!("content-length: {}", self.body.len()),
        };
        format!("{head}{length}\r\n\r\n").into_bytes()
    }

    fn chunks(&self) -> Vec<u8> {
        let mut bytes = self.head();
        for chunk in self.body.chunks(1 << 16) {
            bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend_from_slice(chunk);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes
    }
}
