//! Scatter plots of integer sequences: one dot per number.

use super::scene::{Anchor, Ink, Pen, Scene, SceneShape};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 62.0;
const BELOW: f64 = 58.0;
const ABOVE: f64 = 38.0;

/// Labels of the axes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axes<'a> {
    /// Below.
    pub x: &'a str,
    /// On the left, above the axis.
    pub y: &'a str,
    /// Names of the numbers on the left; the numbers themselves if empty.
    /// Points with names are categories: no line joins them.
    pub names: &'a [(i64, &'a str)],
    /// Black and white only.
    pub bw: bool,
}

/// The points (n, value) as a picture. A missing value leaves a gap.
#[must_use]
pub fn plot(title: &str, axes: Axes<'_>, points: &[(u64, Option<i64>)]) -> Scene {
    let (first, last) = (points.first().map_or(0, |p| p.0), points.last().map_or(1, |p| p.0));
    let known = || points.iter().filter_map(|p| p.1);
    let named = || axes.names.iter().map(|name| name.0);
    let low = known().chain(named()).min().unwrap_or(0).min(0);
    let high = known().chain(named()).max().unwrap_or(1).max(1);
    let wide = (last - first).max(1) as f64;
    let x = |n: u64| LEFT + (n - first) as f64 / wide * (WIDTH - LEFT - 20.0);
    let y = |v: i64| HEIGHT - BELOW - (v - low) as f64 / (high - low) as f64 * (HEIGHT - BELOW - ABOVE);
    let mut scene = Scene::new(title, axes.bw);
    (scene.width, scene.height) = (WIDTH, HEIGHT);
    scene.text(Pen::Caption, LEFT, 16.0, Anchor::Start, title);
    let (right, ground) = (WIDTH - 14.0, HEIGHT - BELOW);
    let name =
        |v: i64| axes.names.iter().find(|name| name.0 == v).map_or_else(|| v.to_string(), |name| name.1.to_owned());
    let marked: Vec<i64> = if axes.names.is_empty() { ticks(low, high).collect() } else { named().collect() };
    for v in marked {
        let y = y(v);
        scene.line(Ink::Grid, &[(LEFT, y), (right, y)]);
        scene.text(Pen::Number, LEFT - 8.0, y, Anchor::End, name(v));
    }
    let (first_tick, last_tick) = (i64::try_from(first).unwrap_or(0), i64::try_from(last).unwrap_or(i64::MAX));
    for n in ticks(first_tick, last_tick) {
        let x = x(n.unsigned_abs());
        scene.line(Ink::Axis, &[(x, ground), (x, ground + 4.0)]);
        scene.text(Pen::Number, x, ground + 16.0, Anchor::Middle, n.to_string());
    }
    scene.line(Ink::Axis, &[(LEFT, ABOVE - 4.0), (LEFT, ground), (right, ground)]);
    scene.text(Pen::Number, f64::midpoint(LEFT, right), HEIGHT - 14.0, Anchor::Middle, axes.x);
    scene.text(Pen::Number, LEFT - 8.0, ABOVE - 14.0, Anchor::End, axes.y);
    let mut run: Vec<(f64, f64)> = Vec::new();
    for point in points.iter().map(|&(n, value)| value.map(|v| (x(n), y(v)))).chain([None]) {
        match point {
            Some(point) => run.push(point),
            None if run.is_empty() || !axes.names.is_empty() => run.clear(),
            None => scene.line(Ink::Curve, &std::mem::take(&mut run)),
        }
    }
    for (n, v) in points.iter().filter_map(|p| Some((p.0, p.1?))) {
        scene.shapes.push(SceneShape::Circle {
            ink: Ink::Dot,
            x: x(n),
            y: y(v),
            radius: 3.0,
            note: Some(format!("{n}: {}", name(v))),
        });
    }
    scene
}

/// At most about ten round numbers from `low` to `high`.
fn ticks(low: i64, high: i64) -> impl Iterator<Item = i64> {
    let span = high.abs_diff(low).max(1);
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps.into_iter().find(|step| span / step <= 10).unwrap_or(span);
    let step = i64::try_from(step).unwrap_or(i64::MAX);
    let start = low.div_euclid(step) * step;
    (0..).map(move |i| start + i * step).skip_while(move |&v| v < low).take_while(move |&v| v <= high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_value_is_a_dot_and_gaps_are_gaps() {
        let points = [(1, Some(0)), (2, Some(3)), (3, None), (4, Some(-2)), (5, Some(1))];
        let picture = plot("a < b", Axes::default(), &points).svg();
        assert_eq!(picture.matches("class=\"dot\"").count(), 4);
        assert_eq!(picture.matches("class=\"line\"").count(), 2);
        assert!(picture.contains("a &lt; b") && !picture.contains("NaN"));
    }

    #[test]
    fn nothing_and_one_point_are_pictures_too() {
        for points in [&[][..], &[(7, Some(4))], &[(7, None)]] {
            let picture = plot("few", Axes::default(), points).svg();
            assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN") && !picture.contains("inf"));
        }
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0, 7).collect::<Vec<_>>(), (0..=7).collect::<Vec<_>>());
        assert_eq!(ticks(-3, 40).collect::<Vec<_>>(), [0, 5, 10, 15, 20, 25, 30, 35, 40]);
        assert!(ticks(1, 1_000_000).count() <= 11);
    }
}
