//! What a printed sentence about a family says, and whether it is true.
//!
//! The sentence itself is read, because it is what users rely on, and every
//! case of it is a sum that the library's solver decides: the board for who
//! wins, `later - now - shift` for a gain. The solver shares no code with the
//! checker. The cases go on where the checker's first cases ended.

use std::cell::RefCell;
use std::collections::HashMap;

use allsmall::notation::read_expr;
use allsmall::solve::Solver;
use allsmall::{Budget, Outcome, Player};
use allsmall_check::families::Played;

/// Cases beyond the last one that the checker played, and stones up to which
/// all cases are decided.
const BEYOND: usize = 3;
const STONES: usize = 72;
/// Stones of the largest board that is decided.
const MOST_STONES: usize = 400;
/// Nodes of a search; a sum that takes more is left undecided.
const NODES: u64 = 200_000;
/// Bytes of a search.
const MEMORY: usize = 256 << 20;

/// A sentence, read back.
struct Sentence {
    /// A, w and B.
    word: [String; 3],
    claim: Claim,
    closed: Vec<ClosedForm>,
}

/// `A w^n B = floor(n / copies).shift + rest` for the first n and further ones.
struct ClosedForm {
    first: usize,
    copies: usize,
    shift: String,
    rest: String,
}

/// `WORD = floor(n/2).^2* + {^*|v2*} for n = 4, 6, 8, ...`
fn closed_form(text: &str) -> Option<ClosedForm> {
    let (_, text) = text.split_once(" = ")?;
    let (value, range) = text.split_once(" for n = ")?;
    let mut range = range.split(", ");
    let (first, second): (usize, usize) = (range.next()?.parse().ok()?, range.next()?.parse().ok()?);
    let (shift, rest) =
        match value.strip_prefix("n.").or_else(|| Some(value.strip_prefix("floor(n/")?.split_once(").")?.1)) {
            None => ("0", value),
            Some(value) => value.split_once(" + ").unwrap_or((value, "0")),
        };
    Some(ClosedForm { first, copies: second.checked_sub(first)?, shift: shift.to_owned(), rest: rest.to_owned() })
}

enum Claim {
    /// `A w^(n+copies) B = A w^n B + shift` for all n from `least` on.
    Gains { copies: usize, least: usize, shift: String },
    /// Who wins for each of the listed n, and for all others.
    Wins { listed: HashMap<usize, Outcome>, others: Outcome },
}

thread_local! {
    /// Sums that were decided before: forged files repeat each other's claims.
    static KNOWN: RefCell<HashMap<String, Option<Outcome>>> = RefCell::default();
}

/// Decides the cases of a sentence one after the other; returns how many of
/// them lie beyond those that the checker played.
///
/// # Panics
/// A case is false, or the sentence cannot be read.
pub(super) fn assert_true(sentence: &str, played: &Played, file: &str) -> usize {
    let Some(read) = Sentence::read(sentence) else { panic!("unreadable: {sentence}: {file}") };
    let first = match read.claim {
        Claim::Gains { least, .. } => least,
        Claim::Wins { .. } => 0,
    };
    assert_eq!(played.first, first, "{sentence}: {file}");
    // The checker's cases, and after them those that only the solver decides.
    let next = [played.by_definition, played.by_value].iter().flatten().map(|case| case.n + 1).max().unwrap_or(first);
    let is_wanted = |n: usize| {
        let stones = read.stones(n);
        stones <= STONES || stones <= MOST_STONES && n < next + BEYOND
    };
    assert!(read.closed.iter().all(|form| read.has_values(form)), "{sentence}: {file}");
    let mut beyond = 0;
    for n in (first..).take_while(|&n| is_wanted(n)) {
        match read.holds(n) {
            Some(true) => beyond += usize::from(n >= next),
            Some(false) => panic!("false for n = {n}: {sentence}: {file}"),
            None => break,
        }
    }
    beyond
}

/// The words for a class in a sentence.
const WINNERS: [(&str, Outcome); 4] =
    [("Left", Outcome::L), ("Right", Outcome::R), ("the first player", Outcome::N), ("the second player", Outcome::P)];

impl Sentence {
    fn read(text: &str) -> Option<Sentence> {
        for (who, others) in WINNERS {
            if let Some(rest) = text.strip_prefix(who).and_then(|rest| rest.strip_prefix(" wins ")) {
                return Sentence::read_wins(rest, others);
            }
        }
        let (text, closed) = text.split_once("; hence ").map_or((text, ""), |(text, closed)| (text, closed));
        let (equation, least) = text.split_once(" for all n >= ")?;
        let (later, now) = equation.split_once(" = ")?;
        let (now, shift) = now.split_once(" + ").unwrap_or((now, "0"));
        let ([before, period, after], word) = (split(later, ")^(n+")?, split(now, ")^n")?);
        let (copies, after) = after.split_once(')')?;
        ([before, period, after] == word).then_some(())?;
        let shift = shift.to_owned();
        Some(Sentence {
            word: word.map(str::to_owned),
            claim: Claim::Gains { copies: copies.parse().ok()?, least: least.parse().ok()?, shift },
            closed: closed.split(" and ").filter(|form| !form.is_empty()).map(closed_form).collect::<Option<_>>()?,
        })
    }

