//! HTTP: one request out, one bounded body in.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Client, Request, Response};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use super::retry_after::{reset, retry_after};
use crate::client::ClientError;

/// No reply is longer.
const MAX_BODY: usize = 64 << 20;

/// What a server's failure says beyond this is not read.
const MAX_FAILURE: usize = 64 << 10;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// What a server answered.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) retry_after: Option<Duration>,
    /// When the limit that is used up is set back.
    pub(super) reset: Option<Duration>,
    pub(super) location: Option<String>,
    pub(super) body: String,
    /// Why the body may not be whole.
    pub(super) broken: Option<ClientError>,
}

/// Makes the HTTP client. It follows no redirect, since a key must not travel to another host.
pub(super) fn http(https: bool, timeout: Option<Duration>) -> Result<Client, String> {
    let tls = tls(https).map_err(|error| format!("the certificates cannot be read: {error}"))?;
    let builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        // Another crate may have turned compression on; a server that only claims it would not be understood.
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd()
        .user_agent(concat!("llm-parse/", env!("CARGO_PKG_VERSION")));
    let builder = match timeout {
        Some(timeout) => builder.timeout(timeout),
        None => builder,
    };
    builder
        .build()
        .map_err(|error| format!("the HTTP client cannot be made: {error}"))
}

/// Without `https` no certificate is needed, and a machine that has none is no obstacle.
fn tls(https: bool) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let builder = if https {
        builder.with_platform_verifier()?
    } else {
        builder.with_root_certificates(RootCertStore::empty())
    };
    Ok(builder.with_no_client_auth())
}

/// Sends a request and reads the answer, as far as it comes.
pub(super) async fn send(http: &Client, request: Request) -> Result<Answer, ClientError> {
    let sent = http.execute(request).await;
    let mut response = sent.map_err(|error| failed(error, None))?;
    let (status, headers) = (response.status().as_u16(), response.headers());
    let retry_after = retry_after(headers, SystemTime::now());
    let reset = reset(headers);
    let location = location(headers);
    let (body, broken) = if response.status().is_success() {
        read(&mut response, MAX_BODY).await
    } else {
        read(&mut response, MAX_FAILURE).await
    };
    Ok(Answer {
        status,
        retry_after,
        reset,
        location,
        body: String::from_utf8_lossy(&body)
            .trim_start_matches('\u{feff}')
            .to_owned(),
        broken,
    })
}

/// The body up to the limit, and why there is no more of it.
async fn read(response: &mut Response, limit: usize) -> (Vec<u8>, Option<ClientError>) {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => return (body, None),
            Err(error) => return (body, Some(failed(error, Some(status)))),
        };
        let room = limit - body.len();
        body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() > room {
            let error = ClientError::permanent(format!("the reply is longer than {limit} bytes"));
            return (body, Some(error.with_status(status)));
        }
    }
}

/// The host alone: what follows it may hold a token.
fn location(headers: &HeaderMap) -> Option<String> {
    let location = headers.get(LOCATION)?.to_str().ok()?;
    let host = reqwest::Url::parse(location).ok()?;
    host.host_str().map(str::to_owned)
}

pub(super) fn failed(error: reqwest::Error, status: Option<u16>) -> ClientError {
    // The address may hold a token.
    let error = error.without_url();
    let result = if error.is_builder() {
        ClientError::permanent("the request cannot be made")
    } else if error.is_timeout() {
        ClientError::transient("no reply came in time")
    } else if error.is_connect() {
        ClientError::transient("the server cannot be reached")
    } else if status.is_some() {
        ClientError::transient("the reply broke off")
    } else {
        ClientError::transient("the connection failed")
    };
    let result = match status {
        Some(status) => result.with_status(status),
        None => result,
    };
    result.with_source(error)
}

/// Fails outside of a tokio runtime, where reqwest panics.
pub(crate) fn in_runtime() -> Result<(), ClientError> {
    match tokio::runtime::Handle::try_current() {
        Ok(_) => Ok(()),
        Err(_) => Err(ClientError::permanent("this client needs a tokio runtime")),
    }
}
