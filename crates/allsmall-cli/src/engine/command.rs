//! The commands of UCI, read from a line. What is not understood is passed over, as
//! UCI demands.

use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(GoLimits),
    /// The move that was pondered on was played.
    PonderHit,
    Stop,
    Quit,
}

/// The limits of `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GoLimits {
    pub(super) move_time: Option<Duration>,
    /// Time left and increment of White and Black.
    pub(super) clock: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// Whether the search goes on until it is stopped; `ponder` does too.
    pub(super) infinite: bool,
}

impl UciCommand {
    /// Reads a line; none if it is not a command.
    pub(super) fn read(line: &str) -> Option<UciCommand> {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Unknown words before a command are passed over.
        let at = words.iter().position(|word| is_command(word))?;
        let rest = &words[at + 1..];
        Some(match words[at] {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "ponderhit" => UciCommand::PonderHit,
            "stop" => UciCommand::Stop,
            "quit" => UciCommand::Quit,
            "setoption" => {
                let text = |from: &str, to: &str| {
                    let start = rest.iter().position(|word| *word == from).map_or(rest.len(), |i| i + 1);
                    let end = rest[start..].iter().position(|word| *word == to).map_or(rest.len(), |i| start + i);
                    rest[start..end].join(" ")
                };
                UciCommand::SetOption { name: text("name", "value"), value: text("value", "") }
            }
            "position" => {
                let split = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let moves = rest[split..].iter().skip(1).map(|word| (*word).to_owned()).collect();
                let fen = match rest[..split].first() {
                    Some(&"fen") => Some(rest[1..split].join(" ")),
                    _ => None,
                };
                UciCommand::Position { fen, moves }
            }
            _ => UciCommand::Go(GoLimits::read(rest)),
        })
    }
}

fn is_command(word: &str) -> bool {
    matches!(word, "uci" | "isready" | "ucinewgame" | "setoption" | "position" | "go" | "ponderhit" | "stop" | "quit")
}

impl GoLimits {
    fn read(words: &[&str]) -> GoLimits {
        let number = |name: &str| -> Option<u64> {
            let at = words.iter().position(|word| *word == name)?;
            read_number(words.get(at + 1)?)
        };
        let time = |name: &str| number(name).map(Duration::from_millis);
        GoLimits {
            move_time: time("movetime"),
            clock: [time("wtime"), time("btime")],
            increment: [time("winc"), time("binc")].map(Option::unwrap_or_default),
            moves_to_go: number("movestogo").map(|moves| moves.min(1000) as u32),
            nodes: number("nodes"),
            depth: number("depth").map(|depth| depth.clamp(1, 1000) as u32),
            infinite: words.contains(&"infinite") || words.contains(&"ponder"),
        }
    }
}

/// A number: a clock may run below zero, and what is too large is the largest.
fn read_number(text: &str) -> Option<u64> {
    let (below_zero, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if below_zero { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(UciCommand::read("  isready "), Some(UciCommand::IsReady));
        assert_eq!(UciCommand::read("joho uci"), Some(UciCommand::Uci));
        assert_eq!(UciCommand::read("hello"), None);
        assert_eq!(
            UciCommand::read("setoption name UCI_Variant value clobber10"),
            Some(UciCommand::SetOption { name: "UCI_Variant".to_owned(), value: "clobber10".to_owned() })
        );
        assert_eq!(
            UciCommand::read("position fen Pp/pP w - - 0 1 moves a1a2 b1b2"),
            Some(UciCommand::Position {
                fen: Some("Pp/pP w - - 0 1".to_owned()),
                moves: vec!["a1a2".to_owned(), "b1b2".to_owned()]
            })
        );
        let Some(UciCommand::Go(limits)) = UciCommand::read("go wtime 1000 btime -5 winc 20 movestogo 7 depth 0")
        else {
            panic!("go is a command");
        };
        assert_eq!(limits.clock, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!((limits.moves_to_go, limits.depth, limits.nodes), (Some(7), Some(1), None));
    }

    #[test]
    fn numbers_are_clamped_and_what_is_not_a_number_is_no_limit() {
        let read = |line: &str| match UciCommand::read(line) {
            Some(UciCommand::Go(limits)) => limits,
            other => panic!("{line}: {other:?}"),
        };
        let huge = "9".repeat(40);
        let limits = read(&format!("go nodes {huge} depth {huge} movestogo {huge} movetime {huge}"));
        assert_eq!((limits.nodes, limits.depth, limits.moves_to_go), (Some(u64::MAX), Some(1000), Some(1000)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(u64::MAX)));
        for line in ["go movetime abc", "go movetime", "go movetime -", "go movetime 1e3", "go movetime +5", "go"] {
            assert_eq!(read(line), GoLimits::default(), "{line}");
        }
        assert!(read("go ponder wtime 1000 btime 1000").infinite);
        assert_eq!(UciCommand::read("ponderhit"), Some(UciCommand::PonderHit));
    }
}
