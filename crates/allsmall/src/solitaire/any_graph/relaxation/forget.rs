//! The forget step of the relaxation: decides every edge of a vertex.

use super::super::Instance;
use super::super::elimination_order::DecompositionNode;
use super::super::forget::EDGE_USES;
use super::packed_state::{DirectedCycles, PackedLayout, PackedState, VertexField, rooted, roots};
use super::{Cost, Multipliers, UNIT};

/// A vertex of a bag.
#[derive(Clone, Copy, Debug)]
pub(super) struct BagVertex {
    pub(super) field: VertexField,
    /// The stone at the start.
    own: i32,
    /// Number of edges still open after this step.
    open: u32,
    /// Cost of an `x` that enters, gain of an `o`; with a multiplier the balance is
    /// not kept.
    multiplier: Option<Cost>,
    /// Whether the degree is too small for a multiplier at any level.
    small: bool,
}

impl BagVertex {
    fn new(instance: &Instance, layout: &PackedLayout, multipliers: &Multipliers, v: usize, open: usize) -> BagVertex {
        let own = i32::from(instance.colours[v].sign());
        let small = instance.near(v).len() < layout.hub();
        BagVertex { field: layout.field(v), own, open: open as u32, multiplier: multipliers[v], small }
    }

    /// The state and the cost after a stone has entered.
    fn enter(&self, key: PackedState, colour: i32) -> (PackedState, Cost) {
        match self.multiplier {
            None => (self.field.add(key, colour), 0),
            Some(multiplier) => (key, multiplier * colour),
        }
    }

    /// The state and the cost after the stone has left with this colour.
    fn leave(&self, key: PackedState, colour: i32) -> (PackedState, Cost) {
        let (key, cost) = self.enter(key, -(colour - self.own) / 2);
        (self.field.send(key), cost)
    }

    /// Minimum number of stones that must still enter.
    fn missing(&self, key: PackedState) -> u32 {
        let balance = self.field.balance(key);
        let other = if self.field.sent(key) { balance } else { balance + self.own };
        balance.unsigned_abs().min(other.unsigned_abs())
    }

    /// Returns whether the balance can still be met.
    pub(super) fn can_end(&self, key: PackedState) -> bool {
        self.multiplier.is_some() || self.missing(key) <= self.open
    }

    /// Number of open edges, which bounds the choices of a partner's balance.
    pub(super) fn room(&self) -> u32 {
        if self.multiplier.is_some() { u32::MAX } else { self.open }
    }

    /// The least and greatest balance of a partner with which the balance can
    /// be met; `sent` is whether the stone has left in one of them.
    pub(super) fn partners(&self, key: PackedState, sent: bool) -> (i32, i32) {
        let (balance, open) = (self.field.balance(key), self.open as i32);
        match (self.multiplier, sent) {
            (Some(_), _) => (i32::MIN, i32::MAX),
            (None, true) => (-open - balance, open - balance),
            (None, false) => (-open - self.own.max(0) - balance, open - self.own.min(0) - balance),
        }
    }

    /// Number of stones of a colour that the vertex can send, less those that must
    /// enter it first.
    pub(super) fn surplus(&self, key: PackedState, colour: i32) -> i32 {
        let (balance, own) = (self.field.balance(key) * colour, self.own * colour);
        if self.field.sent(key) {
            return -(-balance).max(0);
        }
        let sends = 1 - ((1 - own) / 2 - balance).max(0);
        let stays = -(-balance).min(-balance - own).max(0);
        sends.max(stays)
    }
}

/// The forget step of one node; the vertex is the last of its bag.
pub(super) struct RelaxedForget<'a> {
    instance: &'a Instance,
    node: &'a DecompositionNode,
    own: BagVertex,
    /// The other vertices of the bag.
    pub(super) places: Vec<BagVertex>,
    /// Whether balances are kept of all vertices.
    exact: bool,
    cycles: DirectedCycles,
    /// For each edge, the uses worth trying.
    uses: Vec<Vec<usize>>,
}

