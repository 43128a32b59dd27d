//! The survey's J-tripartition: which children send a black stone, which a white
//! one, which none.
//!
//! Each child may send an `x` (extra cost `x`), an
//! `o` (extra cost `y`) or nothing (cost 0), and the `x` sent must outnumber
//! the `o` sent by `a`. Extra costs are at least -1, since a stone that goes
//! up is one stone less. The survey's rule for the O(p^2) version misses optima
//! (p = 5: (-1,-1) (1,1) (0,-1) (1,-1) (inf,-1), a = 0). The rule here is
//! correct, and takes constant time once the children are counted:
//!
//! Some best choice either uses no child of cost above 0, or is one-sided: it
//! takes just the |a| <= 2 cheapest. In the first case only nine counts matter:
//!
//! ```text
//!              y = -1     y = 0      y > 0
//!   x = -1     either     gain x     gain x       "gain" sends one stone for -1;
//!   x =  0     gain y     either 0   x at 0       the rest are fillers at cost 0
//!   x >  0     gain y     y at 0     never
//! ```
//!
//! If all gains are kept, the difference can be anything between `lo` and `hi`
//! (in steps of two without fillers). If `a` is below `lo` by D, gains on the
//! `x` side must be given up: a child (-1, 0) can change sides (D falls by 2
//! for a loss of 1), a child (-1, > 0) can only stay out (by 1 for 1).

/// The cost of a stone that cannot be sent.
pub(super) const NEVER: u32 = u32::MAX;

/// The cost of one child, plus one so that it is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildCost {
    /// One more than the extra cost of sending an `x`.
    pub(super) x: u32,
    /// One more than the extra cost of sending an `o`.
    pub(super) y: u32,
}

impl ChildCost {
    /// Row and column in the table of counts.
    fn class(self) -> (usize, usize) {
        (self.x.min(2) as usize, self.y.min(2) as usize)
    }

    fn mirrored(self) -> ChildCost {
        ChildCost { x: self.y, y: self.x }
    }
}

/// The counts and the cheapest costs of a set of children.
#[derive(Clone, Debug, Default)]
pub(super) struct ChildTally {
    count: [[i64; 3]; 3],
    cheapest_x: Cheapest,
    cheapest_y: Cheapest,
    children: usize,
}

/// The three smallest costs, each with its child: three, so that two are
/// known whichever child is left out.
#[derive(Clone, Copy, Debug)]
struct Cheapest([(u32, usize); 3]);

impl Default for Cheapest {
    fn default() -> Cheapest {
        Cheapest([(NEVER, usize::MAX); 3])
    }
}

impl Cheapest {
    fn add(&mut self, mut new: (u32, usize)) {
        for old in &mut self.0 {
            if new < *old {
                std::mem::swap(old, &mut new);
            }
        }
    }

    /// The children with the `many <= 2` smallest costs.
    fn first(&self, many: usize, without: Option<usize>) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.0.iter().copied().filter(move |&(_, child)| Some(child) != without).take(many)
    }

    /// The extra cost of these children.
    fn cost(&self, many: usize, without: Option<usize>) -> Option<i64> {
        self.first(many, without).try_fold(0, |sum, (x, _)| (x != NEVER).then(|| sum + i64::from(x) - 1))
    }
}

impl ChildTally {
    /// Counts one more child.
    pub(super) fn add(&mut self, child: usize, item: ChildCost) {
        let (row, column) = item.class();
        self.count[row][column] += 1;
        self.children += 1;
        self.cheapest_x.add((item.x, child));
        self.cheapest_y.add((item.y, child));
    }

    /// The least extra cost with `a` more `x` than `o`, `|a| <= 2`, without one
    /// child if given; `None` if it is not possible.
    pub(super) fn cost(&self, a: i64, without: Option<(usize, ChildCost)>) -> Option<i64> {
        let mut count = self.count;
        if let Some((_, item)) = without {
            if self.children == 1 {
                return (a == 0).then_some(0);
            }
            let (row, column) = item.class();
            count[row][column] -= 1;
        }
        let child = without.map(|(child, _)| child);
        [GainPlan::of(&count, a).map(|plan| plan.cost), self.one_sided(a, child)].into_iter().flatten().min()
    }

