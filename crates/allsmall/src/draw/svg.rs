//! Writing the SVG document.

use std::fmt::Write;

use super::layout::{Layout, Point};
use crate::notation::cell_name;
use crate::{Board, Player, Position};

/// Pixels a unit.
pub(super) const UNIT: f64 = 40.0;
/// Units around the picture.
pub(super) const MARGIN: f64 = 1.0;

/// Styles and the two stones, once a document.
const DEFINITIONS: &str = r##"<style>
text { font: 11px sans-serif; fill: #555; text-anchor: middle; dominant-baseline: central }
.cell { fill: #f3ead7; stroke: #a89c84; stroke-width: 1 }
.edge { fill: none; stroke: #888; stroke-width: 2 }
</style>
<defs>
<g id="left"><circle r="15" fill="#111" stroke="#111" stroke-width="2"/><path d="M-5-5L5 5M-5 5L5-5" stroke="#fff" stroke-width="2.5"/></g>
<g id="right"><circle r="15" fill="#fff" stroke="#111" stroke-width="2"/><circle r="6" fill="none" stroke="#111" stroke-width="2"/></g>
</defs>
"##;

/// A document in the making.
pub(super) struct Picture<'a> {
    layout: &'a Layout,
    body: String,
}

impl<'a> Picture<'a> {
    pub(super) fn new(layout: &'a Layout) -> Picture<'a> {
        Picture { layout, body: String::new() }
    }

    fn at(&self, v: usize) -> Point {
        on_paper(self.layout.places[v])
    }

    /// The cells or the edges, and the names of the cells.
    pub(super) fn board(&mut self, board: &Board) {
        if self.layout.squares {
            self.squares(board);
        } else {
            self.graph(board);
        }
    }

    fn squares(&mut self, board: &Board) {
        let (rows, cols) = match board {
            Board::Grid { rows, cols } => (*rows, *cols),
            _ => (1, board.vertices()),
        };
        for v in 0..rows * cols {
            let Point { x, y } = self.at(v);
            put(
                &mut self.body,
                format_args!(
                    r#"<rect class="cell" x="{}" y="{}" width="{UNIT}" height="{UNIT}"/>"#,
                    x - UNIT / 2.0,
                    y - UNIT / 2.0
                ),
            );
        }
        let grid = rows > 1;
        for col in 0..cols {
            let Point { x, y } = self.at((rows - 1) * cols + col);
            let name = cell_name(board, (rows - 1) * cols + col);
            let name = if grid { name.trim_end_matches(|c: char| c.is_ascii_digit()) } else { &name };
            put(&mut self.body, format_args!(r#"<text x="{x}" y="{}">{name}</text>"#, y + 0.8 * UNIT));
        }
        for row in (0..rows).filter(|_| grid) {
            let Point { x, y } = self.at(row * cols);
            put(&mut self.body, format_args!(r#"<text x="{}" y="{y}">{}</text>"#, x - 0.8 * UNIT, rows - row));
        }
    }

    fn graph(&mut self, board: &Board) {
        for (a, b) in board.edges() {
            let (p, q) = (self.at(a), self.at(b));
            let (dx, dy) = (q.x - p.x, q.y - p.y);
            let bend = if self.layout.bent && dx.hypot(dy) > 2.0 * UNIT { 0.18 } else { 0.0 };
            let middle = Point { x: f64::midpoint(p.x, q.x) + bend * dy, y: f64::midpoint(p.y, q.y) - bend * dx };
            put(
                &mut self.body,
                format_args!(
                    r#"<path class="edge" d="M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}"/>"#,
                    p.x, p.y, middle.x, middle.y, q.x, q.y
                ),
            );
        }
        for v in 0..board.vertices() {
            let Point { x, y } = self.at(v);
            put(&mut self.body, format_args!(r##"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="#888"/>"##));
            put(
                &mut self.body,
                format_args!(
                    r#"<text x="{:.1}" y="{:.1}">{}</text>"#,
                    x + 0.52 * UNIT,
                    y + 0.42 * UNIT,
                    cell_name(board, v)
                ),
            );
        }
    }

    /// The stones.
    pub(super) fn stones(&mut self, position: &Position) {
        for (v, cell) in position.cells().iter().enumerate() {
            let Some(player) = cell else { continue };
            let Point { x, y } = self.at(v);
            let stone = match player {
                Player::Left => "left",
                Player::Right => "right",
            };
            put(&mut self.body, format_args!(r##"<use href="#{stone}" x="{x:.1}" y="{y:.1}"/>"##));
        }
    }

    /// What has been drawn so far.
    pub(super) fn into_body(self) -> String {
        self.body
    }

    /// The whole document.
    pub(super) fn finish(self, title: &str) -> String {
        let Point { x, y } = on_paper(self.layout.size());
        document(x, y, &format!("Clobber, {title}"), &self.body)
    }
}

/// The whole document; the last cell is at `x`, `y`.
pub(super) fn document(x: f64, y: f64, title: &str, body: &str) -> String {
    let (width, height) = (x + MARGIN * UNIT, y + MARGIN * UNIT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{title}</title>\n{DEFINITIONS}{body}</svg>\n"
    )
}

pub(super) fn on_paper(Point { x, y }: Point) -> Point {
    Point { x: (x + MARGIN) * UNIT, y: (y + MARGIN) * UNIT }
}

/// A line of the document.
pub(super) fn put(body: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(body, "{line}").expect("writing to a string does not fail");
}
