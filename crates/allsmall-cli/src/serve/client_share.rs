//! Connections per client: no single address holds more than its share.
//!
//! A client is an IPv4 address or an IPv6 network of 64 bits, which is what
//! one subscriber is given.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard};

/// Open connections of every client.
#[derive(Clone)]
pub(crate) struct ClientShares {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    share: usize,
}

/// One connection of a client; uncounted when dropped.
pub(crate) struct ClientConnection {
    shares: ClientShares,
    client: IpAddr,
}

impl ClientShares {
    /// Creates a count in which a client may have `share` connections.
    pub(crate) fn new(share: usize) -> ClientShares {
        ClientShares { open: Arc::default(), share }
    }

    /// Counts a connection from `address`, or returns `None` if its client has its share.
    pub(crate) fn take(&self, address: IpAddr) -> Option<ClientConnection> {
        let client = client(address);
        let mut open = self.lock();
        let count = open.entry(client).or_insert(0);
        if *count >= self.share {
            return None;
        }
        *count += 1;
        Some(ClientConnection { shares: self.clone(), client })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().expect("no thread panics while it counts")
    }
}

impl Drop for ClientConnection {
    fn drop(&mut self) {
        let mut open = self.shares.lock();
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// The client that an address belongs to.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into(),
        four @ IpAddr::V4(_) => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_gets_its_share_and_no_more() {
        let shares = ClientShares::new(2);
        let take = |address: &str| shares.take(address.parse().unwrap());
        let first = take("10.0.0.1").expect("one");
        let second = take("::ffff:10.0.0.1").expect("two: the address is the same one, mapped");
        assert!(take("10.0.0.1").is_none());
        let other = take("10.0.0.2").expect("another client has a share");
        drop(first);
        let third = take("10.0.0.1").expect("room again");
        assert!(take("10.0.0.1").is_none());
        drop((second, third, other));
        assert!(shares.lock().is_empty(), "clients without connections are forgotten");
    }

    #[test]
    fn a_network_of_64_bits_is_one_client() {
        let shares = ClientShares::new(1);
        let take = |address: &str| shares.take(address.parse().unwrap());
        let one = take("2001:db8:0:1::1").expect("one");
        assert!(take("2001:db8:0:1:ffff::2").is_none());
        assert!(take("2001:db8:0:2::1").is_some());
        drop(one);
    }
}
