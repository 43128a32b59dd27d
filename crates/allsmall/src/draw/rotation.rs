//! Rotational layout: a graph with a symmetry of high order is drawn on
//! concentric circles, so that the symmetry is a rotation of the picture.
//!
//! An automorphism whose cycles all have one length k, but for one fixed vertex at
//! most, puts each cycle on a circle and the fixed vertex in the middle
//! (Carr, Kocay: An algorithm for drawing a graph symmetrically, 1999). Petersen's
//! graph becomes a pentagon with a star inside, a cube two squares. Of all such
//! automorphisms, orders of the circles and turns of one circle against another,
//! a drawing without crossings is taken if there is one, otherwise one of the
//! highest order; of several, the one with the shortest edges. Circles are turned by multiples
//! of half a step only, which keeps mirror images where there are any.

use std::f64::consts::{PI, TAU};

use super::layout::Point;
use super::stress::clearance;

/// Maximum number of vertices.
const MOST_VERTICES: usize = 60;
/// Maximum number of circles.
const MOST_CIRCLES: usize = 3;
/// Maximum number of steps of the search for automorphisms, per image of the
/// first vertex.
const STEPS: usize = 5_000;
/// Maximum number of automorphisms per image of the first vertex.
const MAPS: usize = 24;
/// Distance of two circles; one unit is the side of a cell.
const RING: f64 = 1.6;
/// Minimum distance of two stones on a circle.
const APART: f64 = 1.5;

/// The cycles of an automorphism.
struct RotationOrbits {
    /// The vertices of each cycle, in the order of the rotation.
    orbits: Vec<Vec<usize>>,
    fixed: Option<usize>,
}

/// The places of the vertices of a connected graph; `None` if it has no such
/// symmetry, or the drawing would be crowded.
pub(super) fn places(near: &[Vec<usize>]) -> Option<Vec<Point>> {
    if !(3..=MOST_VERTICES).contains(&near.len()) {
        return None;
    }
    let maps = automorphisms(near);
    let rotations: Vec<RotationOrbits> = maps.iter().filter_map(|map| rotation(map)).collect();
    let mut best: Option<((bool, usize, i64), Vec<Point>)> = None;
    for rotation in &rotations {
        for ranks in permutations(rotation.orbits.len()) {
            let drawn = on_circles(rotation, &ranks, near);
            // Lengths in thousandths, so that equal ones are equal.
            let length = (1000.0 * edge_length(&drawn, near)).round() as i64;
            let score = (has_crossing(&drawn, near), near.len() - rotation.orbits[0].len(), length);
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, drawn));
            }
        }
    }
    let (_, places) = best?;
    let clear = clearance(&places, near);
    (clear >= 0.7).then(|| {
        let larger = (1.0 / clear).max(1.0);
        places.into_iter().map(|p| Point { x: p.x * larger, y: p.y * larger }).collect()
    })
}

/// The cycles of a map, if all but one fixed vertex have one length of at
/// least three.
fn rotation(map: &[usize]) -> Option<RotationOrbits> {
    let mut seen = vec![false; map.len()];
    let mut found = RotationOrbits { orbits: Vec::new(), fixed: None };
    for start in 0..map.len() {
        if seen[start] {
            continue;
        }
        let mut orbit = vec![start];
        seen[start] = true;
        let mut v = map[start];
        while v != start {
            seen[v] = true;
            orbit.push(v);
            v = map[v];
        }
        match (orbit.len(), found.fixed) {
            (1, None) => found.fixed = Some(start),
            (1, Some(_)) => return None,
            _ => found.orbits.push(orbit),
        }
    }
    let length = found.orbits.first()?.len();
    let fits = length >= 3 && found.orbits.len() <= MOST_CIRCLES;
    (fits && found.orbits.iter().all(|orbit| orbit.len() == length)).then_some(found)
}

/// The orbits on circles from the inside out by their ranks; each turned so that
/// its edges to the circles before are shortest.
fn on_circles(rotation: &RotationOrbits, ranks: &[usize], near: &[Vec<usize>]) -> Vec<Point> {
    let order = rotation.orbits[0].len();
    let mut places = vec![None; near.len()];
    if let Some(v) = rotation.fixed {
        places[v] = Some(Point { x: 0.0, y: 0.0 });
    }
    let inner = (APART / (2.0 * (PI / order as f64).sin())).max(RING);
    // From the outside in: what is seen first stands upright.
    for rank in (0..ranks.len()).rev() {
        let orbit = &rotation.orbits[ranks[rank]];
        let radius = inner + RING * rank as f64;
        let at = |half_steps: usize, i: usize| {
            let angle = TAU * i as f64 / order as f64 + PI * half_steps as f64 / order as f64;
            Point { x: radius * angle.sin(), y: -radius * angle.cos() }
        };
        let cost = |half_steps: usize| -> f64 {
            let to_placed = |i: usize, v: usize| {
                let p = at(half_steps, i);
                let far = near[v].iter().filter_map(|&u| places[u]).map(|q: Point| (p.x - q.x).hypot(p.y - q.y));
                far.sum::<f64>()
            };
            orbit.iter().enumerate().map(|(i, &v)| to_placed(i, v)).sum()
        };
        let turns: Vec<f64> = (0..2 * order).map(cost).collect();
        let best = (0..2 * order).fold(0, |best, turn| if turns[turn] < turns[best] - 1e-9 { turn } else { best });
        for (i, &v) in orbit.iter().enumerate() {
            places[v] = Some(at(best, i));
        }
    }
    places.into_iter().map(|p| p.expect("every vertex is fixed or on a circle")).collect()
}

