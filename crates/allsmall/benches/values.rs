//! Exact values: answers are asserted, then times are printed next to the
//! targets of the project. Run by hand: `cargo bench -p allsmall --bench values`,
//! or with words from the names to pick some: `... --bench values -- 4x4`.
//! Linux reports the time this thread spent on a core, so other work on the
//! machine disturbs less; elsewhere it is wall-clock time.

use std::collections::HashSet;
use std::time::Instant;

use allsmall::Budget;
use allsmall::cgt::Values;
use allsmall::value::{StripTable, Valuer};

/// Seconds of work since the clock was started.
struct Clock {
    core: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { core: core_time(), wall: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        match (self.core, core_time()) {
            (Some(then), Some(now)) => (now - then) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Nanoseconds this thread has spent on a core.
fn core_time() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn show(name: &str, seconds: f64, target: f64, values: &Values) {
    let megabytes = values.bytes() >> 20;
    println!("{name:<28} {seconds:>8.3} s   target {target:>5} s   {:>8} values  {megabytes:>5} MiB", values.len());
}

/// All strips up to a length; the distinct values of the longest are counted.
fn all_strips(name: &str, longest: u32, distinct: usize, target: f64) {
    let clock = Clock::start();
    let mut values = Values::new();
    let table = StripTable::new(&mut values, longest, &Budget::new()).expect("it fits");
    show(name, clock.seconds(), target, &values);
    let seen: HashSet<_> = (0..1 << longest).map(|bits| table.value(bits, longest)).collect();
    assert_eq!(seen.len(), distinct);
}

/// One board from a cold start; its name or its size is known.
fn one_board(board: &str, name: Option<&str>, size: usize, target: f64) {
    let clock = Clock::start();
    let mut valuer = Valuer::new(&Budget::new());
    let v = valuer.text(board).expect("it fits");
    show(board, clock.seconds(), target, valuer.values());
    assert_eq!(valuer.values().name(v).as_deref(), name);
    assert_eq!(valuer.values().size(v), size);
}

/// Random strips of one length: the median and the worst.
fn random_strips(name: &str, cells: usize, target: f64) {
    let times = (0..20).map(|seed| {
        let clock = Clock::start();
        let mut valuer = Valuer::new(&Budget::new());
        valuer.text(&format!("random:{cells}:{seed}")).expect("it fits");
        clock.seconds()
    });
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    println!("{name:<28} {:>8.3} s   target {target:>5} s   median; worst {:.3} s", times[10], times[19]);
}

/// A benchmark by the name that it prints.
type Named = (&'static str, Box<dyn Fn(&str)>);

fn main() {
    let board = |name, value: Option<&'static str>, size, target| -> Named {
        (name, Box::new(move |board| one_board(board, value, size, target)))
    };
    let strips = |name, longest, distinct, target| -> Named {
        (name, Box::new(move |name| all_strips(name, longest, distinct, target)))
    };
    let all: [Named; 8] = [
        strips("all strips up to 16", 16, 16_266, 0.1),
        strips("all strips up to 18", 18, 67_348, 1.0),
        strips("all strips up to 20", 20, 275_808, 8.0),
        board("(xxo)^400", Some("^200"), 202, 3.0),
        board("(xo)^20", None, 53_476, 8.0),
        ("20 random strips of 40", Box::new(|name| random_strips(name, 40, 0.3))),
        board("checker:4x4", Some("*"), 2, 0.25),
        board("checker:3x6", Some("0"), 1, 2.5),
    ];
    // Cargo passes further options, which begin with a dash.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, run) in all {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
            run(name);
        }
    }
}
