//! Layout: coordinates of the vertices of a board.
//!
//! Rows and grids lie on squares, cycles and complete graphs on a circle,
//! trees in layers, products along one direction per factor, two parts of a
//! multipartite graph in columns and more of them around a circle. Graphs with
//! names are drawn as in books. Any other graph gets a layout by its symmetries
//! or by its distances.

use std::f64::consts::TAU;

use super::{MAX_CELLS, MAX_EDGES, TooLarge, stress};
use crate::{Board, NamedGraph, Tree};

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
pub struct BoardLayout {
    /// One point per vertex.
    pub places: Vec<Point>,
    /// Whether cells are drawn as squares, without edges.
    pub squares: bool,
    /// Whether edges may run over other vertices and are drawn bent.
    pub bent: bool,
}

impl BoardLayout {
    /// The layout that suits this board.
    ///
    /// # Errors
    /// [`TooLarge`] if there are too many cells or edges.
    pub fn of(board: &Board) -> Result<BoardLayout, TooLarge> {
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
            Board::Multipartite { parts } if parts.len() <= 2 => columns(parts),
            Board::Multipartite { parts } => arcs(parts),
            Board::Hamming { sides } if sides.len() < 2 => complete(count),
            Board::Hamming { sides } => product(sides),
            Board::Named(graph) => named(graph),
            Board::Graph(_) => stress::places(count, &edges),
        };
        let bent = match board {
            Board::Hamming { sides } => sides.len() >= 2 && sides.iter().any(|&side| side > 2),
            Board::Named(NamedGraph::Torus { .. }) => true,
            _ => false,
        };
        Ok(BoardLayout { places: from_zero(places), squares, bent })
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

/// Distance of two cells of a grid with edges.
const STEP: f64 = 1.6;

/// A graph with a name: rings around a middle, circles, or rows.
fn named(graph: &NamedGraph) -> Vec<Point> {
    let scaled = |places: Vec<Point>, by: f64| places.into_iter().map(move |p| Point { x: by * p.x, y: by * p.y });
    match graph {
        NamedGraph::Petersen => {
            let ring = || circle(5).into_iter();
            let radius = circle(5)[0].y.abs();
            scaled(ring().collect(), 3.2 / radius).chain(scaled(ring().collect(), 1.6 / radius)).collect()
        }
        NamedGraph::Star { vertices } | NamedGraph::Wheel { vertices } => {
            let rim = circle(vertices - 1);
            let radius = rim.first().map_or(1.0, |top| top.x.hypot(top.y));
            let middle = Point { x: 0.0, y: 0.0 };
            std::iter::once(middle).chain(scaled(rim, (STEP / radius).max(1.0))).collect()
        }
        NamedGraph::Circulant { vertices, .. } => complete(*vertices),
        NamedGraph::Torus { rows, cols } | NamedGraph::King { rows, cols } => {
            scaled(square_grid(*rows, *cols), STEP).collect()
        }
    }
}

fn square_grid(rows: usize, cols: usize) -> Vec<Point> {
    (0..rows * cols).map(|v| Point { x: (v % cols) as f64, y: (v / cols) as f64 }).collect()
}

/// Evenly on a circle, neighbours 1.3 apart, the first on top.
pub(super) fn circle(count: usize) -> Vec<Point> {
    let radius = (1.3 * count as f64 / TAU).max(1.0);
    let angle = |v: usize| TAU * v as f64 / count as f64;
    (0..count).map(|v| Point { x: radius * angle(v).sin(), y: -radius * angle(v).cos() }).collect()
}

/// Evenly on a circle so wide that the edge between two neighbours of a vertex
/// passes its stone, as far as possible.
fn complete(count: usize) -> Vec<Point> {
    let mut places = circle(count);
    let radius = places.first().map_or(1.0, |top| top.x.hypot(top.y));
    let passes = radius * (1.0 - (TAU / count as f64).cos());
    let wider = (0.55 / passes.max(1e-9)).clamp(1.0, 1.8);
    for p in &mut places {
        *p = Point { x: wider * p.x, y: wider * p.y };
    }
    places
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

/// Parts one after the other around a circle with a gap between them, so that
/// no edge runs over a vertex.
fn arcs(parts: &[usize]) -> Vec<Point> {
    let seats: usize = parts.iter().map(|&size| size + 1).sum();
    let around = circle(seats);
    let scale = if parts.iter().all(|&size| size == 1) { 1.0 } else { 1.25 };
    let mut from = 0;
    let mut places = Vec::new();
    for &size in parts {
        places.extend(around[from..from + size].iter().map(|p| Point { x: scale * p.x, y: scale * p.y }));
        from += size + 1;
    }
    places
}

/// The steps of a cube, drawn as one draws a cube: no edge comes near a stone
/// that it does not touch, and the middles of edges lie apart.
const CUBE: [Point; 3] = [Point { x: 2.6, y: 0.0 }, Point { x: 0.0, y: 2.6 }, Point { x: 0.95, y: -0.85 }];

/// The steps of the cube of four dimensions, seen along the axis of its
/// eightfold symmetry: two octagons, one inside the other.
fn tesseract(i: usize) -> Point {
    let angle = TAU / 16.0 + TAU / 8.0 * i as f64;
    Point { x: 3.2 * angle.cos(), y: 3.2 * angle.sin() }
}

/// Each factor along another direction: the last to the right, the one before
/// it down, the others slanted and ever wider.
fn product(sides: &[usize]) -> Vec<Point> {
    let is_cube = sides.len() >= 3 && sides.iter().all(|&side| side == 2);
    let mut steps = Vec::new();
    let (mut width, mut height) = (1.0, 1.0);
    for (i, &side) in sides.iter().rev().enumerate() {
        let step = match i {
            _ if is_cube && sides.len() == 4 => tesseract(i),
            0..3 if is_cube => CUBE[i],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::stress::from_edge;
    use crate::notation::read_board;

    /// The least distance of two vertices, and of a vertex from an edge that
    /// does not end in it.
    fn clearance(text: &str) -> (f64, f64) {
        let position = read_board(text).unwrap();
        let places = BoardLayout::of(position.board()).unwrap().places;
        let (mut stones, mut edges) = (f64::INFINITY, f64::INFINITY);
        for (i, a) in places.iter().enumerate() {
            for b in &places[..i] {
                stones = stones.min((a.x - b.x).hypot(a.y - b.y));
            }
            for &(b, c) in position.board().edges().iter().filter(|&&(b, c)| b != i && c != i) {
                edges = edges.min(from_edge(*a, places[b], places[c]));
            }
        }
        (stones, edges)
    }

    #[test]
    fn stones_are_clear_of_each_other_and_of_edges() {
        let petersen = "edges:0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5:(xo)^5";
        for text in [petersen, "cube:3:(xo)^4", "cube:4:(xo)^8", "kpartite:3,2,2:xxoxoxo", "kpartite:4,4,4:(xo)^6"]
            .into_iter()
            .chain([
                "petersen:(xo)^5",
                "star:9:(xo)^4x",
                "wheel:8:(xo)^4",
                "king:3x4:(xo)^6",
                "circulant:9:1,2:(xo)^4x",
            ])
            .chain(["complete:12:(xo)^6", "tree:0,0,1,1,2,2:xooxxxo", "graph6:Dhc:xoxox", "edges:0-1,2-3,3-4:xoxox"])
        {
            let (stones, edges) = clearance(text);
            assert!(stones > 1.15 && edges > 0.5, "{text}: {stones} {edges}");
        }
    }

    #[test]
    fn equal_graphs_are_drawn_alike() {
        let places = || BoardLayout::of(read_board("graph6:IheA@GUAo:(xo)^5").unwrap().board()).unwrap().places;
        assert_eq!(places(), places());
    }
}
