//! Proofs with one meaningful change: they are refused, or what they then
//! prove is true. The truth is found by brute force straight from the file,
//! with rules of this test's own.
//!
//! `ALLSMALL_CHANGED=10000` sets the number of changed proofs.

use std::collections::HashMap;
use std::rc::Rc;

use allsmall::answer::{PhutballQuestion, Question};
use allsmall::internal::SplitMix64;
use allsmall::{Budget, Player};
use allsmall_proofs::{Goal, compare, nimber, outcome, phutball, reduce, value};

/// A summand: cells with their neighbours, or a game by its options.
#[derive(Clone)]
enum Piece {
    Board(Rc<Vec<Vec<usize>>>, Vec<u8>),
    Game(Rc<Tree>),
}

struct Tree {
    sides: [Vec<Rc<Tree>>; 2],
    name: String,
}

/// What a file says above its statement, and the statement.
#[derive(Default)]
struct File {
    graphs: Vec<(usize, Vec<(usize, usize)>)>,
    games: Vec<Rc<Tree>>,
    statement: String,
}

fn read(proof: &str) -> File {
    let zero = Rc::new(Tree { sides: [Vec::new(), Vec::new()], name: "{|}".to_owned() });
    let mut file = File { games: vec![zero], ..File::default() };
    for line in proof.lines().skip(1) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "graph" => {
                let (n, list) = rest.split_once(' ').unwrap_or((rest, ""));
                let edge = |edge: &str| {
                    edge.split_once('-').map(|(a, b)| {
                        (a.parse().expect("the file was accepted"), b.parse().expect("the file was accepted"))
                    })
                };
                file.graphs
                    .push((n.parse().expect("the file was accepted"), list.split(',').filter_map(edge).collect()));
            }
            "game" => {
                let (l, r) = rest.split_once('|').expect("the file was accepted");
                let side = |text: &str| -> Vec<Rc<Tree>> {
                    let numbers = text.split(',').filter(|n| !n.is_empty());
                    numbers
                        .map(|n| Rc::clone(&file.games[n.parse::<usize>().expect("the file was accepted")]))
                        .collect()
                };
                let sides = [side(l), side(r)];
                let names = |side: &[Rc<Tree>]| side.iter().map(|g| g.name.as_str()).collect::<Vec<_>>().join(",");
                let name = format!("{{{}|{}}}", names(&sides[0]), names(&sides[1]));
                file.games.push(Rc::new(Tree { sides, name }));
            }
            "outcome" | "first" | "second" | "value" | "compare" | "nimber" | "phutball" | "reduce" => {
                file.statement = line.to_owned();
            }
            _ => {}
        }
    }
    file
}

fn negated(game: &Tree) -> Rc<Tree> {
    let flip = |side: &[Rc<Tree>]| side.iter().map(|g| negated(g)).collect::<Vec<_>>();
    Rc::new(Tree { sides: [flip(&game.sides[1]), flip(&game.sides[0])], name: format!("-{}", game.name) })
}

impl File {
    fn board(&self, text: &str) -> (Rc<Vec<Vec<usize>>>, Vec<u8>) {
        let cells: Vec<u8> = match text.split_once(':') {
            Some((_, cells)) => cells.bytes().collect(),
            None => text.bytes().filter(|&b| b != b'/').collect(),
        };
        let mut near = vec![Vec::new(); cells.len()];
        let mut join = |a: usize, b: usize| {
            near[a].push(b);
            near[b].push(a);
        };
        if let Some(graph) = text.strip_prefix('@') {
            let number: usize =
                graph.split(':').next().expect("the file was accepted").parse().expect("the file was accepted");
            self.graphs[number].1.iter().for_each(|&(a, b)| join(a, b));
        } else {
            let cols = text.split('/').next().expect("the file was accepted").len();
            for i in 0..cells.len() {
                if (i + 1) % cols != 0 {
                    join(i, i + 1);
                }
                if i + cols < cells.len() {
                    join(i, i + cols);
                }
            }
        }
        (Rc::new(near), cells)
    }

    fn sum(&self, text: &str, minus: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if text == "0" {
            return pieces;
        }
        let (mut rest, mut sign) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let is_minus = sign != minus;
            pieces.push(match rest[..end].strip_prefix('#') {
                Some(n) => {
                    let game = &self.games[n.parse::<usize>().expect("the file was accepted")];
                    Piece::Game(if is_minus { negated(game) } else { Rc::clone(game) })
                }
                None => {
                    let (near, mut cells) = self.board(&rest[..end]);
                    if is_minus {
                        cells.iter_mut().for_each(|cell| *cell = other(*cell));
                    }
                    Piece::Board(near, cells)
                }
            });
            match rest.as_bytes().get(end) {
                None => return pieces,
                Some(next) => (rest, sign) = (&rest[end + 1..], *next == b'-'),
            }
        }
    }
}

fn other(cell: u8) -> u8 {
    match cell {
        b'x' => b'o',
        b'o' => b'x',
        empty => empty,
    }
}