fn edge_length(places: &[Point], near: &[Vec<usize>]) -> f64 {
    let far = |a: usize, b: usize| (places[a].x - places[b].x).hypot(places[a].y - places[b].y);
    near.iter().enumerate().flat_map(|(a, own)| own.iter().map(move |&b| far(a, b))).sum()
}

/// Returns whether two edges without a common end cross or touch.
fn has_crossing(places: &[Point], near: &[Vec<usize>]) -> bool {
    let side = |a: usize, b: usize, c: usize| {
        let (p, q, r) = (places[a], places[b], places[c]);
        (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    };
    let edges = || near.iter().enumerate().flat_map(|(a, own)| own.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
    edges().any(|(a, b)| {
        edges().any(|(c, d)| {
            let apart = a != c && a != d && b != c && b != d;
            apart && side(a, b, c) * side(a, b, d) <= 1e-9 && side(c, d, a) * side(c, d, b) <= 1e-9
        })
    })
}

/// All orders of 0, 1, ..., count - 1.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let rest: Vec<usize> = (0..count).filter(|i| !order.contains(i)).collect();
            rest.into_iter().map(move |i| order.iter().copied().chain([i]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Some automorphisms, found by backtracking: for every image of the first
/// vertex a few.
fn automorphisms(near: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = near.len();
    // Each vertex comes after one of its neighbours.
    let first = (0..n).max_by_key(|&v| near[v].len()).expect("there is a vertex");
    let mut order = vec![first];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &u in &near[v] {
            if !order.contains(&u) {
                order.push(u);
            }
        }
    }
    let mut search = MapSearch {
        near,
        order: &order,
        image: vec![usize::MAX; n],
        used: vec![false; n],
        found: Vec::new(),
        steps: 0,
        wanted: 0,
    };
    for w in (0..n).filter(|&w| near[w].len() == near[first].len()) {
        (search.steps, search.wanted) = (0, search.found.len() + MAPS);
        search.map(0, w);
    }
    search.found
}

struct MapSearch<'a> {
    near: &'a [Vec<usize>],
    order: &'a [usize],
    image: Vec<usize>,
    used: Vec<bool>,
    found: Vec<Vec<usize>>,
    steps: usize,
    wanted: usize,
}

impl MapSearch<'_> {
    /// Maps the vertex at this place of the order to `w`, and the rest in every way.
    fn map(&mut self, place: usize, w: usize) {
        self.steps += 1;
        if self.steps > STEPS || self.found.len() >= self.wanted || !self.fits(place, w) {
            return;
        }
        let v = self.order[place];
        (self.image[v], self.used[w]) = (w, true);
        match self.order.get(place + 1) {
            None => self.found.push(self.image.clone()),
            Some(&next) => {
                let near = self.near;
                let anchor = near[next].iter().find(|&&u| self.image[u] != usize::MAX);
                let anchor = self.image[*anchor.expect("the part is connected, and walked through")];
                for &w in &near[anchor] {
                    self.map(place + 1, w);
                }
            }
        }
        (self.image[v], self.used[w]) = (usize::MAX, false);
    }

    fn fits(&self, place: usize, w: usize) -> bool {
        let v = self.order[place];
        !self.used[w]
            && self.near[v].len() == self.near[w].len()
            && self.order[..place].iter().all(|&u| self.near[v].contains(&u) == self.near[w].contains(&self.image[u]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    fn near(text: &str) -> Vec<Vec<usize>> {
        let position = read_board(text).unwrap();
        (0..position.cells().len()).map(|v| position.board().neighbours(v)).collect()
    }

    /// How many circles around the middle there are, and the vertices on each.
    fn circles(places: &[Point]) -> Vec<usize> {
        let mut radii: Vec<i64> = places.iter().map(|p| (p.x.hypot(p.y) * 1000.0).round() as i64).collect();
        radii.sort_unstable();
        radii.chunk_by(|a, b| a == b).map(<[i64]>::len).collect()
    }

    #[test]
    fn symmetric_graphs_lie_on_circles() {
        for (text, expected) in [
            // Petersen's graph as geng names its vertices, the cube, a prism, the
            // wheel, K(3,3), a cylinder.
            ("graph6:IheA@GUAo:(xo)^5", vec![5, 5]),
            ("graph6:I@XDGiHs?:(xo)^5", vec![5, 5]),
            ("cube:3:(xo)^4", vec![4, 4]),
            ("edges:0-1,1-2,2-0,3-4,4-5,5-3,0-3,1-4,2-5:(xo)^3", vec![3, 3]),
            ("wheel:7:(xo)^3x", vec![1, 6]),
            ("kpartite:3,3:(xo)^3", vec![6]),
        ] {
            let near = near(text);
            let places = places(&near).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(circles(&places), expected, "{text}");
            assert!(clearance(&places, &near) >= 0.999, "{text}");
        }
        // Nothing but mirror images, or nothing at all.
        for text in ["tree:0,1,2,3:xoxox", "edges:0-1,1-2,2-3,3-0,0-2,3-4,4-5:xoxoxo"] {
            assert!(places(&near(text)).is_none(), "{text}");
        }
    }
}
