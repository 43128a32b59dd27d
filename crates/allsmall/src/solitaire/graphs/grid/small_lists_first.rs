//! The antichain algorithm with a best-first order: small lists first.
//!
//! As in [`super::antichain`] cost lists are the states of an automaton, and a
//! list that dominates one already met need not be expanded. Three changes make
//! five rows and strips of several heights at once feasible:
//!
//! - only frontiers with few plugs ([`super::bounded_frontier`]): what is proved
//!   holds, what is not proved is undecided;
//! - lists with few members are expanded first, since most others dominate them;
//!   a waiting list that dominates a later one is dropped;
//! - a list stands for its mirror images too.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bounded_frontier::{BoundedFrontiers, holds, members};
use super::frontier::ColumnCells;
use crate::{Budget, Stop};

/// A strip that may cover a word: its rows, the marks wanted, and the column for
/// every letter.
pub(super) struct StripCover {
    pub(super) rows: usize,
    pub(super) wanted: u8,
    pub(super) columns: Vec<ColumnCells>,
}

/// A mirror image of words under which the statement is invariant.
pub(super) struct WordMirror<'a> {
    pub(super) colours: bool,
    pub(super) upside_down: bool,
    /// The image of a state of the small automaton.
    pub(super) track: Box<dyn Fn(u16) -> u16 + 'a>,
}

/// A statement: every required word is covered by one of the strips with at most
/// `limit` stones left.
pub(super) struct BoundedStatement<'a> {
    pub(super) strips: Vec<StripCover>,
    pub(super) letters: usize,
    pub(super) limit: u8,
    /// A small automaton that reads the letters too, from state 0.
    pub(super) next: &'a dyn Fn(u16, usize) -> u16,
    /// Whether the words that lead to this state of the small automaton are required.
    pub(super) required: &'a dyn Fn(u16) -> bool,
    /// The mirror images, without the identity; all words must be closed under
    /// them.
    pub(super) mirrors: Vec<WordMirror<'a>>,
}

/// The cost lists of all strips as bit sets, concatenated.
pub(super) type CostSets = Box<[u64]>;

/// Lists that were met, or a mirror image of them.
pub(super) struct MetList {
    /// Their number.
    pub(super) number: usize,
    /// 0 for the lists themselves, one more than the number of the mirror otherwise.
    pub(super) image: usize,
    pub(super) sets: CostSets,
}

pub(super) struct SmallListsSearch<'a> {
    pub(super) question: &'a BoundedStatement<'a>,
    pub(super) strips: Vec<BoundedFrontiers>,
    /// The image of each bit, for each mirror.
    images: Vec<Vec<usize>>,
    /// The lists that are not dropped, with their images, by state of the small
    /// automaton.
    pub(super) met: HashMap<u16, Vec<MetList>>,
    /// Lists to expand; `None` if expanded or dropped.
    open: Vec<Option<(u16, CostSets)>>,
    bytes: usize,
}

impl BoundedStatement<'_> {
    /// The number of lists expanded if the statement is proved; `None` if it is
    /// not, which does not mean that it is false.
    pub(super) fn proved(&self, budget: &Budget) -> Result<Option<usize>, Stop> {
        match self.search(budget)? {
            Some(mut search) => search.run(budget),
            None => Ok(None),
        }
    }

    /// The search before its first list; `None` if some mirror image is not known.
    pub(super) fn search(&self, budget: &Budget) -> Result<Option<SmallListsSearch<'_>>, Stop> {
        let mut strips = Vec::new();
        for StripCover { rows, wanted, columns } in &self.strips {
            strips.push(BoundedFrontiers::new(*rows, *wanted, self.limit, columns, budget)?);
        }
        let mut images = Vec::new();
        for mirror in &self.mirrors {
            let Some(image) = image(&strips, mirror) else { return Ok(None) };
            images.push(image);
        }
        let mut search =
            SmallListsSearch { question: self, strips, images, met: HashMap::new(), open: Vec::new(), bytes: 0 };
        search.open.push(Some((0, search.start())));
        Ok(Some(search))
    }
}

