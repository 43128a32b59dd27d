//! A sequence of whole numbers as a picture: one dot a number, joined.

use std::fmt::Write;

use super::diagram::escaped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 46.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 34.0;

/// The points (n, value) as an SVG document. A missing value leaves a gap.
#[must_use]
pub fn plot(title: &str, points: &[(u64, Option<i64>)]) -> String {
    let (first, last) = (points.first().map_or(0, |p| p.0), points.last().map_or(1, |p| p.0));
    let known = || points.iter().filter_map(|p| p.1);
    let (low, high) = (known().min().unwrap_or(0).min(0), known().max().unwrap_or(1).max(1));
    let wide = (last - first).max(1) as f64;
    let x = |n: u64| LEFT + (n - first) as f64 / wide * (WIDTH - LEFT - 20.0);
    let y = |v: i64| HEIGHT - BELOW - (v - low) as f64 / (high - low) as f64 * (HEIGHT - BELOW - ABOVE);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{0}</title>\n\
         <style>text {{ font: 12px sans-serif; fill: #333 }} .axis {{ stroke: #888 }} .grid {{ stroke: #e4e0d8 }} \
         .line {{ fill: none; stroke: #2f6f8f; stroke-width: 1.5 }} circle {{ fill: #2f6f8f }}</style>\n\
         <text x=\"{LEFT}\" y=\"18\">{0}</text>\n",
        escaped(title)
    );
    let right = WIDTH - 14.0;
    for v in ticks(low, high) {
        let y = y(v);
        let _ = writeln!(
            text,
            r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/><text x="{}" y="{:.1}" text-anchor="end">{v}</text>"#,
            LEFT - 8.0,
            y + 4.0
        );
    }
    let (first_tick, last_tick) = (i64::try_from(first).unwrap_or(0), i64::try_from(last).unwrap_or(i64::MAX));
    for n in ticks(first_tick, last_tick) {
        let x = x(n.unsigned_abs());
        let _ = writeln!(text, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{n}</text>"#, HEIGHT - BELOW + 20.0);
    }
    let ground = HEIGHT - BELOW;
    let _ = writeln!(text, r#"<path class="axis" d="M{LEFT} {ABOVE}V{ground}H{right}" fill="none"/>"#);
    let mut pen = 'M';
    let mut path = String::new();
    for &(n, value) in points {
        match value {
            Some(v) => {
                let _ = write!(path, "{pen}{:.1} {:.1}", x(n), y(v));
                pen = 'L';
            }
            None => pen = 'M',
        }
    }
    let _ = writeln!(text, r#"<path class="line" d="{path}"/>"#);
    for (n, v) in points.iter().filter_map(|p| Some((p.0, p.1?))) {
        let (x, y) = (x(n), y(v));
        let _ = writeln!(text, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3"><title>{n}: {v}</title></circle>"#);
    }
    text + "</svg>\n"
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
        let picture = plot("a < b", &[(1, Some(0)), (2, Some(3)), (3, None), (4, Some(-2)), (5, Some(1))]);
        assert_eq!(picture.matches("<circle").count(), 4);
        let line = picture.lines().find(|line| line.contains("class=\"line\"")).unwrap();
        assert_eq!((line.matches('M').count(), line.matches('L').count()), (2, 2));
        assert!(picture.contains("a &lt; b") && !picture.contains("NaN"));
    }

    #[test]
    fn nothing_and_one_point_are_pictures_too() {
        for points in [&[][..], &[(7, Some(4))], &[(7, None)]] {
            let picture = plot("few", points);
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
