//! One step of the loose program: every edge of a vertex is decided.

use super::super::Instance;
use super::super::elimination_order::Node;
use super::super::forget::WAYS;
use super::packed_state::{Field, Key, Layout, Rings, rooted, roots};
use super::{Cost, Prices, UNIT};

/// A vertex of a bag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) field: Field,
    /// The stone at the start.
    own: i32,
    /// Edges still to come after this step.
    open: u32,
    /// What a stone `x` that enters costs, an `o` saves; if there is a price
    /// the number is not kept.
    price: Option<Cost>,
    /// Whether the number is always kept.
    small: bool,
}

impl Place {
    fn new(instance: &Instance, layout: &Layout, prices: &Prices, v: usize, open: usize) -> Place {
        let own = i32::from(instance.colours[v].sign());
        let small = instance.near(v).len() < layout.hub();
        Place { field: layout.field(v), own, open: open as u32, price: prices[v], small }
    }

    /// A stone enters: the state and what it costs.
    fn enter(&self, key: Key, colour: i32) -> (Key, Cost) {
        match self.price {
            None => (self.field.add(key, colour), 0),
            Some(price) => (key, price * colour),
        }
    }

    /// The stone leaves as this colour.
    fn leave(&self, key: Key, colour: i32) -> (Key, Cost) {
        let (key, cost) = self.enter(key, -(colour - self.own) / 2);
        (self.field.send(key), cost)
    }

    /// How many stones at least must still enter.
    fn missing(&self, key: Key) -> u32 {
        let number = self.field.number(key);
        let other = if self.field.sent(key) { number } else { number + self.own };
        number.unsigned_abs().min(other.unsigned_abs())
    }

    /// Whether the number can come right.
    pub(super) fn can_end(&self, key: Key) -> bool {
        self.price.is_some() || self.missing(key) <= self.open
    }

    /// How loosely a state ties down the numbers of its partners.
    pub(super) fn room(&self) -> u32 {
        if self.price.is_some() { u32::MAX } else { self.open }
    }

    /// The least and greatest number of a partner with which the number can
    /// come right; `sent` says whether the stone has left in one of them.
    pub(super) fn partners(&self, key: Key, sent: bool) -> (i32, i32) {
        let (number, open) = (self.field.number(key), self.open as i32);
        match (self.price, sent) {
            (Some(_), _) => (i32::MIN, i32::MAX),
            (None, true) => (-open - number, open - number),
            (None, false) => (-open - self.own.max(0) - number, open - self.own.min(0) - number),
        }
    }

    /// How many stones of a colour the vertex can send, less those that must
    /// enter for it.
    pub(super) fn surplus(&self, key: Key, colour: i32) -> i32 {
        let (number, own) = (self.field.number(key) * colour, self.own * colour);
        if self.field.sent(key) {
            return -(-number).max(0);
        }
        let sends = 1 - ((1 - own) / 2 - number).max(0);
        let stays = -(-number).min(-number - own).max(0);
        sends.max(stays)
    }
}

/// Decides the edges of one vertex, the last of its bag.
pub(super) struct Step<'a> {
    instance: &'a Instance,
    node: &'a Node,
    own: Place,
    /// The other vertices of the bag.
    pub(super) places: Vec<Place>,
    /// Whether numbers are kept of all vertices.
    exact: bool,
    rings: Rings,
    /// For each edge, the ways to use it that are worth trying.
    ways: Vec<Vec<usize>>,
}

