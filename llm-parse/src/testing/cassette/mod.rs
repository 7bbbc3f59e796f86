//! A client that records what another is asked and answers, and replays it.

mod difference;
mod tape;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::client::{BoxFuture, Capabilities, Client, ClientError, Reply, Request};
use tape::{Header, Tape, Writer};

/// Records what a client is asked and answers, one request a line, and replays it without the client.
///
/// The file is JSON Lines, to be read and kept with the tests: the first line says what the client can do, each other one
/// holds a request and its reply or its error. No key is among them, since a client sends keys itself; what else is not to be
/// in a file is named with [`hide`](Cassette::hide). Attached images and documents are written as their length and a hash.
///
/// A request is replayed with the reply of the first line that holds the very same request and was not played yet, so
/// runs side by side may ask in any order. One that is on no such line fails, and the error says in what it differs.
///
/// ```
/// use llm_parse::testing::{Cassette, Script};
/// use llm_parse::{LlmExtract, blocking};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     age: u8,
/// }
///
/// let file = std::env::temp_dir().join(format!("cassette-{}.jsonl", std::process::id()));
/// // In a test of yours the client is a real one, and `Cassette::open` records only where there is no file.
/// let client = Script::new(["thirty-six", r#"{"age": 36}"#]);
/// let person: Person = blocking::extract(&Cassette::record(&file, client)?, "Ada is 36")?;
/// assert_eq!(person.age, 36);
///
/// let cassette = Cassette::replay(&file)?;
/// let person: Person = blocking::extract(&cassette, "Ada is 36")?;
/// assert_eq!((person.age, cassette.unplayed()), (36, 0));
///
/// let error = blocking::extract::<Person>(&Cassette::replay(&file)?, "Bo is 8").err().unwrap();
/// assert!(error.to_string().contains(r#"/messages/1/text: recorded "Ada is 36", now "Bo is 8""#), "{error}");
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Cassette {
    file: PathBuf,
    header: Header,
    hidden: Vec<String>,
    side: Side,
}

enum Side {
    Record(Box<dyn Client>, Mutex<Writer>),
    Replay(Mutex<Tape>),
}

impl Cassette {
    /// Records what the client is asked and answers. A file that is there is replaced.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn record(file: impl AsRef<Path>, client: impl Client + 'static) -> io::Result<Self> {
        let header = Header::of(&client);
        let writer = Writer::new(file.as_ref(), &header)?;
        let side = Side::Record(Box::new(client), Mutex::new(writer));
        Ok(Cassette::new(file.as_ref(), header, side))
    }

    /// Replays what was recorded.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not what [`record`](Cassette::record) writes; the error names the line.
    pub fn replay(file: impl AsRef<Path>) -> io::Result<Self> {
        let (header, tape) = Tape::read(file.as_ref())?;
        let side = Side::Replay(Mutex::new(tape));
        Ok(Cassette::new(file.as_ref(), header, side))
    }

    /// Replays the file where there is one, else records.
    ///
    /// # Errors
    ///
    /// As for [`record`](Cassette::record) and [`replay`](Cassette::replay).
    pub fn open(file: impl AsRef<Path>, client: impl Client + 'static) -> io::Result<Self> {
        if file.as_ref().try_exists()? {
            return Cassette::replay(file);
        }
        Cassette::record(file, client)
    }

    fn new(file: &Path, header: Header, side: Side) -> Self {
        Cassette {
            file: file.to_owned(),
            header,
            hidden: Vec::new(),
            side,
        }
    }

    /// Writes `[hidden]` in place of a text, in requests and replies; on replay it is hidden from what is compared too. Set
    /// it before the first request.
    pub fn hide(mut self, secret: impl Into<String>) -> Self {
        let secret = Some(secret.into()).filter(|secret| !secret.is_empty());
        self.hidden.extend(secret);
        self
    }

    /// Replays the replies in the order in which they were recorded, whatever is asked.
    pub fn by_order(self) -> Self {
        if let Side::Replay(tape) = &self.side {
            lock(tape).ignore_requests();
        }
        self
    }

    /// How many recorded replies were not played yet; none while recording.
    pub fn unplayed(&self) -> usize {
        match &self.side {
            Side::Record(..) => 0,
            Side::Replay(tape) => lock(tape).unplayed(),
        }
    }

    async fn answer(&self, request: &Request) -> Result<Reply, ClientError> {
        let asked = tape::written(request, &self.hidden);
        let (client, writer) = match &self.side {
            Side::Record(client, writer) => (client, writer),
            Side::Replay(tape) => return lock(tape).play(&asked, &self.file),
        };
        let answer = client.complete(request).await;
        let written = lock(writer).write(asked, &answer, &self.hidden);
        let file = self.file.display();
        written.map_err(|error| {
            let message = format!("the cassette {file} cannot be written: {error}");
            ClientError::permanent(message).with_source(error)
        })?;
        answer
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Client for Cassette {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.answer(request))
    }

    fn capabilities(&self) -> Capabilities {
        self.header.capabilities.clone()
    }

    fn provider(&self) -> Option<&str> {
        self.header.provider.as_deref()
    }

    fn fault(&self) -> Option<String> {
        match &self.side {
            Side::Record(client, _) => client.fault(),
            Side::Replay(_) => None,
        }
    }

    fn name(&self) -> &str {
        &self.header.name
    }
}

impl fmt::Debug for Cassette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = matches!(self.side, Side::Record(..));
        f.debug_struct("Cassette")
            .field("file", &self.file)
            .field("records", &records)
            .field("unplayed", &self.unplayed())
            .finish_non_exhaustive()
    }
}
