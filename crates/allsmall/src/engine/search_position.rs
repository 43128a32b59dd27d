//! A position as the heuristic search plays on it: moves are played and taken back,
//! and hash, pairs and the evaluation's sums are kept up to date.

use super::evaluation::{EvalNet, UNITS};
use super::live_graph::{BLACK, LiveGraph, WHITE, colour_of};
use crate::base::hash::of_word;
use crate::{Budget, Player, Position, Stop};

/// Sums of the evaluation's rows, from the point of view of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accumulators {
    /// Black to move, white to move.
    pub(super) by_mover: [[i16; UNITS]; 2],
}

/// What a move changes and taking it back restores.
#[derive(Clone, Copy)]
struct Saved {
    edge: u32,
    sums: Accumulators,
    pairs: u32,
    hash: u64,
}

/// The position.
pub(super) struct SearchPosition<'a> {
    pub(super) graph: &'a LiveGraph,
    net: &'a EvalNet,
    stones: Vec<u8>,
    codes: Vec<u32>,
    /// Number of pairs of adjacent stones of different colours. Each is a move for
    /// either player, so at 0 the game is over.
    pub(super) pairs: u32,
    /// Colour of the player to move.
    pub(super) mover: u8,
    hash: u64,
    sums: Accumulators,
    played: Vec<Saved>,
}

/// Hash of the player to move.
const WHITE_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

fn stone_hash(v: usize, colour: u8) -> u64 {
    if colour == 0 { 0 } else { of_word((v as u64) << 2 | u64::from(colour)) }
}

