//! Every engine against the judge, on random boards of every family.
//!
//! The judge plays by the rules and nothing else. Boards are small enough for
//! it, and of every shape that the notation has. `ALLSMALL_DIFFERENTIAL=600`
//! goes on for so many seconds, from a seed of its own; what was covered is
//! printed (`cargo test -p allsmall --test all differential:: -- --nocapture`). A board that
//! fails is named in the notation.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use allsmall::answer::{
    CompareQuestion, NimberQuestion, Question, ReduceAnswer, ReduceQuestion, ReplyQuestion, SolveQuestion,
    ValueQuestion,
};
use allsmall::internal::SplitMix64;
use allsmall::internal::judge;
use allsmall::notation::{graph6, move_name, read_board};
use allsmall::solitaire::{FirstMover, SolitaireGoal, SolitaireRule, replay, replay_alternate};
use allsmall::{Board, Budget, Graph, Outcome, Player, Position};

/// Boards without `ALLSMALL_DIFFERENTIAL`: a quarter of a minute or so.
const BOARDS: usize = 360;

/// The families of the notation.
const FAMILIES: [&str; 12] = [
    "strip", "holes", "cycle", "grid", "checker", "tree", "complete", "kpartite", "hamming", "cube", "edges", "graph6",
];

struct Maker(SplitMix64);

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u64) as usize
    }

    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// So many cells; one in `holes` is empty, none if that is 0.
    fn stones(&mut self, count: usize, holes: usize) -> String {
        (0..count)
            .map(|_| match holes {
                1.. if self.below(holes) == 0 => '.',
                _ => {
                    if self.below(2) == 0 {
                        'x'
                    } else {
                        'o'
                    }
                }
            })
            .collect()
    }

    fn sometimes(&mut self) -> usize {
        [0, 0, 3, 6][self.below(4)]
    }

    fn numbers(&mut self, count: usize, mut number: impl FnMut(&mut Maker, usize) -> usize) -> String {
        let numbers: Vec<String> = (0..count).map(|i| number(self, i).to_string()).collect();
        numbers.join(",")
    }

    fn rows(&mut self, rows: usize, cols: usize, holes: usize) -> String {
        let rows: Vec<String> = (0..rows).map(|_| self.stones(cols, holes)).collect();
        rows.join("/")
    }

    /// A random graph as a position on its edges.
    fn graph(&mut self) -> Position {
        let n = self.between(2, 9);
        let edges: Vec<(usize, usize)> =
            (0..self.between(1, 14)).map(|_| (self.below(n), self.below(n))).filter(|(a, b)| a != b).collect();
        let holes = self.sometimes();
        let stones = self.stones(n, holes);
        let cell = |c| match c {
            'x' => Some(Player::Left),
            'o' => Some(Player::Right),
            _ => None,
        };
        Position::new(Board::Graph(Graph::new(n, &edges)), stones.chars().map(cell).collect())
    }

    fn board(&mut self, family: &str) -> String {
        let holes = self.sometimes();
        match family {
            "strip" => {
                let n = self.between(1, 12);
                self.stones(n, 0)
            }
            "holes" => {
                let n = self.between(4, 14);
                self.stones(n, 4)
            }
            "cycle" => {
                let n = self.between(3, 10);
                format!("cycle:{}", self.stones(n, holes))
            }
            "grid" => {
                let (rows, cols) =
                    [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 2), (5, 2), (4, 3)][self.below(9)];
                self.rows(rows, cols, holes)
            }
            "checker" => format!("checker:{}x{}", self.between(1, 3), self.between(1, 4)),
            "tree" => {
                let n = self.between(2, 10);
                let parents = self.numbers(n - 1, |maker, i| maker.below(i + 1));
                format!("tree:{parents}:{}", self.stones(n, holes))
            }
            "complete" => {
                let n = self.between(1, 7);
                format!("complete:{n}:{}", self.stones(n, holes))
            }
            "kpartite" => {
                let parts: Vec<usize> = (0..self.between(2, 4)).map(|_| self.between(1, 3)).collect();
                let n: usize = parts.iter().sum::<usize>().min(9);
                let mut left = n;
                let parts: Vec<usize> = parts
                    .iter()
                    .map(|&part| {
                        let part = part.min(left);
                        left -= part;
                        part
                    })
                    .filter(|&p| p > 0)
                    .collect();
                let sizes = self.numbers(parts.len(), |_, i| parts[i]);
                format!("kpartite:{sizes}:{}", self.stones(n, holes))
            }
            "hamming" => {
                let (sides, n) =
                    [("3,2", 6), ("3,3", 9), ("2,2,2", 8), ("4,2", 8), ("2,3", 6), ("5", 5)][self.below(6)];
                format!("hamming:{sides}:{}", self.stones(n, holes))
            }
            "cube" => {
                let dimension = self.below(4);
                format!("cube:{dimension}:{}", self.stones(1 << dimension, holes))
            }
            "edges" => self.graph().to_string(),
            "graph6" => {
                let position = self.graph();
                let Board::Graph(graph) = position.board() else { unreachable!("it was made so") };
                let cells: String = position.cells().iter().map(|cell| cell.map_or('.', Player::stone)).collect();
                format!("graph6:{}:{cells}", graph6(graph))
            }
            _ => unreachable!("all families are listed"),
        }
    }
}

