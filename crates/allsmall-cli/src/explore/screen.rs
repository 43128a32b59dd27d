//! What the explorer shows, as lines of text.

use std::time::Duration;

use allsmall::answer::ShowAnswer;
use allsmall::{Player, Position};

use super::explorer::Explorer;
use super::node::{Mark, OptionLine};

/// Lines of the key help and the explanation.
const BELOW: usize = 5;

/// The screen of a terminal with this number of columns and lines.
pub(super) fn screen(explorer: &Explorer, width: usize, height: usize) -> Vec<String> {
    let mut lines = above(explorer);
    let room = height.saturating_sub(lines.len() + BELOW).max(3);
    lines.extend(lists(explorer, width, room));
    lines.push(String::new());
    lines.extend(explanation(explorer));
    lines.push("up, down: choose; tab: other side; right: go in; left: back; home: top; q: quit".to_owned());
    lines.into_iter().map(|line| cut(&line, width)).collect()
}

/// The screen while the values of the first position are computed.
pub(super) fn waiting(position: &Position, time: Duration, width: usize) -> Vec<String> {
    let mut lines = board(position);
    lines.push(String::new());
    lines.push(thinking(time));
    lines.into_iter().map(|line| cut(&line, width)).collect()
}

/// What is said while values are computed.
pub(super) fn thinking(time: Duration) -> String {
    format!("computing values for up to {:.0} s, then outcomes ...", time.as_secs_f64().max(1.0))
}

/// The board as `show` prints it.
fn board(position: &Position) -> Vec<String> {
    match ShowAnswer::of(position) {
        Ok(shown) => shown.to_string().lines().map(str::to_owned).collect(),
        Err(_) => vec![position.to_string()],
    }
}

/// The board, its value, and how it was reached.
fn above(explorer: &Explorer) -> Vec<String> {
    let node = explorer.node();
    let mut lines = board(&node.position);
    lines.push(String::new());
    let outcome = node.outcome.map_or_else(|| "unknown".to_owned(), |outcome| outcome.to_string());
    match &node.value {
        Ok(value) => {
            lines.push(format!("value {value}"));
            lines.push(format!("outcome {outcome}, {}", node.facts));
        }
        Err(stop) => {
            lines.push(format!("value unknown: {stop}"));
            lines.push(format!("outcome {outcome}"));
        }
    }
    let moves = explorer.moves();
    lines.push(if moves.is_empty() { "the start".to_owned() } else { format!("after {}", moves.join(", ")) });
    lines.push(String::new());
    lines
}

/// Both players' options side by side, the chosen ones in sight.
fn lists(explorer: &Explorer, width: usize, room: usize) -> Vec<String> {
    let column = (width / 2).max(20) - 2;
    let [left, right] = Player::BOTH.map(|player| list(explorer, player, room));
    (0..left.len().max(right.len()))
        .map(|row| {
            let side = |list: &[String]| list.get(row).cloned().unwrap_or_default();
            format!("{:<column$}  {}", cut(&side(&left), column), side(&right))
        })
        .collect()
}

fn list(explorer: &Explorer, player: Player, room: usize) -> Vec<String> {
    let options = explorer.options(player);
    let chosen = explorer.row(player);
    let count = room - 1;
    let first = chosen.saturating_sub(count.saturating_sub(1)).min(options.len().saturating_sub(count));
    let plural = if options.len() == 1 { "option" } else { "options" };
    let mut lines = vec![format!("  {player}: {} {plural}", options.len())];
    for (row, option) in options.iter().enumerate().skip(first).take(count) {
        let pointer = if row == chosen && player == explorer.player() { ">" } else { " " };
        lines.push(format!("{pointer} {}", option_line(option)));
    }
    lines
}

fn option_line(option: &OptionLine) -> String {
    let mark = match option.mark {
        Mark::None => "",
        Mark::Dominated { .. } => ", dominated",
        Mark::Reversible { .. } => ", reversible",
    };
    let outcome = option.outcome.map_or_else(|| "?".to_owned(), |outcome| outcome.to_string());
    match &option.value {
        Some(value) => format!("{:<7} {outcome}  {value}{mark}", option.name),
        None => format!("{:<7} {outcome}", option.name),
    }
}

