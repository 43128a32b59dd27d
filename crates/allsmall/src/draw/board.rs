//! Pictures of positions: cells or edges, names, stones, marked moves.

use super::layout::{BoardLayout, Point};
use super::scene::{Anchor, DrawOptions, Ink, Pen, Scene, SceneShape};
use super::{MAX_CELLS, TooLarge};
use crate::notation::{cell_name, graph_name};
use crate::{Board, Move, Player, Position};

/// Pixels per unit.
pub(super) const UNIT: f64 = 40.0;
/// Units around the picture.
pub(super) const MARGIN: f64 = 1.0;

/// A place of a layout in pixels.
pub(super) fn on_paper(Point { x, y }: Point) -> Point {
    Point { x: (x + MARGIN) * UNIT, y: (y + MARGIN) * UNIT }
}

/// The position as a picture; moves are marked with arrows, Left's solid,
/// Right's dashed.
///
/// # Errors
/// [`TooLarge`] if there are too many cells or edges.
pub fn position(position: &Position, options: DrawOptions, marks: [&[Move]; 2]) -> Result<Scene, TooLarge> {
    let layout = BoardLayout::of(position.board())?;
    let mut scene = cells(position.board(), &layout, options);
    let marked = marks.iter().any(|moves| !moves.is_empty());
    stones(&mut scene, position, &layout, if marked { MARKED_SCALE } else { 1.0 });
    for (moves, ink) in marks.into_iter().zip([Ink::LeftMark, Ink::RightMark]) {
        for mv in moves {
            let aside = if ink == Ink::LeftMark { 5.0 } else { -5.0 };
            mark(&mut scene, ink, on_paper(layout.places[mv.from]), on_paper(layout.places[mv.to]), aside);
        }
    }
    if !options.labels && layout.squares {
        let spare = (MARGIN - 0.5) * UNIT - 4.0;
        scene.shift(-spare, -spare);
        (scene.width, scene.height) = (scene.width - 2.0 * spare, scene.height - 2.0 * spare);
    }
    Ok(scene)
}

/// Several positions side by side, with signs between.
///
/// # Errors
/// [`TooLarge`] if there are too many cells or edges.
pub fn sum(terms: &[(bool, Result<Position, String>)], options: DrawOptions) -> Result<Scene, TooLarge> {
    let count = terms.iter().map(|(_, term)| term.as_ref().map_or(0, |p| p.cells().len())).sum();
    if count > MAX_CELLS {
        return Err(TooLarge { count, what: "cells", limit: MAX_CELLS });
    }
    let mut whole: Option<Scene> = None;
    for (negative, term) in terms {
        let scene = match term {
            Ok(term) => position(term, options, [&[], &[]])?,
            Err(name) => {
                let mut scene = Scene::new(name.clone(), options.bw);
                (scene.width, scene.height) = (9.0 * name.chars().count() as f64 + 40.0, 2.0 * MARGIN * UNIT);
                scene.text(Pen::Title, scene.width / 2.0, scene.height / 2.0, Anchor::Middle, name.clone());
                scene
            }
        };
        match (&mut whole, negative) {
            (Some(whole), _) => whole.append(scene, if *negative { "−" } else { "+" }),
            (None, false) => whole = Some(scene),
            (None, true) => {
                let mut start = Scene::new("", options.bw);
                (start.width, start.height) = (24.0, scene.height);
                start.append(scene, "−");
                whole = Some(start);
            }
        }
    }
    let mut whole = whole.unwrap_or_else(|| Scene::new("", options.bw));
    whole.title = "Clobber, a sum".to_owned();
    Ok(whole)
}

/// The board without stones.
pub(super) fn cells(board: &Board, layout: &BoardLayout, options: DrawOptions) -> Scene {
    let mut scene = Scene::new(format!("Clobber, {}", graph_name(board)), options.bw);
    let far = on_paper(layout.size());
    (scene.width, scene.height) = (far.x + MARGIN * UNIT, far.y + MARGIN * UNIT);
    if layout.squares {
        squares(&mut scene, board, layout, options);
    } else {
        graph(&mut scene, board, layout, options);
    }
    scene
}