impl<'a> SearchPosition<'a> {
    /// Sets up a position whose live stones are those of the graph.
    pub(super) fn new(
        graph: &'a LiveGraph,
        net: &'a EvalNet,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<SearchPosition<'a>, Stop> {
        let colour = |cell: &usize| position.cells()[*cell].map_or(0, colour_of);
        let mut new = SearchPosition {
            graph,
            net,
            stones: graph.cells.iter().map(colour).collect(),
            codes: vec![0; graph.len()],
            pairs: 0,
            mover: colour_of(player),
            hash: 0,
            sums: Accumulators { by_mover: [[0; UNITS]; 2] },
            played: Vec::new(),
        };
        let mut ticker = budget.ticker();
        for v in 0..graph.len() {
            let colour = new.stones[v];
            new.hash ^= stone_hash(v, colour);
            for influence in graph.influences(v) {
                new.codes[influence.vertex as usize] += if colour == BLACK { influence.black } else { influence.white };
            }
            if colour == BLACK {
                new.pairs += new.count(v, WHITE);
            }
            ticker.step(graph.edges(v).len())?;
        }
        for v in 0..graph.len() {
            let class = graph.class(new.codes[v], new.stones[v]);
            net.add(&mut new.sums, class, new.stones[v]);
        }
        Ok(new)
    }

    /// Number of neighbours of this colour.
    fn count(&self, v: usize, colour: u8) -> u32 {
        self.graph.edges(v).filter(|&edge| self.stones[usize::from(self.graph.targets[edge])] == colour).count() as u32
    }

    /// Hash of the stones and the player to move.
    pub(super) fn hash(&self) -> u64 {
        if self.mover == WHITE { self.hash ^ WHITE_TO_MOVE } else { self.hash }
    }

    /// Number of moves played.
    pub(super) fn plies(&self) -> usize {
        self.played.len()
    }

    /// Calls `visit` with every move of the player to move.
    #[inline]
    pub(super) fn for_each_move(&self, mut visit: impl FnMut(u32)) {
        let enemy = self.mover ^ 3;
        for (v, _) in self.stones.iter().enumerate().filter(|(_, stone)| **stone == self.mover) {
            for edge in self.graph.edges(v) {
                if self.stones[usize::from(self.graph.targets[edge])] == enemy {
                    visit(edge as u32);
                }
            }
        }
    }

    /// Returns whether an edge is a move of the player to move.
    pub(super) fn is_move(&self, edge: u32) -> bool {
        let edge = edge as usize;
        edge < self.graph.targets.len()
            && self.stones[usize::from(self.graph.sources[edge])] == self.mover
            && self.stones[usize::from(self.graph.targets[edge])] == self.mover ^ 3
    }

    /// Plays a move.
    pub(super) fn play(&mut self, edge: u32) {
        let (from, to) = self.ends(edge);
        self.played.push(Saved { edge, sums: self.sums, pairs: self.pairs, hash: self.hash });
        let (own, enemy) = (self.mover, self.mover ^ 3);
        self.pairs -= self.count(from, enemy);
        self.remove_class(from);
        self.stones[from] = 0;
        self.change_codes(from, own, 0);
        self.pairs -= self.count(to, own);
        self.remove_class(to);
        self.stones[to] = own;
        self.add_class(to);
        self.change_codes(to, enemy, own);
        self.pairs += self.count(to, enemy);
        self.hash ^= stone_hash(from, own) ^ stone_hash(to, enemy) ^ stone_hash(to, own);
        self.mover = enemy;
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self) {
        let Saved { edge, sums, pairs, hash } = self.played.pop().expect("a move was played");
        let (from, to) = self.ends(edge);
        let enemy = self.mover;
        self.mover ^= 3;
        self.stones[from] = self.mover;
        self.stones[to] = enemy;
        (self.sums, self.pairs, self.hash) = (sums, pairs, hash);
        let graph = self.graph;
        for (v, old, new) in [(to, self.mover, enemy), (from, 0, self.mover)] {
            for influence in graph.influences(v) {
                let code = &mut self.codes[influence.vertex as usize];
                *code = code.wrapping_add(change(influence.black, influence.white, old, new));
            }
        }
    }

    fn ends(&self, edge: u32) -> (usize, usize) {
        (self.graph.sources[edge as usize].into(), self.graph.targets[edge as usize].into())
    }

    fn remove_class(&mut self, v: usize) {
        let class = self.graph.class(self.codes[v], self.stones[v]);
        self.net.remove(&mut self.sums, class, self.stones[v]);
    }

    fn add_class(&mut self, v: usize) {
        let class = self.graph.class(self.codes[v], self.stones[v]);
        self.net.add(&mut self.sums, class, self.stones[v]);
    }

    /// Changes the codes around a cell whose stone changed, and the sums with them.
    fn change_codes(&mut self, v: usize, old: u8, new: u8) {
        let (graph, net) = (self.graph, self.net);
        for influence in graph.influences(v) {
            let near = influence.vertex as usize;
            let before = self.codes[near];
            let after = before.wrapping_add(change(influence.black, influence.white, old, new));
            self.codes[near] = after;
            let colour = self.stones[near];
            if colour != 0 {
                let [before, after] = [before, after].map(|code| graph.class(code, colour));
                if before != after {
                    net.replace(&mut self.sums, before, after, colour);
                }
            }
        }
    }

    /// The estimate for the player to move, in hundredths of a logit.
    pub(super) fn estimate(&self) -> i32 {
        self.net.output(&self.sums, self.mover, self.pairs)
    }

    /// The features of the position as the player to move sees it: classes of own
    /// stones, then classes of the other player's.
    pub(super) fn features(&self) -> (Vec<u16>, u32) {
        let mut features = Vec::new();
        for (v, &colour) in self.stones.iter().enumerate().filter(|(_, colour)| **colour != 0) {
            let class = self.graph.class(self.codes[v], colour);
            features.push(EvalNet::row_of(class, colour == self.mover) as u16);
        }
        (features, self.pairs)
    }
}

/// What changes in a code when a stone changes.
#[inline]
fn change(black: u32, white: u32, old: u8, new: u8) -> u32 {
    let of = |colour: u8| match colour {
        BLACK => black,
        WHITE => white,
        _ => 0,
    };
    of(new).wrapping_sub(of(old))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::engine::evaluation::EvalNet;

    /// Sums, codes and pairs that are kept up to date equal those of a new start.
    #[test]
    fn moves_are_played_and_taken_back() {
        let budget = Budget::new();
        for (text, seed) in
            ["checker:6x6", "random:4x7:3", "(xo)^9", "cycle:xoxoxxo", "cube:4:xoxoxoxooxoxoxox", "complete:5:xxoox"]
                .into_iter()
                .zip(1..)
        {
            let start: Position = text.parse().unwrap();
            let graph = LiveGraph::new(&start, &budget).unwrap();
            let net = EvalNet::random(seed);
            let mut position = SearchPosition::new(&graph, &net, &start, Player::Left, &budget).unwrap();
            let (mut plain, mut player, mut random) = (start.clone(), Player::Left, SplitMix64::new(seed));
            loop {
                let mut moves = Vec::new();
                position.for_each_move(|edge| moves.push(edge));
                assert_eq!(moves.len(), plain.moves(player).len(), "{text}");
                assert_eq!(moves.len() as u32, position.pairs, "{text}");
                let Some(&edge) = moves.get(random.below(moves.len().max(1) as u64) as usize) else { break };
                let before = (position.hash(), position.sums, position.codes.clone(), position.stones.clone());
                position.play(edge);
                position.take_back();
                assert_eq!((position.hash(), position.sums, position.codes.clone(), position.stones.clone()), before);
                position.play(edge);
                let (from, to) = position.ends(edge);
                plain = plain
                    .after(player, crate::Move { from: graph.cells[from], to: graph.cells[to] })
                    .expect("a legal move");
                player = player.opponent();
                let fresh = SearchPosition {
                    stones: position.stones.clone(),
                    ..SearchPosition::new(&graph, &net, &start, player, &budget).unwrap()
                };
                let mut codes = vec![0; graph.len()];
                for v in 0..graph.len() {
                    for influence in graph.influences(v) {
                        codes[influence.vertex as usize] +=
                            change(influence.black, influence.white, 0, fresh.stones[v]);
                    }
                }
                assert_eq!(codes, position.codes, "{text}");
                let mut sums = Accumulators { by_mover: [[0; UNITS]; 2] };
                for v in (0..graph.len()).filter(|&v| fresh.stones[v] != 0) {
                    net.add(&mut sums, graph.class(codes[v], fresh.stones[v]), fresh.stones[v]);
                }
                assert_eq!(sums, position.sums, "{text}");
            }
        }
    }
}
