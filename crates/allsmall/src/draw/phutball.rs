//! Pictures of Phutball boards: the ball a black disc, the stones diamonds as
//! in the paper, the goal squares shaded.

use super::svg::{MARGIN, UNIT, document, put};
use super::{MAX_CELLS, TooLarge};
use crate::phutball::Position;
use crate::phutball::oddish::Oddish;

const DEFINITIONS: &str = r##"<style>
.goal { fill: #d9cba9; stroke: #a89c84; stroke-width: 1 }
</style>
<defs>
<path id="stone" d="M0-13L13 0L0 13L-13 0Z" fill="#fff" stroke="#111" stroke-width="2"/>
<circle id="ball" r="14" fill="#111"/>
<path id="arrow" d="M0-4L7-18H-7Z" fill="#111"/>
</defs>
"##;

/// A full board as an SVG document.
///
/// # Errors
/// When there are too many squares to be seen.
pub fn phutball(position: &Position) -> Result<String, TooLarge> {
    let n = position.squares();
    let mut body = row(position.stones(), |square| square == 1 || square == n)?;
    place(&mut body, "ball", middle(position.ball()), MARGIN * UNIT);
    Ok(finish(n, "Phutball", body))
}

/// An Oddish board as an SVG document; the arrow points between two squares.
///
/// # Errors
/// When there are too many squares to be seen.
pub fn oddish(position: &Oddish) -> Result<String, TooLarge> {
    let mut body = row(position.stones(), |_| false)?;
    let gap = middle(position.arrow()) + UNIT / 2.0;
    place(&mut body, "arrow", gap, (MARGIN - 0.5) * UNIT);
    Ok(finish(position.squares(), "Oddish Phutball", body))
}

/// The middle of a square, counted from 1.
fn middle(square: usize) -> f64 {
    (square as f64 - 1.0 + MARGIN) * UNIT
}

/// Squares, their numbers and their stones.
fn row(stones: &[bool], is_goal: impl Fn(usize) -> bool) -> Result<String, TooLarge> {
    if stones.len() > MAX_CELLS {
        return Err(TooLarge { count: stones.len(), what: "squares", limit: MAX_CELLS });
    }
    let (mut body, y) = (DEFINITIONS.to_owned(), MARGIN * UNIT);
    for (square, &stone) in (1..).zip(stones) {
        let x = middle(square);
        let class = if is_goal(square) { "goal" } else { "cell" };
        let (left, top) = (x - UNIT / 2.0, y - UNIT / 2.0);
        put(&mut body, format_args!(r#"<rect class="{class}" x="{left}" y="{top}" width="{UNIT}" height="{UNIT}"/>"#));
        put(&mut body, format_args!(r#"<text x="{x}" y="{}">{square}</text>"#, y + 0.8 * UNIT));
        if stone {
            place(&mut body, "stone", x, y);
        }
    }
    Ok(body)
}

fn place(body: &mut String, what: &str, x: f64, y: f64) {
    put(body, format_args!(r##"<use href="#{what}" x="{x}" y="{y}"/>"##));
}

fn finish(squares: usize, game: &str, body: String) -> String {
    document(middle(squares), MARGIN * UNIT, &format!("{game}, {squares} squares"), &body)
}

#[cfg(test)]
mod tests {
    use crate::phutball::{read_oddish, read_position};

    #[test]
    fn a_ball_or_an_arrow_and_all_stones() {
        let full = super::phutball(&read_position("o@o.o.o....").unwrap()).unwrap();
        let count = |picture: &str, what: &str| picture.matches(what).count();
        assert_eq!((count(&full, "#ball\""), count(&full, "#stone\""), count(&full, "class=\"goal\"")), (1, 4, 2));
        let oddish = super::oddish(&read_oddish("..ooo|ooo..o...").unwrap()).unwrap();
        assert_eq!((count(&oddish, "#arrow\""), count(&oddish, "#stone\"")), (1, 7));
        assert!(full.starts_with("<svg") && full.ends_with("</svg>\n"));
        assert!(super::phutball(&read_position(".@.^20000").unwrap()).is_err());
    }
}
