//! The TikZ writer, for LaTeX documents.
//!
//! The picture needs `\usepackage{tikz}` and nothing else; `\input` it, or
//! run LaTeX on the file itself, which begins with a comment that says how.
//! A pixel is 0.75 bp, as in SVG viewers; y grows upwards in TikZ.

use std::fmt::Write;

use super::layout::Point;
use super::scene::{Anchor, Ink, Pen, Scene, SceneShape};
use super::svg::{ends_in_a_head, put};
use crate::Player;

impl Scene {
    /// The TikZ picture.
    #[must_use]
    pub fn tikz(&self) -> String {
        let mut text = String::new();
        put(&mut text, format_args!("% {}", self.title.replace('\n', " ")));
        put(&mut text, format_args!("% \\usepackage{{tikz}}, then \\input this file"));
        put(&mut text, format_args!("\\begin{{tikzpicture}}[x=0.75bp,y=0.75bp,line join=round"));
        for ink in Ink::ALL.into_iter().filter(|&ink| self.uses(ink)) {
            let look = ink.look(self.bw);
            let fill = look.fill.map_or_else(String::new, |colour| format!(",fill={}", rgb(colour)));
            let draw = look.stroke.map_or_else(String::new, |colour| {
                format!(",draw={},line width={:.2}bp", rgb(colour), 0.75 * look.width)
            });
            let dashes = if look.dashed { ",dash pattern=on 3bp off 2.25bp" } else { "" };
            let head = if ends_in_a_head(ink) { ",->" } else { "" };
            put(
                &mut text,
                format_args!(
                    "  ,allsmall {}/.style={{{}}}",
                    look.name,
                    format!("{fill}{draw}{dashes}{head}").trim_start_matches(',')
                ),
            );
        }
        put(&mut text, format_args!("  ]"));
        for shape in &self.shapes {
            self.shape(&mut text, shape);
        }
        text + "\\end{tikzpicture}\n"
    }

    fn shape(&self, text: &mut String, shape: &SceneShape) {
        let at = |x: f64, y: f64| format!("({x:.1},{:.1})", self.height - y);
        let point = |p: &Point| at(p.x, p.y);
        let style = |ink: &Ink| format!("allsmall {}", ink.look(self.bw).name);
        match shape {
            SceneShape::Rect { ink, x, y, width, height, round } => {
                let round = if *round { ",rounded corners=3bp" } else { "" };
                put(
                    text,
                    format_args!(
                        "\\path[{}{round}] {} rectangle {};",
                        style(ink),
                        at(*x, *y),
                        at(x + width, y + height)
                    ),
                );
            }
            SceneShape::Circle { ink, x, y, radius, .. } => {
                put(text, format_args!("\\path[{}] {} circle[radius={radius}];", style(ink), at(*x, *y)));
            }
            SceneShape::Line { ink, points, closed } => {
                let path: Vec<String> = points.iter().map(point).collect();
                let close = if *closed { " -- cycle" } else { "" };
                put(text, format_args!("\\path[{}] {}{close};", style(ink), path.join(" -- ")));
            }
            SceneShape::Bow { ink, points: [p, m, q] } => {
                // A quadratic Bézier curve as a cubic one.
                let third =
                    |a: &Point, b: &Point| Point { x: a.x + (b.x - a.x) * 2.0 / 3.0, y: a.y + (b.y - a.y) * 2.0 / 3.0 };
                put(
                    text,
                    format_args!(
                        "\\path[{}] {} .. controls {} and {} .. {};",
                        style(ink),
                        point(p),
                        point(&third(p, m)),
                        point(&third(q, m)),
                        point(q)
                    ),
                );
            }
            SceneShape::Text { pen, x, y, anchor, text: words } => {
                let anchor = match anchor {
                    Anchor::Start => "anchor=west,",
                    Anchor::Middle => "",
                    Anchor::End => "anchor=east,",
                };
                let font = font(*pen);
                put(
                    text,
                    format_args!("\\node[{anchor}inner sep=0,font={font}] at {} {{{}}};", at(*x, *y), latex(words)),
                );
            }
            SceneShape::Stone { player, x, y, scale } => stone(text, *player, &at(*x, *y), *scale),
        }
    }
}

fn font(pen: Pen) -> &'static str {
    match pen {
        Pen::Label => r"\scriptsize\sffamily",
        Pen::Caption | Pen::Title => r"\small\bfseries\sffamily",
        Pen::Mono => r"\footnotesize\ttfamily",
        Pen::Number => r"\footnotesize\sffamily",
    }
}

/// A disc with a cross, or a ring.
fn stone(text: &mut String, player: Player, at: &str, scale: f64) {
    let (outer, inner, arm) = (15.0 * scale, 6.0 * scale, 5.0 * scale);
    match player {
        Player::Left => put(
            text,
            format_args!(
                "\\path[fill=black] {at} circle[radius={outer:.2}]; \\draw[white,line width={1:.2}bp] {at} ++(-{arm:.2},-{arm:.2}) -- ++({0:.2},{0:.2}) {at} ++(-{arm:.2},{arm:.2}) -- ++({0:.2},-{0:.2});",
                2.0 * arm,
                1.9 * scale
            ),
        ),
        Player::Right => put(
            text,
            format_args!(
                "\\path[fill=white,draw=black,line width={:.2}bp] {at} circle[radius={outer:.2}] {at} circle[radius={inner:.2}];",
                1.5 * scale
            ),
        ),
    }
}

/// `#d9cba9` as a colour of xcolor.
fn rgb(hex: &str) -> String {
    let part = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).expect("colours have six digits");
    match (part(1), part(3), part(5)) {
        (0, 0, 0) => "black".to_owned(),
        (255, 255, 255) => "white".to_owned(),
        (r, g, b) => format!("{{rgb,255:red,{r};green,{g};blue,{b}}}"),
    }
}

/// Escapes text for LaTeX.
fn latex(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '_' | '&' | '%' | '#' | '$' | '{' | '}' => {
                let _ = write!(safe, "\\{c}");
            }
            '\\' => safe += r"\textbackslash{}",
            '^' => safe += r"$\uparrow$",
            '~' => safe += r"\textasciitilde{}",
            '|' => safe += r"$|$",
            '<' => safe += r"$<$",
            '>' => safe += r"$>$",
            '*' => safe += r"$\ast$",
            '±' => safe += r"$\pm$",
            c => safe.push(c),
        }
    }
    safe
}
