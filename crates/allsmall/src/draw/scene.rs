//! Scenes: lists of shapes with an ink each, independent of the output format.
//!
//! One table gives the look of every ink, in colour and in black and white;
//! `svg` and `tikz` write a scene.

use super::layout::Point;
use crate::Player;

/// Options of pictures of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// Cells carry the names that moves use.
    pub labels: bool,
    /// Black and white only.
    pub bw: bool,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions { labels: true, bw: false }
    }
}

/// The role of a shape, which determines its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Cell,
    Goal,
    Edge,
    Vertex,
    Arrow,
    LeftMark,
    RightMark,
    Frame,
    LeftMove,
    RightMove,
    Axis,
    Grid,
    Curve,
    Dot,
    LeftWall,
    RightWall,
    Disc,
    Ball,
}

/// The look of an ink; lengths in pixels.
pub(super) struct InkStyle {
    pub(super) name: &'static str,
    pub(super) fill: Option<&'static str>,
    pub(super) stroke: Option<&'static str>,
    pub(super) width: f64,
    pub(super) dashed: bool,
}

impl Ink {
    pub(super) const ALL: [Ink; 18] = [
        Ink::Cell,
        Ink::Goal,
        Ink::Edge,
        Ink::Vertex,
        Ink::Arrow,
        Ink::LeftMark,
        Ink::RightMark,
        Ink::Frame,
        Ink::LeftMove,
        Ink::RightMove,
        Ink::Axis,
        Ink::Grid,
        Ink::Curve,
        Ink::Dot,
        Ink::LeftWall,
        Ink::RightWall,
        Ink::Disc,
        Ink::Ball,
    ];

    pub(super) fn look(self, bw: bool) -> InkStyle {
        let of = |colour: &'static str, plain: &'static str| Some(if bw { plain } else { colour });
        let (name, fill, stroke, width, dashed) = match self {
            Ink::Cell => ("cell", of("#f3ead7", "#ffffff"), of("#a89c84", "#000000"), 1.0, false),
            Ink::Goal => ("goal", of("#d9cba9", "#dddddd"), of("#a89c84", "#000000"), 1.0, false),
            Ink::Edge => ("edge", None, of("#888888", "#000000"), 2.0, false),
            Ink::Vertex => ("vertex", of("#888888", "#000000"), None, 0.0, false),
            Ink::Arrow => ("arrow", None, of("#c2410c", "#000000"), 3.0, false),
            Ink::LeftMark => ("leftmark", None, of("#c2410c", "#000000"), 3.0, false),
            Ink::RightMark => ("rightmark", None, of("#2f6f8f", "#000000"), 3.0, true),
            Ink::Frame => ("frame", of("#fffdf7", "#ffffff"), of("#888888", "#000000"), 1.0, false),
            Ink::LeftMove => ("left", None, of("#222222", "#000000"), 1.0, false),
            Ink::RightMove => ("right", None, of("#777777", "#000000"), 1.0, true),
            Ink::Axis => ("axis", None, of("#888888", "#000000"), 1.0, false),
            Ink::Grid => ("grid", None, of("#e4e0d8", "#cccccc"), 1.0, false),
            Ink::Curve => ("line", None, of("#2f6f8f", "#000000"), 1.5, false),
            Ink::Dot => ("dot", of("#2f6f8f", "#000000"), None, 0.0, false),
            Ink::LeftWall => ("leftwall", None, of("#c2410c", "#000000"), 2.5, false),
            Ink::RightWall => ("rightwall", None, of("#2f6f8f", "#000000"), 2.5, true),
            Ink::Disc => ("disc", Some("#111111"), None, 0.0, false),
            Ink::Ball => ("ball", of("#f2c14e", "#ffffff"), Some("#111111"), 2.0, false),
        };
        InkStyle { name, fill, stroke, width, dashed }
    }
}