fn squares(scene: &mut Scene, board: &Board, layout: &BoardLayout, options: DrawOptions) {
    let (rows, cols) = match board {
        Board::Grid { rows, cols } => (*rows, *cols),
        _ => (1, board.vertices()),
    };
    let at = |v: usize| on_paper(layout.places[v]);
    for v in 0..rows * cols {
        let Point { x, y } = at(v);
        scene.rect(Ink::Cell, x - UNIT / 2.0, y - UNIT / 2.0, UNIT, UNIT);
    }
    let grid = rows > 1;
    for col in (0..cols).filter(|_| options.labels) {
        let Point { x, y } = at((rows - 1) * cols + col);
        let name = cell_name(board, (rows - 1) * cols + col);
        let name = if grid { name.trim_end_matches(|c: char| c.is_ascii_digit()) } else { &name };
        scene.text(Pen::Label, x, y + 0.8 * UNIT, Anchor::Middle, name);
    }
    for row in (0..rows).filter(|_| grid && options.labels) {
        let Point { x, y } = at(row * cols);
        scene.text(Pen::Label, x - 0.8 * UNIT, y, Anchor::Middle, (rows - row).to_string());
    }
}

fn graph(scene: &mut Scene, board: &Board, layout: &BoardLayout, options: DrawOptions) {
    let at = |v: usize| on_paper(layout.places[v]);
    let edges = board.edges();
    let lines: Vec<[Point; 2]> = edges.iter().flat_map(|&(a, b)| straight(layout, a, b)).collect();
    for &(a, b) in &edges {
        let points = bow(layout.places[a], layout.places[b], layout.bent).map(on_paper);
        scene.shapes.push(SceneShape::Bow { ink: Ink::Edge, points });
    }
    for v in 0..board.vertices() {
        let Point { x, y } = at(v);
        scene.circle(Ink::Vertex, x, y, 4.0);
        if options.labels {
            let (dx, dy) = free_side(&lines, &layout.places, v);
            scene.text(Pen::Label, x + 0.62 * UNIT * dx, y + 0.62 * UNIT * dy, Anchor::Middle, cell_name(board, v));
        }
    }
}

/// The curve of an edge: its ends and its control point. An edge that would
/// cross other vertices bends around their stones.
fn bow(p: Point, q: Point, bent: bool) -> [Point; 3] {
    let (dx, dy) = (q.x - p.x, q.y - p.y);
    let length = dx.hypot(dy);
    let bend = if bent && length > 2.0 { 2.0 * f64::max(0.6 / length, 0.12) } else { 0.0 };
    [p, Point { x: f64::midpoint(p.x, q.x) + bend * dy, y: f64::midpoint(p.y, q.y) - bend * dx }, q]
}

/// An edge as line segments, precise enough to keep names off it.
fn straight(layout: &BoardLayout, a: usize, b: usize) -> Vec<[Point; 2]> {
    let [p, m, q] = bow(layout.places[a], layout.places[b], layout.bent);
    let pieces = if layout.bent { 8 } else { 1 };
    let at = |i: usize| {
        let t = i as f64 / pieces as f64;
        let mix = |p: f64, m: f64, q: f64| (1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * m + t * t * q;
        Point { x: mix(p.x, m.x, q.x), y: mix(p.y, m.y, q.y) }
    };
    (0..pieces).map(|i| [at(i), at(i + 1)]).collect()
}

/// The direction from a vertex in which a name is farthest from all edges and
/// from other vertices.
fn free_side(lines: &[[Point; 2]], places: &[Point], v: usize) -> (f64, f64) {
    let place = places[v];
    let near = |p: &Point| (p.x - place.x).hypot(p.y - place.y) < 1.7;
    let stones: Vec<&Point> = places.iter().enumerate().filter(|&(u, p)| u != v && near(p)).map(|(_, p)| p).collect();
    let score = |&(dx, dy): &(f64, f64)| {
        let label = Point { x: place.x + 0.62 * dx, y: place.y + 0.62 * dy };
        let edge = lines.iter().map(|&[a, b]| distance(label, a, b)).fold(0.6, f64::min);
        let stone = stones.iter().map(|p| (p.x - label.x).hypot(p.y - label.y) - 0.38).fold(0.6, f64::min);
        // Below and to the right where there is room everywhere.
        edge.min(stone) + 0.02 * dy + 0.01 * dx
    };
    let sides = (0..16).map(|i| (f64::from(i) * std::f64::consts::TAU / 16.0).sin_cos());
    sides.max_by(|a, b| score(a).total_cmp(&score(b))).expect("there are sixteen")
}

/// From a point to a straight edge.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (p.x - a.x - along * dx).hypot(p.y - a.y - along * dy)
}

