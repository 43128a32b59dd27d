//! Short games in canonical form: order, sums, atomic weights.
//!
//! Normal play: who cannot move loses. `a <= b` when no left option of `a` is
//! `>= b` and no right option of `b` is `<= a`. A game without dominated and
//! reversible options is the only such form of its value (Siegel,
//! Combinatorial Game Theory, II.2), so equal games have equal numbers here.
//! Every game keeps integers around its atomic weight (rule 7 of docs/proofs.md).

use std::collections::HashMap;

use crate::hash::{Mixed, mix};

/// The number of a game.
pub type Game = u32;

/// Why something cannot be done.
pub type Fault = String;

/// No moves.
pub const ZERO: Game = 0;
/// A weight of which nothing is known; sums of thousands still fit.
pub const FAR: i32 = 1 << 20;
/// Games with longer plays are refused: the order of games recurses.
const LONGEST: u32 = 600;
/// Options that all games may have together, and entries of a memo.
const MOST_OPTIONS: usize = 1 << 26;
const MEMO: usize = 1 << 23;

struct Node {
    lefts: Box<[Game]>,
    rights: Box<[Game]>,
    negative: Game,
    birthday: u32,
    /// A number that depends on the form alone, for a fixed order.
    key: u64,
    low: i32,
    high: i32,
    signs: Signs,
    /// n if it is *n.
    star: Option<u32>,
    /// The largest nimber among its positions.
    nimber: u32,
}

/// The landmarks that a game is at least, and at most: bit i is landmark i.
/// The first one is zero.
#[derive(Clone, Copy, Default)]
struct Signs {
    above: u64,
    below: u64,
}

/// A game under construction.
struct Draft {
    lefts: Vec<Game>,
    rights: Vec<Game>,
    signs: Signs,
    /// `(x, true)`: is x at most the draft; `(x, false)`: is it at least.
    known: HashMap<(Game, bool), bool, Mixed>,
}

/// The left and the right options of a landmark, which are landmarks.
struct Landmark {
    lefts: u64,
    rights: u64,
}

/// All games met so far.
pub struct Games {
    nodes: Vec<Node>,
    index: HashMap<[Box<[Game]>; 2], Game, Mixed>,
    order: HashMap<(Game, Game), bool, Mixed>,
    sums: HashMap<(Game, Game), Game, Mixed>,
    options: usize,
    /// Some games, each after its options, that all others are compared with:
    /// most questions of order are answered by one that lies between or apart.
    landmarks: Vec<Landmark>,
    /// Steps that may still be taken.
    pub steps: u64,
}

impl Games {
    /// Zero alone, and so many steps.
    #[must_use]
    pub fn new(steps: u64) -> Games {
        let zero = Node {
            lefts: Box::default(),
            rights: Box::default(),
            negative: ZERO,
            birthday: 0,
            key: 1,
            low: 0,
            high: 0,
            signs: Signs { above: 1, below: 1 },
            star: Some(0),
            nimber: 0,
        };
        let mut games = Games {
            nodes: vec![zero],
            index: HashMap::from_iter([(Default::default(), ZERO)]),
            order: HashMap::default(),
            sums: HashMap::default(),
            options: 0,
            landmarks: vec![Landmark { lefts: 0, rights: 0 }],
            steps: u64::MAX,
        };
        games.set_landmarks().expect("a few small games take few steps");
        games.steps = steps;
        games
    }

    /// The multiples of up, with and without star, and *2.
    fn set_landmarks(&mut self) -> Result<(), Fault> {
        let mut all = vec![ZERO, self.star(1)?, self.star(2)?];
        for n in 1..=15 {
            for star in [false, true] {
                let ups = self.ups(n, star)?;
                all.extend([ups, self.negative(ups)]);
            }
        }
        all.sort_unstable_by_key(|&g| self.rank(g));
        let bits = |side: &[Game]| {
            let bit = |o: &Game| all.iter().position(|g| g == o).map(|i| 1 << i);
            side.iter().map(bit).sum::<Option<u64>>()
        };
        let landmark = |&game: &Game| {
            let [lefts, rights] = [true, false].map(|left| bits(self.options(game, left)));
            Landmark { lefts: lefts.expect("options are landmarks"), rights: rights.expect("options are landmarks") }
        };
        let landmarks = all.iter().map(landmark).collect();
        self.landmarks = landmarks;
        for g in 0..self.nodes.len() {
            self.nodes[g].signs = self.signs(&self.nodes[g].lefts, &self.nodes[g].rights);
        }
        Ok(())
    }

