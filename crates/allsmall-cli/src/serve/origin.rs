//! Host and Origin checks, and the security headers of every response.
//!
//! A page of another origin cannot use this server through a browser:
//!
//! - DNS rebinding: a `Host` that is not one of the server's names is refused.
//! - Cross-origin requests are refused before they start any work.
//! - POST takes JSON only, which a browser sends to another origin only after
//!   a preflight request, which is refused.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api::Refusal;

/// Content security policy: the page loads its own scripts and styles and nothing else.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The host names under which the server answers.
#[derive(Clone)]
pub(crate) struct Hosts {
    names: Arc<[String]>,
    /// Whether every IP address is admitted too: DNS rebinding needs a name.
    any_ip: bool,
}

impl Hosts {
    /// Creates the names of a server at `address`, with `more` from the user;
    /// unless it is a loopback address, every IP address is admitted too.
    pub(crate) fn of(address: SocketAddr, more: &[String]) -> Hosts {
        let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned(), host(address.ip())];
        Hosts { names: own.iter().chain(more).cloned().collect(), any_ip: !address.ip().is_loopback() }
    }

    fn admit(&self, request: &Request) -> bool {
        let Some(asked) = request.headers().get(header::HOST) else { return true };
        let asked = asked.to_str().unwrap_or("");
        let name = match asked.rfind(':') {
            Some(colon) if !asked[colon..].contains(']') => &asked[..colon],
            _ => asked,
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name)) || self.any_ip && bare.parse::<IpAddr>().is_ok()
    }
}

fn host(ip: IpAddr) -> String {
    if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }
}

/// Reads a name for `--allow-host`.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let fit = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let six = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if !text.is_empty() && text.chars().all(fit) || six.is_some_and(|six| six.parse::<Ipv6Addr>().is_ok()) {
        return Ok(text.to_owned());
    }
    Err("expected a name such as clobber.example.org, without http:// and without a port".to_owned())
}

/// Returns whether a browser sends this request for a page of another origin.
fn is_foreign(request: &Request) -> bool {
    let text = |name: HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let elsewhere =
        text(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let other_origin = text(header::ORIGIN).is_some_and(|origin| {
        let of = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        !of.is_some_and(|of| text(header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(of)))
    });
    elsewhere || other_origin
}

/// Returns whether the request names its host as HTTP demands: once, or in HTTP/1.0 not at all.
fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    hosts == 1 || hosts == 0 && request.version() < Version::HTTP_11
}

/// Middleware: refuses foreign hosts and origins, and adds the headers to every
/// response. (As layers of tower-http the five headers would take as many lines.)
pub(crate) async fn check_origin(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = if !names_one_host(&request) {
        let message = "expected one Host header, as HTTP/1.1 demands";
        Refusal::new(StatusCode::BAD_REQUEST, message).into_response()
    } else if !hosts.admit(&request) {
        let message = "this server does not answer under that name, only under localhost and its address; \
             --allow-host adds a name";
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, message).into_response()
    } else if request.uri().path().starts_with("/api/") && is_foreign(&request) {
        let message = "a page from elsewhere sent this request; only the page of this server may ask";
        Refusal::new(StatusCode::FORBIDDEN, message).into_response()
    } else {
        next.run(request).await
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
        Hosts::of(address.parse().unwrap(), &["clobber.example.net".to_owned()]).admit(&request)
    }

    #[test]
    fn only_the_names_of_the_server_are_admitted() {
        for name in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080", "[::1]:8080", "[::1]", "clobber.example.net:80"] {
            assert!(admits("127.0.0.1:8080", name), "{name}");
            assert!(admits("0.0.0.0:8080", name), "{name}");
        }
        let foreign =
            ["example.org", "localhost.example.org:8080", "", "127.0.0.1.example.org", ":8080", "[::1", "[x]:8080"];
        for name in foreign {
            assert!(!admits("127.0.0.1:8080", name), "{name}");
            assert!(!admits("0.0.0.0:8080", name), "{name}");
            assert!(!admits("[::]:8080", name), "{name}");
        }
        assert!(admits("127.0.0.5:8080", "127.0.0.5:8080"));
        assert!(!admits("127.0.0.1:8080", "192.168.1.7:8080"));
        assert!(admits("0.0.0.0:8080", "192.168.1.7:8080"));
        assert!(admits("[::]:8080", "[fe80::1]:8080"));
    }

    #[test]
    fn requests_of_another_origin_are_recognised() {
        let foreign = |headers: &[(&str, &str)]| {
            let start = Request::builder().header("host", "localhost:8080");
            let request = headers.iter().fold(start, |request, (name, value)| request.header(*name, *value));
            is_foreign(&request.body(Body::empty()).unwrap())
        };
        assert!(!foreign(&[]));
        assert!(!foreign(&[("origin", "http://localhost:8080")]));
        assert!(!foreign(&[("sec-fetch-site", "same-origin"), ("origin", "http://LOCALHOST:8080")]));
        assert!(!foreign(&[("sec-fetch-site", "none")]));
        for origin in ["http://localhost:3000", "http://localhost", "null", "", "http://evil.example", "localhost:8080"]
        {
            assert!(foreign(&[("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", ""] {
            assert!(foreign(&[("sec-fetch-site", site)]), "{site}");
        }
        assert!(foreign(&[("origin", "http://localhost:8080"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn a_host_is_a_name_without_port_or_scheme() {
        assert!(["localhost", "a.example.org", "[fe80::1]", "10.0.0.1"].iter().all(|name| host_name(name).is_ok()));
        assert!(["", "http://a", "a:80", "a b", "a/b"].iter().all(|name| host_name(name).is_err()));
    }
}
