//! What a file sets out to prove: how it is read, and whether it is proved.

use crate::boards::{Part, Shape};
use crate::games::Fault;
use crate::phutball;
use crate::proof::Check;
use crate::reader::number;
use crate::solitaire::Solitaire;
use crate::sums::Sum;

/// What a file sets out to prove.
pub(crate) enum Statement {
    /// Left wins the sum, moving second or first, or both; the words.
    Claims(Vec<(Sum, bool)>, String),
    /// A part of impartial play has this Grundy value.
    Nimber(Vec<Part>, u32, String),
    /// The fewest stones that solitaire leaves are these, or at most these.
    Solitaire { shape: Shape, cells: Vec<u8>, most: usize, words: String },
    /// Left wins these boards of Phutball, moving second or first.
    Phutball(Vec<(Box<[u8]>, bool)>, String),
}

impl Check {
    /// Reads the statement.
    pub(crate) fn state(&mut self, word: &str, rest: &str) -> Result<Statement, Fault> {
        let tokens: Vec<&str> = rest.split(' ').collect();
        let claims = |list: Vec<(Sum, bool)>, words: String| Ok(Statement::Claims(list, words));
        match (word, &tokens[..]) {
            ("outcome", [class, text]) => {
                let (sum, minus) = self.both(text)?;
                let (list, who) = class_claims(class, sum, minus)?;
                claims(list, format!("{}: {who}", self.reader.words(text)))
            }
            ("phutball", [class, text]) => {
                let board = phutball::read(text)?;
                let mirror = phutball::mirrored(&board);
                let (list, who) = class_claims(class, board, mirror)?;
                Ok(Statement::Phutball(list, format!("Phutball {text}: {who}")))
            }
            ("first" | "second", [player, text]) => {
                let (sum, minus) = self.both(text)?;
                let (sum, who) = match *player {
                    "L" => (sum, "Left"),
                    "R" => (minus, "Right"),
                    _ => return Err("expected L or R".to_owned()),
                };
                claims(vec![(sum, word == "second")], format!("{}: {who} wins moving {word}", self.reader.words(text)))
            }
            ("value", [text, game]) => {
                let game = self.reader.listed(game.strip_prefix('#').ok_or("expected #game")?)?;
                let (sum, _) = self.both(text)?;
                let minus = Sum { games: vec![self.reader.sums.games.negative(game)], parts: Vec::new() };
                let list = self.relation(&sum, "=", &minus)?;
                claims(list, format!("{} = {}", self.reader.words(text), self.reader.sums.games.text(game)))
            }
            ("compare", [left, relation, right]) => {
                let (a, (_, minus)) = (self.both(left)?.0, self.both(right)?);
                let list = self.relation(&a, relation, &minus)?;
                claims(list, format!("{} {relation} {}", self.reader.words(left), self.reader.words(right)))
            }
            ("nimber", [text, value]) => {
                let (games, parts) = self.reader.terms(text)?;
                if !games.is_empty() {
                    return Err("only boards have Grundy values".to_owned());
                }
                let words = format!("the Grundy value of {} in impartial Clobber is {value}", self.reader.words(text));
                Ok(Statement::Nimber(parts, number(value)?, words))
            }
            ("reduce", [text, least, most]) => {
                let (shape, cells) = self.reader.sums.cells(text)?;
                let (least, most): (usize, usize) = (number(least)?, number(most)?);
                let board = Solitaire { boards: &self.reader.sums.boards, shape, cells: &cells };
                let groups = board.groups();
                self.reader.sums.games.spend(board.cost(&groups))?;
                let found = board.lower(&groups);
                if least > found {
                    return Err(format!("rule 10 proves no more than {found} as a lower bound"));
                }
                let words = if least == most {
                    format!("solitaire on {text} leaves {most} stones at the least")
                } else {
                    format!("solitaire on {text} leaves at least {least} stones, and some play leaves {most}")
                };
                Ok(Statement::Solitaire { shape, cells, most, words })
            }
            _ => Err("the statement has too many or too few words".to_owned()),
        }
    }

    fn both(&mut self, text: &str) -> Result<(Sum, Sum), Fault> {
        let sum = self.reader.sum(text)?;
        self.reader.sums.weigh_strips(&sum)?;
        let minus = self.reader.sums.negative(&sum)?;
        Ok((sum, minus))
    }

    /// What a relation means for the difference a - b, given a and -b.
    fn relation(&mut self, a: &Sum, relation: &str, minus: &Sum) -> Result<Vec<(Sum, bool)>, Fault> {
        let sum = self.reader.sums.plus(a, minus)?;
        let minus = self.reader.sums.negative(&sum)?;
        Ok(match relation {
            "=" => vec![(sum, true), (minus, true)],
            ">" => vec![(sum.clone(), true), (sum, false)],
            "<" => vec![(minus.clone(), true), (minus, false)],
            "||" => vec![(sum, false), (minus, false)],
            _ => return Err("expected =, <, > or ||".to_owned()),
        })
    }

    pub(crate) fn end(&mut self) -> Result<String, Fault> {
        match self.statement.take() {
            None => Err("the file has no statement".to_owned()),
            Some(Statement::Claims(list, words)) => {
                for (sum, second) in list {
                    if self.claims.find(&mut self.reader.sums, &sum, second)?.is_none() {
                        let turn = if second { "second" } else { "first" };
                        return Err(format!(
                            "nothing above says that Left wins {} moving {turn}",
                            self.reader.text(&sum)
                        ));
                    }
                }
                Ok(words)
            }
            Some(Statement::Solitaire { cells, most, words, .. }) => {
                match cells.iter().filter(|&&cell| cell != b'.').count() {
                    left if left <= most => Ok(words),
                    left => Err(format!("the play leaves {left} stones")),
                }
            }
            Some(Statement::Phutball(list, words)) => {
                match list.iter().find(|(board, second)| !self.phutball.knows(board, *second)) {
                    None => Ok(words),
                    Some((board, _)) => {
                        Err(format!("nothing above says that Left wins {}", String::from_utf8_lossy(board)))
                    }
                }
            }
            Some(Statement::Nimber(parts, value, words)) => match self.nim_sum(&parts)? {
                found if found == value => Ok(words),
                found => Err(format!("the Grundy value is {found}")),
            },
        }
    }
}

/// What an outcome class claims of a game and of its negative, and the class in words.
type Class<T> = (Vec<(T, bool)>, &'static str);

/// What an outcome class says of a position and its negative: Left wins which
/// of them, moving second or first.
fn class_claims<T: Clone>(class: &str, own: T, minus: T) -> Result<Class<T>, Fault> {
    Ok(match class {
        "L" => (vec![(own.clone(), true), (own, false)], "Left wins, whoever moves first"),
        "R" => (vec![(minus.clone(), true), (minus, false)], "Right wins, whoever moves first"),
        "N" => (vec![(own, false), (minus, false)], "the first player wins"),
        "P" => (vec![(own, true), (minus, true)], "the second player wins"),
        _ => return Err("expected L, R, N or P".to_owned()),
    })
}