/// The stones of a position, at this scale.
pub(super) fn stones(scene: &mut Scene, position: &Position, layout: &BoardLayout, scale: f64) {
    for (v, cell) in position.cells().iter().enumerate() {
        let Some(player) = *cell else { continue };
        let Point { x, y } = on_paper(layout.places[v]);
        scene.shapes.push(SceneShape::Stone { player, x, y, scale });
    }
}

/// Scale of stones in pictures with marks, which leaves room for arrows between
/// the stones of neighbouring cells.
const MARKED_SCALE: f64 = 0.7;

/// Radius of a stone in pixels, with its rim.
const STONE: f64 = 15.0;

/// An arrow from the rim of one stone to the rim of another, a little to one side.
fn mark(scene: &mut Scene, ink: Ink, from: Point, to: Point, aside: f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    // Where the line that runs aside leaves the disc.
    let rim = ((MARKED_SCALE * STONE + 1.0).powi(2) - aside * aside).max(0.0).sqrt();
    let (ox, oy) = (-dy / length * aside, dx / length * aside);
    let at = |along: f64| (from.x + ox + dx * along / length, from.y + oy + dy * along / length);
    scene.line(ink, &[at(rim), at(length - rim)]);
}

/// An arrow from one cell to the edge of the stone on another, a little to
/// one side.
pub(super) fn arrow(scene: &mut Scene, ink: Ink, from: Point, to: Point, aside: f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(17.0);
    let part = 1.0 - 17.0 / length;
    let (ox, oy) = (-dy / length * aside, dx / length * aside);
    let (start_x, start_y) = (from.x + ox, from.y + oy);
    scene.line(ink, &[(start_x, start_y), (start_x + dx * part, start_y + dy * part)]);
}

/// A small position for the boxes of a diagram: stones on dots or cells, no
/// names, scaled so that a cell has `cell` pixels.
pub(super) fn thumbnail(position: &Position, cell: f64, bw: bool) -> Result<Scene, TooLarge> {
    let layout = BoardLayout::of(position.board())?;
    let mut scene = Scene::new("", bw);
    let at = |v: usize| {
        let p = layout.places[v];
        ((p.x + 0.5) * cell, (p.y + 0.5) * cell)
    };
    let far = layout.size();
    (scene.width, scene.height) = ((far.x + 1.0) * cell, (far.y + 1.0) * cell);
    if layout.squares {
        for v in 0..position.cells().len() {
            let (x, y) = at(v);
            scene.rect(Ink::Cell, x - cell / 2.0, y - cell / 2.0, cell, cell);
        }
    } else {
        for (a, b) in position.board().edges() {
            scene.line(Ink::Edge, &[at(a), at(b)]);
        }
        for v in 0..position.cells().len() {
            let (x, y) = at(v);
            scene.circle(Ink::Vertex, x, y, cell / 10.0);
        }
    }
    for (v, stone) in position.cells().iter().enumerate() {
        let Some(player): Option<Player> = *stone else { continue };
        let (x, y) = at(v);
        scene.shapes.push(SceneShape::Stone { player, x, y, scale: cell / UNIT });
    }
    Ok(scene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    #[test]
    fn marks_keep_off_the_stones() {
        for text in ["xoxo", "xo/ox", "cycle:xoxo", "petersen:(xo)^5", "king:2x2:xoox", "complete:5:xoxox"] {
            let board = read_board(text).unwrap();
            let moves = [board.moves(Player::Left), board.moves(Player::Right)];
            let scene = position(&board, DrawOptions::default(), [&moves[0], &moves[1]]).unwrap();
            let ends = |shape: &SceneShape| match shape {
                SceneShape::Line { points, .. } => points.clone(),
                _ => Vec::new(),
            };
            let arrows: Vec<Point> = scene.shapes.iter().flat_map(ends).collect();
            assert_eq!(arrows.len(), 2 * (moves[0].len() + moves[1].len()), "{text}");
            for shape in &scene.shapes {
                let SceneShape::Stone { x, y, scale, .. } = shape else { continue };
                for p in &arrows {
                    assert!((p.x - x).hypot(p.y - y) > scale * STONE, "{text}: {p:?} on the stone at {x}, {y}");
                }
            }
        }
    }
}