fn budget() -> Budget {
    Budget::new().with_memory(1 << 30)
}

fn winner(position: &Position, first: Player) -> Player {
    if judge::wins(position, first, &budget()).expect("a small board") { first } else { first.opponent() }
}

/// Who wins, all winning moves, and what a perfect opponent plays.
fn solving(text: &str, position: &Position) {
    let question = SolveQuestion { moves: true, ..SolveQuestion::default() };
    let answer = question.ask(text, &budget()).expect(text);
    assert_eq!(answer.outcome, judge::outcome(position, &budget()).ok(), "{text}");
    for (first, start) in answer.starts.iter() {
        assert_eq!(start.winner, Some(winner(position, first)), "{text}, {first} first");
        let wins = |mv: &allsmall::Move| {
            winner(&position.after(first, *mv).expect("a listed move is legal"), first.opponent()) == first
        };
        let mut expected: Vec<String> =
            position.moves(first).into_iter().filter(wins).map(|mv| move_name(position.board(), mv)).collect();
        let mut found = start.moves.clone().unwrap_or_default();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{text}, {first} first");
        let reply =
            (ReplyQuestion { player: first, game: Default::default(), book: false }).ask(text, &budget()).expect(text);
        assert_eq!(reply.winner, Some(winner(position, first)), "{text}, {first} to reply");
        let is_legal = reply
            .mv
            .as_ref()
            .is_none_or(|mv| position.moves(first).into_iter().any(|legal| &move_name(position.board(), legal) == mv));
        assert!(is_legal && (reply.mv.is_some() || position.moves(first).is_empty()), "{text}: {:?}", reply.mv);
    }
}

/// The outcome of the value, of its sum with another board, and how the two
/// compare.
fn valuing(text: &str, position: &Position, other: &str) {
    let answer = (ValueQuestion { options: true, ..ValueQuestion::default() }).ask(text, &budget()).expect(text);
    assert_eq!(answer.outcome, judge::outcome(position, &budget()).ok(), "{text}");
    let (sum, difference) = (format!("{position} + {other}"), format!("{position} - {other}"));
    let of = |text: &str| {
        let expr = allsmall::notation::read_expr(text).expect("two boards");
        judge::outcome(&expr.as_union(64).expect("it fits"), &budget()).expect("small boards")
    };
    let added = ValueQuestion::default().ask(&sum, &budget()).expect(text);
    assert_eq!(added.outcome, Some(of(&sum)), "{sum}");
    let compare = CompareQuestion { other: other.to_owned() };
    let compared = compare.ask(text, &budget()).expect(text);
    let expected = match of(&difference) {
        Outcome::L => ">",
        Outcome::R => "<",
        Outcome::P => "=",
        Outcome::N => "||",
    };
    let relation = compared.relation.expect("small boards").to_string();
    assert_eq!(relation, expected, "{text} compared with {other}");
}

fn nimbers(text: &str, position: &Position) {
    let answer = NimberQuestion {}.ask(text, &budget()).expect(text);
    assert_eq!(answer.nimber, judge::nimber(position, &budget()).ok(), "{text}");
}

