//! Where the vertices of a board lie in a picture.
//!
//! Rows and grids lie on squares, cycles and complete graphs on a circle,
//! trees in layers, products along one direction a factor, parts of a
//! multipartite graph in columns. Any other graph is relaxed by springs
//! (Fruchterman and Reingold 1991) from a circle, always in the same way.

use std::f64::consts::TAU;

use super::{MAX_CELLS, MAX_EDGES, TooLarge};
use crate::{Board, Tree};

/// A place in the picture; one unit is the side of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The places of all vertices, from 0 on in both directions.
#[derive(Clone, Debug)]
pub struct Layout {
    /// One place a vertex.
    pub places: Vec<Point>,
    /// Whether cells are drawn as squares, without edges.
    pub squares: bool,
    /// Whether edges may run over other vertices and are drawn bent.
    pub bent: bool,
}

impl Layout {
    /// The layout that suits this board.
    ///
    /// # Errors
    /// When there are too many cells or edges to be seen.
    pub fn of(board: &Board) -> Result<Layout, TooLarge> {
        let count = board.vertices();
        if count > MAX_CELLS {
            return Err(TooLarge { count, what: "cells", limit: MAX_CELLS });
        }
        let squares = matches!(board, Board::Strip { .. } | Board::Grid { .. });
        let edges = if squares { Vec::new() } else { count_edges(board)? };
        let places = match board {
            Board::Strip { cells } => square_grid(1, *cells),
            Board::Grid { rows, cols } => square_grid(*rows, *cols),
            Board::Cycle { cells } => circle(*cells),
            Board::Tree(tree) => layers(tree),
            Board::Multipartite { parts } => columns(parts),
            Board::Hamming { sides } if sides.len() < 2 => circle(count),
            Board::Hamming { sides } => product(sides),
            Board::Graph(_) => springs(count, &edges),
        };
        let bent = matches!(board, Board::Hamming { sides } if sides.len() >= 2 && sides.iter().any(|&s| s > 2));
        Ok(Layout { places: from_zero(places), squares, bent })
    }

    /// The far corner.
    #[must_use]
    pub fn size(&self) -> Point {
        self.places.iter().fold(Point { x: 0.0, y: 0.0 }, |far, p| Point { x: far.x.max(p.x), y: far.y.max(p.y) })
    }
}

fn count_edges(board: &Board) -> Result<Vec<(usize, usize)>, TooLarge> {
    let mut twice = 0;
    for v in 0..board.vertices() {
        board.for_each_neighbour(v, |_| twice += 1);
        if twice > 2 * MAX_EDGES {
            return Err(TooLarge { count: twice / 2, what: "edges or more", limit: MAX_EDGES });
        }
    }
    Ok(board.edges())
}

fn square_grid(rows: usize, cols: usize) -> Vec<Point> {
    (0..rows * cols).map(|v| Point { x: (v % cols) as f64, y: (v / cols) as f64 }).collect()
}

/// Evenly on a circle, neighbours 1.3 apart, the first on top.
fn circle(count: usize) -> Vec<Point> {
    let radius = (1.3 * count as f64 / TAU).max(1.0);
    let angle = |v: usize| TAU * v as f64 / count as f64;
    (0..count).map(|v| Point { x: radius * angle(v).sin(), y: -radius * angle(v).cos() }).collect()
}