/// What a stone can do: boards after the moves of a colour.
fn after(near: &[Vec<usize>], cells: &[u8], colour: u8) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for from in (0..cells.len()).filter(|&i| cells[i] == colour) {
        for &to in near[from].iter().filter(|&&to| cells[to] == other(colour)) {
            let mut next = cells.to_vec();
            (next[from], next[to]) = (b'.', colour);
            all.push(next);
        }
    }
    all
}

/// Whether a player, 0 for Left, who is to move wins a sum.
fn wins(sum: &[Piece], player: usize, known: &mut HashMap<String, bool>) -> bool {
    let mut key = format!("{player}");
    for (i, piece) in sum.iter().enumerate() {
        match piece {
            Piece::Board(_, cells) => key.push_str(&format!("|{i}{}", String::from_utf8_lossy(cells))),
            Piece::Game(game) => key.push_str(&format!("|{i}{}", game.name)),
        }
    }
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let mut won = false;
    'all: for (i, piece) in sum.iter().enumerate() {
        let next: Vec<Piece> = match piece {
            Piece::Board(near, cells) => {
                let boards = after(near, cells, [b'x', b'o'][player]);
                boards.into_iter().map(|cells| Piece::Board(Rc::clone(near), cells)).collect()
            }
            Piece::Game(game) => game.sides[player].iter().map(|g| Piece::Game(Rc::clone(g))).collect(),
        };
        for piece in next {
            let mut sum = sum.to_vec();
            sum[i] = piece;
            if !wins(&sum, 1 - player, known) {
                won = true;
                break 'all;
            }
        }
    }
    known.insert(key, won);
    won
}

/// Whether Left and Right, moving first, win.
fn firsts(sum: &[Piece]) -> (bool, bool) {
    let mut known = HashMap::new();
    (wins(sum, 0, &mut known), wins(sum, 1, &mut known))
}

fn grundy(near: &[Vec<usize>], cells: &[u8], known: &mut HashMap<Vec<u8>, usize>) -> usize {
    if let Some(&n) = known.get(cells) {
        return n;
    }
    let options = [b'x', b'o'].into_iter().flat_map(|colour| after(near, cells, colour));
    let reached: Vec<usize> = options.map(|next| grundy(near, &next, known)).collect();
    let mex = (0..).find(|n| !reached.contains(n)).expect("the file was accepted");
    known.insert(cells.to_vec(), mex);
    mex
}

fn fewest(near: &[Vec<usize>], cells: &[u8], known: &mut HashMap<Vec<u8>, usize>) -> usize {
    if let Some(&n) = known.get(cells) {
        return n;
    }
    let mut best = cells.iter().filter(|&&cell| cell != b'.').count();
    for next in [b'x', b'o'].into_iter().flat_map(|colour| after(near, cells, colour)) {
        best = best.min(fewest(near, &next, known));
    }
    known.insert(cells.to_vec(), best);
    best
}

/// Whether what a file states is true.
fn is_true(proof: &str) -> bool {
    let file = read(proof);
    let words: Vec<&str> = file.statement.split(' ').collect();
    match words[..] {
        ["outcome", class, sum] => {
            let found = firsts(&file.sum(sum, false));
            found
                == [(true, false), (false, true), (true, true), (false, false)]
                    ["LRNP".find(class).expect("the file was accepted")]
        }
        ["first", player, sum] => {
            let (left, right) = firsts(&file.sum(sum, false));
            if player == "L" { left } else { right }
        }
        ["second", player, sum] => {
            let (left, right) = firsts(&file.sum(sum, false));
            if player == "L" { !right } else { !left }
        }
        ["value", a, b] => firsts(&[file.sum(a, false), file.sum(b, true)].concat()) == (false, false),
        ["compare", a, relation, b] => {
            let found = firsts(&[file.sum(a, false), file.sum(b, true)].concat());
            found
                == match relation {
                    "=" => (false, false),
                    ">" => (true, false),
                    "<" => (false, true),
                    _ => (true, true),
                }
        }
        ["nimber", sum, n] => {
            let pieces = file.sum(sum, false);
            let one = |piece: &Piece| match piece {
                Piece::Board(near, cells) => grundy(near, cells, &mut HashMap::new()),
                Piece::Game(_) => panic!("no board"),
            };
            pieces.iter().map(one).fold(0, |a, b| a ^ b) == n.parse::<usize>().expect("the file was accepted")
        }
        ["reduce", board, low, high] => {
            let (near, cells) = file.board(board);
            let found = fewest(&near, &cells, &mut HashMap::new());
            (low.parse().expect("the file was accepted")..=high.parse().expect("the file was accepted"))
                .contains(&found)
        }
        ["phutball", class, board] => {
            let found = PhutballQuestion::default().ask(board, &Budget::new()).expect("the file was accepted");
            let winners = (found.left_first, found.right_first);
            let [l, r] = [Some(Player::Left), Some(Player::Right)];
            winners == [(l, l), (r, r), (l, r), (r, l)]["LRNP".find(class).expect("the file was accepted")]
        }
        _ => panic!("{}", file.statement),
    }
}