/// The fewest stones under both rules, the most, and a stone chosen for the
/// end; every play is played.
fn solitaire(text: &str, position: &Position, maker: &mut Maker) {
    let ask = |question: ReduceQuestion| -> Option<ReduceAnswer> { question.ask(text, &budget()).ok() };
    let left_by = |answer: &ReduceAnswer| {
        let play = answer.play.as_ref().expect("a play is asked for").moves();
        let left = match answer.first {
            Some(first) => replay_alternate(position, first, play),
            None => replay(position, play),
        };
        left.expect("the rules accept the play")
    };
    let free = ask(ReduceQuestion::default()).expect("an answer");
    assert_eq!(free.value, judge::free(position, &budget()).ok(), "{text}");
    assert_eq!(Some(left_by(&free).stones()), free.value, "{text}");
    let most = ask(ReduceQuestion { goal: SolitaireGoal::Most, ..ReduceQuestion::default() }).expect("an answer");
    assert_eq!(most.value, judge::most(position, &budget()).ok(), "{text}, most");
    for first in Player::BOTH {
        let question = ReduceQuestion {
            rule: SolitaireRule::Alternate,
            first: FirstMover::Only(first),
            ..ReduceQuestion::default()
        };
        let found = ask(question).expect("an answer");
        assert_eq!(found.value, judge::alternate(position, first, &budget()).ok(), "{text}, {first} first");
        assert_eq!(Some(left_by(&found).stones()), found.value, "{text}, {first} first");
    }
    let stones: Vec<usize> = (0..position.cells().len()).filter(|&v| position.cells()[v].is_some()).collect();
    if stones.is_empty() {
        return;
    }
    let vertex = stones[maker.below(stones.len())];
    let name = allsmall::notation::cell_name(position.board(), vertex);
    let colour = [None, Some(Player::Left), Some(Player::Right)][maker.below(3)];
    let best = fewest_with(position, vertex, colour);
    let question = ReduceQuestion { end: Some(name.clone()), colour, ..ReduceQuestion::default() };
    match (ask(question), best) {
        (Some(answer), Some(best)) => {
            assert_eq!(answer.value, Some(best), "{text}, {colour:?} on {name} at the end");
            let left = left_by(&answer).cells()[vertex];
            assert!(left.is_some() && (colour.is_none() || left == colour), "{text}, {colour:?} on {name}: {left:?}");
        }
        (None, None) => {}
        (found, best) => panic!("{text}, {colour:?} on {name}: {found:?}, not {best:?}"),
    }
}

/// The fewest stones such that one of this colour stands on this vertex: all
/// plays, looked at.
fn fewest_with(position: &Position, vertex: usize, colour: Option<Player>) -> Option<usize> {
    let mut seen = std::collections::HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    let mut best = None;
    while let Some(now) = open.pop() {
        let stone = now.cells()[vertex];
        if stone.is_some() && (colour.is_none() || stone == colour) {
            best = Some(best.map_or(now.stones(), |best: usize| best.min(now.stones())));
        }
        for player in Player::BOTH {
            for mv in now.moves(player) {
                let next = now.after(player, mv).expect("a listed move is legal");
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    best
}

#[test]
fn random_boards_of_every_family() {
    let seconds = std::env::var("ALLSMALL_DIFFERENTIAL").ok().and_then(|text| text.parse::<u64>().ok());
    let seed = seconds.map_or(1, |_| u64::from(std::process::id()) << 20);
    let mut maker = Maker(SplitMix64::new(seed));
    let started = Instant::now();
    let mut covered: BTreeMap<&str, usize> = BTreeMap::new();
    let mut boards = 0;
    while seconds.map_or(boards < BOARDS, |most| started.elapsed() < Duration::from_secs(most)) {
        let family = FAMILIES[boards % FAMILIES.len()];
        let text = maker.board(family);
        let position = read_board(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read_board(&position.to_string()).as_ref(), Ok(&position), "{text} is read as it is written");
        let other = {
            let n = maker.between(1, 5);
            maker.stones(n, 5)
        };
        if position.cells().len() <= 10 {
            solving(&text, &position);
            valuing(&text, &position, &other);
        }
        nimbers(&text, &position);
        solitaire(&text, &position, &mut maker);
        *covered.entry(family).or_default() += 1;
        boards += 1;
    }
    println!(
        "{boards} boards in {:.1} s, seed {seed}: solve with all moves, reply, value, sum, compare, nimber,",
        started.elapsed().as_secs_f64()
    );
    println!("fewest stones free and alternating, most stones, a stone chosen for the end; {covered:?}");
}
