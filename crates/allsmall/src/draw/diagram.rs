//! Layered diagrams of labelled boxes: lines of Left's moves are solid and leave
//! a box on its left, Right's are dashed and leave it on its right.

use super::scene::{Anchor, Ink, Pen, Scene};
use crate::Player;

/// Pixels per character, per layer, and between two boxes.
const CHARACTER: f64 = 7.3;
const LAYER: f64 = 40.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 20.0;
const HEIGHT: f64 = 24.0;

/// Boxes and lines.
#[derive(Default)]
pub(super) struct Diagram {
    boxes: Vec<Labelled>,
    lines: Vec<(usize, usize, Player)>,
}

struct Labelled {
    label: String,
    /// A picture above the label.
    board: Option<Scene>,
    layer: usize,
    /// The middle of the box.
    x: f64,
}

impl Labelled {
    fn width(&self) -> f64 {
        let label = CHARACTER * self.label.chars().count().max(1) as f64 + 12.0;
        label.max(self.board.as_ref().map_or(0.0, |board| board.width + 16.0))
    }

    fn height(&self) -> f64 {
        HEIGHT + self.board.as_ref().map_or(0.0, |board| board.height + 8.0)
    }
}

impl Diagram {
    /// Adds a box to a layer and gives its number.
    pub(super) fn add(&mut self, label: String, layer: usize) -> usize {
        self.boxes.push(Labelled { label, board: None, layer, x: 0.0 });
        self.boxes.len() - 1
    }

    /// Adds a box with a picture and a label.
    pub(super) fn add_board(&mut self, board: Scene, label: String, layer: usize) -> usize {
        self.boxes.push(Labelled { label, board: Some(board), layer, x: 0.0 });
        self.boxes.len() - 1
    }

    /// Joins a box to one that `player` can move to.
    pub(super) fn join(&mut self, from: usize, to: usize, player: Player) {
        self.lines.push((from, to, player));
    }

    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Places a tree: leaves side by side in the order in which they were
    /// added, every parent above the middle of its children.
    pub(super) fn place_tree(&mut self) {
        let mut children = vec![Vec::new(); self.len()];
        for &(from, to, _) in &self.lines {
            children[from].push(to);
        }
        let mut next = MARGIN;
        let mut stack = vec![(0, false)];
        while let Some((b, done)) = stack.pop() {
            match (&children[b][..], done) {
                ([], _) => self.put_right_of(b, &mut next),
                ([first, .., last] | [first @ last], true) => {
                    let middle = f64::midpoint(self.boxes[*first].x, self.boxes[*last].x);
                    let least = MARGIN + self.boxes[b].width() / 2.0;
                    self.boxes[b].x = middle.max(least);
                    next = next.max(self.boxes[b].x + self.boxes[b].width() / 2.0 + GAP);
                }
                (own, false) => {
                    stack.push((b, true));
                    stack.extend(own.iter().rev().map(|&child| (child, false)));
                }
            }
        }
    }

    /// Places layers one by one: boxes in the order of their parents' middle.
    pub(super) fn place_layers(&mut self) {
        let depth = self.boxes.iter().map(|b| b.layer).max().unwrap_or(0);
        for layer in 0..=depth {
            let mut members: Vec<(f64, usize)> = (0..self.len())
                .filter(|&b| self.boxes[b].layer == layer)
                .map(|b| {
                    let parents = self.lines.iter().filter(|line| line.1 == b).map(|line| {
                        // A little to the side of the player who comes from there.
                        self.boxes[line.0].x + if line.2 == Player::Left { -20.0 } else { 20.0 }
                    });
                    let (sum, count) = parents.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
                    (if count > 0.0 { sum / count } else { 0.0 }, b)
                })
                .collect();
            members.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let width: f64 = members.iter().map(|&(_, b)| self.boxes[b].width() + GAP).sum();
            let mut next = -width / 2.0;
            for (_, b) in members {
                self.put_right_of(b, &mut next);
            }
        }
        let left = self.boxes.iter().map(|b| b.x - b.width() / 2.0).fold(f64::INFINITY, f64::min);
        for b in &mut self.boxes {
            b.x += MARGIN - left;
        }
    }

    fn put_right_of(&mut self, b: usize, next: &mut f64) {
        let width = self.boxes[b].width();
        self.boxes[b].x = *next + width / 2.0;
        *next += width + GAP;
    }

    /// The picture.
    pub(super) fn scene(self, title: &str, bw: bool) -> Scene {
        let depth = self.boxes.iter().map(|b| b.layer).max().unwrap_or(0);
        // The top and the height of every layer.
        let mut layers = Vec::with_capacity(depth + 1);
        let mut top = MARGIN;
        for layer in 0..=depth {
            let members = self.boxes.iter().filter(|b| b.layer == layer);
            let height = members.map(Labelled::height).fold(HEIGHT, f64::max);
            layers.push((top, height));
            top += height + LAYER;
        }
        let mut scene = Scene::new(title, bw);
        scene.width = self.boxes.iter().map(|b| b.x + b.width() / 2.0).fold(0.0, f64::max) + MARGIN;
        scene.height = top - LAYER + MARGIN;
        let edge = |b: &Labelled, below: bool| {
            let (top, height) = layers[b.layer];
            let spare = (height - b.height()) / 2.0;
            if below { top + height - spare } else { top + spare }
        };
        for &(from, to, player) in &self.lines {
            let (a, b) = (&self.boxes[from], &self.boxes[to]);
            let (ink, side) = if player == Player::Left { (Ink::LeftMove, -0.25) } else { (Ink::RightMove, 0.25) };
            scene.line(ink, &[(a.x + side * a.width(), edge(a, true)), (b.x, edge(b, false))]);
        }
        for mut b in self.boxes {
            let (top, bottom) = (edge(&b, false), edge(&b, true));
            scene.rect(Ink::Frame, b.x - b.width() / 2.0, top, b.width(), bottom - top);
            let label = std::mem::take(&mut b.label);
            if let Some(mut board) = b.board {
                board.shift(b.x - board.width / 2.0, top + 8.0);
                scene.shapes.append(&mut board.shapes);
            }
            scene.text(Pen::Mono, b.x, bottom - HEIGHT / 2.0, Anchor::Middle, label);
        }
        scene
    }
}
