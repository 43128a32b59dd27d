//! Writes a picture as an SVG document.

use std::fmt::Write;

use super::scene::{Anchor, Ink, Pen, Scene, Shape};
use crate::Player;

/// The two stones, once a document.
const STONES: &str = r##"<g id="left"><circle r="15" fill="#111" stroke="#111" stroke-width="2"/><path d="M-5-5L5 5M-5 5L5-5" stroke="#fff" stroke-width="2.5"/></g>
<g id="right"><circle r="15" fill="#fff" stroke="#111" stroke-width="2"/><circle r="6" fill="none" stroke="#111" stroke-width="2"/></g>
"##;

/// From the middle of a line of text down to where it stands. Said in numbers,
/// since not every program that reads SVG knows the middle of a text.
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
        for (pen, name, style) in [
            (Pen::Label, "label", "font: 11px sans-serif; fill: #555"),
            (Pen::Caption, "caption", "font: bold 13px sans-serif; fill: #222"),
            (Pen::Mono, "mono", "font: 12px monospace; fill: #222"),
            (Pen::Number, "number", "font: 12px sans-serif; fill: #333"),
            (Pen::Title, "title", "font: bold 14px sans-serif; fill: #222"),
        ] {
            if self.shapes.iter().any(|shape| matches!(shape, Shape::Text { pen: own, .. } if *own == pen)) {
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
            Shape::Rect { ink: own, .. }
            | Shape::Circle { ink: own, .. }
            | Shape::Line { ink: own, .. }
            | Shape::Bow { ink: own, .. } => *own == ink,
            Shape::Text { .. } | Shape::Stone { .. } => false,
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

/// Whether lines in this ink are arrows.
pub(super) fn ends_in_a_head(ink: Ink) -> bool {
    matches!(ink, Ink::Arrow | Ink::LeftMark | Ink::RightMark)
}

fn write_shape(body: &mut String, shape: &Shape, bw: bool) {
    let class = |ink: &Ink| ink.look(bw).name;
    match shape {
        Shape::Rect { ink, x, y, width, height, round } => {
            let round = if *round { r#" rx="4""# } else { "" };
            put(
                body,
                format_args!(
                    r#"<rect class="{}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"{round}/>"#,
                    class(ink)
                ),
            );
        }
        Shape::Circle { ink, x, y, radius, note } => {
            let end = note
                .as_ref()
                .map_or_else(|| "/>".to_owned(), |note| format!("><title>{}</title></circle>", escaped(note)));
            put(body, format_args!(r#"<circle class="{}" cx="{x:.1}" cy="{y:.1}" r="{radius}"{end}"#, class(ink)));
        }
        Shape::Line { ink, points, closed } => {
            let mut path = String::new();
            for (i, p) in points.iter().enumerate() {
                let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, p.x, p.y);
            }
            let close = if *closed { "Z" } else { "" };
            put(body, format_args!(r#"<path class="{}" d="{path}{close}"/>"#, class(ink)));
        }
        Shape::Bow { ink, points: [p, m, q] } => put(
            body,
            format_args!(
                r#"<path class="{}" d="M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}"/>"#,
                class(ink),
                p.x,
                p.y,
                m.x,
                m.y,
                q.x,
                q.y
            ),
        ),
        Shape::Text { pen, x, y, anchor, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let pen = match pen {
                Pen::Label => "label",
                Pen::Caption => "caption",
                Pen::Mono => "mono",
                Pen::Number => "number",
                Pen::Title => "title",
            };
            put(
                body,
                format_args!(
                    r#"<text class="{pen}" x="{x:.1}" y="{y:.1}" dy="{MIDDLE}" text-anchor="{anchor}">{}</text>"#,
                    escaped(text)
                ),
            );
        }
        Shape::Stone { player, x, y, scale } => {
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

/// The text with the signs that mean something in XML written out. It stands
/// between tags only, never in an attribute, so three signs are all; a crate
/// (html-escape, quick-xml) would save nothing.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