/// The role of a text, which determines its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pen {
    /// Names of cells.
    Label,
    /// A move under a frame.
    Caption,
    /// Boards and values as text.
    Mono,
    /// Numbers at an axis.
    Number,
    /// The title of a picture.
    Title,
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A shape of a scene.
#[derive(Clone, Debug)]
pub(super) enum SceneShape {
    Rect {
        ink: Ink,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        round: bool,
    },
    Circle {
        ink: Ink,
        x: f64,
        y: f64,
        radius: f64,
        note: Option<String>,
    },
    /// A line along points.
    Line {
        ink: Ink,
        points: Vec<Point>,
        closed: bool,
    },
    /// A quadratic Bézier curve; the second point is the control point.
    Bow {
        ink: Ink,
        points: [Point; 3],
    },
    Text {
        pen: Pen,
        x: f64,
        y: f64,
        anchor: Anchor,
        text: String,
    },
    Stone {
        player: Player,
        x: f64,
        y: f64,
        scale: f64,
    },
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    pub(super) bw: bool,
    pub(super) shapes: Vec<SceneShape>,
}

impl Scene {
    pub(super) fn new(title: impl Into<String>, bw: bool) -> Scene {
        Scene { width: 0.0, height: 0.0, title: title.into(), bw, shapes: Vec::new() }
    }

    /// Puts a line of text above the picture.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Scene {
        const ROOM: f64 = 34.0;
        self.shift(0.0, ROOM);
        self.height += ROOM;
        self.width = self.width.max(9.0 * title.chars().count() as f64 + 24.0);
        self.text(Pen::Title, 12.0, ROOM / 2.0 + 4.0, Anchor::Start, title);
        self.title = title.to_owned();
        self
    }

    /// Appends another picture on the right, with a sign between.
    pub(super) fn append(&mut self, mut other: Scene, sign: &str) {
        let height = self.height.max(other.height);
        let gap = if sign.is_empty() { 0.0 } else { 28.0 };
        let down = (height - self.height) / 2.0;
        self.shift(0.0, down);
        if !sign.is_empty() {
            self.text(Pen::Title, self.width + gap / 2.0 - 8.0, height / 2.0, Anchor::Middle, sign);
        }
        other.shift(self.width + gap - 16.0, (height - other.height) / 2.0);
        self.width += gap - 16.0 + other.width;
        self.height = height;
        self.shapes.append(&mut other.shapes);
    }

    /// Moves everything.
    pub(super) fn shift(&mut self, dx: f64, dy: f64) {
        let moved = |p: &mut Point| *p = Point { x: p.x + dx, y: p.y + dy };
        for shape in &mut self.shapes {
            match shape {
                SceneShape::Rect { x, y, .. }
                | SceneShape::Circle { x, y, .. }
                | SceneShape::Text { x, y, .. }
                | SceneShape::Stone { x, y, .. } => (*x, *y) = (*x + dx, *y + dy),
                SceneShape::Line { points, .. } => points.iter_mut().for_each(moved),
                SceneShape::Bow { points, .. } => points.iter_mut().for_each(moved),
            }
        }
    }

    pub(super) fn rect(&mut self, ink: Ink, x: f64, y: f64, width: f64, height: f64) {
        self.shapes.push(SceneShape::Rect { ink, x, y, width, height, round: ink == Ink::Frame });
    }

    pub(super) fn circle(&mut self, ink: Ink, x: f64, y: f64, radius: f64) {
        self.shapes.push(SceneShape::Circle { ink, x, y, radius, note: None });
    }

    pub(super) fn line(&mut self, ink: Ink, points: &[(f64, f64)]) {
        let points = points.iter().map(|&(x, y)| Point { x, y }).collect();
        self.shapes.push(SceneShape::Line { ink, points, closed: false });
    }

    pub(super) fn text(&mut self, pen: Pen, x: f64, y: f64, anchor: Anchor, text: impl Into<String>) {
        self.shapes.push(SceneShape::Text { pen, x, y, anchor, text: text.into() });
    }
}
