//! An HTTP server on loopback that answers as it is told, however wrong that is, and keeps what it was asked.
//!
//! It has a thread of its own, so that a client may block. `rows.rs` has what servers are known to do.

#![allow(
    dead_code,
    unused_imports,
    reason = "nobody who includes this file uses all of it"
)]

mod play;

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

pub(crate) use play::{Manner, Play};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// Stops when it is dropped.
pub(crate) struct Server {
    base_url: String,
    received: Arc<Mutex<Vec<Received>>>,
    traffic: Arc<Traffic>,
    _stop: oneshot::Sender<()>,
}

/// What is under way.
#[derive(Default)]
struct Traffic {
    connections: AtomicUsize,
    requests: AtomicUsize,
    most: AtomicUsize,
}

type Answer = Arc<Mutex<dyn FnMut(Received) -> Play + Send>>;

impl Server {
    /// Gives these answers, one after the other, and keeps the requests.
    pub(crate) fn new(script: impl IntoIterator<Item = Play>) -> Server {
        let mut script: VecDeque<Play> = script.into_iter().collect();
        let received = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&received);
        let server = Server::of(move |request| {
            kept.lock().unwrap().push(request);
            let used_up = || Play::status(410, "the script is used up");
            script.pop_front().unwrap_or_else(used_up)
        });
        Server { received, ..server }
    }

    /// Answers each request as this says, and keeps none.
    pub(crate) fn of(answer: impl FnMut(Received) -> Play + Send + 'static) -> Server {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let traffic = Arc::new(Traffic::default());
        let (stop, stopped) = oneshot::channel();
        let (answer, seen): (Answer, _) = (Arc::new(Mutex::new(answer)), Arc::clone(&traffic));
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                tokio::select! {
                    _ = stopped => {}
                    () = accept(listener, answer, seen) => {}
                }
            });
        });
        Server {
            base_url,
            received: Arc::default(),
            traffic,
            _stop: stop,
        }
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// How many connections are open.
    pub(crate) fn connections(&self) -> usize {
        self.traffic.connections.load(Ordering::SeqCst)
    }

    /// How many requests were being answered at once, at the most.
    pub(crate) fn most_at_once(&self) -> usize {
        self.traffic.most.load(Ordering::SeqCst)
    }
}

async fn accept(listener: std::net::TcpListener, answer: Answer, traffic: Arc<Traffic>) {
    let listener = TcpListener::from_std(listener).unwrap();
    while let Ok((stream, _)) = listener.accept().await {
        let (answer, traffic) = (Arc::clone(&answer), Arc::clone(&traffic));
        traffic.connections.fetch_add(1, Ordering::SeqCst);
        tokio::spawn(async move {
            // A client that goes away is none of the server's faults.
            let _ = serve(stream, &answer, &traffic).await;
            traffic.connections.fetch_sub(1, Ordering::SeqCst);
        });
    }
}

async fn serve(stream: TcpStream, answer: &Answer, traffic: &Traffic) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    while let Some(request) = receive(&mut stream).await? {
        let play = (answer.lock().unwrap_or_else(PoisonError::into_inner))(request);
        let requests = 1 + traffic.requests.fetch_add(1, Ordering::SeqCst);
        traffic.most.fetch_max(requests, Ordering::SeqCst);
        let stays = play.perform(&mut stream).await;
        traffic.requests.fetch_sub(1, Ordering::SeqCst);
        if !stays? {
            break;
        }
    }
    Ok(())
}

async fn receive(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Received>> {
    let line = read_line(stream).await?;
    if line.is_empty() {
        return Ok(None);
    }
    let mut headers = Vec::new();
    while let Some((name, value)) = read_line(stream).await?.split_once(':') {
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let body = String::new();
    let mut request = Received {
        line,
        headers,
        body,
    };
    let length = request
        .header("content-length")
        .and_then(|text| text.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    request.body = String::from_utf8(body).unwrap();
    Ok(Some(request))
}

/// A line without its end; an empty one at the end of the stream.
async fn read_line(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    line.truncate(line.trim_end().len());
    Ok(line)
}