/// Each layer below its parents; leaves side by side, a parent above the
/// middle of its children.
fn layers(tree: &Tree) -> Vec<Point> {
    let count = tree.parents().len() + 1;
    let mut children = vec![Vec::new(); count];
    for (i, &parent) in tree.parents().iter().enumerate() {
        children[parent].push(i + 1);
    }
    let mut places = vec![Point { x: 0.0, y: 0.0 }; count];
    let mut next_leaf = 0.0;
    let mut stack = vec![(0, false)];
    while let Some((v, children_done)) = stack.pop() {
        if let Some(parent) = tree.parent(v) {
            places[v].y = places[parent].y + 1.4;
        }
        match &children[v][..] {
            [] => {
                places[v].x = next_leaf;
                next_leaf += 1.2;
            }
            [first, .., last] | [first @ last] if children_done => {
                places[v].x = f64::midpoint(places[*first].x, places[*last].x);
            }
            own => {
                stack.push((v, true));
                stack.extend(own.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    places
}

/// Each part a column, centred.
fn columns(parts: &[usize]) -> Vec<Point> {
    let mut places = Vec::new();
    for (i, &size) in parts.iter().enumerate() {
        let top = -(size as f64 - 1.0) / 2.0;
        places.extend((0..size).map(|j| Point { x: 3.0 * i as f64, y: 1.2 * (top + j as f64) }));
    }
    places
}

/// The first steps of a cube, drawn as one draws a cube: no edge comes near a
/// stone that it does not touch, and the middles of edges lie apart.
const CUBE: [Point; 4] =
    [Point { x: 2.6, y: 0.0 }, Point { x: 0.0, y: 2.6 }, Point { x: 0.95, y: -0.85 }, Point { x: 5.0, y: 0.8 }];

/// Each factor along a direction of its own: the last to the right, the one
/// before it down, the others slanted and ever wider.
fn product(sides: &[usize]) -> Vec<Point> {
    let is_cube = sides.len() >= 3 && sides.iter().all(|&side| side == 2);
    let mut steps = Vec::new();
    let (mut width, mut height) = (1.0, 1.0);
    for (i, &side) in sides.iter().rev().enumerate() {
        let step = match i {
            0..4 if is_cube => CUBE[i],
            0 => Point { x: 1.6, y: 0.0 },
            1 => Point { x: 0.0, y: 1.6 },
            _ if i % 2 == 0 => Point { x: width + 0.5, y: 0.55 },
            _ => Point { x: 0.45, y: height + 0.5 },
        };
        width += step.x * (side as f64 - 1.0);
        height += step.y * (side as f64 - 1.0);
        steps.push((side, step));
    }
    (0..sides.iter().product())
        .map(|v: usize| {
            let (mut rest, mut p) = (v, Point { x: 0.0, y: 0.0 });
            for &(side, step) in &steps {
                let digit = (rest % side) as f64;
                rest /= side;
                p = Point { x: p.x + digit * step.x, y: p.y + digit * step.y };
            }
            p
        })
        .collect()
}

/// Vertices farther apart than this do not push each other away, so that
/// loose parts stay close.
const REACH: f64 = 4.0;

/// Edges pull, vertices push each other away; the moves shrink with time.
fn springs(count: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let mut places = circle(count);
    let rounds = if count <= 500 { 300 } else { 0 };
    for round in 0..rounds {
        let mut force = vec![(0.0, 0.0); count];
        for a in 0..count {
            for b in 0..a {
                let (dx, dy) = (places[a].x - places[b].x, places[a].y - places[b].y);
                let square = (dx * dx + dy * dy).max(0.01);
                if square > REACH * REACH {
                    continue;
                }
                let push = 2.0 / square;
                force[a] = (force[a].0 + dx * push, force[a].1 + dy * push);
                force[b] = (force[b].0 - dx * push, force[b].1 - dy * push);
            }
        }
        for &(a, b) in edges {
            let (dx, dy) = (places[a].x - places[b].x, places[a].y - places[b].y);
            let pull = dx.hypot(dy) / 1.5;
            force[a] = (force[a].0 - dx * pull, force[a].1 - dy * pull);
            force[b] = (force[b].0 + dx * pull, force[b].1 + dy * pull);
        }
        let heat = 1.0 - f64::from(round) / f64::from(rounds);
        for (place, (fx, fy)) in places.iter_mut().zip(force) {
            // A weak pull to the middle keeps loose parts in the picture.
            let (fx, fy) = (fx - 0.1 * place.x, fy - 0.1 * place.y);
            let step = (heat / fx.hypot(fy).max(1e-9)).min(0.1);
            *place = Point { x: place.x + fx * step, y: place.y + fy * step };
        }
    }
    places
}

fn from_zero(mut places: Vec<Point>) -> Vec<Point> {
    let (mut x, mut y) = (f64::INFINITY, f64::INFINITY);
    for p in &places {
        (x, y) = (x.min(p.x), y.min(p.y));
    }
    for p in &mut places {
        *p = Point { x: p.x - x, y: p.y - y };
    }
    places
}
