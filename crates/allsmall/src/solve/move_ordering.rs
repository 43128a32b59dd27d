//! Move ordering: the static score of a node.
//!
//! Nothing matters more: ordered by the number of remaining moves alone, a 4 x 6
//! board took four times the nodes. The score of a node is lower, and Left more
//! likely to lose it, the fewer moves there are in long parts and in values, the
//! lower the atomic weights of values and strips are, and the worse her stones are
//! placed on grids and other graphs. The worth of a stone was fitted by logistic
//! regression to the verdicts on some hundred thousand positions met in searches of
//! 3 x 8 and 4 x 6 boards, then tuned by node counts. On large grid positions a
//! net adds to it (`net/`). No verdict depends on either.

use super::net::for_each_feature_of_lanes;
use super::net::{Accumulator, ValueAccumulators};
use super::sum::{SumEngine, is_strip};
use super::sum_term::SumTerm;
use super::weight_bounds::WeightInterval;
use crate::Stop;
use crate::packed::{GridLanes, NeighbourCounts, NeighbourSets, PartRules};

/// Worth of a stone to its owner, by the number of neighbours of its colour (row)
/// and of the other (column), in sixteenths of a logit, as are the next three.
const STONE: [[i32; 5]; 5] = [[0, -5, 1, 0, 0], [-3, 5, -4, -2, 0], [0, 4, 2, 0, 0], [5, 7, 0, 0, 0], [6, 0, 0, 0, 0]];
/// Worth of a pair of neighbours of different colour, a move for either player.
pub(super) const PAIR: i32 = 6;
/// Worth of a pair on a strip.
const STRIP_PAIR: i32 = 3;
/// Worth of one unit of atomic weight.
const WEIGHT: i32 = 22;

impl SumEngine {
    /// The score by which the moves of a large node are ordered.
    pub(super) fn score_with_net(&mut self, terms: &[SumTerm]) -> Result<i32, Stop> {
        let score = self.score(terms)?;
        Ok(score
            + self.net_output(terms, |sums, accumulator| {
                sums.for_each_feature_of_parts(terms, |feature| accumulator.add(feature));
            }))
    }

    /// The net's output; `parts` accumulates the features of the long parts.
    fn net_output(&mut self, terms: &[SumTerm], parts: impl FnOnce(&SumEngine, &mut Accumulator<'_>)) -> i32 {
        let Some(net) = &self.net else { return 0 };
        let mut known = std::mem::replace(&mut self.value_accumulators, ValueAccumulators::new());
        let mut accumulator = net.begin();
        parts(self, &mut accumulator);
        for v in self.values_of(terms) {
            let fill = |rows: &mut Accumulator<'_>| self.for_each_feature_of_value(v, |feature| rows.add(feature));
            accumulator.add_sum(known.get(net, v, fill));
        }
        let output = accumulator.output();
        self.value_accumulators = known;
        output
    }

    /// The score of a node of one grid part and values, computed from the lanes:
    /// equal to [`SumEngine::score`] or [`SumEngine::score_with_net`].
    pub(super) fn lanes_score(&mut self, terms: &[SumTerm], lanes: GridLanes, large: bool) -> i32 {
        let (mut score, mut weight, day) = (0, WeightInterval::ZERO, self.limits().day);
        for v in terms.iter().map_while(|term| term.as_value()) {
            weight = weight.plus(WeightInterval::of_value(&self.values, v));
            score += day * self.values.birthday(v) as i32;
        }
        let standing = lanes.neighbour_sets();
        score += PAIR * standing.pairs as i32 + worth_of(&standing) + WEIGHT * ahead(weight);
        if !large {
            return score;
        }
        let pairs = standing.pairs as i32;
        score
            + self.net_output(terms, |_, accumulator| {
                for_each_feature_of_lanes(lanes, pairs, |feature| accumulator.add(feature));
            })
    }

    /// The static score of a node, Left to move: the lower, the more likely she
    /// loses.
    pub(super) fn score(&mut self, terms: &[SumTerm]) -> Result<i32, Stop> {
        let (mut score, mut weight, day) = (0, WeightInterval::ZERO, self.limits().day);
        for &term in terms {
            let Some(signed) = self.part(term) else {
                let v = term.as_value().expect("a value or a part");
                weight = weight.plus(WeightInterval::of_value(&self.values, v));
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

/// The middle of the weight interval, clamped.
fn ahead(weight: WeightInterval) -> i32 {
    ((weight.low + weight.high) / 2).clamp(-4, 4)
}

/// [`worth`] on bitboards: gains and losses are counted together, one binary digit
/// at a time, since no stone is in two of the sets.
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
    use crate::solve::net::Net;
    use crate::{Budget, Player, Position, Solver};

    /// Both ways to score a node agree.
    #[test]
    fn scores_of_lanes_and_of_terms_agree() {
        let mut seen = 0;
        for (board, seed) in
            ["checker:5x6", "checker:6x6", "checker:3x10"].iter().flat_map(|b| (1..20).map(move |s| (b, s)))
        {
            let start: Position = board.parse().unwrap();
            let position = after_random_plies(&start, seed as usize % 10, seed);
            let mut solver = Solver::for_position(&position, &Budget::new()).unwrap();
            let rest = solver.rest(None).unwrap();
            for player in Player::BOTH {
                let terms = solver.node(&rest, player).unwrap();
                let sums = &mut solver.search.sums;
                let lone = terms.iter().filter(|term| !term.is_value()).count() == 1;
                let Some(signed) = terms.last().and_then(|&term| sums.part(term)).filter(|_| lone) else { continue };
                let PackedPart::Grid(grid) = signed.part else { continue };
                let lanes = GridLanes::new(signed.map(|_| grid)).unwrap();
                assert_eq!(sums.lanes_score(&terms, lanes, false), sums.score(&terms).unwrap());
                sums.set_net(Some(Net::shipped()));
                assert_eq!(sums.lanes_score(&terms, lanes, true), sums.score_with_net(&terms).unwrap());
                seen += 1;
            }
        }
        assert!(seen > 60, "most boards are in one piece: {seen}");
    }
}
