//! The first cases of a theorem, played by the checker itself.
//!
//! The rules about families argue about every n at once. Before a statement
//! counts as proved, the boards with the fewest stones are valued and compared
//! with it, so that a fault in a rule that makes a statement false for small n
//! is found: first by the definitions alone (`by_definition`), and where those
//! take too many steps by the values that the rules use too (`strips`).

use std::fmt;

use super::by_definition::{Definitions, Id};
use super::file::{Checked, Listed};
use super::strips::Strips;
use super::theorem::{Shift, Theorem};
use super::word::Word;
use crate::games::{Game, Games, Watch, ZERO};
use crate::outcome::Outcome;

/// Stones of the largest board that is looked at, for any n.
const MOST_STONES: usize = 64;
/// All n up to here are looked at, ...
const LEAST_CASES: usize = 6;
/// ... with values, if their boards have no more stones than this.
const MOST_STONES_VALUED: usize = 256;
/// Steps by the definitions; a board of 24 stones takes less than half of them.
const STEPS: u64 = 1 << 23;
/// Steps by values.
const STEPS_VALUED: u64 = 1 << 23;

/// How the reason begins for which a statement is refused that a rule had
/// accepted. Such a rule has a hole.
pub const CONTRADICTED: &str = "the first cases contradict the statement";

/// How far the first cases of a theorem were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The least n of the statement.
    pub first: usize,
    /// The last case that was played by the definitions.
    pub by_definition: Option<Case>,
    /// The last case that was played by values; all before it were played.
    pub by_value: Option<Case>,
}

/// One case of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The exponent.
    pub n: usize,
    /// Stones of its largest board.
    pub stones: usize,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first;
        let range = |first: usize, Case { n, stones }: Case, how: &str| {
            let cases = if first == n { format!("n = {n}") } else { format!("n = {first} to {n}") };
            format!("{cases} by {how} ({stones} stones)")
        };
        let played = match (self.by_definition, self.by_value) {
            (None, None) => format!("none, the board for n = {first} is too large"),
            (Some(last), None) => range(first, last, "the definitions"),
            (None, Some(valued)) => range(first, valued, "values"),
            (Some(last), Some(valued)) => {
                range(first, last, "the definitions") + ", " + &range(last.n + 1, valued, "values")
            }
        };
        write!(f, "first cases played: {played}")
    }
}

/// Plays the first cases. A watch that refuses ends it; it does not make fewer
/// cases suffice.
pub(super) fn play(word: &Word, theorem: &Theorem, games: &[Listed], watch: Option<Watch>) -> Checked<Played> {
    let (first, ahead) = match theorem {
        Theorem::Gains { copies, least, .. } => (*least, *copies),
        Theorem::Wins { .. } | Theorem::FirstWins { .. } => (0, 0),
    };
    // With the longest board of the case.
    let case = |n: usize| Case { n, stones: word.fixed() + (n + ahead) * word.period.len() };
    let is_small = |case: &Case| case.stones <= MOST_STONES;
    let is_early = |case: &Case| case.n <= LEAST_CASES && case.stones <= MOST_STONES_VALUED;
    let cases = (first..).map(case).take_while(is_small);
    let by_definition = last_that_holds(cases, word, theorem, games, &mut Definitions::new(STEPS, watch.clone()))?;
    let next = by_definition.map_or(first, |case| case.n + 1);
    let cases = (next..).map(case).take_while(|case| is_small(case) || is_early(case));
    let mut valued = Valued { games: Games::new(STEPS_VALUED), strips: Strips::default() };
    valued.games.set_watch(watch.clone());
    let by_value = last_that_holds(cases, word, theorem, games, &mut valued)?;
    watch.map_or(Ok(()), |watch| watch())?;
    Ok(Played { first, by_definition, by_value })
}

/// The last of the cases, which all hold, before one takes too many steps.
fn last_that_holds(
    cases: impl Iterator<Item = Case>,
    word: &Word,
    theorem: &Theorem,
    games: &[Listed],
    arithmetic: &mut impl Arithmetic,
) -> Checked<Option<Case>> {
    let mut last = None;
    for case in cases {
        match holds(word, theorem, games, case.n, arithmetic) {
            None => break,
            Some(Err(why)) => return Err(format!("{CONTRADICTED}: {why}")),
            Some(Ok(())) => last = Some(case),
        }
    }
    Ok(last)
}