    /// The cost of taking just the cheapest on one side.
    fn one_sided(&self, a: i64, without: Option<usize>) -> Option<i64> {
        let side = if a > 0 { &self.cheapest_x } else { &self.cheapest_y };
        side.cost(a.unsigned_abs() as usize, without)
    }
}

/// How the gains and fillers are used in the first case.
struct GainPlan {
    cost: i64,
    /// How far `a` is below the reach of all gains; negative: above.
    short: i64,
    /// Whether one child (-1, -1) is left out to mend the parity.
    odd: bool,
}

impl GainPlan {
    fn of(count: &[[i64; 3]; 3], a: i64) -> Option<GainPlan> {
        let either = count[0][0];
        let (x_gains, y_gains) = (count[0][1] + count[0][2], count[1][0] + count[2][0]);
        let (x_fill, y_fill) = (count[1][1] + count[1][2], count[1][1] + count[2][1]);
        let lo = x_gains - y_gains - either - y_fill;
        let hi = x_gains - y_gains + either + x_fill;
        let (short, odd) = if a < lo {
            (lo - a, false)
        } else if a > hi {
            (hi - a, false)
        } else {
            (0, x_fill + y_fill == 0 && (a - lo) % 2 != 0)
        };
        let (both, one) = if short >= 0 { (count[0][1], count[0][2]) } else { (count[1][0], count[2][0]) };
        let (change, drop) = given_up(short.abs(), both);
        (drop <= one + both - change).then(|| GainPlan {
            cost: i64::from(odd) - either - x_gains - y_gains + change + drop,
            short,
            odd,
        })
    }
}

/// To move the difference by `short`: how many of the `both` children that can
/// change sides do so, and how many gains are dropped.
fn given_up(short: i64, both: i64) -> (i64, i64) {
    let change = both.min(short / 2);
    (change, short - 2 * change)
}

/// A best choice for these children: +1 sends `x`, -1 sends `o`, 0 nothing.
/// There must be one.
pub(super) fn assign(items: &[ChildCost], a: i64) -> Vec<i8> {
    let mut tally = ChildTally::default();
    items.iter().enumerate().for_each(|(child, &item)| tally.add(child, item));
    let plan = GainPlan::of(&tally.count, a);
    let one_sided = tally.one_sided(a, None);
    match plan {
        Some(plan) if one_sided.is_none_or(|cost| plan.cost <= cost) => {
            if plan.short < 0 {
                let mirrored: Vec<ChildCost> = items.iter().map(|item| item.mirrored()).collect();
                planned(&mirrored, -a, -plan.short, plan.odd).into_iter().map(|side| -side).collect()
            } else {
                planned(items, a, plan.short, plan.odd)
            }
        }
        _ => {
            let (side, cheapest) = if a > 0 { (1, tally.cheapest_x) } else { (-1, tally.cheapest_y) };
            let mut sides = vec![0; items.len()];
            cheapest.first(a.unsigned_abs() as usize, None).for_each(|(_, child)| sides[child] = side);
            sides
        }
    }
}

/// The sides of a plan that is not short on the `y` side.
fn planned(items: &[ChildCost], a: i64, short: i64, odd: bool) -> Vec<i8> {
    let mut sides: Vec<i8> = items
        .iter()
        .map(|item| match item.class() {
            (0, 1 | 2) => 1,
            (1 | 2, 0) => -1,
            _ => 0,
        })
        .collect();
    let both = items.iter().filter(|item| item.class() == (0, 1)).count() as i64;
    let (mut change, mut drop) = given_up(short, both);
    for (side, item) in sides.iter_mut().zip(items) {
        match item.class() {
            (0, 1) if change > 0 => (*side, change) = (-1, change - 1),
            (0, 1 | 2) if drop > 0 => (*side, drop) = (0, drop - 1),
            _ => {}
        }
    }
    let mut free: Vec<usize> =
        (0..items.len()).filter(|&i| items[i].class() == (0, 0)).skip(usize::from(odd)).collect();
    let mut missing = a - sides.iter().map(|&side| i64::from(side)).sum::<i64>();
    // The children (-1, -1) fill what is missing, then alternate.
    while let Some(child) = free.pop() {
        let side = if missing > 0 { 1 } else { -1 };
        sides[child] = side;
        missing -= i64::from(side);
    }
    fill(items, &mut sides, missing);
    sides
}

