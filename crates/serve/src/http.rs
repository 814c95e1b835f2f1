//! Which web pages may ask: browsers send a request for any page, so its origin and the host count.

use std::net::IpAddr;

use hyper::{
    HeaderMap, Method, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, HOST, HeaderValue, ORIGIN, VARY,
    },
};
use jsonrpsee::server::HttpBody;

/// An origin that may read answers, if the request comes from a page.
pub(crate) type Allowed = Option<HeaderValue>;
/// An answer without a look at the request's body.
pub(crate) type Refusal = Box<Response<HttpBody>>;

/// Lets a request pass, or answers it.
///
/// Names other than `localhost` are refused as hosts: a page may have its own name resolved to this machine
/// (DNS rebinding). Pages of this machine may ask, others may not.
pub(crate) fn check(method: &Method, headers: &HeaderMap) -> Result<Allowed, Refusal> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if !host.is_none_or(|host| is_local_name(host_name(host)) || is_address(host_name(host))) {
        return Err(refusal("invalid host specified\n"));
    }
    let Some(origin) = headers.get(ORIGIN) else { return Ok(None) };
    let page = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    if !page.is_some_and(|(_, rest)| is_local_name(host_name(rest))) {
        return Err(refusal("invalid origin specified\n"));
    }
    if method == Method::OPTIONS {
        let mut response = Response::new(HttpBody::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        allow(&mut response, Some(origin.clone()));
        return Err(Box::new(response));
    }
    Ok(Some(origin.clone()))
}

/// Lets the page of `origin` read the answer.
pub(crate) fn allow(response: &mut Response<HttpBody>, origin: Allowed) {
    if let Some(origin) = origin {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.headers_mut().insert(VARY, HeaderValue::from_static("origin"));
    }
}

/// A request that took too long to arrive.
pub(crate) fn timed_out() -> Response<HttpBody> {
    status(StatusCode::REQUEST_TIMEOUT, "request timed out\n")
}

fn refusal(text: &'static str) -> Refusal {
    Box::new(status(StatusCode::FORBIDDEN, text))
}

fn status(status: StatusCode, text: &'static str) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::from(text));
    *response.status_mut() = status;
    response
}

/// `host`, `host:port`, `[v6]` or `[v6]:port` without port and brackets.
fn host_name(authority: &str) -> &str {
    if let Some(rest) = authority.strip_prefix('[') {
        return rest.split_once(']').map_or(rest, |(name, _)| name);
    }
    authority.split_once(':').map_or(authority, |(name, _)| name)
}

fn is_address(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok()
}

fn is_local_name(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: &Method, pairs: &[(hyper::header::HeaderName, &'static str)]) -> u16 {
        let headers = pairs.iter().cloned();
        let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
        match check(method, &headers.collect()) {
            Ok(_) => 200,
            Err(response) => response.status().as_u16(),
        }
    }

    #[test]
    fn hosts_are_addresses_or_localhost() {
        for host in ["localhost", "LOCALHOST:8545", "127.0.0.1:1", "10.0.0.7", "[::1]:8545"] {
            assert_eq!(ask(&Method::POST, &[(HOST, host)]), 200, "{host}");
        }
        for host in ["example.org", "localhost.example.org:8545", "[::1", "127.0.0.1.nip.io"] {
            let expected = if host == "[::1" { 200 } else { 403 };
            assert_eq!(ask(&Method::POST, &[(HOST, host)]), expected, "{host}");
        }
        assert_eq!(ask(&Method::POST, &[]), 200);
    }

    #[test]
    fn origins_are_pages_of_this_machine() {
        for origin in ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:1"] {
            assert_eq!(ask(&Method::POST, &[(ORIGIN, origin)]), 200, "{origin}");
            assert_eq!(ask(&Method::OPTIONS, &[(ORIGIN, origin)]), 204, "{origin}");
        }
        for origin in ["http://example.org", "null", "http://10.0.0.7", "http://localhost.evil"] {
            assert_eq!(ask(&Method::POST, &[(ORIGIN, origin)]), 403, "{origin}");
        }
    }
}