/// What is needed of games; `None` when no steps are left.
trait Arithmetic {
    /// A game; equal games are equal.
    type Value: Copy + Eq;
    const ZERO: Self::Value;
    fn strip(&mut self, stones: &[bool]) -> Option<Self::Value>;
    fn make(&mut self, sides: [Vec<Self::Value>; 2]) -> Option<Self::Value>;
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Option<Self::Value>;
    fn ups(&mut self, n: i32, star: bool) -> Option<Self::Value>;
    fn outcome(&mut self, game: Self::Value) -> Option<Outcome>;
}

impl Arithmetic for Definitions {
    type Value = Id;
    const ZERO: Id = 0;
    fn strip(&mut self, stones: &[bool]) -> Option<Id> {
        Definitions::strip(self, stones)
    }
    fn make(&mut self, sides: [Vec<Id>; 2]) -> Option<Id> {
        Definitions::make(self, sides)
    }
    fn add(&mut self, a: Id, b: Id) -> Option<Id> {
        Definitions::add(self, a, b)
    }
    fn ups(&mut self, n: i32, star: bool) -> Option<Id> {
        Definitions::ups(self, n, star)
    }
    fn outcome(&mut self, game: Id) -> Option<Outcome> {
        Definitions::outcome(self, game)
    }
}

/// The games of the rules.
struct Valued {
    games: Games,
    strips: Strips,
}

impl Arithmetic for Valued {
    type Value = Game;
    const ZERO: Game = ZERO;
    fn strip(&mut self, stones: &[bool]) -> Option<Game> {
        self.strips.value(stones, &mut self.games).ok()
    }
    fn make(&mut self, [lefts, rights]: [Vec<Game>; 2]) -> Option<Game> {
        self.games.make(lefts, rights).ok()
    }
    fn add(&mut self, a: Game, b: Game) -> Option<Game> {
        self.games.add(a, b).ok()
    }
    fn ups(&mut self, n: i32, star: bool) -> Option<Game> {
        self.games.ups(n, star).ok()
    }
    fn outcome(&mut self, game: Game) -> Option<Outcome> {
        Some(Outcome::of_order(self.games.le(ZERO, game).ok()?, self.games.le(game, ZERO).ok()?))
    }
}

/// Whether one case holds; nothing if that takes too many steps.
fn holds<A: Arithmetic>(
    word: &Word,
    theorem: &Theorem,
    games: &[Listed],
    n: usize,
    arithmetic: &mut A,
) -> Option<Checked<()>> {
    let board = |n: usize| word.stones(word.root(), word.fixed() + n * word.period.len());
    let now = arithmetic.strip(&board(n))?;
    match theorem {
        Theorem::Wins { .. } | Theorem::FirstWins { .. } => {
            let found = arithmetic.outcome(now)?;
            if theorem.outcome(n) != Some(found) {
                return Some(Err(format!("for n = {n}, {}", found.sentence())));
            }
        }
        Theorem::Gains { copies, shift, .. } => {
            let later = arithmetic.strip(&board(n + copies))?;
            let shift = gained(shift, games, arithmetic)?;
            if arithmetic.add(now, shift)? != later {
                return Some(Err(format!("the board with n = {n} does not gain the shift")));
            }
        }
    }
    Some(Ok(()))
}

