//! Pictures of boards as they are drawn: names of vertices lie on no edge and
//! under no stone, and no edge runs under a stone that is not its own.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use allsmall::draw::{self, Axes, DrawOptions};
use allsmall::notation::read_board;

/// The number behind `name="` in an element.
fn number(element: &str, name: &str) -> f64 {
    let from = element.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
    element[from..].split('"').next().unwrap().parse().unwrap()
}

/// The elements that begin like this.
fn elements<'a>(picture: &'a str, begin: &'a str) -> impl Iterator<Item = &'a str> {
    picture.lines().filter(move |line| line.starts_with(begin))
}

/// Points along an edge, a twentieth apart.
fn along(edge: &str) -> Vec<(f64, f64)> {
    let path = edge.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
    let numbers: Vec<f64> = path.split(['M', 'Q', 'L', ' ']).filter_map(|word| word.parse().ok()).collect();
    let [px, py, mx, my, qx, qy] = numbers[..] else { panic!("{path}") };
    let at = |t: f64, p: f64, m: f64, q: f64| (1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * m + t * t * q;
    (0..=60).map(|i| f64::from(i) / 60.0).map(|t| (at(t, px, mx, qx), at(t, py, my, qy))).collect()
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[test]
fn names_lie_on_no_edge_and_edges_under_no_strange_stone() {
    for text in [
        "cycle:xoxoox",
        "cycle:(xo)^8",
        "tree:0,0,1,1,2,2:xoxoxox",
        "complete:4:xxoo",
        "complete:6:xoxoxo",
        "kpartite:4,2,1:xoxoxox",
        "hamming:3,3:xoxoxoxox",
        "hamming:4,3:(xo)^6",
        "hamming:5,4:(xo)^10",
        "cube:3:(xo)^4",
        "graph6:IsP@OkWHG:xoxoxoxoxo",
        "edges:0-1,1-2,2-0,2-3:xoxo",
    ] {
        let picture = draw::position(&read_board(text).unwrap(), DrawOptions::default(), [&[], &[]]).unwrap().svg();
        let place = |element| (number(element, "x"), number(element, "y"));
        let stones: Vec<_> = elements(&picture, "<use").map(place).collect();
        let names: Vec<_> = elements(&picture, "<text class=\"label\"").map(place).collect();
        let edges: Vec<_> = elements(&picture, "<path class=\"edge\"").map(along).collect();
        assert!(names.len() == stones.len() && !edges.is_empty(), "{text}");
        for &name in &names {
            for edge in &edges {
                let near = edge.iter().map(|&point| distance(point, name)).fold(f64::INFINITY, f64::min);
                assert!(near > 6.0, "{text}: the name at {name:?} is {near:.1} from an edge");
            }
            let near = stones.iter().map(|&stone| distance(stone, name)).fold(f64::INFINITY, f64::min);
            assert!(near > 20.0, "{text}: the name at {name:?} is {near:.1} from the middle of a stone");
        }
        for edge in &edges {
            let ends = [edge[0], edge[edge.len() - 1]];
            for &stone in stones.iter().filter(|&&stone| ends.iter().all(|&end| distance(end, stone) > 1.0)) {
                let near = edge.iter().map(|&point| distance(point, stone)).fold(f64::INFINITY, f64::min);
                assert!(near > 16.0, "{text}: an edge is {near:.1} from the middle of the stone at {stone:?}");
            }
        }
    }
}

#[test]
fn kinds_have_names_and_no_line() {
    let axes = Axes { names: &[(-1, "R"), (0, "P"), (1, "N"), (2, "L")], ..Axes::default() };
    let picture = draw::plot("who wins", axes, &[(1, Some(0)), (2, Some(1))]).svg();
    assert!(["R", "P", "N", "L"].iter().all(|name| picture.contains(&format!(">{name}</text>"))));
    assert_eq!(picture.matches("class=\"line\"").count(), 0);
    assert!(picture.contains("<title>2: N</title>"));
}

/// Not every program that reads SVG knows the middle of a text.
#[test]
fn texts_are_placed_by_numbers() {
    let picture = draw::position(&read_board("xo/ox").unwrap(), DrawOptions::default(), [&[], &[]]).unwrap().svg();
    assert!(!picture.contains("baseline"));
    assert_eq!(picture.matches("<text").count(), picture.matches(" dy=\".35em\"").count());
}
