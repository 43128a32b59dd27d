//! Stress layout of any graph: distances in the picture follow distances in
//! the graph.
//!
//! The stress, the squared error of all distances, is minimised by
//! stochastic gradient descent (Zheng, Pawar, Goodman: Graph drawing by
//! stochastic gradient descent, 2019): pairs are taken in random order, and
//! each is moved towards its distance. Of several starts the drawing is taken in
//! which stones have the greatest clearance from each other and from edges
//! that do not end in them; then it is enlarged until the clearance suffices.
//! Components lie side by side. Equal graphs are always drawn alike. A graph with
//! a symmetry of high order gets a [rotational layout](super::rotation) instead.

use super::layout::{Point, circle};
use super::rotation;
use crate::SplitMix64;

/// The length of an edge; one unit is the side of a cell.
const LENGTH: f64 = 2.0;
/// Minimum distance of two stones, and of a stone from an edge.
const APART: (f64, f64) = (1.3, 0.8);
/// Maximum factor by which a drawing is enlarged for that.
const LARGEST: f64 = 1.6;
const GAP: f64 = 1.6;

/// The places of the vertices.
pub(super) fn places(count: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let mut neighbours = vec![Vec::new(); count];
    for &(a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut all = vec![Point { x: 0.0, y: 0.0 }; count];
    let mut shelf = PartPacker::new(count);
    for part in parts(&neighbours) {
        let drawn = draw(&part, &neighbours);
        for (&v, p) in part.iter().zip(shelf.put(drawn)) {
            all[v] = p;
        }
    }
    all
}

/// The connected parts, each in the order of a walk through it.
fn parts(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; neighbours.len()];
    let mut found = Vec::new();
    for start in 0..neighbours.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            for &u in &neighbours[v] {
                if !seen[u] {
                    seen[u] = true;
                    part.push(u);
                }
            }
        }
        part.sort_unstable();
        found.push(part);
    }
    found
}

/// Packs components side by side into rows, for a picture about as wide as high.
struct PartPacker {
    width: f64,
    at: Point,
    below: f64,
}

impl PartPacker {
    fn new(count: usize) -> PartPacker {
        PartPacker { width: 3.0 * (count as f64).sqrt(), at: Point { x: 0.0, y: 0.0 }, below: 0.0 }
    }

    fn put(&mut self, drawn: Vec<Point>) -> Vec<Point> {
        let least = |f: fn(&Point) -> f64| drawn.iter().map(f).fold(f64::INFINITY, f64::min);
        let most = |f: fn(&Point) -> f64| drawn.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|p| p.x), least(|p| p.y));
        let (width, height) = (most(|p| p.x) - left, most(|p| p.y) - top);
        if self.at.x > 0.0 && self.at.x + width > self.width {
            self.at = Point { x: 0.0, y: self.below };
        }
        let Point { x, y } = self.at;
        self.at.x += width + GAP;
        self.below = self.below.max(y + height + GAP);
        drawn.into_iter().map(|p| Point { x: p.x - left + x, y: p.y - top + y }).collect()
    }
}

/// Draws one connected part.
fn draw(part: &[usize], neighbours: &[Vec<usize>]) -> Vec<Point> {
    let count = part.len();
    let number = |v: usize| part.binary_search(&v).expect("neighbours are in the same part");
    let near: Vec<Vec<usize>> = part.iter().map(|&v| neighbours[v].iter().map(|&u| number(u)).collect()).collect();
    if count > 500 {
        return circle(count);
    }
    if let Some(places) = rotation::places(&near) {
        return places;
    }
    let pairs = distances(&near);
    let mut dice = SplitMix64::new(count as u64);
    let starts = if count <= 60 { 12 } else { 2 };
    let mut best: Option<(f64, Vec<Point>)> = None;
    for start in 0..starts {
        let mut places = circle(count);
        if start > 0 {
            let mut any = || 2.0 * (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * (count as f64).sqrt();
            places = (0..count).map(|_| Point { x: any(), y: any() }).collect();
        }
        descend(&mut places, &pairs, &mut dice);
        let clear = clearance(&places, &near);
        if best.as_ref().is_none_or(|(most, _)| clear > *most + 1e-9) {
            best = Some((clear, places));
        }
    }
    let (clear, mut places) = best.expect("there is a start");
    let larger = (1.0 / clear.max(1e-9)).clamp(1.0, LARGEST);
    for p in &mut places {
        *p = Point { x: p.x * larger, y: p.y * larger };
    }
    places
}

/// A pair of vertices and the distance that it should have.
struct TargetDistance {
    a: usize,
    b: usize,
    far: f64,
}

fn distances(near: &[Vec<usize>]) -> Vec<TargetDistance> {
    let mut pairs = Vec::new();
    for a in 0..near.len() {
        let mut far = vec![0.0; near.len()];
        let mut queue = vec![a];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &u in &near[v] {
                if u != a && far[u] == 0.0 {
                    far[u] = far[v] + LENGTH;
                    queue.push(u);
                }
            }
        }
        pairs.extend((0..a).map(|b| TargetDistance { a, b, far: far[b] }));
    }
    pairs
}

/// Moves pair after pair towards its distance, in ever smaller steps.
fn descend(places: &mut [Point], pairs: &[TargetDistance], dice: &mut SplitMix64) {
    const ROUNDS: i32 = 60;
    let most = pairs.iter().map(|pair| pair.far * pair.far).fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    for round in 0..ROUNDS {
        let rate = most * (0.05 / most.max(1.0)).powf(f64::from(round) / f64::from(ROUNDS));
        for i in (1..order.len()).rev() {
            order.swap(i, dice.below(i as u64 + 1) as usize);
        }
        for &i in &order {
            let TargetDistance { a, b, far } = pairs[i];
            let (dx, dy) = (places[a].x - places[b].x, places[a].y - places[b].y);
            let now = dx.hypot(dy).max(1e-6);
            let part = (rate / (far * far)).min(1.0) * (now - far) / (2.0 * now);
            places[a] = Point { x: places[a].x - part * dx, y: places[a].y - part * dy };
            places[b] = Point { x: places[b].x + part * dx, y: places[b].y + part * dy };
        }
    }
}

/// The clearance of stones from each other and from edges, as a fraction of
/// the required one.
pub(super) fn clearance(places: &[Point], near: &[Vec<usize>]) -> f64 {
    let mut least = f64::INFINITY;
    for a in 0..places.len() {
        for b in 0..a {
            let apart = (places[a].x - places[b].x).hypot(places[a].y - places[b].y);
            least = least.min(apart / APART.0);
            if near[a].contains(&b) {
                for v in (0..places.len()).filter(|&v| v != a && v != b) {
                    least = least.min(from_edge(places[v], places[a], places[b]) / APART.1);
                }
            }
        }
    }
    least
}

/// How far a point is from the line between two others.
pub(super) fn from_edge(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = (dx * dx + dy * dy).max(1e-12);
    let part = (((p.x - a.x) * dx + (p.y - a.y) * dy) / square).clamp(0.0, 1.0);
    (p.x - a.x - part * dx).hypot(p.y - a.y - part * dy)
}
