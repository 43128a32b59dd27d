//! An expression in the terms of plain proofs.

use std::collections::HashMap;

use allsmall::internal::proof_queries;
use allsmall::solve::Solver;
use allsmall::value::ComponentKind;
use allsmall::{Player, Stop};
use allsmall_check::games::{Game, Games, ZERO};
use allsmall_check::plain::{Tables, Written};
use allsmall_check::sums::{Board, Sums};

use crate::error::Failure;
use crate::oracle::Oracle;
use crate::statement::{board, enter};

/// Steps of the checker's arithmetic: proofs may take long, checks may not.
const STEPS: u64 = u64::MAX / 2;
/// Maximum number of copies of a component.
const COPIES: u64 = 1 << 12;

/// The sum, the graphs and the games of a proof.
pub(super) struct PlainTerms {
    pub(super) tables: Tables,
    pub(super) sum: Vec<Written>,
    /// The expressions as the statement writes them.
    pub(super) texts: Vec<String>,
    /// The graphs.
    pub(super) graphs: Vec<String>,
    pub(super) list: GameList,
    /// Games, and the values of strips.
    pub(super) sums: Sums,
}

impl PlainTerms {
    /// Takes the expressions that the solver was made for: their numbers of
    /// components, and whether they are subtracted.
    pub(super) fn new(solver: Solver, exprs: &[(usize, bool)]) -> Result<(PlainTerms, Oracle), Failure> {
        let mut sums = Sums::new(STEPS);
        let (mut graphs, mut roots, mut sum) = (Vec::new(), Vec::new(), Vec::new());
        let mut list = GameList::default();
        let mut tables = Tables::default();
        let mut texts = Vec::new();
        let mut components = solver.game().components.iter().zip(proof_queries::root_values(&solver));
        for &(count, negated) in exprs {
            let mut pieces = Vec::new();
            for (component, value) in components.by_ref().take(count) {
                let (text, term) = match (&component.what, value) {
                    (ComponentKind::Board(position), _) => {
                        let (text, graph) = board(position, &mut sums, &mut graphs)?;
                        roots.push((position.clone(), graph));
                        let Board { shape, cells } = sums.cells(&text)?;
                        (text, Written::Board { shape, cells })
                    }
                    (ComponentKind::Value { .. }, value) => {
                        let value = value.ok_or(Stop::Unsupported)?;
                        let game = enter(&mut sums.games, solver.values(), value)?;
                        let number = list.number(&sums.games, game, &mut tables);
                        (format!("#{number}"), Written::Value { negated: false, number })
                    }
                };
                if component.times > COPIES {
                    return Err(Stop::Unsupported.into());
                }
                for _ in 0..component.times {
                    pieces.push(text.clone());
                    sum.push(if negated { term.negative() } else { term.clone() });
                }
            }
            texts.push(if pieces.is_empty() { "0".to_owned() } else { pieces.join("+") });
        }
        std::mem::swap(&mut tables.boards, &mut sums.boards);
        let terms = PlainTerms { tables, sum, texts, graphs, list, sums };
        Ok((terms, Oracle::new(solver, roots)))
    }
}

/// Games by their numbers, each after its options.
pub(super) struct GameList {
    pub(super) listed: Vec<Game>,
    numbers: HashMap<Game, u32>,
}

impl Default for GameList {
    fn default() -> GameList {
        GameList { listed: vec![ZERO], numbers: HashMap::from([(ZERO, 0)]) }
    }
}

impl GameList {
    /// The number of a game, which is entered with its options if it is new.
    pub(super) fn number(&mut self, games: &Games, game: Game, tables: &mut Tables) -> u32 {
        if let Some(&known) = self.numbers.get(&game) {
            return known;
        }
        let sides = Player::BOTH.map(|player| -> Vec<u32> {
            let options = games.options(game, player == Player::Left).to_vec();
            options.into_iter().map(|option| self.number(games, option, tables)).collect()
        });
        tables.values.push(sides);
        let number = self.listed.len() as u32;
        self.listed.push(game);
        self.numbers.insert(game, number);
        number
    }

    /// The number of a game that has one.
    pub(super) fn known(&self, game: Game) -> Option<u32> {
        self.numbers.get(&game).copied()
    }
}