    /// How the game with these options stands to the landmarks: X <= G when
    /// no right option of G is <= X and no left option of X is >= G.
    fn signs(&self, lefts: &[Game], rights: &[Game]) -> Signs {
        let high = lefts.iter().fold(0, |bits, &l| bits | self.nodes[l as usize].signs.above);
        let low = rights.iter().fold(0, |bits, &r| bits | self.nodes[r as usize].signs.below);
        let mut signs = Signs::default();
        for (i, mark) in self.landmarks.iter().enumerate() {
            let above = low >> i & 1 == 0 && mark.lefts & signs.below == 0;
            let below = high >> i & 1 == 0 && mark.rights & signs.above == 0;
            signs.above |= u64::from(above) << i;
            signs.below |= u64::from(below) << i;
        }
        signs
    }

    /// Counts steps.
    ///
    /// # Errors
    /// When there are no more.
    pub fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or("this takes more steps than are allowed")?;
        Ok(())
    }

    /// Left's options, or Right's.
    #[must_use]
    pub fn options(&self, g: Game, left: bool) -> &[Game] {
        let node = &self.nodes[g as usize];
        if left { &node.lefts } else { &node.rights }
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

    /// Integers with low <= atomic weight <= high.
    #[must_use]
    pub fn weight(&self, g: Game) -> (i32, i32) {
        let node = &self.nodes[g as usize];
        (node.low, node.high)
    }

    /// What games are ordered by in sums: it does not depend on the past.
    #[must_use]
    pub fn rank(&self, g: Game) -> (u32, u64, Game) {
        let node = &self.nodes[g as usize];
        (node.birthday, node.key, g)
    }

    /// Whether a <= b.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn le(&mut self, a: Game, b: Game) -> Result<bool, Fault> {
        if let Some(known) = self.quick(a, b) {
            return Ok(known);
        }
        let key = (a, b).min((self.negative(b), self.negative(a)));
        if let Some(&known) = self.order.get(&key) {
            return Ok(known);
        }
        self.spend(1 + self.options(a, true).len() + self.options(b, false).len())?;
        let mut answer = true;
        // Options that are quickly seen to refute come first.
        for quick in [true, false] {
            let mut i = 0;
            while answer && let Some(&l) = self.options(a, true).get(i) {
                let holds = if quick { self.quick(b, l) == Some(true) } else { self.le(b, l)? };
                (answer, i) = (!holds, i + 1);
            }
            i = 0;
            while answer && let Some(&r) = self.options(b, false).get(i) {
                let holds = if quick { self.quick(r, a) == Some(true) } else { self.le(r, a)? };
                (answer, i) = (!holds, i + 1);
            }
        }
        if self.order.len() > MEMO {
            self.order.clear();
        }
        self.order.insert(key, answer);
        Ok(answer)
    }

    /// The answer if signs or weights give it.
    fn quick(&self, a: Game, b: Game) -> Option<bool> {
        let (x, y) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        if a == b || x.signs.below & y.signs.above != 0 || x.high - y.low <= -2 {
            return Some(true);
        }
        let apart = x.signs.above & !y.signs.above | y.signs.below & !x.signs.below;
        if apart != 0 || x.low - y.high >= 1 { Some(false) } else { None }
    }

    /// The game with these options.
    ///
    /// # Errors
    /// When it is too long or takes too many steps.
    pub fn make(&mut self, lefts: Vec<Game>, rights: Vec<Game>) -> Result<Game, Fault> {
        let signs = self.signs(&lefts, &rights);
        let mut draft = Draft { lefts, rights, signs, known: HashMap::default() };
        for side in [&mut draft.lefts, &mut draft.rights] {
            side.sort_unstable();
            side.dedup();
        }
        let lefts = self.simplest(&mut draft, true)?;
        let rights = self.simplest(&mut draft, false)?;
        self.enter(lefts, rights)
    }

    /// One side of the canonical form of a draft.
    fn simplest(&mut self, draft: &mut Draft, left: bool) -> Result<Vec<Game>, Fault> {
        let mut open = if left { draft.lefts.clone() } else { draft.rights.clone() };
        let mut kept: Vec<Game> = Vec::new();
        let mut seen = open.clone();
        while let Some(option) = open.pop() {
            self.spend(1 + self.options(option, !left).len())?;
            // Reversible: the opponent can answer with something no worse
            // for him than the draft; what follows takes its place.
            let mut answer = None;
            for i in 0..self.options(option, !left).len() {
                let r = self.options(option, !left)[i];
                if self.stands(draft, r, left)? {
                    answer = Some(r);
                    break;
                }
            }
            match answer {
                None => kept.push(option),
                Some(r) => {
                    self.spend(seen.len().saturating_mul(self.options(r, left).len()))?;
                    let fresh: Vec<Game> =
                        self.options(r, left).iter().copied().filter(|next| !seen.contains(next)).collect();
                    seen.extend(&fresh);
                    open.extend(fresh);
                }
            }
        }
        let mut best: Vec<Game> = Vec::new();
        for option in kept {
            self.spend(best.len())?;
            let mut dominated = false;
            let mut i = 0;
            while !dominated && i < best.len() {
                let (worse, better) = if left { (option, best[i]) } else { (best[i], option) };
                if self.le(worse, better)? {
                    dominated = true;
                } else if self.le(if left { best[i] } else { option }, if left { option } else { best[i] })? {
                    best.swap_remove(i);
                    continue;
                }
                i += 1;
            }
            if !dominated {
                best.push(option);
            }
        }
        best.sort_unstable_by_key(|&g| self.rank(g));
        Ok(best)
    }

    /// Whether x <= draft, or x >= draft if not `below`.
    fn stands(&mut self, draft: &mut Draft, x: Game, below: bool) -> Result<bool, Fault> {
        let signs = self.nodes[x as usize].signs;
        let (a, b) = if below { (signs, draft.signs) } else { (draft.signs, signs) };
        if a.below & b.above != 0 {
            return Ok(true);
        }
        if a.above & !b.above | b.below & !a.below != 0 {
            return Ok(false);
        }
        if let Some(&known) = draft.known.get(&(x, below)) {
            return Ok(known);
        }
        self.spend(1 + draft.lefts.len() + draft.rights.len() + self.options(x, below).len())?;
        // x <= D: no right option of D is <= x, no left option of x is >= D.
        let mut answer = true;
        for i in 0.. {
            let side = if below { &draft.rights } else { &draft.lefts };
            let Some(&option) = side.get(i) else { break };
            if if below { self.le(option, x)? } else { self.le(x, option)? } {
                answer = false;
                break;
            }
        }
        let mut i = 0;
        while answer && let Some(&option) = self.options(x, below).get(i) {
            (answer, i) = (!self.stands(draft, option, !below)?, i + 1);
        }
        draft.known.insert((x, below), answer);
        Ok(answer)
    }

    /// The number of a canonical form, whose sides are sorted.
    fn enter(&mut self, lefts: Vec<Game>, rights: Vec<Game>) -> Result<Game, Fault> {
        let form = [lefts.into_boxed_slice(), rights.into_boxed_slice()];
        if let Some(&known) = self.index.get(&form) {
            return Ok(known);
        }
        let birthday = 1 + form.iter().flatten().map(|&g| self.birthday(g)).max().unwrap_or(0);
        self.options += form[0].len() + form[1].len() + 8;
        if birthday > LONGEST || self.options > MOST_OPTIONS {
            return Err(format!("a game lasts more than {LONGEST} moves, or there are too many games"));
        }
        let mirror = |side: &[Game]| {
            let mut all: Vec<Game> = side.iter().map(|&g| self.negative(g)).collect();
            all.sort_unstable_by_key(|&g| self.rank(g));
            all.into_boxed_slice()
        };
        let negative = [mirror(&form[1]), mirror(&form[0])];
        let own = negative == form;
        let g = Game::try_from(self.nodes.len()).map_err(|_| "there are too many games")?;
        let star = self.star_of(&form);
        let widest = form.iter().flatten().map(|&o| self.nodes[o as usize].nimber).max().unwrap_or(0);
        let key = |form: &[Box<[Game]>; 2]| {
            let side = |side: &[Game], start| side.iter().fold(start, |k, &g| mix(k, self.nodes[g as usize].key));
            side(&form[1], mix(side(&form[0], 3), 5))
        };
        let node = Node {
            key: key(&form),
            lefts: form[0].clone(),
            rights: form[1].clone(),
            negative: if own { g } else { g + 1 },
            birthday,
            low: -FAR,
            high: FAR,
            signs: self.signs(&form[0], &form[1]),
            star,
            nimber: widest.max(star.unwrap_or(0)),
        };
        let other = Node {
            key: key(&negative),
            lefts: negative[0].clone(),
            rights: negative[1].clone(),
            negative: g,
            signs: self.signs(&negative[0], &negative[1]),
            ..node
        };
        self.nodes.push(node);
        self.index.insert(form, g);
        if !own {
            self.nodes.push(other);
            self.index.insert(negative, g + 1);
        }
        let (low, high) = if star.is_some() { (0, 0) } else { self.weigh(g)? };
        for (g, low, high) in [(g, low, high), (self.negative(g), -high, -low)] {
            let node = &mut self.nodes[g as usize];
            (node.low, node.high) = (low.max(-FAR), high.min(FAR));
        }
        Ok(g)
    }

    /// n if the form is *n.
    fn star_of(&self, form: &[Box<[Game]>; 2]) -> Option<u32> {
        let is = |(i, &g): (usize, &Game)| self.nodes[g as usize].star == u32::try_from(i).ok();
        let all = form[0] == form[1] && form[0].iter().enumerate().all(is);
        all.then(|| form[0].len() as u32)
    }

    /// Integers around the atomic weight of a game that has just been entered.
    fn weigh(&mut self, g: Game) -> Result<(i32, i32), Fault> {
        let mut sides = Sides::default();
        for left in [true, false] {
            self.options(g, left).iter().for_each(|&o| sides.take(left, self.weight(o)));
        }
        let Some((low, high)) = sides.bounds() else { return Ok((-FAR, FAR)) };
        // Exactly known weights of all options: the far-star test.
        let exact = [true, false].iter().all(|&left| {
            self.options(g, left).iter().all(|&o| {
                let (low, high) = self.weight(o);
                low == high
            })
        });
        let (left, right) = (sides.left.1 - 2, sides.right.0 + 2);
        if !exact || left + 1 >= right {
            return Ok((low, high));
        }
        let far = self.star(self.nodes[g as usize].nimber + 1)?;
        let weight = match (self.le(far, g)?, self.le(g, far)?) {
            (true, _) => right - 1,
            (_, true) => left + 1,
            _ => 0,
        };
        Ok((weight, weight))
    }

    /// The nimber *n.
    ///
    /// # Errors
    /// When it is too large.
    pub fn star(&mut self, n: u32) -> Result<Game, Fault> {
        let mut all = vec![ZERO];
        for _ in 0..n {
            self.spend(all.len())?;
            let mut sorted = all.clone();
            sorted.sort_unstable_by_key(|&g| self.rank(g));
            let next = self.enter(sorted.clone(), sorted)?;
            all.push(next);
        }
        Ok(all[n as usize])
    }

    /// n times up, with a star if wanted.
    ///
    /// # Errors
    /// When it is too large.
    pub fn ups(&mut self, n: i32, star: bool) -> Result<Game, Fault> {
        let one = self.star(1)?;
        let up = self.make(vec![ZERO], vec![one])?;
        let up = if n < 0 { self.negative(up) } else { up };
        let mut total = if star { one } else { ZERO };
        for _ in 0..n.unsigned_abs() {
            total = self.add(total, up)?;
        }
        Ok(total)
    }

    /// a + b.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn add(&mut self, a: Game, b: Game) -> Result<Game, Fault> {
        if a == ZERO || b == ZERO {
            return Ok(a | b);
        }
        if a == self.negative(b) {
            return Ok(ZERO);
        }
        if self.birthday(a) + self.birthday(b) > LONGEST {
            return Err("a sum of games lasts too long".to_owned());
        }
        let key = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        let options = |g| self.options(g, true).len() + self.options(g, false).len();
        self.spend(1 + options(a) + options(b))?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            let mut terms: Vec<[Game; 2]> = self.options(a, left).iter().map(|&x| [x, b]).collect();
            terms.extend(self.options(b, left).iter().map(|&y| [a, y]));
            for [x, y] in self.undominated(terms, left) {
                side.push(self.add(x, y)?);
            }
        }
        let [lefts, rights] = sides;
        let sum = self.make(lefts, rights)?;
        if self.sums.len() > MEMO {
            self.sums.clear();
        }
        self.sums.insert(key, sum);
        let minus = (self.negative(a), self.negative(b));
        let negative = self.negative(sum);
        self.sums.insert((minus.0.min(minus.1), minus.0.max(minus.1)), negative);
        Ok(sum)
    }

    /// Drops sums that the two-ahead rule shows to be no better for the mover
    /// than another one: weights add.
    pub fn undominated<T: AsRef<[Game]>>(&self, all: Vec<T>, left: bool) -> Vec<T> {
        let weight = |sum: &T| {
            sum.as_ref().iter().fold((0i32, 0i32), |total, &g| {
                let (low, high) = self.weight(g);
                let one = if left { (low, high) } else { (-high, -low) };
                (total.0.saturating_add(one.0), total.1.saturating_add(one.1))
            })
        };
        let best = all.iter().map(|sum| weight(sum).0).max().unwrap_or(0);
        let known = |n: i32| n.abs() < FAR / 2;
        all.into_iter().filter(|sum| !known(best) || !known(weight(sum).1) || weight(sum).1 > best - 2).collect()
    }

    /// The game in braces, unless that is long.
    #[must_use]
    pub fn text(&self, g: Game) -> String {
        let mut text = String::new();
        self.write(g, &mut text);
        if text.len() > 200 { format!("a game of {} characters", text.len()) } else { text }
    }

    fn write(&self, g: Game, text: &mut String) {
        if text.len() > 200 {
            text.push('.');
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
                self.write(o, text);
            }
            text.push(if left { '|' } else { '}' });
        }
    }
}