/// The shift, made from what the statement calls it.
fn gained<A: Arithmetic>(shift: &Shift, games: &[Listed], arithmetic: &mut A) -> Option<A::Value> {
    match shift {
        Shift::Zero => Some(A::ZERO),
        Shift::Ups { n, star } => arithmetic.ups(*n, *star),
        Shift::Other { number, .. } => {
            let mut made = vec![A::ZERO];
            for game in &games[..*number] {
                let side = |options: &[usize]| options.iter().map(|&option| made[option]).collect();
                let sides = [side(&game.lefts), side(&game.rights)];
                made.push(arithmetic.make(sides)?);
            }
            made.last().copied()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST_CASES, play};
    use crate::families::file::Listed;
    use crate::families::plain::Dice;
    use crate::families::strips::Strips;
    use crate::families::theorem::{Shift, Theorem};
    use crate::families::word::Word;
    use crate::games::{Games, ZERO};
    use crate::outcome::Outcome;

    const ALL: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

    /// Who wins the boards up to this n, by values.
    fn truth(word: &Word, last: usize) -> Vec<Outcome> {
        let (mut games, mut strips) = (Games::new(1 << 40), Strips::default());
        let mut one = |n: usize| {
            let stones = word.stones(word.root(), word.fixed() + n * word.period.len());
            let value = strips.value(&stones, &mut games).expect("steps");
            let mut le = |a, b| games.le(a, b).expect("steps");
            Outcome::of_order(le(ZERO, value), le(value, ZERO))
        };
        (0..=last).map(&mut one).collect()
    }

    /// Every false entry for a board of up to 24 stones, and n up to 6, is
    /// found, and the message names its n; a true one is passed.
    #[test]
    fn false_entries_for_small_boards_are_found() {
        let mut dice = Dice(11);
        let mut played = 0;
        while played < 60 {
            let text = format!("{}(x{})^n{}", dice.stones(3), dice.stones(5), dice.stones(3));
            let word = Word::read(&text).expect("a word");
            let last = LEAST_CASES.min((24 - word.fixed()) / word.period.len());
            let small = truth(&word, last);
            let n = dice.below(last + 1);
            let mut wrong = small.clone();
            wrong[n] = ALL[dice.below(4)];
            // Beyond `last` the statement may be false too, at a greater n.
            let found = play(&word, &Theorem::Wins { small: wrong.clone(), rest: Outcome::L }, &[], None);
            let contradicted = |n: usize| format!("for n = {n}, {}", small[n].sentence());
            if wrong == small {
                let earlier = |why: &String| (0..=last).any(|n| why.contains(&contradicted(n)));
                assert!(!found.is_err_and(|why| earlier(&why)), "{text}");
            } else {
                let why = found.expect_err(&text);
                assert!(why.ends_with(&contradicted(n)), "{text}: {why}");
            }
            played += 1;
        }
    }

    /// (xo)^3 is zero, and 24 stones are reached.
    #[test]
    fn the_second_player_wins_what_is_listed() {
        let word = Word::read("(xo)^n").expect("a word");
        for (but, contradiction) in [
            (vec![], Some("n = 0, the second")),
            (vec![0], Some("n = 3, the second")),
            (vec![0, 3], None),
            (vec![0, 3, 12], Some("n = 12, the first")),
            (vec![0, 3, 4], Some("n = 4, the first")),
        ] {
            match (play(&word, &Theorem::FirstWins { but }, &[], None), contradiction) {
                (Ok(played), None) => assert!(played.by_definition.is_some_and(|last| last.stones >= 24)),
                (Err(why), Some(wanted)) => assert!(why.contains(wanted), "{why}"),
                (found, wanted) => panic!("{found:?} and not {wanted:?}"),
            }
        }
    }

    #[test]
    fn gains_are_compared_with_the_named_shift() {
        let word = Word::read("(xxo)^n").expect("a word");
        let ups = |n, star| Shift::Ups { n, star };
        // Games 1 and 2 of a file: star and up.
        let line = |lefts: &[usize], rights: &[usize]| Listed { line: 1, lefts: lefts.into(), rights: rights.into() };
        let games = [line(&[0], &[0]), line(&[0], &[1])];
        let other = |number| Shift::Other { number, form: String::new() };
        for (copies, shift, is_true) in [
            (2, ups(1, false), true),
            (2, ups(1, true), false),
            (2, ups(-1, false), false),
            (2, Shift::Zero, false),
            (1, ups(1, false), false),
            (4, ups(2, false), true),
            (2, other(2), true),
            (2, other(1), false),
        ] {
            let found = play(&word, &Theorem::Gains { copies, least: 0, shift: shift.clone() }, &games, None);
            assert_eq!(found.is_ok(), is_true, "{copies} {shift:?}");
            match found {
                Ok(played) => assert!(played.by_definition.is_some_and(|last| last.stones > 24)),
                Err(why) => assert!(why.contains("the board with n = "), "{why}"),
            }
        }
        // From n = 3 on only.
        let word = Word::read("(xxxo)^n").expect("a word");
        for (least, is_true) in [(4, true), (3, false), (0, false)] {
            let found = play(&word, &Theorem::Gains { copies: 2, least, shift: ups(2, true) }, &[], None);
            assert_eq!(found.is_ok(), is_true, "{least}: {found:?}");
        }
    }

    /// The definitions reach 64 stones, and nothing is left for values.
    #[test]
    fn short_words_are_played_by_the_definitions() {
        let word = Word::read("(xxo)^n").expect("a word");
        let up = Shift::Ups { n: 1, star: false };
        let played = play(&word, &Theorem::Gains { copies: 2, least: 3, shift: up }, &[], None).expect("true");
        assert_eq!(played.to_string(), "first cases played: n = 3 to 19 by the definitions (63 stones)");
        let word = Word::read("(x)^n").expect("a word");
        let second = Theorem::Wins { small: vec![], rest: Outcome::P };
        let played = play(&word, &second, &[], None).expect("true");
        assert_eq!(played.to_string(), "first cases played: n = 0 to 64 by the definitions (64 stones)");
    }

    /// A word that is too long for the definitions is played by values.
    #[test]
    fn long_words_are_valued() {
        let word = Word::read(&format!("({})^n", "xxoo".repeat(10))).expect("a word");
        let gains = |least| Theorem::Gains { copies: 1, least, shift: Shift::Zero };
        let played = play(&word, &gains(0), &[], None).expect("true");
        let said = "first cases played: n = 0 by the definitions (40 stones), n = 1 to 5 by values (240 stones)";
        assert_eq!(played.to_string(), said);
        let played = play(&word, &gains(2), &[], None).expect("true");
        assert_eq!(played.to_string(), "first cases played: n = 2 to 5 by values (240 stones)");
        let wins = |rest| Theorem::Wins { small: vec![Outcome::P; 2], rest };
        let played = play(&word, &wins(Outcome::P), &[], None).expect("true");
        let said = "first cases played: n = 0 to 1 by the definitions (40 stones), n = 2 to 6 by values (240 stones)";
        assert_eq!(played.to_string(), said);
        for rest in [Outcome::L, Outcome::R, Outcome::N] {
            let why = play(&word, &wins(rest), &[], None).expect_err("false for n = 2");
            assert!(why.ends_with("for n = 2, the second player wins"), "{why}");
        }
        let played = play(&word, &gains(6), &[], None).expect("nothing was played");
        assert_eq!(played.to_string(), "first cases played: none, the board for n = 6 is too large");
        let played = play(&word, &gains(7), &[], None).expect("nothing was played");
        assert_eq!(played.to_string(), "first cases played: none, the board for n = 7 is too large");
    }

    /// Boards of more than 64 stones that gain seven ups with 42 stones, by
    /// values alone; the shift by its name and by the games of a file.
    #[test]
    fn values_are_compared_with_the_named_shift() {
        let word = Word::read(&format!("({})^n", "xxo".repeat(14))).expect("a word");
        // Game 2n is n times up, game 2n + 1 has a star besides; game 1 is star.
        let line = |lefts: &[usize], right: usize| Listed { line: 1, lefts: lefts.into(), rights: vec![right] };
        let mut games = vec![line(&[0], 0), line(&[0], 1), line(&[0, 1], 0)];
        for n in 2..=7 {
            games.extend([line(&[0], 2 * n - 1), line(&[0], 2 * n - 2)]);
        }
        let other = |number| Shift::Other { number, form: String::new() };
        for (shift, is_true) in [
            (Shift::Ups { n: 7, star: false }, true),
            (Shift::Ups { n: 7, star: true }, false),
            (Shift::Ups { n: 6, star: false }, false),
            (Shift::Zero, false),
            (other(14), true),
            (other(15), false),
            (other(12), false),
        ] {
            let found = play(&word, &Theorem::Gains { copies: 1, least: 1, shift: shift.clone() }, &games, None);
            match found {
                Ok(played) => {
                    assert!(is_true, "{shift:?}");
                    assert_eq!(played.to_string(), "first cases played: n = 1 to 5 by values (252 stones)");
                }
                Err(why) => assert!(!is_true && why.ends_with("the board with n = 1 does not gain the shift"), "{why}"),
            }
        }
    }
}
