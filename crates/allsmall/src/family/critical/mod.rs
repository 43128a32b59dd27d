//! (xo)^n: a first-player win for every n but 3, by a critical calculus.
//!
//! Weights alone ([`super::weights`]) say that Left, moving first, wins a sum
//! of total weight 1. Here Right moves first in such a sum, which is the
//! critical case: `oxo...o` has weight 1, and Left can leave it by her first
//! move in (xo)^n.
//!
//! *Units* are the group U = {0, star, xoxo, (xo)^6}. A *type* is a strip with
//! a critical weight that is at most its certified weight: the long strips
//! with ends o and o (1), o and oo (0), oo and oo (-1), and short strips
//! outside U. One induction, over the stones of the types and then the
//! birthday of the unit, proves
//!
//! - **G2**: two or more types of total 1, and a unit: the sum is >= 0;
//! - **C**: one or more types of total 0, and a unit: Left wins moving first;
//! - **G1**: a long strip with ends o and o, and a unit: the sum is >= 0.
//!
//! The rules that every type must obey are in [`rules`]; why they suffice is
//! written out in `docs/lab/families.md`. Types that break a rule get a lesser
//! weight until none does. Lengths: a strip is *long* from [`LONG`] stones on;
//! one of at least `spread` stones stands for all longer ones of its ends, and
//! Left's moves in it are looked for near its ends only, where what is left of
//! it is long and has the weight that it has at every length.

mod rules;

use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

use super::certificate::HEADER;
use super::segment::{Family, Segment};
use super::segment_values::SegmentValues;
use super::weights::{CertifiedWeights, Weights};
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::{Budget, Outcome, Player, Stop};

/// Minimum number of stones of a long strip.
const LONG: usize = 20;
/// Left's cuts of a long strip leave fewer stones than this on one side.
const SPLIT: usize = 8;
/// Weights are computed up to this length.
const INTEGERS: usize = 120;
/// Lengths of the strips oxo...o that are types of weight 1 and that some unit
/// makes negative.
const SPECIAL: [usize; 3] = [5, 7, 15];
/// Minimum critical weight of a type.
const LEAST: i64 = -2;

/// A proof that (xo)^n is a first-player win from some n on.
pub(super) struct Critical {
    /// The least n.
    pub(super) from: usize,
    /// The outcomes of the boards before that.
    pub(super) small: Vec<Outcome>,
    pub(super) certificate: String,
}

/// The types and all that is needed to check their rules.
struct Calculus<'a> {
    family: &'a Family,
    values: Values,
    table: SegmentValues,
    weights: Weights<'a>,
    /// A strip of at least this length stands for all longer ones.
    spread: usize,
    /// 0, star, xoxo, (xo)^6; their indices add by XOR.
    units: [Value; 4],
    /// Short types: their critical weights, and a shortest strip of each.
    types: HashMap<Value, (i64, Segment)>,
    /// Types of weight 1, each with the one unit whose sum with it is not >= 0.
    special: Vec<(Value, usize)>,
    /// The type that is exempt from L2: two of it are positive.
    exempt: Value,
    /// Caches per strip; they do not depend on the weights of short types.
    strip_classes: HashMap<Segment, StripClass, Mixed>,
    left_cuts: HashMap<Segment, Rc<[[Segment; 2]]>, Mixed>,
}

/// What a strip is, whatever the weights of short types.
#[derive(Clone, Copy, Debug)]
enum StripClass {
    Unit(usize),
    Short(Value),
    /// A long type and its weight.
    Long(i64),
    /// A long strip that is not a type.
    Other,
}

/// Whether the family is (xo)^n or (ox)^n, to which the calculus applies.
pub(super) fn applies(family: &Family) -> bool {
    family.fixed() == 0 && matches!(family.period(), [a, b] if a != b)
}

/// The proof, if every rule holds.
pub(super) fn prove(family: &Family, budget: &Budget) -> Result<Option<Critical>, Stop> {
    let Some(mut calculus) = Calculus::new(family, budget)? else { return Ok(None) };
    while let Some(failing) = calculus.failing(budget)? {
        for v in failing {
            let (weight, _) = calculus.types.get_mut(&v).expect("it is a type");
            *weight -= 1;
            if *weight < LEAST {
                calculus.types.remove(&v);
            }
        }
    }
    if !(calculus.units_hold()? && calculus.long_hold(budget)?) {
        return Ok(None);
    }
    calculus.conclude().map(Some)
}

