//! Short games in canonical form, hash-consed: order, sums, atomic weights.
//!
//! Normal play: the player who cannot move loses. `a <= b` when no left option of `a` is
//! `>= b` and no right option of `b` is `<= a`. A game without dominated and
//! reversible options is the only such form of its value (Siegel,
//! Combinatorial Game Theory, II.2), so equal games have equal numbers here.
//! Every game keeps integers around its atomic weight (rule 7 of docs/proofs.md).

mod forms;
mod landmarks;
mod order;
mod sum;
mod ups;
mod weight;

use std::collections::HashMap;
use std::sync::Arc;

use crate::hash::{Mixed, mix, seed};
use landmarks::{Landmarks, Signs};
use order::Orders;
use ups::Ups;
pub use weight::{FAR, Sides};

/// The number of a game.
pub type Game = u32;

/// Why something cannot be done.
pub type Fault = String;

/// A callback that decides whether a check may go on. Once it has refused, it
/// refuses for ever.
pub type Watch = Arc<dyn Fn() -> Result<(), Fault> + Send + Sync>;

/// Number of steps between two calls of the watch.
pub(crate) const WATCHED: u64 = 1 << 12;

/// No moves.
pub const ZERO: Game = 0;
/// Maximum birthday of a game: the order of games recurses.
const LONGEST: u32 = 600;
/// Maximum number of options of all games together.
const MOST_OPTIONS: usize = 1 << 26;

/// A game in canonical form. Its options lie in the pool, Left's before Right's.
struct Node {
    first: u32,
    middle: u32,
    end: u32,
    negative: Game,
    birthday: u32,
    /// The largest nimber among its positions.
    nimber: u32,
    /// n if it is *n.
    star: Option<u32>,
    /// A number that depends on the form alone, for a fixed order.
    key: u64,
}

impl Node {
    fn lefts(&self) -> std::ops::Range<usize> {
        self.first as usize..self.middle as usize
    }

    fn rights(&self) -> std::ops::Range<usize> {
        self.middle as usize..self.end as usize
    }
}

/// Comparisons of a game with multiples of up and with landmarks.
#[derive(Clone, Copy)]
struct Stand {
    ups: Ups,
    signs: Signs,
}

impl Stand {
    /// The result of `a <= b`, if the comparisons decide it.
    fn le(a: &Stand, b: &Stand) -> Option<bool> {
        if Ups::apart(a.ups, b.ups) || Signs::apart(a.signs, b.signs) {
            return Some(false);
        }
        (Ups::between(a.ups, b.ups) || Signs::between(a.signs, b.signs)).then_some(true)
    }
}

/// The data that decide most comparisons.
#[derive(Clone, Copy)]
struct Marks {
    stand: Stand,
    /// Integers around the atomic weight.
    low: i32,
    high: i32,
}

/// All games met so far.
pub struct Games {
    nodes: Vec<Node>,
    marks: Vec<Marks>,
    pool: Vec<Game>,
    /// Hash table of games by their options, at most half full; without zero.
    index: Vec<Game>,
    landmarks: Landmarks,
    orders: Orders,
    /// Stack of open comparisons.
    open: Vec<(Game, Game)>,
    sums: HashMap<u64, Game, Mixed>,
    stars: Vec<Game>,
    /// Number of options of all games, plus one for each game.
    options: usize,
    /// Steps left, and the limit.
    steps: u64,
    allowed: u64,
    /// The callback, and the steps since its last call.
    watch: Option<Watch>,
    unasked: u64,
}

impl Games {
    /// Creates an arena of zero alone, with a limit of steps.
    #[must_use]
    pub fn new(steps: u64) -> Games {
        let zero = Node { first: 0, middle: 0, end: 0, negative: ZERO, birthday: 0, nimber: 0, star: Some(0), key: 1 };
        let landmarks = Landmarks::default();
        let none = || std::iter::empty();
        let stand = Stand { ups: Ups::ZERO, signs: landmarks.signs(none(), none()) };
        Games {
            nodes: vec![zero],
            marks: vec![Marks { stand, low: 0, high: 0 }],
            pool: Vec::new(),
            index: Vec::new(),
            landmarks,
            orders: Orders::default(),
            open: Vec::new(),
            sums: HashMap::default(),
            stars: vec![ZERO],
            options: 0,
            steps,
            allowed: steps,
            watch: None,
            unasked: 0,
        }
    }

