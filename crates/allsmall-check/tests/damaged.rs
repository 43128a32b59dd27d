//! Files that are damaged or made to do harm: nothing panics, nothing hangs,
//! and memory stays within 2 GB beyond what the file itself says.
//!
//! `ALLSMALL_DAMAGED=100000` sets the number of damaged files.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use allsmall_check::{check, check_within};

const GOOD: &[&str] = &[
    "limits 3 3 4\ngame 0|0\ngame 0|1\nsecond L xoox+#2\ns xoox+#2 : 2\nend",
    "limits 0 0 0\nsecond L xoox\ns xoox : 0\ns xoox : 0\nd 4\nend",
    "limits 3 0 0\ngame 0|0\ngame 0|1\noutcome L xo/ox+#2+#2+#2+#2\nend",
    "limits 9 9 0\ngame 0|0\ngame 0|1\nsecond L #2+#2+#2\nS #2+#2+#2 : 0 1\nend",
    "limits 9 9 9\ngame 0|0\ngame 0|1\ncompare xxo || #1\nend",
    "limits 9 9 9\ngame 0|0\ngame 0|1\nvalue xxo #2\nend",
    "graph 3 0-1,1-2\noutcome P @0:xxo+oox\nend",
    "nimber xo 1\nn xo 1\nend",
    "phutball L .@o\np .@o :\nP .@o : j4\nend",
    "reduce xoxo 1 1\nm 0-1 3-2\nm 1-2\nend",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    const NUMBERS: [&[u8]; 6] =
        [b"4294967296", b"-1", b"18446744073709551615", b"2147483648", b"999999", b"-2147483648"];
    let mut bytes = good.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"xo.+-#:*|,@/0123456789 \nsfSFnpPmd"[random.below(33)]),
            3 => bytes.truncate(at),
            4 => {
                let number = NUMBERS[random.below(6)];
                bytes.splice(at..at + usize::from(bytes[at].is_ascii_digit()), number.iter().copied());
            }
            _ => {
                let from = random.below(bytes.len());
                let piece = bytes[from.min(at)..from.max(at)].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn damaged_files_neither_panic_nor_hang() {
    let wanted: usize = std::env::var("ALLSMALL_DAMAGED").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let mut random = Random(3);
    let (mut accepted, start) = (0, Instant::now());
    for i in 0..wanted {
        let good = format!("allsmall proof 1\n{}\n", GOOD[i % GOOD.len()]);
        assert!(check(good.as_bytes()).is_ok(), "{good}");
        accepted += usize::from(check_within(&damaged(good.as_bytes(), &mut random)[..], 1 << 16).is_ok());
    }
    println!("{accepted} of {wanted} damaged files were accepted, in {:?}", start.elapsed());
    assert!(accepted < wanted / 2);
}

/// Files that ask for much memory in few bytes.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_bounds() {
    let graphs = "graph 1048576 \n".repeat(2000);
    let pairs = |n: usize| (0..n / 2).map(|i| format!("{}-{}", 2 * i, 2 * i + 1)).collect::<Vec<_>>().join(",");
    let parts =
        format!("graph 4096 {}\noutcome P {}\n", pairs(4096), ["@0:".to_owned() + &"xo".repeat(2048); 1].join("+"));
    let many = format!(
        "graph 4000 {}\noutcome P {}\n",
        pairs(4000),
        vec!["@0:".to_owned() + &"xo".repeat(2000); 500].join("+")
    );
    // Rings around rings.
    let side = 256usize;
    let cell = |i: usize, j: usize| {
        let ring = i.min(j).min(side - 1 - i).min(side - 1 - j);
        if ring % 2 == 1 {
            '.'
        } else if (i + j).is_multiple_of(2) {
            'x'
        } else {
            'o'
        }
    };
    let row = |i: usize| (0..side).map(|j| cell(i, j)).collect::<String>();
    let rings = format!("outcome P {}\n", (0..side).map(row).collect::<Vec<_>>().join("/"));
    let values = format!("limits 250 250 600\noutcome P {}\n", ["xoxoxoxoxo"; 10].join("/"));
    let long = format!("outcome P {}\n", vec!["xo"; 2_000_000].join("."));
    let apart = format!("reduce {} 1 1\n", vec!["xo"; 500_000].join("."));
    // As long as a line may be, of the shortest terms and the shortest replies; and longer.
    let terms = format!("outcome P x{}\n", "+x".repeat(16_000_000));
    let replies = format!("second L xo\ns xo :{}\n", " 1".repeat(16_000_000));
    let line = format!("outcome P {}\n", "xo.".repeat(16_000_000));
    let mut games = "game 0|0\n".to_owned();
    (2..100_000).for_each(|i| games.push_str(&format!("game {},{}|{},{}\n", i - 1, i / 2, i / 3, i / 5)));
    for (name, body) in [
        ("graphs", graphs),
        ("parts", parts),
        ("many", many),
        ("rings", rings),
        ("values", values),
        ("long", long),
        ("apart", apart),
        ("games", games),
        ("terms", terms),
        ("replies", replies),
        ("line", line),
    ] {
        let start = Instant::now();
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 2500000; exec \"$0\" -", env!("CARGO_BIN_EXE_allsmall-check")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let text = format!("allsmall proof 1\n{body}end\n");
        // It may end before it has read all.
        let _ = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {:?}", output.status);
        let said = String::from_utf8_lossy(&output.stdout).chars().filter(|&c| c != '\n').take(300).collect::<String>();
        println!("{name}: {:?}, {said}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(120), "{name}");
        let wanted = match name {
            "terms" => "a sum has at most 1048576 terms",
            "line" => "a line has at most 33554432 bytes",
            _ => "",
        };
        assert!(said.contains(wanted), "{name}: {said}");
    }
}