impl<'a> Step<'a> {
    pub(super) fn new(instance: &'a Instance, node: &'a Node, layout: &Layout, prices: &Prices) -> Step<'a> {
        let (&v, others) = node.bag.split_last().expect("a bag holds its vertex");
        let place = |(&v, &open): (&usize, &usize)| Place::new(instance, layout, prices, v, open);
        let own = Place::new(instance, layout, prices, v, 0);
        let places: Vec<Place> = others.iter().zip(&node.open).map(place).collect();
        let ways = node.adjacent.iter().map(|&other| ways(&own, &places[other])).collect();
        let exact = prices.iter().all(Option::is_none);
        Step { instance, node, own, places, exact, rings: layout.rings(), ways }
    }

    /// The places of the bag while its children are joined, and the stones of
    /// the rest, if all numbers are kept.
    pub(super) fn joining(&self, join: usize) -> (Vec<Place>, Option<[usize; 2]>) {
        let places = self.places.iter().chain([&self.own]).zip(&self.node.open_at_joins[join]);
        let places = places.map(|(place, &open)| Place { open: open as u32, ..*place }).collect();
        (places, self.exact.then_some(self.node.rest_at_joins[join]))
    }

    /// Calls `visit` with every state after the step, its cost, and what was
    /// decided.
    pub(super) fn for_each(&self, key: Key, cost: Cost, visit: &mut impl FnMut(Key, Cost, u64)) {
        let supply =
            if self.exact { supply(self.places.iter().chain([&self.own]), self.node.rest, key) } else { ENDLESS };
        self.edges(0, Draft { key, cost, choice: 0, supply }, visit);
    }

    /// Tries all ways to use the edges from `edge` on.
    fn edges(&self, edge: usize, draft: Draft, visit: &mut impl FnMut(Key, Cost, u64)) {
        let adjacent = &self.node.adjacent;
        if self.own.price.is_none() && self.own.missing(draft.key) > (adjacent.len() - edge) as u32 {
            return;
        }
        let Some(&other) = adjacent.get(edge) else { return self.finish(draft, visit) };
        let other = &self.places[other];
        for &bits in &self.ways[edge] {
            let way = WAYS[bits];
            let next = match way {
                None => Some((draft.key, 0)),
                Some((true, colour)) => self.arrow(draft.key, &self.own, other, i32::from(colour)),
                Some((false, colour)) => self.arrow(draft.key, other, &self.own, i32::from(colour)),
            };
            let Some((key, more)) = next else { continue };
            if !other.can_end(key) {
                continue;
            }
            let supply = if self.exact && way.is_some() { self.changed(&draft, key, other) } else { draft.supply };
            if supply.iter().all(|&stones| stones >= 0) {
                let choice = draft.choice | (bits as u64) << (3 * edge);
                self.edges(edge + 1, Draft { key, cost: draft.cost + more, choice, supply }, visit);
            }
        }
    }

    /// The stone of `from`, having become `colour`, goes to `to`; none if it has
    /// left already, or would go round in a ring.
    fn arrow(&self, mut key: Key, from: &Place, to: &Place, colour: i32) -> Option<(Key, Cost)> {
        if from.field.sent(key) {
            return None;
        }
        if self.rings == Rings::Forbidden {
            key = rooted(key, roots(key).arrow(from.field.slot(), to.field.slot())?);
        }
        let (key, one) = from.leave(key, colour);
        let (key, two) = to.enter(key, colour);
        Some((key, one + two))
    }

    /// The supply after an edge between the vertex and another was decided.
    fn changed(&self, draft: &Draft, key: Key, other: &Place) -> [i32; 2] {
        let mut supply = draft.supply;
        for (supply, colour) in supply.iter_mut().zip([1, -1]) {
            for place in [&self.own, other] {
                *supply += place.surplus(key, colour) - place.surplus(draft.key, colour);
            }
        }
        supply
    }

    /// Lets the vertex go: its stone has left or stays for good.
    fn finish(&self, draft: Draft, visit: &mut impl FnMut(Key, Cost, u64)) {
        let Draft { key, mut cost, choice, mut supply } = draft;
        let v = *self.node.bag.last().expect("a bag holds its vertex");
        let stays = !self.own.field.sent(key);
        let end = self.instance.end.filter(|end| end.vertex == v);
        if end.is_some() && !stays {
            return;
        }
        if stays {
            // The colours with which it can stay, and what they cost.
            let colours = [1, -1].into_iter().filter(|&colour| {
                end.and_then(|end| end.colour).is_none_or(|wanted| i32::from(wanted.sign()) == colour)
            });
            let costs = colours.filter_map(|colour| match self.own.price {
                Some(price) => Some(-price * (colour - self.own.own) / 2),
                None => (self.own.own + 2 * self.own.field.number(key) == colour).then_some(0),
            });
            match costs.min() {
                Some(price) => cost += UNIT + price,
                None => return,
            }
        }
        // The vertex itself sends nothing any more.
        if self.exact {
            supply.iter_mut().zip([1, -1]).for_each(|(supply, colour)| *supply -= self.own.surplus(key, colour));
        }
        if supply.iter().all(|&stones| stones >= 0) {
            let mut key = self.own.field.clear(key);
            if self.rings == Rings::Forbidden {
                key = settled(&self.places, rooted(key, roots(key).without(self.own.field.slot())));
            }
            visit(key, cost, choice);
        }
    }
}

