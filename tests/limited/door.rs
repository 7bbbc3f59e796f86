//! A client that answers when it is told to.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use llm_parse::{BoxFuture, Client, ClientError, Reply, Request};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::usage;

pub(crate) type Asking = JoinHandle<Result<Reply, ClientError>>;

/// A client that answers when it is told to.
pub(crate) struct Door {
    open: Semaphore,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    came: Vec<u32>,
    inside: usize,
    most: usize,
}

impl Door {
    pub(crate) fn new() -> Arc<Door> {
        Arc::new(Door {
            open: Semaphore::new(0),
            seen: Mutex::default(),
        })
    }

    /// Answers so many requests.
    pub(crate) fn open(&self, requests: usize) {
        self.open.add_permits(requests);
    }

    /// Whose requests came, in their order.
    pub(crate) fn came(&self) -> Vec<u32> {
        self.seen.lock().unwrap().came.clone()
    }

    /// How many were under way at once.
    pub(crate) fn most(&self) -> usize {
        self.seen.lock().unwrap().most
    }
}

/// Asks in a task of its own.
pub(crate) fn ask(client: impl Client + 'static, request: Request) -> Asking {
    tokio::spawn(async move { client.complete(&request).await })
}

/// Leaves when it is dropped.
struct Inside<'d>(&'d Door);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.seen.lock().unwrap().inside -= 1;
    }
}

impl Client for Door {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(async move {
            let _inside = {
                let mut seen = self.seen.lock().unwrap();
                seen.came
                    .push(request.messages()[0].text().parse().unwrap());
                seen.inside += 1;
                seen.most = seen.most.max(seen.inside);
                Inside(self)
            };
            self.open.acquire().await.unwrap().forget();
            Ok(Reply::text("1").with_usage(usage()))
        })
    }
}

/// Lets all tasks go on until each of them waits for something.
pub(crate) async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future, without any runtime.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        thread::park();
    }
}
