//! The statements that family files prove, and the one function that writes
//! them as sentences.

use std::fmt;

use super::file::{Checked, Line};
use super::word::Word;
use crate::games::{Game, Games, ZERO};
use crate::outcome::Outcome;

/// Characters of a shift that is written by its options.
const LONGEST_NAME: usize = 10_000;

/// A statement about `A w^n B` for every n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Theorem {
    /// `A w^(n+copies) B = A w^n B + shift` for all n from `least` on.
    Gains { copies: usize, least: usize, shift: Shift },
    /// Who wins for n = 0, 1, ..., and for all n after those.
    Wins { small: Vec<Outcome>, rest: Outcome },
    /// The second player wins for these n, the first player for all others.
    FirstWins { but: Vec<usize> },
}

/// A statement and the line that a contradiction of it is reported at.
#[derive(Debug)]
pub(super) struct Stated {
    pub(super) theorem: Theorem,
    pub(super) line: Line,
    /// The values that follow.
    pub(super) closed: Vec<ClosedForm>,
}

/// `A w^n B = floor(n / copies).shift + rest` for this n and every one that is
/// a multiple of `copies` greater.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClosedForm {
    pub(super) n: usize,
    pub(super) copies: usize,
    pub(super) shift: Shift,
    pub(super) rest: Shift,
}

impl ClosedForm {
    /// The values in words.
    fn sentence(&self, word: &Word) -> String {
        let &ClosedForm { n, copies, ref shift, ref rest } = self;
        let times = if copies == 1 { "n".to_owned() } else { format!("floor(n/{copies})") };
        let value = match (shift, rest) {
            (Shift::Zero, _) => rest.to_string(),
            (_, Shift::Zero) => format!("{times}.{shift}"),
            _ => format!("{times}.{shift} + {rest}"),
        };
        format!("{} = {value} for n = {n}, {}, {}, ...", word.text("n"), n + copies, n + 2 * copies)
    }
}

/// The game that is gained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Zero,
    /// A multiple of up, with star or without.
    Ups {
        n: i32,
        star: bool,
    },
    /// Another game of the file: its number there, and its canonical form.
    Other {
        number: usize,
        form: String,
    },
}

impl Shift {
    /// The name of a game that has this number in the file.
    pub(super) fn name(number: usize, game: Game, games: &mut Games) -> Checked<Shift> {
        if game == ZERO {
            return Ok(Shift::Zero);
        }
        for n in -32..=32 {
            for star in [false, true] {
                if games.ups(n, star)? == game {
                    return Ok(Shift::Ups { n, star });
                }
            }
        }
        let mut form = String::new();
        write(game, games, &mut form)?;
        Ok(Shift::Other { number, form })
    }
}

/// Writes a game whole, by its options.
fn write(game: Game, games: &Games, form: &mut String) -> Checked<()> {
    if form.len() > LONGEST_NAME {
        return Err(format!("the shift has more than {LONGEST_NAME} characters"));
    }
    if game == ZERO {
        form.push('0');
        return Ok(());
    }
    for (left, opening) in [(true, '{'), (false, '|')] {
        form.push(opening);
        for (i, &option) in games.options(game, left).iter().enumerate() {
            form.push_str(if i > 0 { "," } else { "" });
            write(option, games, form)?;
        }
    }
    form.push('}');
    Ok(())
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shift::Zero => f.write_str("0"),
            Shift::Ups { n: 0, star } => f.write_str(if *star { "*" } else { "0" }),
            Shift::Ups { n, star } => {
                f.write_str(if *n < 0 { "v" } else { "^" })?;
                if n.unsigned_abs() > 1 {
                    write!(f, "{}", n.unsigned_abs())?;
                }
                f.write_str(if *star { "*" } else { "" })
            }
            Shift::Other { form, .. } => f.write_str(form),
        }
    }
}

impl Stated {
    /// The statement and what follows from it in words.
    pub(super) fn sentence(&self, word: &Word) -> String {
        let closed: Vec<String> = self.closed.iter().map(|form| form.sentence(word)).collect();
        let hence = if closed.is_empty() { String::new() } else { format!("; hence {}", closed.join(" and ")) };
        self.theorem.sentence(word) + &hence
    }
}