    /// What follows the winner: the family, and for which n it is another one.
    fn read_wins(text: &str, others: Outcome) -> Option<Sentence> {
        let (word, range) = text.split_once(" for ")?;
        let word = split(word, ")^n")?.map(str::to_owned);
        let mut listed = HashMap::new();
        if let Some(list) = range.strip_prefix("every n") {
            // The first player wins all but these.
            (others == Outcome::N).then_some(())?;
            let list = if list.is_empty() { None } else { Some(list.strip_prefix(" but ")?) };
            for n in list.into_iter().flat_map(|list| list.split(", ")) {
                listed.insert(n.parse().ok()?, Outcome::P);
            }
        } else {
            let mut all = range.strip_prefix("all n >= ")?.split(", ");
            let least: usize = all.next()?.parse().ok()?;
            for (i, one) in all.enumerate() {
                let (who, n) = one.split_once(" for n = ")?;
                let &(_, outcome) = WINNERS.iter().find(|&&(name, _)| name == who)?;
                (n.parse() == Ok(i)).then_some(())?;
                listed.insert(i, outcome);
            }
            (listed.len() == least).then_some(())?;
        }
        Some(Sentence { word, claim: Claim::Wins { listed, others }, closed: Vec::new() })
    }

    /// Stones of the largest board of a case.
    fn stones(&self, n: usize) -> usize {
        let [before, period, after] = self.word.each_ref().map(String::len);
        let ahead = match self.claim {
            Claim::Gains { copies, .. } => copies,
            Claim::Wins { .. } => 0,
        };
        before + (n + ahead) * period + after
    }

    /// Whether the first boards of a closed form have its value, as far as the solver
    /// decides it.
    fn has_values(&self, form: &ClosedForm) -> bool {
        let [before, period, after] = &self.word;
        let is_small = |n: &usize| before.len() + n * period.len() + after.len() <= STONES;
        (form.first..).step_by(form.copies).take_while(is_small).all(|n| {
            let board = format!("{before}{}{after}", period.repeat(n));
            let board = if board.is_empty() { "0".to_owned() } else { board };
            let shifts = format!(" - {}", form.shift).repeat(n / form.copies);
            decided(format!("{board}{shifts} - {}", form.rest)).is_none_or(|outcome| outcome == Outcome::P)
        })
    }

    /// Whether a case is true; `None` if the solver does not decide it.
    fn holds(&self, n: usize) -> Option<bool> {
        let [before, period, after] = &self.word;
        let board = |n: usize| match format!("{before}{}{after}", period.repeat(n)) {
            empty if empty.is_empty() => "0".to_owned(),
            stones => stones,
        };
        match &self.claim {
            Claim::Gains { copies, shift, .. } => {
                let difference = format!("{} - {} - {shift}", board(n + copies), board(n));
                Some(decided(difference)? == Outcome::P)
            }
            Claim::Wins { listed, others } => Some(decided(board(n))? == *listed.get(&n).unwrap_or(others)),
        }
    }
}

/// A, w and B of `A(w)^nB`, whatever ends the parenthesis; each of stones.
fn split<'a>(text: &'a str, end: &str) -> Option<[&'a str; 3]> {
    let (before, rest) = text.split_once('(')?;
    let (period, after) = rest.split_once(end)?;
    let is_stones = |part: &str| part.bytes().all(|stone| stone == b'x' || stone == b'o');
    (is_stones(before) && is_stones(period) && !period.is_empty()).then_some([before, period, after])
}

/// The outcome of a sum, as far as [`NODES`] go.
fn decided(sum: String) -> Option<Outcome> {
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&sum).copied()) {
        return known;
    }
    let outcome = solved(&sum);
    KNOWN.with_borrow_mut(|known| known.insert(sum, outcome));
    outcome
}

fn solved(sum: &str) -> Option<Outcome> {
    let expr = read_expr(sum).expect("boards and the name of a value");
    let mut solver = Solver::for_sum(&expr, &Budget::new().with_memory(MEMORY)).ok()?;
    solver.set_node_limit(Some(NODES));
    let mut winner = |first: Player| Some(if solver.wins(first).ok()? { first } else { first.opponent() });
    Some(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}