impl<'a> RelaxedForget<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        node: &'a DecompositionNode,
        layout: &PackedLayout,
        multipliers: &Multipliers,
    ) -> RelaxedForget<'a> {
        let (&v, others) = node.bag.split_last().expect("a bag holds its vertex");
        let place = |(&v, &open): (&usize, &usize)| BagVertex::new(instance, layout, multipliers, v, open);
        let own = BagVertex::new(instance, layout, multipliers, v, 0);
        let places: Vec<BagVertex> = others.iter().zip(&node.open).map(place).collect();
        let uses = node.adjacent.iter().map(|&other| useful_uses(&own, &places[other])).collect();
        let exact = multipliers.iter().all(Option::is_none);
        RelaxedForget { instance, node, own, places, exact, cycles: layout.cycles(), uses }
    }

    /// The places of the bag at a join, and the stones of the rest if all balances
    /// are kept.
    pub(super) fn joining(&self, join: usize) -> (Vec<BagVertex>, Option<[usize; 2]>) {
        let places = self.places.iter().chain([&self.own]).zip(&self.node.open_at_joins[join]);
        let places = places.map(|(place, &open)| BagVertex { open: open as u32, ..*place }).collect();
        (places, self.exact.then_some(self.node.rest_at_joins[join]))
    }

    /// Calls `visit` with every state after this step, its cost, and the choice
    /// bits.
    pub(super) fn for_each(&self, key: PackedState, cost: Cost, visit: &mut impl FnMut(PackedState, Cost, u64)) {
        let supply =
            if self.exact { supply(self.places.iter().chain([&self.own]), self.node.rest, key) } else { ENDLESS };
        self.edges(0, PartialState { key, cost, choice: 0, supply }, visit);
    }

    /// Tries all uses of the edges from `edge` on.
    fn edges(&self, edge: usize, partial: PartialState, visit: &mut impl FnMut(PackedState, Cost, u64)) {
        let adjacent = &self.node.adjacent;
        if self.own.multiplier.is_none() && self.own.missing(partial.key) > (adjacent.len() - edge) as u32 {
            return;
        }
        let Some(&other) = adjacent.get(edge) else { return self.finish(partial, visit) };
        let other = &self.places[other];
        for &bits in &self.uses[edge] {
            let way = EDGE_USES[bits];
            let next = match way {
                None => Some((partial.key, 0)),
                Some((true, colour)) => self.arrow(partial.key, &self.own, other, i32::from(colour)),
                Some((false, colour)) => self.arrow(partial.key, other, &self.own, i32::from(colour)),
            };
            let Some((key, more)) = next else { continue };
            if !other.can_end(key) {
                continue;
            }
            let supply = if self.exact && way.is_some() { self.changed(&partial, key, other) } else { partial.supply };
            if supply.iter().all(|&stones| stones >= 0) {
                let choice = partial.choice | (bits as u64) << (3 * edge);
                self.edges(edge + 1, PartialState { key, cost: partial.cost + more, choice, supply }, visit);
            }
        }
    }

    /// The state and the cost after the stone of `from` has left as `colour` to
    /// `to`; `None` if it had left already, or if a cycle would close.
    fn arrow(
        &self,
        mut key: PackedState,
        from: &BagVertex,
        to: &BagVertex,
        colour: i32,
    ) -> Option<(PackedState, Cost)> {
        if from.field.sent(key) {
            return None;
        }
        if self.cycles == DirectedCycles::Forbidden {
            key = rooted(key, roots(key).arrow(from.field.slot(), to.field.slot())?);
        }
        let (key, one) = from.leave(key, colour);
        let (key, two) = to.enter(key, colour);
        Some((key, one + two))
    }

    /// The supply after an edge between the vertex and another was decided.
    fn changed(&self, partial: &PartialState, key: PackedState, other: &BagVertex) -> [i32; 2] {
        let mut supply = partial.supply;
        for (supply, colour) in supply.iter_mut().zip([1, -1]) {
            for place in [&self.own, other] {
                *supply += place.surplus(key, colour) - place.surplus(partial.key, colour);
            }
        }
        supply
    }

    /// Forgets the vertex: its stone has left or stays for good.
    fn finish(&self, partial: PartialState, visit: &mut impl FnMut(PackedState, Cost, u64)) {
        let PartialState { key, mut cost, choice, mut supply } = partial;
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
            let costs = colours.filter_map(|colour| match self.own.multiplier {
                Some(multiplier) => Some(-multiplier * (colour - self.own.own) / 2),
                None => (self.own.own + 2 * self.own.field.balance(key) == colour).then_some(0),
            });
            match costs.min() {
                Some(multiplier) => cost += UNIT + multiplier,
                None => return,
            }
        }
        // The vertex itself sends no more stones.
        if self.exact {
            supply.iter_mut().zip([1, -1]).for_each(|(supply, colour)| *supply -= self.own.surplus(key, colour));
        }
        if supply.iter().all(|&stones| stones >= 0) {
            let mut key = self.own.field.clear(key);
            if self.cycles == DirectedCycles::Forbidden {
                key = simplified(&self.places, rooted(key, roots(key).without(self.own.field.slot())));
            }
            visit(key, cost, choice);
        }
    }
}

