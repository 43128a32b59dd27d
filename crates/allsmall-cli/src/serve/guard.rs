//! Headers on every answer, and which host names may be used to ask.
//!
//! A page elsewhere on the web cannot use this server through the browser of
//! its reader: POST takes JSON only, which other origins may not send without
//! asking first, and the host name must be ours, so that a name that is
//! pointed at this machine is refused.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api::Refusal;

/// The page loads its own scripts and styles and nothing else.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The host names under which we answer; none means any.
#[derive(Clone)]
pub(crate) struct Hosts(Option<Arc<[String]>>);

impl Hosts {
    /// On the loopback address only its own names, elsewhere any.
    pub(crate) fn of(address: SocketAddr) -> Hosts {
        let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned(), host(address.ip())];
        Hosts(address.ip().is_loopback().then(|| Arc::from(own)))
    }

    fn admit(&self, request: &Request) -> bool {
        let Some(names) = &self.0 else { return true };
        let Some(asked) = request.headers().get(header::HOST) else { return true };
        let asked = asked.to_str().unwrap_or("");
        let name = match asked.rfind(':') {
            Some(colon) if !asked[colon..].contains(']') => &asked[..colon],
            _ => asked,
        };
        names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

fn host(ip: std::net::IpAddr) -> String {
    if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }
}

/// Refuses foreign host names, and puts the headers on every answer.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = if hosts.admit(&request) {
        next.run(request).await
    } else {
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, "this server answers under the name localhost only")
            .into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn admits(address: &str, name: &str) -> bool {
        let request = Request::builder().header("host", name).body(Body::empty()).unwrap();
        Hosts::of(address.parse().unwrap()).admit(&request)
    }

    #[test]
    fn on_loopback_only_our_own_names_are_admitted() {
        for name in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080", "[::1]:8080", "[::1]"] {
            assert!(admits("127.0.0.1:8080", name), "{name}");
        }
        for name in ["example.org", "localhost.example.org:8080", "", "127.0.0.1.example.org", ":8080"] {
            assert!(!admits("127.0.0.1:8080", name), "{name}");
        }
        assert!(admits("0.0.0.0:8080", "example.org"));
        assert!(admits("127.0.0.5:8080", "127.0.0.5:8080"));
    }
}
