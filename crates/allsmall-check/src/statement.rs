//! What a file sets out to prove: read into types, and what it takes.
//!
//! ```text
//! line ---read---> Statement ---owed---> Owed ---paid---> the same Statement, as a sentence
//! ```
//!
//! What has to be shown and what is printed are made from one typed value, so
//! they cannot differ (`sentence.rs` writes it).

use crate::boards::Part;
use crate::games::{Fault, Game};
use crate::outcome::Outcome;
use crate::phutball;
use crate::proof::Check;
use crate::reader::{Term, number};
use crate::solitaire::Solitaire;
use crate::sums::{Board, Sum};

/// What a file sets out to prove.
pub(crate) enum Statement {
    /// The outcome class of a sum.
    Outcome { class: Outcome, sum: Vec<Term> },
    /// This player wins a sum, moving second or first.
    Wins { player: Player, second: bool, sum: Vec<Term> },
    /// The value of a sum.
    Value { sum: Vec<Term>, game: Game },
    /// How two sums compare.
    Compare { left: Vec<Term>, relation: Relation, right: Vec<Term> },
    /// The Grundy value of a sum of boards in impartial Clobber.
    Nimber { sum: Vec<Term>, value: u32 },
    /// No play of solitaire leaves fewer than `least` stones, and some play
    /// leaves at most `most`.
    Solitaire { board: Board, least: usize, most: usize },
    /// The outcome class of a board of Phutball.
    Phutball { class: Outcome, board: Box<[u8]> },
}

#[derive(Clone, Copy)]
pub(crate) enum Player {
    Left,
    Right,
}

#[derive(Clone, Copy)]
pub(crate) enum Relation {
    Equal,
    Less,
    Greater,
    Confused,
}

/// What has to be shown for a statement.
pub(crate) enum Owed {
    /// Left wins these sums, each moving second or first.
    Sums(Vec<(Sum, bool)>),
    /// The nim-sum of these parts is this.
    NimSum(Vec<Part>, u32),
    /// The play from this board leaves at most this number of stones.
    Play(Board, usize),
    /// Left wins these boards of Phutball, each moving second or first.
    Lanes(Vec<(Box<[u8]>, bool)>),
}

/// A statement that is being proved.
pub(crate) struct Goal {
    pub(crate) statement: Statement,
    pub(crate) owed: Owed,
}

impl Player {
    fn read(text: &str) -> Result<Player, Fault> {
        match text {
            "L" => Ok(Player::Left),
            "R" => Ok(Player::Right),
            _ => Err("expected L or R".to_owned()),
        }
    }
}

impl Relation {
    fn read(text: &str) -> Result<Relation, Fault> {
        match text {
            "=" => Ok(Relation::Equal),
            "<" => Ok(Relation::Less),
            ">" => Ok(Relation::Greater),
            "||" => Ok(Relation::Confused),
            _ => Err("expected =, <, > or ||".to_owned()),
        }
    }

    /// The outcome class of the difference.
    fn class(self) -> Outcome {
        match self {
            Relation::Equal => Outcome::P,
            Relation::Less => Outcome::R,
            Relation::Greater => Outcome::L,
            Relation::Confused => Outcome::N,
        }
    }
}

/// The words of a statement: up to three, and a fourth that is one too many.
fn words(rest: &str) -> Vec<&str> {
    rest.splitn(4, ' ').collect()
}

impl Check {
    /// Reads a statement, and finds what has to be shown for it.
    pub(crate) fn state(&mut self, word: &str, rest: &str) -> Result<Goal, Fault> {
        let statement = self.read_statement(word, rest)?;
        let owed = self.owed(&statement)?;
        Ok(Goal { statement, owed })
    }

    fn read_statement(&mut self, word: &str, rest: &str) -> Result<Statement, Fault> {
        let reader = &mut self.reader;
        Ok(match (word, &words(rest)[..]) {
            ("outcome", [class, sum]) => Statement::Outcome { class: Outcome::read(class)?, sum: reader.written(sum)? },
            ("first", [player, sum]) => {
                Statement::Wins { player: Player::read(player)?, second: false, sum: reader.written(sum)? }
            }
            ("second", [player, sum]) => {
                Statement::Wins { player: Player::read(player)?, second: true, sum: reader.written(sum)? }
            }
            ("value", [sum, game]) => {
                let game = reader.listed(game.strip_prefix('#').ok_or("expected #game")?)?;
                Statement::Value { sum: reader.written(sum)?, game }
            }
            ("compare", [left, relation, right]) => Statement::Compare {
                left: reader.written(left)?,
                relation: Relation::read(relation)?,
                right: reader.written(right)?,
            },
            ("nimber", [sum, value]) => Statement::Nimber { sum: reader.written(sum)?, value: number(value)? },
            ("reduce", [board, least, most]) => {
                Statement::Solitaire { board: reader.sums.cells(board)?, least: number(least)?, most: number(most)? }
            }
            ("phutball", [class, board]) => {
                Statement::Phutball { class: Outcome::read(class)?, board: phutball::read(board)? }
            }
            _ => return Err("the statement has too many or too few words".to_owned()),
        })
    }