/// Uses fillers for what is still missing; a single one may have to be made
/// up for by a child (-1, -1) that changes sides.
fn fill(items: &[ChildCost], sides: &mut [i8], mut missing: i64) {
    let fits =
        |item: ChildCost, side: i64| if side > 0 { item.x == 1 && item.y >= 1 } else { item.y == 1 && item.x >= 1 };
    let fillers = |side: i64| items.iter().filter(|&&item| fits(item, side)).count() as i64;
    if missing.abs() > fillers(missing) {
        let turned = (0..items.len()).find(|&i| items[i].class() == (0, 0) && i64::from(sides[i]) == -missing);
        let child = turned.expect("only the parity can be wrong here");
        sides[child] = -sides[child];
        missing = -missing;
    }
    for (side, &item) in sides.iter_mut().zip(items) {
        if missing != 0 && *side == 0 && fits(item, missing) {
            *side = missing.signum() as i8;
            missing -= missing.signum();
        }
    }
    debug_assert_eq!(missing, 0, "the plan said it can be done");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least extra cost by brute force; `None` if it is not possible.
    fn by_trial(items: &[ChildCost], a: i64) -> Option<i64> {
        let Some((first, rest)) = items.split_first() else { return (a == 0).then_some(0) };
        let send = |cost: u32, a: i64| {
            (cost != NEVER).then(|| by_trial(rest, a)).flatten().map(|left| left + i64::from(cost) - 1)
        };
        [by_trial(rest, a), send(first.x, a - 1), send(first.y, a + 1)].into_iter().flatten().min()
    }

    fn tally(items: &[ChildCost]) -> ChildTally {
        let mut tally = ChildTally::default();
        items.iter().enumerate().for_each(|(child, &item)| tally.add(child, item));
        tally
    }

    fn check(items: &[ChildCost]) {
        let all = tally(items);
        for a in -2..=2 {
            let best = by_trial(items, a);
            assert_eq!(all.cost(a, None), best, "{items:?} {a}");
            if let Some(best) = best {
                let sides = assign(items, a);
                assert_eq!(sides.iter().map(|&side| i64::from(side)).sum::<i64>(), a, "{items:?} {a} {sides:?}");
                let paid: i64 = sides
                    .iter()
                    .zip(items)
                    .map(|(&side, item)| match side {
                        1 => i64::from(item.x) - 1,
                        -1 => i64::from(item.y) - 1,
                        _ => 0,
                    })
                    .sum();
                assert_eq!(paid, best, "{items:?} {a} {sides:?}");
            }
            for (child, &item) in items.iter().enumerate() {
                let others: Vec<ChildCost> =
                    items.iter().enumerate().filter(|&(i, _)| i != child).map(|(_, &i)| i).collect();
                assert_eq!(all.cost(a, Some((child, item))), by_trial(&others, a), "{items:?} without {child}, {a}");
            }
        }
    }

    #[test]
    fn all_sets_of_up_to_three_children() {
        let costs = [0, 1, 2, 3, NEVER];
        let kinds: Vec<ChildCost> = costs.iter().flat_map(|&x| costs.map(|y| ChildCost { x, y })).collect();
        check(&[]);
        for &a in &kinds {
            check(&[a]);
            for &b in &kinds {
                check(&[a, b]);
                kinds.iter().for_each(|&c| check(&[a, b, c]));
            }
        }
    }

    #[test]
    fn the_children_that_the_printed_rule_gets_wrong() {
        let items = [(0, 0), (2, 2), (1, 0), (2, 0), (NEVER, 0)].map(|(x, y)| ChildCost { x, y });
        assert_eq!(tally(&items).cost(0, None), Some(-3));
        check(&items);
    }

    proptest! {
        #[test]
        fn larger_sets(items in prop::collection::vec((0u32..5, 0u32..5), 4..9)) {
            let cost = |c: u32| if c == 4 { NEVER } else { c };
            check(&items.into_iter().map(|(x, y)| ChildCost { x: cost(x), y: cost(y) }).collect::<Vec<_>>());
        }
    }
}