/// What the chosen option's mark means.
fn explanation(explorer: &Explorer) -> Vec<String> {
    let player = explorer.player();
    let opponent = player.opponent();
    let Some(option) = explorer.chosen() else {
        return vec![format!("{player} has no move here"), String::new()];
    };
    let name = &option.name;
    let text = match &option.mark {
        Mark::None => format!("{name}: no option of {player} is better, and {opponent} cannot reverse it"),
        Mark::Dominated { by } => format!("{name} is dominated: {by} is at least as good for {player}"),
        Mark::Reversible { reply } => format!(
            "{name} is reversible: {opponent} answers to {reply}, which is no better for {player} than the board now"
        ),
    };
    let text = if option.value.is_some() { text } else { format!("{name}: no values, so nothing is compared") };
    vec![text, String::new()]
}

/// The beginning of a line that is too long.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(3)).collect();
    kept + "..."
}

#[cfg(test)]
mod tests {
    use allsmall::Budget;
    use allsmall::notation::read_board;

    use super::super::explorer::Step;
    use super::*;

    fn explorer(board: &str) -> Explorer {
        Explorer::new(read_board(board).expect("a board"), &Budget::new(), Duration::from_secs(3600))
    }

    fn text(explorer: &Explorer) -> String {
        screen(explorer, 80, 24).join("\n")
    }

    #[test]
    fn keys_lead_into_options_and_back() {
        let mut explorer = explorer("xoxo");
        let start = text(&explorer);
        assert!(start.contains("value ±{*,^}") && start.ends_with("q: quit"), "{start}");
        assert!(start.contains("> 1-2") && start.contains("the start"), "{start}");
        explorer.step(Step::Down);
        assert!(text(&explorer).contains("> 3-2"), "{}", text(&explorer));
        explorer.step(Step::Into);
        assert!(text(&explorer).contains("after Left 3-2"), "{}", text(&explorer));
        assert_eq!(explorer.player(), Player::Right);
        explorer.step(Step::Into);
        explorer.step(Step::Into);
        explorer.step(Step::Start);
        assert!(text(&explorer).contains("> 3-2"), "the choice is kept");
        explorer.step(Step::Back);
        explorer.step(Step::Up);
        explorer.step(Step::Up);
        assert_eq!(text(&explorer), start);
        explorer.step(Step::OtherPlayer);
        assert!(text(&explorer).contains("> 2-1"), "{}", text(&explorer));
    }

    /// Marks agree with `value --options`, and each is explained.
    #[test]
    fn marks_are_explained() {
        for board in ["xoxo", "xoxxo", "xoxoxo/oxoxox", "checker:3x3"] {
            let mut explorer = explorer(board);
            for player in Player::BOTH {
                while explorer.player() != player {
                    explorer.step(Step::OtherPlayer);
                }
                for _ in 0..explorer.options(player).len() {
                    let (shown, option) = (text(&explorer), explorer.chosen().expect("an option"));
                    let expected = match &option.mark {
                        Mark::None => "no option of",
                        Mark::Dominated { .. } => "is dominated: ",
                        Mark::Reversible { .. } => "is reversible: ",
                    };
                    assert!(shown.contains(&option.name) && shown.contains(expected), "{shown}");
                    explorer.step(Step::Down);
                }
            }
        }
    }

    #[test]
    fn a_small_terminal_shows_the_chosen_option() {
        let mut explorer = explorer("checker:3x4");
        for _ in 0..explorer.options(Player::Left).len() {
            let lines = screen(&explorer, 40, 12);
            assert!(lines.iter().any(|line| line.starts_with("> ")), "{lines:?}");
            assert!(lines.iter().all(|line| line.chars().count() <= 40), "{lines:?}");
            explorer.step(Step::Down);
        }
    }

    /// Without time for values there are still options, and nothing is claimed.
    #[test]
    fn a_position_without_values_is_shown() {
        let limits = Budget::new().with_memory(1 << 20);
        let explorer = Explorer::new(read_board("checker:8x8").expect("a board"), &limits, Duration::ZERO);
        let shown = text(&explorer);
        assert!(shown.contains("value unknown: ") && shown.contains("outcome unknown"), "{shown}");
        assert!(shown.contains("nothing is compared"), "{shown}");
    }
}
