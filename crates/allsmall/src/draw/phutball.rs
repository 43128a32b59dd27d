//! Pictures of Phutball boards, as on the page: the ball is a large disc with
//! its sign, stones are black discs, goal squares are shaded and labelled with
//! their player.

use super::board::{MARGIN, UNIT};
use super::scene::{Anchor, DrawOptions, Ink, Pen, Scene, SceneShape};
use super::{MAX_CELLS, Point, TooLarge};
use crate::phutball::PhutballPosition;
use crate::phutball::oddish::Oddish;

/// A full board as a picture.
///
/// # Errors
/// [`TooLarge`] if there are too many squares.
pub fn phutball(position: &PhutballPosition, options: DrawOptions) -> Result<Scene, TooLarge> {
    let n = position.squares();
    let mut scene = row(position.stones(), "Phutball", options)?;
    let (x, y) = (middle(position.ball()), MARGIN * UNIT);
    scene.circle(Ink::Ball, x, y, 14.0);
    scene.text(Pen::Caption, x, y, Anchor::Middle, "@");
    goal(&mut scene, 0, "R");
    goal(&mut scene, n + 1, "L");
    Ok(scene)
}

/// An Oddish board as a picture; the arrow points between two squares.
///
/// # Errors
/// [`TooLarge`] if there are too many squares.
pub fn oddish(position: &Oddish, options: DrawOptions) -> Result<Scene, TooLarge> {
    let mut scene = row(position.stones(), "Oddish Phutball", options)?;
    let (x, y) = (middle(position.arrow()) + UNIT / 2.0, (MARGIN - 0.5) * UNIT);
    let points = [(0.0, -2.0), (8.0, -16.0), (-8.0, -16.0)].map(|(dx, dy)| Point { x: x + dx, y: y + dy }).to_vec();
    scene.shapes.push(SceneShape::Line { ink: Ink::Ball, points, closed: true });
    Ok(scene)
}

/// The labels of the two goals.
fn goal(scene: &mut Scene, square: usize, player: &str) {
    scene.text(Pen::Title, middle(square), MARGIN * UNIT, Anchor::Middle, player);
}

/// The middle of a square, counted from 1; there is room for a goal at 0.
fn middle(square: usize) -> f64 {
    (square as f64 + 0.6) * UNIT
}

/// Squares, their numbers and their stones.
fn row(stones: &[bool], game: &str, options: DrawOptions) -> Result<Scene, TooLarge> {
    let n = stones.len();
    if n > MAX_CELLS {
        return Err(TooLarge { count: n, what: "squares", limit: MAX_CELLS });
    }
    let mut scene = Scene::new(format!("{game}, {n} squares"), options.bw);
    let y = MARGIN * UNIT;
    (scene.width, scene.height) = (middle(n + 1) + 0.6 * UNIT, 2.0 * y);
    for (square, &stone) in (1..).zip(stones) {
        let x = middle(square);
        let ink = if square == 1 || square == n { Ink::Goal } else { Ink::Cell };
        scene.rect(ink, x - UNIT / 2.0, y - UNIT / 2.0, UNIT, UNIT);
        if options.labels {
            scene.text(Pen::Label, x, y + 0.8 * UNIT, Anchor::Middle, square.to_string());
        }
        if stone {
            scene.circle(Ink::Disc, x, y, 12.0);
        }
    }
    Ok(scene)
}

#[cfg(test)]
mod tests {
    use super::DrawOptions;
    use crate::phutball::{read_oddish, read_position};

    #[test]
    fn a_ball_or_an_arrow_and_all_stones() {
        let options = DrawOptions::default();
        let full = super::phutball(&read_position("o@o.o.o....").unwrap(), options).unwrap().svg();
        let count = |picture: &str, what: &str| picture.matches(what).count();
        assert_eq!((count(&full, "\"ball\""), count(&full, "\"disc\""), count(&full, "\"goal\"")), (1, 4, 2));
        let oddish = super::oddish(&read_oddish("..ooo|ooo..o...").unwrap(), options).unwrap().svg();
        assert_eq!((count(&oddish, "\"ball\""), count(&oddish, "\"disc\"")), (1, 7));
        assert!(full.starts_with("<svg") && full.ends_with("</svg>\n"));
        assert!(super::phutball(&read_position(".@.^20000").unwrap(), options).is_err());
    }
}
