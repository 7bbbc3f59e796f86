//! A client that counts what is under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use llm_parse::{BoxFuture, Capabilities, Client, ClientError, Reply, Request};

pub(crate) struct Counted<C> {
    client: C,
    inside: AtomicUsize,
    most: Arc<AtomicUsize>,
}

impl<C> Counted<C> {
    /// The client, and a count of what was under way at once, at the most.
    pub(crate) fn new(client: C, most: &Arc<AtomicUsize>) -> Counted<C> {
        Counted {
            client,
            inside: AtomicUsize::new(0),
            most: Arc::clone(most),
        }
    }
}

/// Leaves when it is dropped.
struct Inside<'c>(&'c AtomicUsize);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl<C: Client> Client for Counted<C> {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(async move {
            let inside = 1 + self.inside.fetch_add(1, Ordering::SeqCst);
            let _inside = Inside(&self.inside);
            self.most.fetch_max(inside, Ordering::SeqCst);
            self.client.complete(request).await
        })
    }

    fn capabilities(&self) -> Capabilities {
        self.client.capabilities()
    }
}
