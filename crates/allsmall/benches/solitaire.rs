//! Free solitaire at full size: lines, cycles, trees, any graph. Values are
//! asserted and plays replayed, then the time is printed. Run by hand:
//! `cargo bench -p allsmall --bench solitaire`, or with `-- lines`, `-- trees`,
//! `-- grids`, `-- graphs` a part of it.

use std::io::Read;
use std::time::Instant;

use allsmall::answer::long_row;
use allsmall::notation::SplitMix64;
use allsmall::solitaire::path::stream::Row;
use allsmall::solitaire::{Options, exact, reduce};
use allsmall::{Board, Budget, Graph, Player, Position, Tree};

fn main() {
    let parts: [(&str, fn()); 4] = [("lines", lines), ("trees", trees), ("grids", grids), ("graphs", any_graph)];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, run) in parts {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}

/// `stones` letters, the same block again and again.
struct Letters {
    block: Vec<u8>,
    at: usize,
    left: usize,
}

impl Letters {
    fn new(block: impl Fn(usize) -> u8, stones: usize) -> Letters {
        Letters { block: (0..1 << 20).map(block).collect(), at: 0, left: stones }
    }
}

impl Read for Letters {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.left).min(self.block.len() - self.at);
        buffer[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at = (self.at + count) % self.block.len();
        self.left -= count;
        Ok(count)
    }
}

fn lines() {
    let stones = 1_000_000_000;
    let random = |i: usize| if SplitMix64::new(i as u64).next_u64() & 1 == 1 { b'o' } else { b'x' };
    let runs = |i: usize| if i % 10 == 9 { b'o' } else { b'x' };
    for (name, row, letters, value) in [
        ("random line", Row::Strip, Letters::new(random, stones), 185_223_006),
        ("long runs in a line", Row::Strip, Letters::new(runs, stones), 100_000_000),
        ("random cycle", Row::Ring, Letters::new(random, stones), 185_223_006),
    ] {
        let clock = Instant::now();
        let found = long_row::value(letters, row, &Budget::new()).expect("no fault").expect("a plain row");
        let speed = stones as f64 / clock.elapsed().as_secs_f64() / 1e6;
        println!("{name:<32} {stones} stones  {} left  {speed:.0} million stones a second", found.answer.upper);
        assert_eq!(found.answer.value, Some(value), "{name}");
    }
    let stones = 10_000_000;
    let clock = Instant::now();
    let found = long_row::value(Letters::new(random, stones), Row::Strip, &Budget::new()).expect("no fault");
    let found = found.expect("a plain row");
    found.write(Some(Letters::new(random, stones)), false, &Budget::new(), std::io::sink()).expect("no fault");
    println!("{:<32} {stones} stones  {:.2?}", "line with its play", clock.elapsed());
}

fn coloured(board: Board, random: &mut SplitMix64) -> Position {
    let cells = (0..board.vertices()).map(|_| Some(random.stone())).collect();
    Position::new(board, cells)
}

fn trees() {
    for (n, value) in [(1_000_000, 222_089), (10_000_000, 2_222_060)] {
        let mut random = SplitMix64::new(3);
        let parents = (1..n).map(|v| random.below(v as u64) as usize).collect();
        let position = coloured(Board::Tree(Tree::new(parents)), &mut random);
        let clock = Instant::now();
        let found = reduce(&position, &Options::free(), &Budget::new()).expect("a tree");
        println!("{:<32} {n} vertices  {} left  {:.2?}", "random tree with its play", found.upper, clock.elapsed());
        assert_eq!(found.value(), Some(value));
    }
}

fn grids() {
    let clock = Instant::now();
    let board = std::sync::Arc::new(Board::Grid { rows: 4, cols: 4 });
    let mut counts = [0; 17];
    for code in 0..1usize << 16 {
        let cells = (0..16).map(|v| Some(Player::BOTH[code >> v & 1])).collect();
        let found = reduce(&Position::new(board.clone(), cells), &Options::free(), &Budget::new()).expect("a grid");
        counts[found.value().expect("4x4 is always settled")] += 1;
    }
    println!("{:<32} 65536 positions  {:.2?}", "all of the 4x4 grid", clock.elapsed());
    assert_eq!((counts[1], counts[2], counts[16]), (43_690, 21_844, 2));
}

/// A connected graph: a random tree and further random edges.
fn sparse(n: usize, extra: usize, random: &mut SplitMix64) -> Vec<(usize, usize)> {
    let mut edges: Vec<_> = (1..n).map(|v| (random.below(v as u64) as usize, v)).collect();
    while edges.len() < n - 1 + extra {
        let (a, b) = (random.below(n as u64) as usize, random.below(n as u64) as usize);
        if a != b {
            edges.push((a.min(b), a.max(b)));
        }
    }
    edges
}

/// A graph of tree width at most `width`: each vertex is joined to some of a
/// clique of earlier ones.
fn narrow(n: usize, width: usize, random: &mut SplitMix64) -> Vec<(usize, usize)> {
    let mut cliques = vec![vec![0]];
    let mut edges = Vec::new();
    for v in 1..n {
        let mut clique = cliques[random.below(cliques.len() as u64) as usize].clone();
        let kept = random.below(clique.len() as u64) as usize;
        let joined: Vec<_> = clique.iter().enumerate().filter(|&(i, _)| i == kept || random.below(3) == 0).collect();
        edges.extend(joined.into_iter().map(|(_, &u)| (u, v)));
        if clique.len() == width {
            clique.remove(random.below(width as u64) as usize);
        }
        clique.push(v);
        cliques.push(clique);
    }
    edges
}

/// Makes the edges of a random graph.
type Edges = dyn Fn(&mut SplitMix64) -> Vec<(usize, usize)>;

fn any_graph() {
    let kinds: [(&str, usize, &Edges); 6] = [
        ("40 vertices, 45 edges", 40, &|random| sparse(40, 6, random)),
        ("40 vertices, 60 edges", 40, &|random| sparse(40, 21, random)),
        ("40 vertices, 80 edges", 40, &|random| sparse(40, 41, random)),
        ("40 vertices, 120 edges", 40, &|random| sparse(40, 81, random)),
        ("40 vertices, 300 edges", 40, &|random| sparse(40, 261, random)),
        ("300 vertices, width 4", 300, &|random| narrow(300, 4, random)),
    ];
    for (name, n, edges) in kinds {
        // Evenly mixed colours, few stones of one colour, a single one.
        for (colours, few) in [("mixed", 2), ("one in eight", 8), ("a single one", usize::MAX)] {
            let (mut settled, mut left, clock) = (0, 0, Instant::now());
            let mut worst = 0.0f64;
            for seed in 0..10 {
                let mut random = SplitMix64::new(seed);
                let board = Board::Graph(Graph::new(n, &edges(&mut random)));
                let mut cells = vec![Some(Player::Left); n];
                for cell in &mut cells {
                    if few < usize::MAX && random.below(few as u64) == 0 {
                        *cell = Some(Player::Right);
                    }
                }
                cells[random.below(n as u64) as usize] = Some(Player::Right);
                let start = Instant::now();
                let position = Position::new(board, cells);
                let budget = Budget::new().with_time(std::time::Duration::from_secs(20));
                let found = exact::reduce(&position, None, true, &budget).expect("some play exists");
                worst = worst.max(start.elapsed().as_secs_f64());
                settled += usize::from(found.optimal());
                left += found.upper;
            }
            println!(
                "{name:<24} {colours:<14} {settled} of 10 settled  {left:>4} left in all  {:>8.2?}  worst {worst:.2}s",
                clock.elapsed()
            );
        }
    }
}
