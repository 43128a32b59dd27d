//! `allsmall serve`: the web page and the HTTP interface.
//!
//! ```text
//! listen            connections: accepted, counted, ended
//!   client_share    connections per client
//!   idle_timeout    connections without traffic, and the lingering close
//! api               routes: a question, its answer, an error in words
//!   read            a request: the board, the limits, the options
//!   lanes           thread pool in two lanes, small and large boards; cancellation
//!   events          a question with its progress, as server-sent events
//! page              static files of the page, embedded in the program
//! origin            Host and Origin checks, security headers
//! limits            every limit
//! ```

mod api;
mod client_share;
mod events;
mod idle_timeout;
mod lanes;
mod limits;
mod listen;
mod origin;
mod page;
mod read;

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use allsmall::answer::limit_text::{read_memory, read_time};

use crate::common::Common;
use crate::exit::{Code, Exit};
use limits::Limits;

/// Serve the web page and the HTTP interface
///
/// One program, nothing fetched from elsewhere. Only this machine can reach
/// it unless --host says otherwise.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall serve --open
  allsmall serve --port 0 --max-time 30s --jobs 4
  curl -d '{\"board\": \"xoxo\"}' -H 'content-type: application/json' http://127.0.0.1:8080/api/v1/solve")]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any free port
    #[arg(long, default_value = "8080")]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Answer under this name too; can be given several times
    #[arg(long, value_name = "NAME", value_parser = origin::host_name)]
    allow_host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Maximum time of one request [default: 10s, and 60s where it asks for more]
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    max_time: Option<Duration>,
    /// Maximum memory of one request
    #[arg(long, value_name = "SIZE", value_parser = read_memory, default_value = "256M")]
    max_memory: usize,
    /// Maximum number of cells of a board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), default_value = "10000")]
    max_cells: u32,
    /// Computations that run at the same time, 1 to 64; the number of cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    jobs: Option<u8>,
    /// Connections that one client may hold, 1 to 512; behind a reverse proxy, whose
    /// address all connections have, give 512 and let the proxy count its clients
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=Limits::CONNECTIONS as i64), default_value = "64")]
    connections_per_client: u16,
    /// Take the files of the page from this directory, for work on the page
    #[arg(long, value_name = "DIR", help_heading = "Development")]
    page: Option<PathBuf>,
}

pub(crate) fn run(args: &ServeArgs, common: &Common) -> Result<Code, Exit> {
    let limits = Limits {
        per_client: args.connections_per_client.into(),
        ..Limits::new(args.max_time, args.max_memory, args.max_cells as usize, args.jobs.map(usize::from))
    };
    let address = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(address).map_err(|error| {
        Exit::bad(format!("cannot listen on {address}: {error}; --port 0 takes any port that is free"))
    })?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(limits.threads())
        .thread_stack_size(16 << 20)
        .enable_all()
        .build()?;
    let page = page::Page::new(args.page.as_deref()).map_err(Exit::bad)?;
    let routes = api::routes(limits, page, origin::Hosts::of(address, &args.allow_host));
    announce(address, args.open, common)?;
    let served = runtime.block_on(listen::until_stopped(listener, routes, limits));
    runtime.shutdown_timeout(limits.farewell);
    served?;
    Ok(Code::Answered)
}

/// Prints the address of the page, and opens the page in a browser if `open`.
fn announce(address: SocketAddr, open: bool, common: &Common) -> Result<(), Exit> {
    let url = format!("http://{}/", reachable(address));
    let mut out = stdout();
    writeln!(out, "listening on {url}")?;
    out.flush()?;
    if !common.quiet && !address.ip().is_loopback() {
        let whom =
            if address.ip().is_unspecified() { "under every address of this machine" } else { "under this address" };
        writeln!(stderr(), "warning: other machines can reach the server {whom}; it computes for anybody who asks")?;
    }
    if open {
        let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let mut command = Command::new(opener);
        command.arg(&url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Err(error) = command.spawn() {
            writeln!(stderr(), "note: cannot start {opener} ({error}); open {url} by hand")?;
        }
    }
    Ok(())
}

/// Returns an address under which the server can be reached: for a wildcard
/// address, the address of this machine towards the network.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let (any, away, own): (IpAddr, IpAddr, IpAddr) = match address.ip() {
        IpAddr::V4(_) => (
            Ipv4Addr::UNSPECIFIED.into(),
            // Set aside for documentation; nothing is sent there, it only names a direction.
            Ipv4Addr::new(192, 0, 2, 1).into(),
            Ipv4Addr::LOCALHOST.into(),
        ),
        IpAddr::V6(_) => (
            Ipv6Addr::UNSPECIFIED.into(),
            Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
            Ipv6Addr::LOCALHOST.into(),
        ),
    };
    let towards = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((away, 9))?;
        socket.local_addr()
    });
    let ip = towards.map_or(own, |local| local.ip());
    SocketAddr::new(if ip.is_unspecified() { own } else { ip }, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_announced_address_is_never_a_wildcard() {
        for (listening, plain) in
            [("127.0.0.1:80", true), ("10.1.2.3:80", true), ("0.0.0.0:80", false), ("[::]:80", false)]
        {
            let address: SocketAddr = listening.parse().unwrap();
            let found = reachable(address);
            assert!(!found.ip().is_unspecified() && found.port() == 80, "{found}");
            assert_eq!(found == address, plain, "{found}");
        }
    }
}