/// A state while the edges of a vertex are being decided.
#[derive(Clone, Copy)]
struct Draft {
    key: Key,
    cost: Cost,
    choice: u64,
    supply: [i32; 2],
}

/// The supply where some numbers are not kept.
const ENDLESS: [i32; 2] = [0; 2];

/// How many stones of each colour are to be had more than are wanted; below 0
/// the state leads nowhere.
///
/// An `x` that enters a vertex comes from one that held `x` at the start or
/// was entered by an `x`, so it can be traced back to an `x` of its own. Hence
/// the vertices of the bag that can still send an `x`, and the `x` of the
/// `rest`, are at least as many as the `x` that must enter; the same with `o`.
pub(super) fn supply<'a>(places: impl Iterator<Item = &'a Place> + Clone, rest: [usize; 2], key: Key) -> [i32; 2] {
    let of = |colour| places.clone().map(|place| place.surplus(key, colour)).sum::<i32>();
    [of(1) + rest[0] as i32, of(-1) + rest[1] as i32]
}

/// The ways to use an edge: where both ends have prices, and no numbers, only
/// the cheaper colour each way.
fn ways(own: &Place, other: &Place) -> Vec<usize> {
    let (Some(one), Some(two)) = (own.price, other.price) else { return (0..WAYS.len()).collect() };
    let cost = |way: usize| match WAYS[way] {
        None => 0,
        Some((true, colour)) => two * Cost::from(colour) - one * (Cost::from(colour) - own.own) / 2,
        Some((false, colour)) => one * Cost::from(colour) - two * (Cost::from(colour) - other.own) / 2,
    };
    let cheaper = |a: usize, b: usize| if cost(a) <= cost(b) { a } else { b };
    vec![0, cheaper(1, 2), cheaper(3, 4)]
}

/// Forgets where arrows lead when no ring can close there any more: a stone
/// that needs all its edges to come for stones that enter stays where it is;
/// and a place that no stone can enter is on no ring.
///
/// Only numbers that are never given up for a price count here: the states of
/// a program with fewer prices are looked up in the tables of one with more,
/// and both must have forgotten the same.
fn settled(places: &[Place], key: Key) -> Key {
    let mut roots = roots(key);
    for place in places.iter().filter(|place| place.small || place.open == 0) {
        let idle = if place.field.sent(key) {
            place.open <= 1 && place.field.number(key) == 0
        } else {
            place.missing(key) == place.open
        };
        if place.open == 0 || idle {
            roots = roots.closed(place.field.slot());
        }
    }
    rooted(key, roots)
}

/// The state after a join, all arrows followed to their ends; none if they go
/// round in a ring.
pub(super) fn resolved(places: &[Place], key: Key) -> Option<Key> {
    Some(settled(places, rooted(key, roots(key).followed()?)))
}