impl<'a> Calculus<'a> {
    fn new(family: &'a Family, budget: &Budget) -> Result<Option<Calculus<'a>>, Stop> {
        let mut values = Values::within(budget);
        let mut table = SegmentValues::new(&values);
        let mut weights = Weights::new(family);
        weights.by_values(LONG - 1, &mut table, &mut values, budget)?;
        weights.extend(INTEGERS, false, budget)?;
        let Some(regular) = weights.regular().filter(|r| (r.period, r.gain) == (2, 0)) else { return Ok(None) };
        let spread = regular.from.max(LONG) + SPLIT;
        let e4 = table.value(family, family.whole(2), &mut values)?;
        let star = values.star(1)?;
        let e12 = values.add(e4, star)?;
        let units = [values.zero(), star, e4, e12];
        let is_group = values.add(e4, e4)? == units[0] && table.value(family, family.whole(6), &mut values)? == e12;
        let mut calculus = Calculus {
            family,
            exempt: units[0],
            values,
            table,
            weights,
            spread,
            units,
            types: HashMap::new(),
            special: Vec::new(),
            strip_classes: HashMap::default(),
            left_cuts: HashMap::default(),
        };
        let complete = is_group && calculus.candidates()? && calculus.find_exempt()?;
        Ok(complete.then_some(calculus))
    }

    /// All segments with these lengths.
    fn segments(&self, lengths: std::ops::Range<usize>) -> Vec<Segment> {
        let kinds = self.family.kinds();
        let all = lengths.flat_map(|len| kinds.iter().map(move |&kind| Segment { kind, len }));
        all.filter(|s| self.family.has_length(s.kind, s.len)).collect()
    }

    fn value(&mut self, segment: Segment) -> Result<Value, Stop> {
        self.table.value(self.family, segment, &mut self.values)
    }

    /// The critical weight of a long strip that is a type: both ends are o,
    /// and each that is doubled costs 1.
    fn long_type(&self, segment: Segment) -> Option<i64> {
        let stones = self.family.stones(segment);
        let [.., c, d] = stones[..] else { return None };
        let (a, b) = (stones[0], stones[1]);
        let single = a == Player::Right && d == Player::Right;
        single.then(|| 1 - i64::from(a == b) - i64::from(c == d))
    }

    /// A strip with these stones.
    fn strip(&self, text: &str) -> Option<Segment> {
        let all = self.segments(text.len()..text.len() + 1);
        all.into_iter().find(|&s| self.text(s) == text)
    }

    fn text(&self, segment: Segment) -> String {
        self.family.stones(segment).iter().map(|p| p.stone()).collect()
    }

    /// Every short strip outside U with its certified weight; those of weight
    /// 1 that some unit makes negative get 0, but for the special ones.
    fn candidates(&mut self) -> Result<bool, Stop> {
        let mut scale = CertifiedWeights::default();
        for segment in self.segments(2..LONG) {
            let v = self.value(segment)?;
            if !self.units.contains(&v) && !self.types.contains_key(&v) {
                let weight = scale.weigh(v, &mut self.values)?;
                self.types.insert(v, (weight, segment));
            }
        }
        for len in SPECIAL {
            let Some(strip) = self.strip(&("ox".repeat(len / 2) + "o")) else { return Ok(false) };
            let v = self.value(strip)?;
            let [unit] = self.bad(v)?[..] else { return Ok(false) };
            self.special.push((v, unit));
        }
        for v in self.types.keys().copied().collect::<Vec<_>>() {
            let negative = !self.bad(v)?.is_empty() && !self.special.iter().any(|&(s, _)| s == v);
            if let Some((weight, _)) = self.types.get_mut(&v).filter(|(weight, _)| *weight >= 1 && negative) {
                *weight = 0;
            }
        }
        Ok(true)
    }

    /// The units whose sum with a game is not >= 0.
    fn bad(&mut self, v: Value) -> Result<Vec<usize>, Stop> {
        let mut bad = Vec::new();
        for (number, unit) in self.units.into_iter().enumerate() {
            let sum = self.values.add(v, unit)?;
            if !self.values.le(self.units[0], sum)? {
                bad.push(number);
            }
        }
        Ok(bad)
    }

    /// ooxoxo, two of which are positive.
    fn find_exempt(&mut self) -> Result<bool, Stop> {
        let Some(strip) = self.strip("ooxoxo") else { return Ok(false) };
        self.exempt = self.value(strip)?;
        let twice = self.values.add(self.exempt, self.exempt)?;
        Ok(self.values.outcome(twice) == Outcome::L)
    }

    /// oxo...o is >= 0 from 11 stones on: by G1 when it is long, else by its
    /// value. It is what Left's third stone leaves when it takes the second of
    /// (xo)^n, n >= 7, and what Right's leaves in the mirror image.
    fn conclude(mut self) -> Result<Critical, Stop> {
        let mut odd = LONG + (LONG + 1) % 2;
        while odd > 3 {
            let strip = self.strip(&("ox".repeat((odd - 2) / 2) + "o")).expect("a strip of the family");
            let v = self.value(strip)?;
            if !self.values.le(self.units[0], v)? {
                break;
            }
            odd -= 2;
        }
        let mut from = odd.div_ceil(2) + 1;
        let mut small = Vec::new();
        for n in 0..from {
            let whole = self.family.whole(n);
            let v = self.value(whole)?;
            small.push(self.values.outcome(v));
        }
        while small.last() == Some(&Outcome::N) {
            small.pop();
            from -= 1;
        }
        let certificate = self.certificate(&small);
        Ok(Critical { from, small, certificate })
    }

    fn certificate(&self, small: &[Outcome]) -> String {
        let mut text = format!("{HEADER}\nfamily critical {}\nlong {LONG}\nspread {}\n", self.family, self.spread);
        let special: Vec<_> = SPECIAL.iter().map(|len| "ox".repeat(len / 2) + "o").collect();
        let mut put = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
        put(format!("integers {INTEGERS}\nspecial {}\nexempt ooxoxo", special.join(" ")));
        let mut types: Vec<_> = self.types.values().map(|&(weight, strip)| (self.text(strip), weight)).collect();
        types.sort_unstable_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
        for (strip, weight) in types {
            put(format!("type {strip} {weight}"));
        }
        put(format!("small {}\nend", small.iter().map(Outcome::to_string).collect::<String>()));
        text
    }
}
