//! Pictures of thermographs: values grow to the left, temperature goes up,
//! Left's wall is solid, Right's dashed.

use super::scene::{Anchor, Ink, Pen, Scene};
use crate::cgt::{Dyadic, Thermograph, Wall};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 360.0;
const SIDE: f64 = 56.0;
const ABOVE: f64 = 52.0;
const BELOW: f64 = 48.0;

/// The walls of a game over its axes.
#[must_use]
pub fn thermograph(graph: &Thermograph, name: &str, bw: bool) -> Scene {
    let number = |d: Dyadic| d.numerator() as f64 / (1u64 << d.exponent()) as f64;
    let corners = || graph.left.iter().chain(&graph.right);
    let top = corners().map(|corner| number(corner.0)).fold(0.0, f64::max);
    let most = top * 1.25 + 0.5;
    let (mut low, mut high) = corners()
        .map(|corner| number(corner.1))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    if high - low < 1.0 {
        (low, high) = (low - 0.5, high + 0.5);
    }
    let x = |v: f64| SIDE + (high - v) / (high - low) * (WIDTH - 2.0 * SIDE);
    let y = |t: f64| HEIGHT - BELOW - t / most * (HEIGHT - ABOVE - BELOW);
    let mut scene = Scene::new(format!("Thermograph of {name}"), bw);
    (scene.width, scene.height) = (WIDTH, HEIGHT);
    scene.text(Pen::Caption, 12.0, 16.0, Anchor::Start, format!("Thermograph of {name}"));
    // The axes: temperature upwards, values below.
    scene.line(Ink::Axis, &[(SIDE - 16.0, y(0.0)), (WIDTH - SIDE + 16.0, y(0.0))]);
    scene.line(Ink::Axis, &[(SIDE - 16.0, y(0.0)), (SIDE - 16.0, ABOVE - 12.0)]);
    scene.text(Pen::Number, SIDE - 16.0, ABOVE - 22.0, Anchor::Middle, "t");
    let mut values: Vec<Dyadic> = corners().map(|corner| corner.1).collect();
    let mut heights: Vec<Dyadic> = corners().map(|corner| corner.0).collect();
    for list in [&mut values, &mut heights] {
        list.sort_unstable();
        list.dedup();
    }
    let mut last = f64::INFINITY;
    for v in values {
        if (last - x(number(v))).abs() > 28.0 {
            last = x(number(v));
            scene.line(Ink::Grid, &[(last, y(0.0)), (last, ABOVE)]);
            scene.text(Pen::Number, last, y(0.0) + 16.0, Anchor::Middle, v.to_string());
        }
    }
    last = f64::INFINITY;
    for t in heights {
        if (last - y(number(t))).abs() > 14.0 {
            last = y(number(t));
            scene.line(Ink::Grid, &[(SIDE - 16.0, last), (WIDTH - SIDE + 16.0, last)]);
            scene.text(Pen::Number, SIDE - 22.0, last, Anchor::End, t.to_string());
        }
    }
    let mut wall = |wall: &Wall, ink: Ink, aside: f64| {
        let mut points: Vec<(f64, f64)> = wall.iter().map(|&(t, v)| (x(number(v)) + aside, y(number(t)))).collect();
        let mast = points.last().map_or(0.0, |point| point.0);
        points.push((mast, y(most)));
        scene.line(ink, &points);
    };
    wall(&graph.left, Ink::LeftWall, -0.8);
    wall(&graph.right, Ink::RightWall, 0.8);
    let heat = graph.heat;
    let caption = format!("mean {}, temperature {}", heat.mean, heat.temperature);
    scene.text(Pen::Number, WIDTH / 2.0, HEIGHT - 12.0, Anchor::Middle, caption);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::Values;

    #[test]
    fn both_walls_are_drawn_and_numbers_are_masts() {
        let mut values = Values::new();
        for name in ["{3||2*|1*}", "±5", "0", "-7/2", "^"] {
            let v = values.parse(name).unwrap();
            let graph = values.thermograph(v).unwrap();
            let picture = thermograph(&graph, name, false).svg();
            assert_eq!(picture.matches("class=\"leftwall\"").count(), 1);
            assert_eq!(picture.matches("class=\"rightwall\"").count(), 1);
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}");
        }
    }

    /// The thermograph of {3||2*|1*} by hand: Left's wall runs straight from
    /// 3 to 9/4; Right's goes from 2 at 0 up the mast of 2* until {2*|1*} is
    /// cold, at 1/2, then to 9/4 at 3/4.
    #[test]
    fn the_corners_are_those_found_by_hand() {
        let mut values = Values::new();
        let v = values.parse("{3||2*|1*}").unwrap();
        let graph = values.thermograph(v).unwrap();
        let text = |wall: &Wall| wall.iter().map(|(t, v)| format!("{t}:{v}")).collect::<Vec<_>>().join(" ");
        assert_eq!(text(&graph.left), "0:3 3/4:9/4");
        assert_eq!(text(&graph.right), "0:2 1/2:2 3/4:9/4");
    }
}
