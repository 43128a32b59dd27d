//! Lemma 22 of the survey: the tripartition problem behind Theorem 21, and
//! the rule that is printed for its fast version.
//!
//! Each element may enter X at cost x, enter Y at cost y, or stay out; the
//! sizes must differ by a, and the total cost should be least.

use allsmall::Stop;

use crate::boards::Random;
use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "survey-lemma-22",
    source: "Survey, Lemma 22",
    place: "section 3.2, Lemma 22; the sentence that fails is in its complexity analysis, \"it is sufficient to consider the triple\"",
    statement: "The tripartition problem behind Theorem 21 can be solved in quadratic time, by Algorithm 1 with a few index pairs in each step.",
    check: lemma_22,
}];

/// A cost that is never paid.
const NEVER: i32 = 1000;

/// Which pairs of free elements a step tries.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Printed,
    Repaired,
    AllTriples,
}

fn lemma_22(context: &CheckContext) -> Result<Finding, Stop> {
    let cases = context.up_to(20_000, 300_000, 3_000_000);
    let mut random = Random(22);
    let (mut printed, mut repaired, mut triples) = (None, None, None);
    for case in 0..cases {
        if case % 1000 == 0 {
            context.budget.check()?;
        }
        let size = 1 + random.below(8);
        let mut cost = || [-1, 0, 1, 2, NEVER][random.below(5)];
        let items: Vec<(i32, i32)> = (0..size).map(|_| (cost(), cost())).collect();
        let a = random.below(3).min(size);
        let best = by_force(&items, a);
        let fails = |rule: Rule| {
            let found = algorithm_1(&items, a, rule);
            (feasible(found) != feasible(best)).then(|| (items.len(), shown(&items, a)))
        };
        // The smallest case in which a rule fails.
        for (rule, failure) in
            [(Rule::Printed, &mut printed), (Rule::Repaired, &mut repaired), (Rule::AllTriples, &mut triples)]
        {
            *failure = [failure.take(), fails(rule)].into_iter().flatten().min_by_key(|(size, _)| *size);
        }
    }
    Ok(Finding::theorem(
        format!("{cases} random cases of up to 8 elements, with three index pairs a step"),
        repaired.map(|(_, case)| case),
    )
    .remark(match printed {
        Some((_, case)) => format!("one sentence of the analysis fails: the two pairs (i'_1, j'_1) and (i'_2, i'_1) are not enough, first for {case}; the two elements with the least y must be tried too"),
        None => "the two index pairs that are printed were enough".to_owned(),
    })
        .remark(match triples {
            None => "the slow form, over all triples, is right; 'a >= p' should read a <= p".to_owned(),
            Some((_, case)) => format!("the slow form, over all triples, fails for {case}"),
        }))
}

/// The cost, if no element was put where it must not be.
fn feasible(cost: i32) -> Option<i32> {
    (cost < NEVER / 2).then_some(cost)
}

fn shown(items: &[(i32, i32)], a: usize) -> String {
    let number = |n: i32| if n == NEVER { "inf".to_owned() } else { n.to_string() };
    let pairs: Vec<_> = items.iter().map(|&(x, y)| format!("({},{})", number(x), number(y))).collect();
    format!("(x,y) = {}, a = {a}", pairs.join(" "))
}

fn by_force(items: &[(i32, i32)], a: usize) -> i32 {
    fn go(items: &[(i32, i32)], balance: i32) -> i32 {
        match items.split_first() {
            None if balance == 0 => 0,
            None => NEVER,
            Some((&(x, y), rest)) => go(rest, balance).min(x + go(rest, balance - 1)).min(y + go(rest, balance + 1)),
        }
    }
    go(items, a as i32)
}

/// Where an element is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    X,
    Y,
    Out,
}

fn total(items: &[(i32, i32)], places: &[Place]) -> i32 {
    let cost = |(&(x, y), place): (&(i32, i32), &Place)| match place {
        Place::X => x,
        Place::Y => y,
        Place::Out => 0,
    };
    items.iter().zip(places).map(cost).sum()
}

/// Algorithm 1: start with the cheapest X of size a, then enlarge both sides
/// by one as long as that pays.
fn algorithm_1(items: &[(i32, i32)], a: usize, rule: Rule) -> i32 {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&i| items[i].0);
    let mut places = vec![Place::Out; items.len()];
    order[..a].iter().for_each(|&i| places[i] = Place::X);
    let mut best = total(items, &places);
    while let Some(next) = steps(items, &places, rule).into_iter().min_by_key(|next| total(items, next)) {
        if total(items, &next) >= best {
            break;
        }
        best = total(items, &next);
        places = next;
    }
    best
}

/// What the three cases of the loop lead to.
fn steps(items: &[(i32, i32)], places: &[Place], rule: Rule) -> Vec<Vec<Place>> {
    let of = |place: Place| (0..items.len()).filter(move |&i| places[i] == place);
    let free: Vec<usize> = of(Place::Out).collect();
    let pairs: Vec<(usize, usize)> = match rule {
        Rule::AllTriples => {
            free.iter().flat_map(|&i| free.iter().map(move |&j| (i, j))).filter(|(i, j)| i != j).collect()
        }
        _ => named_pairs(items, &free, rule),
    };
    let swap = |i: &usize| items[*i].0 - items[*i].1;
    let (from_y, from_x): (Vec<usize>, Vec<usize>) = match rule {
        Rule::AllTriples => (of(Place::Y).collect(), of(Place::X).collect()),
        _ => (of(Place::Y).min_by_key(swap).into_iter().collect(), of(Place::X).max_by_key(swap).into_iter().collect()),
    };
    let with = |changes: &[(usize, Place)]| {
        let mut next = places.to_vec();
        changes.iter().for_each(|&(i, place)| next[i] = place);
        next
    };
    let mut next = Vec::new();
    for (i, j) in pairs {
        next.push(with(&[(i, Place::X), (j, Place::Y)]));
        next.extend(from_y.iter().map(|&k| with(&[(i, Place::Y), (j, Place::Y), (k, Place::X)])));
        next.extend(from_x.iter().map(|&k| with(&[(i, Place::X), (j, Place::X), (k, Place::Y)])));
    }
    next
}

/// (i'_1, j'_1) and (i'_2, i'_1) as printed; the repair adds the two least y.
fn named_pairs(items: &[(i32, i32)], free: &[usize], rule: Rule) -> Vec<(usize, usize)> {
    let least = |key: &dyn Fn(usize) -> i32, without: Option<usize>| {
        free.iter().copied().filter(|&i| Some(i) != without).min_by_key(|&i| key(i))
    };
    let (x, y) = (|i: usize| items[i].0, |i: usize| items[i].1);
    let i1 = least(&x, None);
    let (j1, i2) = (least(&y, i1), least(&x, i1));
    let mut pairs: Vec<_> = [i1.zip(j1), i2.zip(i1)].into_iter().flatten().collect();
    if rule == Rule::Repaired {
        let first = least(&y, None);
        pairs.extend(first.zip(least(&y, first)));
    }
    pairs
}
