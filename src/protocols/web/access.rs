//! Who may come in: a secret in the page's address keeps others on the machine out, the names of the server's host keep
//! out pages of other sites, whatever name they give it (DNS rebinding).

use std::io;
use std::net::SocketAddr;

/// Bytes of the secret.
const SECRET: usize = 16;

/// What a request must show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    token: String,
    /// The hosts, with ports, that the server is called by; empty where it listens to all of the machine's addresses, whose
    /// names it does not know.
    hosts: Vec<String>,
}

impl Access {
    /// For a server that listens here, with a new secret.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub fn new(address: SocketAddr) -> io::Result<Self> {
        let mut secret = [0; SECRET];
        getrandom::fill(&mut secret).map_err(io::Error::other)?;
        let token = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { token, hosts: hosts(address) })
    }

    /// The secret.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request knows the secret. The time that the comparison takes does not tell how much of it was right.
    pub fn knows(&self, token: &str) -> bool {
        let differences = self.token.bytes().zip(token.bytes()).filter(|(a, b)| a != b).count();
        token.len() == self.token.len() && differences == 0
    }

    /// Whether a request's `Host` is the server's own.
    pub fn is_host(&self, host: &str) -> bool {
        self.hosts.is_empty() || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    /// Whether a request with this `Host` was sent by the server's own page: its `Origin` says so, and it has one in every
    /// browser.
    pub fn is_origin(&self, origin: Option<&str>, host: &str) -> bool {
        origin.is_none_or(|origin| origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host)))
    }
}

/// The names by which a browser calls this address.
fn hosts(address: SocketAddr) -> Vec<String> {
    let (ip, port) = (address.ip(), address.port());
    if ip.is_unspecified() {
        return Vec::new();
    }
    let names = if ip.is_loopback() { &["localhost", "127.0.0.1", "[::1]"][..] } else { &[] };
    let names = names.iter().map(|name| format!("{name}:{port}"));
    let mut hosts: Vec<_> = names.chain([address.to_string()]).collect();
    if port == 80 {
        hosts.extend(hosts.clone().iter().filter_map(|host| host.strip_suffix(":80").map(str::to_owned)));
    }
    hosts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_secret_and_new() {
        let address = "127.0.0.1:8080".parse().unwrap();
        let [access, other] = [(); 2].map(|()| Access::new(address).unwrap());
        assert_eq!(access.token().len(), 32);
        assert!(access.knows(access.token()) && !access.knows(other.token()));
        assert!(
            !access.knows("") && !access.knows(&access.token()[1..]) && !access.knows(&format!("{}0", access.token()))
        );
    }

    #[test]
    fn hosts_are_those_of_the_address() {
        for (address, known, unknown) in [
            (
                "127.0.0.1:8080",
                &["127.0.0.1:8080", "LocalHost:8080", "[::1]:8080"][..],
                &["127.0.0.1", "a.example:8080"][..],
            ),
            ("[::1]:9", &["[::1]:9", "localhost:9"], &["[::1]:10", "localhost"]),
            ("192.168.1.2:80", &["192.168.1.2", "192.168.1.2:80"], &["localhost", "a.example"]),
            ("0.0.0.0:80", &["a.example", "localhost"], &[]),
        ] {
            let access = Access::new(address.parse().unwrap()).unwrap();
            assert!(known.iter().all(|host| access.is_host(host)), "{address}");
            assert!(!unknown.iter().any(|host| access.is_host(host)), "{address}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_known_by_their_origin() {
        let access = Access::new("127.0.0.1:8080".parse().unwrap()).unwrap();
        assert!(access.is_origin(None, "localhost:8080"));
        assert!(access.is_origin(Some("http://localhost:8080"), "localhost:8080"));
        for other in ["http://a.example", "https://localhost:8080", "http://localhost", "null", ""] {
            assert!(!access.is_origin(Some(other), "localhost:8080"), "{other}");
        }
    }
}