/// The image of each bit of all strips.
fn image(strips: &[BoundedFrontiers], mirror: &WordMirror<'_>) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for strip in strips {
        // The bits of each strip begin at a new word.
        let first = all.len().div_ceil(64) * 64;
        all.resize(first, 0);
        all.extend(strip.mirror(mirror.colours, mirror.upside_down)?.into_iter().map(|bit| first + bit));
    }
    Some(all)
}

impl SmallListsSearch<'_> {
    /// The lists before the first letter.
    pub(super) fn start(&self) -> CostSets {
        self.strips.iter().flat_map(BoundedFrontiers::start).collect()
    }

    /// Expands lists until none is left: their number, or `None` if the statement is
    /// not proved.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<Option<usize>, Stop> {
        let mut order = BinaryHeap::from([Reverse((0, 0))]);
        let mut followed = 0;
        while let Some(Reverse((_, at))) = order.pop() {
            let Some((track, sets)) = self.open[at].take() else { continue };
            followed += 1;
            budget.report(|| format!("{followed} lists followed, {} met, {} wait", self.open.len(), order.len()));
            for letter in 0..self.question.letters {
                budget.check()?;
                budget.fits(self.bytes)?;
                let (track, sets) = ((self.question.next)(track, letter), self.advance(&sets, letter));
                if (self.question.required)(track) && !self.covers(&sets) {
                    return Ok(None);
                }
                if !self.beats_any(track, &sets) {
                    let size: u32 = sets.iter().map(|word| word.count_ones()).sum();
                    order.push(Reverse((size, self.open.len())));
                    self.meet(track, sets);
                }
            }
        }
        Ok(Some(followed))
    }

    /// The range of words of each strip.
    pub(super) fn places(&self) -> impl Iterator<Item = (&BoundedFrontiers, std::ops::Range<usize>)> {
        self.strips.iter().scan(0, |end, strip| {
            let begin = *end;
            *end += strip.words();
            Some((strip, begin..*end))
        })
    }

    pub(super) fn advance(&self, sets: &[u64], letter: usize) -> CostSets {
        let mut next = vec![0; sets.len()];
        for (strip, place) in self.places() {
            strip.advance(&sets[place.clone()], letter, &mut next[place]);
        }
        next.into()
    }

    fn covers(&self, sets: &[u64]) -> bool {
        self.places().any(|(strip, place)| strip.ends(&sets[place]))
    }

    /// Returns whether these lists dominate lists already met; the ones found move
    /// to the front.
    pub(super) fn beats_any(&mut self, track: u16, sets: &[u64]) -> bool {
        let met = self.met.entry(track).or_default();
        let found = met.iter().position(|other| holds(sets, &other.sets));
        if let Some(place) = found {
            met.swap(0, place);
        }
        found.is_some()
    }

    /// Inserts lists and their images, and drops those that dominate them.
    fn meet(&mut self, track: u16, sets: CostSets) {
        let number = self.open.len();
        let mirrored = self.question.mirrors.iter().zip(&self.images).map(|(mirror, image)| {
            let mut other = vec![0u64; sets.len()];
            members(&sets).map(|bit| image[bit]).for_each(|bit| other[bit / 64] |= 1 << (bit % 64));
            ((mirror.track)(track), other.into())
        });
        let all: Vec<(u16, CostSets)> = std::iter::once((track, sets.clone())).chain(mirrored).collect();
        for (image, (track, sets)) in all.into_iter().enumerate() {
            let SmallListsSearch { met, open, .. } = self;
            let met = met.entry(track).or_default();
            met.retain(|other| {
                let stays = other.number == number || !holds(&other.sets, &sets);
                if !stays {
                    open[other.number] = None;
                }
                stays
            });
            self.bytes += size_of_val(&sets[..]) + size_of::<MetList>();
            met.push(MetList { number, image, sets });
        }
        self.bytes += size_of_val(&sets[..]) + size_of::<(u16, CostSets)>();
        self.open.push(Some((track, sets)));
    }
}
