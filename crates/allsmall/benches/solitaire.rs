//! Free solitaire at full size: lines, cycles, trees, grids. Values are
//! asserted and plays replayed, then the time is printed. Run by hand:
//! `cargo bench -p allsmall --bench solitaire`, or with `-- lines`, `-- trees`,
//! `-- grids` a part of it. Other graphs: `--bench exact`.

use std::io::{Read, Seek, SeekFrom};
use std::time::Instant;

use allsmall::internal::SplitMix64;
use allsmall::solitaire::{SolitaireOptions, reduce, reduce_stream};
use allsmall::{Board, Budget, Player, Position, Tree};

fn main() {
    let parts: [(&str, fn()); 3] = [("lines", lines), ("trees", trees), ("grids", grids)];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, run) in parts {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}

/// A family name and `stones` letters, the same block again and again.
struct Letters {
    name: &'static [u8],
    block: Vec<u8>,
    stones: usize,
    at: usize,
}

impl Letters {
    fn new(name: &'static str, block: impl Fn(usize) -> u8, stones: usize) -> Letters {
        Letters { name: name.as_bytes(), block: (0..1_000_000).map(block).collect(), stones, at: 0 }
    }
}

impl Read for Letters {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let from = match self.at.checked_sub(self.name.len()) {
            None => &self.name[self.at..],
            Some(at) => {
                let start = at % self.block.len();
                &self.block[start..self.block.len().min(start + self.stones - at)]
            }
        };
        let count = buffer.len().min(from.len());
        buffer[..count].copy_from_slice(&from[..count]);
        self.at += count;
        Ok(count)
    }
}

impl Seek for Letters {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let SeekFrom::Start(at) = to else { return Err(std::io::ErrorKind::Unsupported.into()) };
        self.at = at as usize;
        Ok(at)
    }
}

fn lines() {
    let stones = 1_000_000_000;
    let random = |i: usize| if SplitMix64::new(i as u64).next_u64() & 1 == 1 { b'o' } else { b'x' };
    let runs = |i: usize| if i % 10 == 9 { b'o' } else { b'x' };
    let ask = |letters| {
        let found = reduce_stream(letters, &SolitaireOptions::free(), &Budget::new());
        found.expect("no fault").expect("a plain row")
    };
    for (name, letters, value) in [
        ("random line", Letters::new("", random, stones), 185_153_001),
        ("long runs in a line", Letters::new("", runs, stones), 100_000_000),
        ("random cycle", Letters::new("cycle:", random, stones), 185_153_000),
    ] {
        let clock = Instant::now();
        let found = ask(letters).found;
        let speed = stones as f64 / clock.elapsed().as_secs_f64() / 1e6;
        println!("{name:<32} {stones} stones  {} left  {speed:.0} million stones a second", found.upper);
        assert_eq!(found.value(), Some(value), "{name}");
    }
    let stones = 10_000_000;
    let clock = Instant::now();
    let mut moves = 0;
    let mut found = ask(Letters::new("", random, stones));
    let counted = found.play(&Budget::new(), |_| {
        moves += 1;
        Ok(())
    });
    counted.expect("no fault").expect("no limit");
    assert_eq!(stones - moves, found.found.upper, "every move takes a stone");
    println!("{:<32} {stones} stones  {:.2?}", "line with its play", clock.elapsed());
}

fn coloured(board: Board, random: &mut SplitMix64) -> Position {
    let cells = (0..board.vertices()).map(|_| Some(random.stone())).collect();
    Position::new(board, cells)
}

fn trees() {
    for (n, value) in [(1_000_000, 220_778), (10_000_000, 2_211_467)] {
        let mut random = SplitMix64::new(3);
        let parents = (1..n).map(|v| random.below(v as u64) as usize).collect();
        let position = coloured(Board::Tree(Tree::new(parents)), &mut random);
        let clock = Instant::now();
        let found = reduce(&position, &SolitaireOptions::free(), &Budget::new()).expect("a tree");
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
        let found =
            reduce(&Position::new(board.clone(), cells), &SolitaireOptions::free(), &Budget::new()).expect("a grid");
        counts[found.value().expect("4x4 is always settled")] += 1;
    }
    println!("{:<32} 65536 positions  {:.2?}", "all of the 4x4 grid", clock.elapsed());
    assert_eq!((counts[1], counts[2], counts[16]), (43_690, 21_844, 2));
}