fn stones(random: &mut SplitMix64, n: u64) -> String {
    (0..n).map(|_| ['x', 'o', 'x', 'o', 'x', 'o', '.'][random.below(7) as usize]).collect()
}

fn board(random: &mut SplitMix64, most: u64) -> String {
    let n = 3 + random.below(most - 2);
    match random.below(4) {
        0 => stones(random, n),
        1 => format!("cycle:{}", stones(random, n)),
        2 => {
            let cols = 2 + n / 4;
            (0..2 + n % 2).map(|_| stones(random, cols)).collect::<Vec<_>>().join("/")
        }
        _ => {
            let mut edges: Vec<String> = (1..n).map(|v| format!("{}-{v}", random.below(v))).collect();
            edges.extend((2..n).filter(|_| random.below(3) == 0).map(|v| format!("{}-{v}", v - 2)));
            format!("edges:{}:{}", edges.join(","), stones(random, n))
        }
    }
}

fn term(random: &mut SplitMix64) -> String {
    match random.below(3) {
        0 => ["star", "up", "2*up", "*2", "{0|v}", "1", "-1"][random.below(7) as usize].to_owned(),
        _ => board(random, 7),
    }
}

/// A proof of a random kind.
fn proof(random: &mut SplitMix64) -> Option<String> {
    let (budget, mut out) = (Budget::new(), Vec::new());
    let done = match random.below(8) {
        0 | 1 => outcome(&board(random, 11), Goal::Both, &budget, &mut out).map(drop),
        2 => {
            let sum = format!("{} + {}", board(random, 7), term(random));
            let goal = [Goal::Both, Goal::First(Player::Left), Goal::First(Player::Right)][random.below(3) as usize];
            outcome(&sum, goal, &budget, &mut out).map(drop)
        }
        3 => compare(&board(random, 7), &term(random), &budget, &mut out).map(drop),
        4 => value(&board(random, 8), &budget, &mut out).map(drop),
        5 => nimber(&board(random, 9), &budget, &mut out).map(drop),
        6 => reduce(&board(random, 10), &budget, &mut out).map(drop),
        _ => {
            let n = 4 + random.below(6);
            let mut cells: Vec<char> = (0..n).map(|_| if random.below(3) == 0 { 'o' } else { '.' }).collect();
            cells[1 + random.below(n - 2) as usize] = '@';
            phutball(&cells.iter().collect::<String>(), &budget, &mut out).map(drop)
        }
    };
    done.ok().map(|()| String::from_utf8(out).expect("the file was accepted"))
}

/// One change: a line dropped, doubled or exchanged, a number raised or
/// lowered, a stone, a side, a kind of line.
fn change(proof: &str, random: &mut SplitMix64) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    let mut any = || 1 + random.below(lines.len() as u64 - 1) as usize;
    let (at, with) = (any(), any());
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, with),
        2 => lines[at] = lines[with].clone(),
        _ => {
            let mut bytes = lines[at].clone().into_bytes();
            let i = random.below(bytes.len() as u64) as usize;
            let up = random.below(2) == 0;
            bytes[i] = match bytes[i] {
                b'x' => {
                    if up {
                        b'o'
                    } else {
                        b'.'
                    }
                }
                b'o' => {
                    if up {
                        b'x'
                    } else {
                        b'.'
                    }
                }
                b'.' => {
                    if up {
                        b'x'
                    } else {
                        b'o'
                    }
                }
                b'L' => b'R',
                b'R' => b'L',
                b'N' => b'P',
                b'P' => b'N',
                b'<' => b'>',
                b'>' => b'=',
                b'=' => b'<',
                digit @ b'0'..=b'8' if up => digit + 1,
                digit @ b'1'..=b'9' => digit - 1,
                b's' => b'f',
                b'f' => b's',
                b'p' => b'j',
                b'j' => b'p',
                b'+' => b'-',
                b'-' => b'+',
                same => same,
            };
            lines[at] = String::from_utf8(bytes).expect("the file was accepted");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn changed_proofs_are_refused_or_still_true() {
    let wanted: usize = std::env::var("ALLSMALL_CHANGED").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let mut random = SplitMix64::new(21);
    let (mut refused, mut kept, mut restated) = (0, 0, 0);
    while refused + kept < wanted {
        let Some(proof) = proof(&mut random) else { continue };
        assert!(allsmall_check::check(proof.as_bytes()).is_ok() && is_true(&proof), "{proof}");
        for _ in 0..8 {
            let changed = change(&proof, &mut random);
            if changed == proof {
                continue;
            }
            match allsmall_check::check_within(changed.as_bytes(), 1 << 22) {
                Err(_) => refused += 1,
                Ok(_) => {
                    kept += 1;
                    restated += usize::from(read(&changed).statement != read(&proof).statement);
                    assert!(is_true(&changed), "accepted, and false:\n{changed}");
                }
            }
        }
    }
    println!("{refused} refused; {kept} accepted, all of them true, {restated} with another statement");
    assert!(refused > kept, "{refused} refused, {kept} kept");
}