/// A state while the edges of a vertex are being decided.
#[derive(Clone, Copy)]
struct PartialState {
    key: PackedState,
    cost: Cost,
    choice: u64,
    supply: [i32; 2],
}

/// The supply where some balances are not kept, and nothing is pruned by it.
const ENDLESS: [i32; 2] = [0; 2];

/// Supply less demand of stones of each colour; if one is negative, the state
/// leads to no play.
///
/// An `x` that enters a vertex comes from a vertex that held `x` at the start or
/// was entered by an `x`, so different arrows trace back to different `x` of the
/// start. Hence the vertices of the bag that can still send an `x`, plus the `x`
/// of the `rest`, are at least as many as the `x` that must enter. Likewise for
/// `o`.
pub(super) fn supply<'a>(
    places: impl Iterator<Item = &'a BagVertex> + Clone,
    rest: [usize; 2],
    key: PackedState,
) -> [i32; 2] {
    let of = |colour| places.clone().map(|place| place.surplus(key, colour)).sum::<i32>();
    [of(1) + rest[0] as i32, of(-1) + rest[1] as i32]
}

/// The uses of an edge worth trying: if both ends have multipliers, only the
/// cheaper colour in each direction.
fn useful_uses(own: &BagVertex, other: &BagVertex) -> Vec<usize> {
    let (Some(one), Some(two)) = (own.multiplier, other.multiplier) else { return (0..EDGE_USES.len()).collect() };
    let cost = |way: usize| match EDGE_USES[way] {
        None => 0,
        Some((true, colour)) => two * Cost::from(colour) - one * (Cost::from(colour) - own.own) / 2,
        Some((false, colour)) => one * Cost::from(colour) - two * (Cost::from(colour) - other.own) / 2,
    };
    let cheaper = |a: usize, b: usize| if cost(a) <= cost(b) { a } else { b };
    vec![0, cheaper(1, 2), cheaper(3, 4)]
}

/// Closes roots through which no cycle can run: a stone whose open edges are all
/// needed for stones that enter stays where it is, and a place that no stone can
/// enter is not on a cycle.
///
/// Only vertices too small for a multiplier count: states of a DP with fewer
/// multipliers are looked up in the tables of one with more, so both must close
/// the same roots.
fn simplified(places: &[BagVertex], key: PackedState) -> PackedState {
    let mut roots = roots(key);
    for place in places.iter().filter(|place| place.small || place.open == 0) {
        let idle = if place.field.sent(key) {
            place.open <= 1 && place.field.balance(key) == 0
        } else {
            place.missing(key) == place.open
        };
        if place.open == 0 || idle {
            roots = roots.closed(place.field.slot());
        }
    }
    rooted(key, roots)
}

/// The state after a join, with all roots followed; `None` if there is a cycle.
pub(super) fn resolved(places: &[BagVertex], key: PackedState) -> Option<PackedState> {
    Some(simplified(places, rooted(key, roots(key).followed()?)))
}