impl Theorem {
    /// The statement about a family in words.
    pub(super) fn sentence(&self, word: &Word) -> String {
        let now = word.text("n");
        match self {
            Theorem::Gains { copies, least, shift } => {
                let later = word.text(&format!("(n+{copies})"));
                let gain = if *shift == Shift::Zero { String::new() } else { format!(" + {shift}") };
                format!("{later} = {now}{gain} for all n >= {least}")
            }
            Theorem::Wins { small, rest } => {
                let one = |(n, who): (usize, &Outcome)| format!(", {} for n = {n}", who.winner());
                let others: String = small.iter().enumerate().map(one).collect();
                format!("{} wins {now} for all n >= {}{others}", rest.winner(), small.len())
            }
            Theorem::FirstWins { but } if but.is_empty() => {
                format!("{} wins {now} for every n", Outcome::N.winner())
            }
            Theorem::FirstWins { but } => {
                let but: Vec<String> = but.iter().map(usize::to_string).collect();
                format!("{} wins {now} for every n but {}", Outcome::N.winner(), but.join(", "))
            }
        }
    }

    /// Who wins for this n; nothing if the statement is not about that.
    pub(super) fn outcome(&self, n: usize) -> Option<Outcome> {
        match self {
            Theorem::Gains { .. } => None,
            Theorem::Wins { small, rest } => Some(small.get(n).copied().unwrap_or(*rest)),
            Theorem::FirstWins { but } => Some(if but.contains(&n) { Outcome::P } else { Outcome::N }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shift, Theorem};
    use crate::families::strips::Strips;
    use crate::families::word::Word;
    use crate::games::{Games, ZERO};
    use crate::outcome::Outcome;

    /// Multiples of up have names, up to 32 of them; every other game is
    /// written by its options, and one that is too long is refused.
    #[test]
    fn shifts_are_named() {
        let mut games = Games::new(1 << 40);
        let mut name = |n: i32, star: bool| {
            let game = games.ups(n, star).expect("a multiple of up");
            Shift::name(1, game, &mut games).expect("a short name").to_string()
        };
        for (n, plain, starred) in [(0, "0", "*"), (1, "^", "^*"), (2, "^2", "^2*"), (-1, "v", "v*"), (-3, "v3", "v3*")]
        {
            assert_eq!([name(n, false), name(n, true)], [plain, starred]);
        }
        assert_eq!([name(32, true), name(-32, false)], ["^32*", "v32"]);
        assert!(name(33, false).starts_with("{0|{0|{0"), "{}", name(33, false));
        assert!(name(-33, true).starts_with("{{"), "{}", name(-33, true));

        let star = games.star(1).expect("star");
        let minus = games.make(vec![], vec![ZERO]).expect("-1");
        let hot = games.make(vec![ZERO], vec![minus]).expect("0|-1");
        for (lefts, rights, wanted) in [
            (vec![ZERO, star], vec![ZERO, star], "{0,{0|0}|0,{0|0}}"),
            (vec![], vec![ZERO], "{|0}"),
            (vec![ZERO], vec![hot], "{0|{0|{|0}}}"),
        ] {
            let game = games.make(lefts, rights).expect("a game");
            let shift = Shift::name(7, game, &mut games).expect("a short name");
            assert_eq!(shift, Shift::Other { number: 7, form: wanted.to_owned() });
            assert_eq!(shift.to_string(), wanted);
        }
        for stones in 23..=26 {
            let strip: Vec<bool> = (0..stones).map(|i| i % 2 == 0).collect();
            let long = Strips::default().value(&strip, &mut games).expect("alternating stones");
            let found = Shift::name(1, long, &mut games);
            assert!(found.is_err_and(|why| why.contains("more than 10000 characters")), "{stones}");
        }
    }

    #[test]
    fn sentences_say_all_of_a_theorem() {
        let word = Word::read("o(xxo)^nx").expect("a word");
        let gains = |shift| Theorem::Gains { copies: 2, least: 4, shift };
        let wins = |small: &[Outcome]| Theorem::Wins { small: small.to_vec(), rest: Outcome::L };
        for (theorem, wanted) in [
            (gains(Shift::Zero), "o(xxo)^(n+2)x = o(xxo)^nx for all n >= 4"),
            (gains(Shift::Ups { n: -2, star: true }), "o(xxo)^(n+2)x = o(xxo)^nx + v2* for all n >= 4"),
            (wins(&[]), "Left wins o(xxo)^nx for all n >= 0"),
            (
                wins(&[Outcome::N, Outcome::R]),
                "Left wins o(xxo)^nx for all n >= 2, the first player for n = 0, Right for n = 1",
            ),
            (Theorem::FirstWins { but: vec![] }, "the first player wins o(xxo)^nx for every n"),
            (Theorem::FirstWins { but: vec![0, 3] }, "the first player wins o(xxo)^nx for every n but 0, 3"),
        ] {
            assert_eq!(theorem.sentence(&word), wanted);
        }
    }
}
