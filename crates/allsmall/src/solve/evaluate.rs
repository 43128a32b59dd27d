//! Which move is tried first.
//!
//! A good order is worth more than anything else: with the first one that came to
//! mind (fewest moves left) a 4 x 6 board took four times the nodes. Left
//! loses the more easily the fewer moves there are, be it in long parts or in
//! values, the lower the atomic weights of values and strips are, and the
//! worse her stones stand on grids and other graphs. The worth of a stone was
//! fitted to the verdicts of some hundred thousand positions met in searches
//! of 3 x 8 and 4 x 6 boards (logistic regression), then tuned by the number
//! of nodes. On large grid positions a net adds to it (`learned.rs`). No verdict
//! rests on either.

use super::bounds::Bounds;
use super::features::for_each_feature_of_lanes;
use super::item::Item;
use super::learned::{Adding, ValueSums};
use super::sum::{Sums, is_strip};
use crate::Stop;
use crate::packed::{GridLanes, NeighbourCounts, NeighbourSets, PartRules};

/// What a stone is worth to its owner, by its neighbours of its own colour
/// (line) and of the other one (column): sixteenths of what the regression
/// gives, as are the next three.
const STONE: [[i32; 5]; 5] = [[0, -5, 1, 0, 0], [-3, 5, -4, -2, 0], [0, 4, 2, 0, 0], [5, 7, 0, 0, 0], [6, 0, 0, 0, 0]];
/// A pair of neighbours of different colour: a move more for either player.
pub(super) const PAIR: i32 = 6;
/// The same on a strip.
const STRIP_PAIR: i32 = 3;
/// One unit of atomic weight.
const WEIGHT: i32 = 22;

impl Sums {
    /// The score by which the moves of a large node are ordered.
    pub(super) fn learned_score(&mut self, items: &[Item]) -> Result<i32, Stop> {
        let score = self.score(items)?;
        Ok(score
            + self.learned(items, |sums, adding| {
                sums.for_each_feature_of_parts(items, |feature| adding.add(feature));
            }))
    }

    /// What the net adds to the guess; `parts` adds the rows of the long parts.
    fn learned(&mut self, items: &[Item], parts: impl FnOnce(&Sums, &mut Adding<'_>)) -> i32 {
        let Some(net) = &self.net else { return 0 };
        let mut known = std::mem::replace(&mut self.value_sums, ValueSums::new());
        let mut adding = net.begin();
        parts(self, &mut adding);
        for v in self.values_of(items) {
            let fill = |rows: &mut Adding<'_>| self.for_each_feature_of_value(v, |feature| rows.add(feature));
            adding.add_sum(known.get(net, v, fill));
        }
        let addition = adding.addition();
        self.value_sums = known;
        addition
    }

    /// The score of a node that is one grid part beside values, found from the
    /// lanes: the same as [`Sums::score`] or [`Sums::learned_score`].
    pub(super) fn lanes_score(&mut self, items: &[Item], lanes: GridLanes, large: bool) -> i32 {
        let (mut score, mut weight, day) = (0, Bounds::ZERO, self.limits().day);
        for v in items.iter().map_while(|item| item.as_value()) {
            weight = weight.plus(Bounds::of_value(&self.values, v));
            score += day * self.values.birthday(v) as i32;
        }
        let standing = lanes.neighbour_sets();
        score += PAIR * standing.pairs as i32 + worth_of(&standing) + WEIGHT * ahead(weight);
        if !large {
            return score;
        }
        let pairs = standing.pairs as i32;
        score + self.learned(items, |_, adding| for_each_feature_of_lanes(lanes, pairs, |feature| adding.add(feature)))
    }

    /// How well Left, who is to move, seems to stand: the less, the sooner she
    /// is thought to lose.
    pub(super) fn score(&mut self, items: &[Item]) -> Result<i32, Stop> {
        let (mut score, mut weight, day) = (0, Bounds::ZERO, self.limits().day);
        for &item in items {
            let Some(signed) = self.part(item) else {
                let v = item.as_value().expect("a value or a part");
                weight = weight.plus(Bounds::of_value(&self.values, v));
                score += day * self.values.birthday(v) as i32;
                continue;
            };
            let rules = self.parts.rules();
            let pair = if is_strip(signed.part) { STRIP_PAIR } else { PAIR };
            score += pair * rules.pairs(signed.part) as i32;
            if let Some(neighbours) = rules.neighbours(signed.part) {
                score += if signed.negated { -worth(&neighbours) } else { worth(&neighbours) };
            } else if is_strip(signed.part) {
                weight = weight.plus(self.part_bounds(signed)?);
            }
        }
        Ok(score + WEIGHT * ahead(weight))
    }
}

/// Who seems to be ahead, and by how much.
fn ahead(weight: Bounds) -> i32 {
    ((weight.low + weight.high) / 2).clamp(-4, 4)
}

/// The same as [`worth`]. What black stones gain and white ones lose is counted
/// together, one binary digit after another: no stone is in two of the sets.
fn worth_of(standing: &NeighbourSets) -> i32 {
    let (mut gained, mut lost) = ([0u64; 3], [0u64; 3]);
    for (own, worths) in STONE.iter().enumerate() {
        for (other, &worth) in worths.iter().enumerate() {
            if worth == 0 {
                continue;
            }
            let [black, white] = [0, 1].map(|colour| standing.own[colour][own] & standing.other[colour][other]);
            let (up, down) = if worth > 0 { (black, white) } else { (white, black) };
            for digit in (0..3).filter(|digit| worth.abs() >> digit & 1 == 1) {
                gained[digit] |= up;
                lost[digit] |= down;
            }
        }
    }
    let total = |sets: [u64; 3]| (0..3).map(|digit| (sets[digit].count_ones() << digit) as i32).sum::<i32>();
    total(gained) - total(lost)
}

fn worth(neighbours: &NeighbourCounts) -> i32 {
    let mut total = 0;
    for (counts, worths) in neighbours.table.iter().zip(&STONE) {
        for (count, worth) in counts.iter().zip(worths) {
            total += count * worth;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use crate::generate::random_play::after_random_plies;
    use crate::packed::{GridLanes, PackedPart};
    use crate::solve::learned::Net;
    use crate::{Budget, Player, Position, Solver};

    /// The quick way to score a node gives what the plain one does.
    #[test]
    fn patches_are_scored_as_the_items_are() {
        let mut seen = 0;
        for (board, seed) in
            ["checker:5x6", "checker:6x6", "checker:3x10"].iter().flat_map(|b| (1..20).map(move |s| (b, s)))
        {
            let start: Position = board.parse().unwrap();
            let position = after_random_plies(&start, seed as usize % 10, seed);
            let mut solver = Solver::for_position(&position, &Budget::new()).unwrap();
            let rest = solver.rest(None).unwrap();
            for player in Player::BOTH {
                let items = solver.node(&rest, player).unwrap();
                let sums = &mut solver.search.sums;
                let lone = items.iter().filter(|item| !item.is_value()).count() == 1;
                let Some(signed) = items.last().and_then(|&item| sums.part(item)).filter(|_| lone) else { continue };
                let PackedPart::Grid(grid) = signed.part else { continue };
                let lanes = GridLanes::new(signed.map(|_| grid)).unwrap();
                assert_eq!(sums.lanes_score(&items, lanes, false), sums.score(&items).unwrap());
                sums.set_net(Some(Net::shipped()));
                assert_eq!(sums.lanes_score(&items, lanes, true), sums.learned_score(&items).unwrap());
                seen += 1;
            }
        }
        assert!(seen > 60, "most boards are in one piece: {seen}");
    }
}