    /// Counts steps.
    ///
    /// # Errors
    /// When there are no more.
    pub fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        match self.steps.checked_sub(steps as u64) {
            Some(left) => self.steps = left,
            None => return Err(format!("this takes more than the {} steps that are allowed", self.allowed)),
        }
        if let Some(watch) = &self.watch {
            self.unasked += steps as u64;
            if self.unasked >= WATCHED {
                self.unasked = 0;
                watch()?;
            }
        }
        Ok(())
    }

    /// Sets the callback that decides every few thousand steps whether to go on.
    pub fn set_watch(&mut self, watch: Option<Watch>) {
        self.watch = watch;
    }

    /// Allows more steps.
    pub fn allow(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
        self.allowed = self.allowed.saturating_add(steps);
    }

    /// Left's options, or Right's.
    #[must_use]
    pub fn options(&self, g: Game, left: bool) -> &[Game] {
        let node = &self.nodes[g as usize];
        &self.pool[if left { node.lefts() } else { node.rights() }]
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self, g: Game) -> Game {
        self.nodes[g as usize].negative
    }

    /// The longest play.
    #[must_use]
    pub fn birthday(&self, g: Game) -> u32 {
        self.nodes[g as usize].birthday
    }

    /// The sort key of games in sums; it does not depend on the order of entry.
    #[must_use]
    pub fn rank(&self, g: Game) -> (u32, u64, Game) {
        let node = &self.nodes[g as usize];
        (node.birthday, node.key, g)
    }

    /// Comparisons of the game with these options with multiples of up and landmarks.
    fn stand_of(&self, lefts: &[Game], rights: &[Game]) -> Stand {
        let own = |&g: &Game| self.marks[g as usize].stand;
        let [lefts, rights] = [lefts, rights].map(|side| side.iter().map(own));
        let ups = Ups::of(lefts.clone().map(|s| s.ups), rights.clone().map(|s| s.ups));
        Stand { ups, signs: self.landmarks.signs(lefts.map(|s| s.signs), rights.map(|s| s.signs)) }
    }

    /// Where a form stands in the index, or where it belongs.
    fn place(&self, lefts: &[Game], rights: &[Game]) -> usize {
        let side = |hash, side: &[Game]| side.iter().fold(hash, |hash, &g| mix(hash, g.into()));
        let hash = side(mix(side(seed(), lefts), u64::MAX), rights);
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        while self.index[at] != ZERO
            && (self.options(self.index[at], true) != lefts || self.options(self.index[at], false) != rights)
        {
            at = (at + 1) & mask;
        }
        at
    }

    /// The number of a form that has been entered.
    fn find(&self, lefts: &[Game], rights: &[Game]) -> Option<Game> {
        if lefts.is_empty() && rights.is_empty() {
            return Some(ZERO);
        }
        let found = if self.index.is_empty() { ZERO } else { self.index[self.place(lefts, rights)] };
        (found != ZERO).then_some(found)
    }

    /// Enters a form and what does not depend on its weight; its number.
    fn push(&mut self, lefts: &[Game], rights: &[Game], stand: Stand) -> Result<Game, Fault> {
        let too_many = |_| "there are too many games";
        let g = Game::try_from(self.nodes.len()).map_err(too_many)?;
        let at = |n: usize| u32::try_from(n).map_err(too_many);
        let first = self.pool.len();
        let star = self.star_of(lefts, rights);
        let most =
            |of: fn(&Node) -> u32| lefts.iter().chain(rights).map(|&o| of(&self.nodes[o as usize])).max().unwrap_or(0);
        let key = |side: &[Game], start| side.iter().fold(start, |k, &g| mix(k, self.nodes[g as usize].key));
        let node = Node {
            first: at(first)?,
            middle: at(first + lefts.len())?,
            end: at(first + lefts.len() + rights.len())?,
            negative: g,
            birthday: 1 + most(|node| node.birthday),
            nimber: most(|node| node.nimber).max(star.unwrap_or(0)),
            star,
            key: key(rights, mix(key(lefts, 3), 5)),
        };
        if 2 * self.nodes.len() >= self.index.len() {
            self.index = vec![ZERO; (2 * self.index.len()).max(1 << 8)];
            for old in 1..g {
                let at = self.place(self.options(old, true), self.options(old, false));
                self.index[at] = old;
            }
        }
        let at = self.place(lefts, rights);
        self.index[at] = g;
        self.pool.extend_from_slice(lefts);
        self.pool.extend_from_slice(rights);
        self.nodes.push(node);
        self.marks.push(Marks { stand, low: -FAR, high: FAR });
        Ok(g)
    }

    /// Enters a form as canonical without a check: for writers of proofs, which
    /// have computed it elsewhere. The checker never calls this.
    ///
    /// # Errors
    /// When it is too long or there are too many games.
    pub fn assume(&mut self, mut lefts: Vec<Game>, mut rights: Vec<Game>) -> Result<Game, Fault> {
        lefts.sort_unstable_by_key(|&g| self.rank(g));
        rights.sort_unstable_by_key(|&g| self.rank(g));
        self.canonical(lefts, rights)
    }

    /// The number of a canonical form, whose sides are sorted.
    fn canonical(&mut self, lefts: Vec<Game>, rights: Vec<Game>) -> Result<Game, Fault> {
        if let Some(known) = self.find(&lefts, &rights) {
            return Ok(known);
        }
        let stand = self.stand_of(&lefts, &rights);
        self.enter(lefts, rights, stand)
    }

    /// Enters a canonical form that is not in the arena.
    fn enter(&mut self, lefts: Vec<Game>, rights: Vec<Game>, stand: Stand) -> Result<Game, Fault> {
        let birthday = 1 + lefts.iter().chain(&rights).map(|&g| self.birthday(g)).max().unwrap_or(0);
        self.options += lefts.len() + rights.len() + 8;
        if birthday > LONGEST || self.options > MOST_OPTIONS {
            return Err(format!("a game lasts more than {LONGEST} moves, or there are too many games"));
        }
        let mirror = |side: &[Game]| {
            let mut all: Vec<Game> = side.iter().map(|&g| self.negative(g)).collect();
            all.sort_unstable_by_key(|&g| self.rank(g));
            all
        };
        let negative = [mirror(&rights), mirror(&lefts)];
        let g = self.push(&lefts, &rights, stand)?;
        if negative != [lefts, rights] {
            let stand = Stand { ups: stand.ups.negated(), signs: self.landmarks.negated(stand.signs) };
            let other = self.push(&negative[0], &negative[1], stand)?;
            self.nodes[other as usize].negative = g;
            self.nodes[g as usize].negative = other;
        }
        let (low, high) = if self.nodes[g as usize].star.is_some() { (0, 0) } else { self.weigh(g)? };
        for (g, low, high) in [(g, low, high), (self.negative(g), -high, -low)] {
            let marks = &mut self.marks[g as usize];
            (marks.low, marks.high) = (low.max(-FAR), high.min(FAR));
        }
        Ok(g)
    }

    /// n if the form is *n.
    fn star_of(&self, lefts: &[Game], rights: &[Game]) -> Option<u32> {
        let is = |(i, &g): (usize, &Game)| self.nodes[g as usize].star == u32::try_from(i).ok();
        (lefts == rights && lefts.iter().enumerate().all(is)).then_some(lefts.len() as u32)
    }

    /// The game in braces, unless that is long: for messages.
    #[must_use]
    pub fn text(&self, g: Game) -> String {
        self.whole_text(g, 200).unwrap_or_else(|| "a game of more than 200 characters".to_owned())
    }

    /// The game in braces; nothing if that has more characters than `longest`.
    pub(crate) fn whole_text(&self, g: Game, longest: usize) -> Option<String> {
        let mut text = String::new();
        self.write(g, longest, &mut text);
        (text.len() <= longest).then_some(text)
    }

    fn write(&self, g: Game, longest: usize, text: &mut String) {
        if text.len() > longest {
            return;
        }
        if g == ZERO {
            return text.push('0');
        }
        if self.options(g, true) == [ZERO] && self.options(g, false) == [ZERO] {
            return text.push('*');
        }
        text.push('{');
        for left in [true, false] {
            for (i, &o) in self.options(g, left).iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                self.write(o, longest, text);
                if text.len() > longest {
                    return;
                }
            }
            text.push(if left { '|' } else { '}' });
        }
    }
}
