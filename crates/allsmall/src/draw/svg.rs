//! The SVG writer.

use std::fmt::Write;

use super::scene::{Anchor, Ink, Pen, Scene, SceneShape};
use crate::Player;

/// Definitions of the two stones.
const STONES: &str = r##"<g id="left"><circle r="15" fill="#111" stroke="#111" stroke-width="2"/><path d="M-5-5L5 5M-5 5L5-5" stroke="#fff" stroke-width="2.5"/></g>
<g id="right"><circle r="15" fill="#fff" stroke="#111" stroke-width="2"/><circle r="6" fill="none" stroke="#111" stroke-width="2"/></g>
"##;

/// Offset from the middle of a line of text to its baseline; not every SVG
/// reader supports `dominant-baseline`.
pub(super) const MIDDLE: &str = ".35em";

impl Scene {
    /// The SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_with("")
    }

    /// The SVG document with these elements on top.
    pub(super) fn svg_with(&self, more: &str) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{}</title>\n{}{}{more}</svg>\n",
            escaped(&self.title),
            self.definitions(),
            self.body()
        )
    }

    /// Styles of the inks and pens in use, and the stones.
    fn definitions(&self) -> String {
        let mut text = "<style>\n".to_owned();
        for pen in [Pen::Label, Pen::Caption, Pen::Mono, Pen::Number, Pen::Title] {
            let (name, style) = pen_style(pen);
            if self.shapes.iter().any(|shape| matches!(shape, SceneShape::Text { pen: own, .. } if *own == pen)) {
                put(&mut text, format_args!(".{name} {{ {style} }}"));
            }
        }
        for ink in Ink::ALL.into_iter().filter(|&ink| self.uses(ink)) {
            let look = ink.look(self.bw);
            let stroke = match look.stroke {
                Some(colour) => format!("; stroke: {colour}; stroke-width: {}", look.width),
                None => String::new(),
            };
            let dashes = if look.dashed { "; stroke-dasharray: 4 3" } else { "" };
            let end =
                if ends_in_a_head(ink) { format!("; marker-end: url(#{}-head)", look.name) } else { String::new() };
            put(
                &mut text,
                format_args!(".{} {{ fill: {}{stroke}{dashes}{end} }}", look.name, look.fill.unwrap_or("none")),
            );
        }
        text += "</style>\n<defs>\n";
        for ink in Ink::ALL.into_iter().filter(|&ink| ends_in_a_head(ink) && self.uses(ink)) {
            let look = ink.look(self.bw);
            put(
                &mut text,
                format_args!(
                    r#"<marker id="{}-head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L8 4L0 8z" fill="{}"/></marker>"#,
                    look.name,
                    look.stroke.unwrap_or("#000000")
                ),
            );
        }
        text + STONES + "</defs>\n"
    }

    pub(super) fn uses(&self, ink: Ink) -> bool {
        self.shapes.iter().any(|shape| match shape {
            SceneShape::Rect { ink: own, .. }
            | SceneShape::Circle { ink: own, .. }
            | SceneShape::Line { ink: own, .. }
            | SceneShape::Bow { ink: own, .. } => *own == ink,
            SceneShape::Text { .. } | SceneShape::Stone { .. } => false,
        })
    }

    fn body(&self) -> String {
        let mut body = String::new();
        for shape in &self.shapes {
            write_shape(&mut body, shape, self.bw);
        }
        body
    }
}

/// The CSS class of a pen and its style.
fn pen_style(pen: Pen) -> (&'static str, &'static str) {
    match pen {
        Pen::Label => ("label", "font: 11px sans-serif; fill: #555"),
        Pen::Caption => ("caption", "font: bold 13px sans-serif; fill: #222"),
        Pen::Mono => ("mono", "font: 12px monospace; fill: #222"),
        Pen::Number => ("number", "font: 12px sans-serif; fill: #333"),
        Pen::Title => ("title", "font: bold 14px sans-serif; fill: #222"),
    }
}

/// Returns whether lines in this ink are arrows.
pub(super) fn ends_in_a_head(ink: Ink) -> bool {
    matches!(ink, Ink::Arrow | Ink::LeftMark | Ink::RightMark)
}

fn write_shape(body: &mut String, shape: &SceneShape, bw: bool) {
    let class = |ink: &Ink| ink.look(bw).name;
    match shape {
        SceneShape::Rect { ink, x, y, width, height, round } => {
            let (class, round) = (class(ink), if *round { r#" rx="4""# } else { "" });
            let size = format!(r#"width="{width:.1}" height="{height:.1}""#);
            put(body, format_args!(r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" {size}{round}/>"#));
        }
        SceneShape::Circle { ink, x, y, radius, note } => {
            let end = note
                .as_ref()
                .map_or_else(|| "/>".to_owned(), |note| format!("><title>{}</title></circle>", escaped(note)));
            put(body, format_args!(r#"<circle class="{}" cx="{x:.1}" cy="{y:.1}" r="{radius}"{end}"#, class(ink)));
        }
        SceneShape::Line { ink, points, closed } => {
            let mut path = String::new();
            for (i, p) in points.iter().enumerate() {
                let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, p.x, p.y);
            }
            let close = if *closed { "Z" } else { "" };
            put(body, format_args!(r#"<path class="{}" d="{path}{close}"/>"#, class(ink)));
        }
        SceneShape::Bow { ink, points } => {
            let [p, m, q] = points.map(|p| format!("{:.1} {:.1}", p.x, p.y));
            put(body, format_args!(r#"<path class="{}" d="M{p}Q{m} {q}"/>"#, class(ink)));
        }
        SceneShape::Text { pen, x, y, anchor, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            put(
                body,
                format_args!(
                    r#"<text class="{}" x="{x:.1}" y="{y:.1}" dy="{MIDDLE}" text-anchor="{anchor}">{}</text>"#,
                    pen_style(*pen).0,
                    escaped(text)
                ),
            );
        }
        SceneShape::Stone { player, x, y, scale } => {
            let stone = if *player == Player::Left { "left" } else { "right" };
            if (scale - 1.0).abs() < 1e-9 {
                put(body, format_args!(r##"<use href="#{stone}" x="{x:.1}" y="{y:.1}"/>"##));
            } else {
                let place = format!("translate({x:.1} {y:.1}) scale({scale:.3})");
                put(body, format_args!(r##"<use href="#{stone}" transform="{place}"/>"##));
            }
        }
    }
}

/// A line of the document.
pub(super) fn put(body: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(body, "{line}").expect("writing to a string does not fail");
}

/// Escapes text for XML. It is used between tags only, never in an attribute,
/// so three characters suffice.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
