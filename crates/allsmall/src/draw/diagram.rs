//! Labelled boxes in layers, joined by lines: Left's are solid and leave a box
//! on its left, Right's are dashed and leave it on its right.

use std::fmt::Write;

use crate::Player;

/// Pixels a character, a layer, and between two boxes.
const CHARACTER: f64 = 7.3;
const LAYER: f64 = 64.0;
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
    layer: usize,
    /// The middle of the box.
    x: f64,
}

impl Labelled {
    fn width(&self) -> f64 {
        CHARACTER * self.label.chars().count().max(1) as f64 + 12.0
    }
}

impl Diagram {
    /// Adds a box to a layer and gives its number.
    pub(super) fn add(&mut self, label: String, layer: usize) -> usize {
        self.boxes.push(Labelled { label, layer, x: 0.0 });
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

    /// The document.
    pub(super) fn svg(&self, title: &str) -> String {
        let y = |layer: usize| MARGIN + HEIGHT / 2.0 + LAYER * layer as f64;
        let width = self.boxes.iter().map(|b| b.x + b.width() / 2.0).fold(0.0, f64::max) + MARGIN;
        let height = y(self.boxes.iter().map(|b| b.layer).max().unwrap_or(0)) + HEIGHT / 2.0 + MARGIN;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{}</title>\n\
             <style>text {{ font: 12px monospace; fill: #222; text-anchor: middle; dominant-baseline: central }} \
             rect {{ fill: #fffdf7; stroke: #888 }} .left {{ stroke: #222 }} .right {{ stroke: #777; stroke-dasharray: 4 3 }}\
             </style>\n",
            escaped(title)
        );
        for &(from, to, player) in &self.lines {
            let (a, b) = (&self.boxes[from], &self.boxes[to]);
            let (class, side) = if player == Player::Left { ("left", -0.25) } else { ("right", 0.25) };
            let _ = writeln!(
                text,
                r#"<line class="{class}" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
                a.x + side * a.width(),
                y(a.layer) + HEIGHT / 2.0,
                b.x,
                y(b.layer) - HEIGHT / 2.0
            );
        }
        for b in &self.boxes {
            let (x, y) = (b.x, y(b.layer));
            let _ = writeln!(
                text,
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{HEIGHT}" rx="4"/><text x="{x:.1}" y="{y:.1}">{}</text>"#,
                x - b.width() / 2.0,
                y - HEIGHT / 2.0,
                b.width(),
                escaped(&b.label)
            );
        }
        text + "</svg>\n"
    }
}

/// The text with the signs that mean something in XML written out.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