/// The weights of the options of a game: greatest of Left's, least of Right's.
#[derive(Clone, Copy, Default)]
pub struct Sides {
    left: (i32, i32),
    right: (i32, i32),
    some: (bool, bool),
    /// Whether some option has no weight: it is not all-small.
    wild: bool,
}

impl Sides {
    /// Another option.
    pub fn take(&mut self, left: bool, (low, high): (i32, i32)) {
        self.wild |= low == -FAR || high == FAR;
        if left {
            self.left = if self.some.0 { (self.left.0.max(low), self.left.1.max(high)) } else { (low, high) };
            self.some.0 = true;
        } else {
            self.right = if self.some.1 { (self.right.0.min(low), self.right.1.min(high)) } else { (low, high) };
            self.some.1 = true;
        }
    }

    /// Whether there were no options.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.some == (false, false)
    }

    /// Rule 7: the weight is at least min(a - 1, b + 1) and, mirrored, at most
    /// that; none unless both players have options, and all of them weights.
    #[must_use]
    pub fn bounds(self) -> Option<(i32, i32)> {
        let low = (self.left.0 - 1).min(self.right.0 + 1).max(-FAR);
        let high = (self.right.1 + 1).max(self.left.1 - 1).min(FAR);
        (self.some == (true, true) && !self.wild).then_some((low, high))
    }
}