    /// What has to be shown for a statement.
    fn owed(&mut self, statement: &Statement) -> Result<Owed, Fault> {
        Ok(match statement {
            Statement::Outcome { class, sum } => {
                let (sum, minus) = self.both(sum)?;
                Owed::Sums(claims(*class, sum, minus))
            }
            Statement::Wins { player, second, sum } => {
                let (sum, minus) = self.both(sum)?;
                let own = match player {
                    Player::Left => sum,
                    Player::Right => minus,
                };
                Owed::Sums(vec![(own, *second)])
            }
            Statement::Value { sum, game } => {
                let (sum, _) = self.both(sum)?;
                let minus = Sum { games: vec![self.reader.sums.games.negative(*game)], parts: Vec::new() };
                self.difference(&sum, Relation::Equal, &minus)?
            }
            Statement::Compare { left, relation, right } => {
                let ((left, _), (_, minus)) = (self.both(left)?, self.both(right)?);
                self.difference(&left, *relation, &minus)?
            }
            Statement::Nimber { sum, value } => {
                let (games, parts) = self.reader.taken_apart(sum)?;
                if !games.is_empty() {
                    return Err("only boards have Grundy values".to_owned());
                }
                Owed::NimSum(parts, *value)
            }
            Statement::Solitaire { board, least, most } => {
                let sums = &mut self.reader.sums;
                let solitaire = Solitaire { boards: &sums.boards, shape: board.shape, cells: &board.cells };
                let groups = solitaire.groups();
                sums.games.spend(solitaire.cost(&groups))?;
                let found = solitaire.lower(&groups);
                if *least > found {
                    return Err(format!("rule 10 proves no more than {found} as a lower bound"));
                }
                if least > most {
                    return Err("the lower bound is greater than the upper one".to_owned());
                }
                Owed::Play(board.clone(), *most)
            }
            Statement::Phutball { class, board } => {
                Owed::Lanes(claims(*class, board.clone(), phutball::mirrored(board)))
            }
        })
    }

    /// A sum and its negative in normal form.
    fn both(&mut self, terms: &[Term]) -> Result<(Sum, Sum), Fault> {
        let sum = self.reader.sum_of(terms)?;
        self.reader.sums.weigh_strips(&sum)?;
        let minus = self.reader.sums.negative(&sum)?;
        Ok((sum, minus))
    }

    /// What a relation between a and b means for a - b, given a and -b.
    fn difference(&mut self, a: &Sum, relation: Relation, minus: &Sum) -> Result<Owed, Fault> {
        let sum = self.reader.sums.plus(a, minus)?;
        let minus = self.reader.sums.negative(&sum)?;
        Ok(Owed::Sums(claims(relation.class(), sum, minus)))
    }

    /// The statement, if what had to be shown for it has been shown.
    pub(crate) fn end(&mut self) -> Result<Statement, Fault> {
        let Goal { statement, owed } = self.goal.take().ok_or("the file has no statement")?;
        match owed {
            Owed::Sums(list) => {
                for (sum, second) in list {
                    if self.claims.find(&mut self.reader.sums, &sum, second)?.is_none() {
                        let turn = if second { "second" } else { "first" };
                        return Err(format!(
                            "nothing above says that Left wins {} moving {turn}",
                            self.reader.text(&sum)
                        ));
                    }
                }
            }
            Owed::NimSum(parts, value) => {
                let found = self.nim_sum(&parts)?;
                if found != value {
                    return Err(format!("the Grundy value is {found}"));
                }
            }
            Owed::Play(board, most) => {
                let left = board.cells.iter().filter(|&&cell| cell != b'.').count();
                if left > most {
                    return Err(format!("the play leaves {left} stones"));
                }
            }
            Owed::Lanes(list) => {
                if let Some((board, _)) = list.iter().find(|(board, second)| !self.phutball.knows(board, *second)) {
                    return Err(format!("nothing above says that Left wins {}", String::from_utf8_lossy(board)));
                }
            }
        }
        Ok(statement)
    }
}

/// What an outcome class says of a position and of its negative: which of them
/// Left wins, moving second (true) or first.
fn claims<T: Clone>(class: Outcome, own: T, minus: T) -> Vec<(T, bool)> {
    match class {
        Outcome::L => vec![(own.clone(), true), (own, false)],
        Outcome::R => vec![(minus.clone(), true), (minus, false)],
        Outcome::N => vec![(own, false), (minus, false)],
        Outcome::P => vec![(own, true), (minus, true)],
    }
}
