//! Benchmark on graphs without a special shape: how many the exact method settles
//! within a limit. Plays are replayed. Run by hand:
//! `cargo bench -p allsmall --bench exact`, a part of it with words that name
//! it (`-- "40,60" few`), other limits with `-- seconds=60 seeds=10 gib=8`.

use std::time::{Duration, Instant};

use allsmall::internal::SplitMix64;
use allsmall::solitaire::{any_graph, replay};
use allsmall::{Board, Budget, Graph, Player, Position};

type Edges = Vec<(usize, usize)>;

/// What the command line says.
struct Wanted {
    words: Vec<String>,
    seconds: u64,
    seeds: u64,
    gib: usize,
}

impl Wanted {
    fn read() -> Wanted {
        let mut wanted = Wanted { words: Vec::new(), seconds: 10, seeds: 6, gib: 4 };
        for word in std::env::args().skip(1).filter(|word| !word.starts_with('-')) {
            match word.split_once('=') {
                Some(("seconds", number)) => wanted.seconds = number.parse().expect("a number of seconds"),
                Some(("seeds", number)) => wanted.seeds = number.parse().expect("a number of graphs"),
                Some(("gib", number)) => wanted.gib = number.parse().expect("a number of GiB"),
                _ => wanted.words.push(word),
            }
        }
        wanted
    }
}

fn main() {
    let wanted = Wanted::read();
    for extra in [6, 11, 21, 31, 41, 81, 161] {
        let name = format!("40,{}", 39 + extra);
        for stones in [20, 10, 5, 3, 2, 1] {
            sample(&wanted, &name, 40, stones, |random| sparse(40, extra, random));
        }
    }
    for width in [2, 3, 4] {
        for stones in [150, 40, 10, 1] {
            sample(&wanted, &format!("recent {width}"), 300, stones, |random| recent(300, width, random));
            sample(&wanted, &format!("hubs {width}"), 300, stones, |random| hubs(300, width, 3, random));
            sample(&wanted, &format!("k-tree {width}"), 300, stones, |random| hubs(300, width, 1, random));
            sample(&wanted, &format!("wheel {width}"), 300, stones, |random| wheel(300, width, random));
        }
    }
}

/// Settles a few graphs of one kind, with this many stones of one colour on
/// random vertices.
fn sample(wanted: &Wanted, name: &str, n: usize, stones: usize, edges: impl Fn(&mut SplitMix64) -> Edges) {
    let label = format!("{n} vertices, {name}, {stones} stones");
    if !wanted.words.iter().all(|word| label.contains(word.as_str())) {
        return;
    }
    let (mut settled, mut quick, mut left, mut gap, mut worst) = (0, 0, 0, 0, Duration::ZERO);
    for seed in 0..wanted.seeds {
        let mut random = SplitMix64::new(seed);
        let board = Board::Graph(Graph::new(n, &edges(&mut random)));
        let mut cells = vec![Some(Player::Left); n];
        while cells.iter().filter(|&&cell| cell == Some(Player::Right)).count() < stones {
            cells[random.below(n as u64) as usize] = Some(Player::Right);
        }
        let position = Position::new(board, cells);
        let budget = Budget::new().with_time(Duration::from_secs(wanted.seconds)).with_memory(wanted.gib << 30);
        let clock = Instant::now();
        let found = any_graph::reduce(&position, None, true, &budget).expect("some play exists");
        let time = clock.elapsed();
        let play = found.play.as_ref().expect("a play was asked for");
        assert_eq!(replay(&position, play).expect("a legal play").stones(), found.upper);
        settled += usize::from(found.optimal());
        quick += usize::from(found.optimal() && time < Duration::from_secs(1));
        (left, gap, worst) = (left + found.upper, gap + found.upper - found.lower, worst.max(time));
    }
    println!(
        "{label:<40} {settled} of {} settled, {quick} in a second, worst {:>6.2} s; {left:>5} left, bounds {gap} apart",
        wanted.seeds,
        worst.as_secs_f64()
    );
}

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// A connected graph: a random tree and further random edges.
fn sparse(n: usize, extra: usize, random: &mut SplitMix64) -> Edges {
    let mut edges: Edges = (1..n).map(|v| (below(random, v), v)).collect();
    while edges.len() < n - 1 + extra {
        let (a, b) = (below(random, n), below(random, n));
        let edge = (a.min(b), a.max(b));
        if a != b && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    edges
}

/// Each vertex is joined to some of the `width` before it.
fn recent(n: usize, width: usize, random: &mut SplitMix64) -> Edges {
    let mut edges = Vec::new();
    for v in 1..n {
        let first = v.saturating_sub(width);
        let kept = first + below(random, v - first);
        edges.extend((first..v).filter(|&u| u == kept || below(random, 2) == 0).map(|u| (u, v)));
    }
    edges
}

/// Each vertex is joined to one in `of` of a clique of earlier ones, and at
/// least to one; all of them make a random k-tree. Early vertices get a high
/// degree.
fn hubs(n: usize, width: usize, of: usize, random: &mut SplitMix64) -> Edges {
    let mut cliques = vec![vec![0]];
    let mut edges = Vec::new();
    for v in 1..n {
        let mut clique = cliques[below(random, cliques.len())].clone();
        let kept = below(random, clique.len());
        let joined = clique.iter().enumerate().filter(|&(i, _)| i == kept || below(random, of) == 0);
        edges.extend(joined.map(|(_, &u)| (u, v)));
        if clique.len() == width {
            clique.remove(below(random, width));
        }
        clique.push(v);
        cliques.push(clique);
    }
    edges
}

/// A long cycle and `width - 2` hubs, each joined to every third of its
/// vertices; the hubs are joined as well.
fn wheel(n: usize, width: usize, random: &mut SplitMix64) -> Edges {
    let hubs = width - 2;
    let rim = n - hubs;
    let mut edges: Edges = (0..rim).map(|v| (v, (v + 1) % rim)).collect();
    for hub in rim..n {
        edges.push((below(random, rim), hub));
        edges.extend((0..rim).filter(|_| below(random, 3) == 0).map(|v| (v, hub)));
        edges.extend((rim..hub).map(|other| (other, hub)));
    }
    let mut edges: Edges = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
