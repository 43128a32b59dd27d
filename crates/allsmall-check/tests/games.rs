//! Games, values and weights against brute force on trees: who wins a sum is
//! found by playing it, without canonical forms, landmarks or weights.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use allsmall_check::boards::{Boards, Part, Shape};
use allsmall_check::games::{FAR, Game, Games, ZERO};
use allsmall_check::sums::{Limits, Sums};

/// A game by its options, each with a number of its own.
struct Tree {
    id: usize,
    sides: [Vec<Rc<Tree>>; 2],
}

/// Plays sums of trees.
#[derive(Default)]
struct Judge {
    known: HashMap<(Vec<usize>, usize), bool>,
    made: HashMap<[Vec<usize>; 2], Rc<Tree>>,
}

impl Judge {
    fn tree(&mut self, lefts: Vec<Rc<Tree>>, rights: Vec<Rc<Tree>>) -> Rc<Tree> {
        let ids = |side: &[Rc<Tree>]| {
            let mut ids: Vec<usize> = side.iter().map(|t| t.id).collect();
            ids.sort_unstable();
            ids
        };
        let (key, id) = ([ids(&lefts), ids(&rights)], self.made.len());
        Rc::clone(self.made.entry(key).or_insert_with(|| Rc::new(Tree { id, sides: [lefts, rights] })))
    }

    fn negative(&mut self, tree: &Rc<Tree>) -> Rc<Tree> {
        let [lefts, rights] =
            [0, 1].map(|side: usize| -> Vec<_> { tree.sides[1 - side].iter().map(|t| self.negative(t)).collect() });
        self.tree(lefts, rights)
    }

    /// A game of the checker, by its options alone.
    fn of_game(&mut self, games: &Games, game: Game) -> Rc<Tree> {
        let [lefts, rights] = [true, false]
            .map(|left| -> Vec<_> { games.options(game, left).iter().map(|&g| self.of_game(games, g)).collect() });
        self.tree(lefts, rights)
    }

    /// A board, by its moves.
    fn of_board(&mut self, boards: &Boards, shape: Shape, cells: &[u8]) -> Rc<Tree> {
        let [lefts, rights] = [b'x', b'o'].map(|colour| -> Vec<_> {
            let play = |(from, to): (usize, usize)| {
                let mut next = cells.to_vec();
                (next[to], next[from]) = (next[from], b'.');
                next
            };
            let after: Vec<Vec<u8>> = boards.moves(shape, cells, colour).into_iter().map(play).collect();
            after.iter().map(|next| self.of_board(boards, shape, next)).collect()
        });
        self.tree(lefts, rights)
    }

    /// Whether the player, 0 for Left, who is to move wins.
    fn wins(&mut self, sum: &[Rc<Tree>], player: usize) -> bool {
        let mut ids: Vec<usize> = sum.iter().map(|t| t.id).collect();
        ids.sort_unstable();
        if let Some(&won) = self.known.get(&(ids.clone(), player)) {
            return won;
        }
        let mut won = false;
        'all: for (i, tree) in sum.iter().enumerate() {
            for option in &tree.sides[player] {
                let mut next = sum.to_vec();
                next[i] = Rc::clone(option);
                if !self.wins(&next, 1 - player) {
                    won = true;
                    break 'all;
                }
            }
        }
        self.known.insert((ids, player), won);
        won
    }

    /// Whether a sum is at least zero.
    fn is_at_least_zero(&mut self, sum: &[Rc<Tree>]) -> bool {
        !self.wins(sum, 1)
    }
}

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

fn ups(judge: &mut Judge, games: &mut Games, n: i32) -> Rc<Tree> {
    let game = games.ups(n, false).expect("few steps");
    judge.of_game(games, game)
}

/// Weight bounds by their meaning: with as many ups beside it as are missing
/// to two, the game is at least zero; and the mirror image.
fn weight_holds(judge: &mut Judge, games: &mut Games, tree: &Rc<Tree>, (low, high): (i32, i32)) {
    let (more, less) = (ups(judge, games, 2 - low), ups(judge, games, -2 - high));
    assert!(judge.is_at_least_zero(&[Rc::clone(tree), more]), "at least {low}");
    let minus = judge.negative(tree);
    let less = judge.negative(&less);
    assert!(judge.is_at_least_zero(&[minus, less]), "at most {high}");
}

#[test]
fn made_games_are_ordered_added_and_weighed_as_play_says() {
    let (mut judge, mut random) = (Judge::default(), Random(7));
    let mut games = Games::new(1 << 30);
    let zero = judge.tree(Vec::new(), Vec::new());
    let mut all: Vec<(Game, Rc<Tree>)> = vec![(ZERO, zero)];
    for i in 0..120 {
        // Three of four are all-small: both players have options.
        let least = usize::from(i % 4 != 0);
        let [lefts, rights] = [(); 2].map(|()| -> Vec<(Game, Rc<Tree>)> {
            let n = least + random.below(3);
            (0..n).map(|_| all[random.below(all.len().min(40))].clone()).collect()
        });
        let side = |side: &[(Game, Rc<Tree>)]| side.iter().map(|(game, _)| *game).collect::<Vec<_>>();
        let trees = |side: &[(Game, Rc<Tree>)]| side.iter().map(|(_, tree)| Rc::clone(tree)).collect::<Vec<_>>();
        let game = games.make(side(&lefts), side(&rights)).expect("few steps");
        let tree = judge.tree(trees(&lefts), trees(&rights));
        let form = judge.of_game(&games, game);
        let minus = judge.negative(&form);
        assert!(judge.is_at_least_zero(&[Rc::clone(&tree), Rc::clone(&minus)]), "the form is at most the game");
        let [a, b] = [judge.negative(&tree), Rc::clone(&form)];
        assert!(judge.is_at_least_zero(&[a, b]), "and at least");
        assert_eq!(judge.of_game(&games, games.negative(game)).id, minus.id, "the negative");
        let (low, high) = games.weight(game);
        assert!(low <= high);
        if low > -FAR && high < FAR {
            weight_holds(&mut judge, &mut games, &tree, (low, high));
        }
        all.push((game, tree));
    }
    // Multiples of up settle most questions; here they are the questions, also
    // of games that are not all-small.
    for n in -4..=4 {
        for star in [false, true] {
            let mark = games.ups(n, star).expect("few steps");
            let tree = judge.of_game(&games, mark);
            let minus = judge.negative(&tree);
            for (game, own) in all.iter().step_by(2) {
                let negative = judge.negative(own);
                let above = judge.is_at_least_zero(&[Rc::clone(own), Rc::clone(&minus)]);
                let below = judge.is_at_least_zero(&[negative, Rc::clone(&tree)]);
                let found = (games.le(mark, *game).expect("few steps"), games.le(*game, mark).expect("few steps"));
                assert_eq!(found, (above, below), "{n} {star} {}", games.text(*game));
            }
        }
    }
    for _ in 0..400 {
        let (a, x) = all[random.below(all.len())].clone();
        let (b, y) = all[random.below(all.len())].clone();
        let minus = judge.negative(&x);
        assert_eq!(games.le(a, b).expect("few steps"), judge.is_at_least_zero(&[minus, Rc::clone(&y)]));
        assert_eq!(a == b, games.le(a, b).expect("few steps") && games.le(b, a).expect("few steps"));
        if games.birthday(a) + games.birthday(b) <= 6 {
            let sum = games.add(a, b).expect("few steps");
            let total = judge.of_game(&games, sum);
            let minus = judge.negative(&total);
            assert!(judge.is_at_least_zero(&[Rc::clone(&x), Rc::clone(&y), minus]));
            let [x, y] = [judge.negative(&x), judge.negative(&y)];
            assert!(judge.is_at_least_zero(&[x, y, total]));
        }
    }
}

/// Values of strips have no dominated and no reversible options, so that
/// equal ones are the same game.
#[test]
fn forms_are_canonical() {
    let mut random = Random(4);
    let mut sums = Sums::new(1 << 34);
    let mut open: Vec<Game> = Vec::new();
    for _ in 0..20 {
        let mut row = vec![b'x'; 18];
        for i in 1..row.len() {
            row[i] = if random.below(5) == 0 { row[i - 1] } else { b'x' + b'o' - row[i - 1] };
        }
        for part in sums.boards.parts(Shape::Strip, &row) {
            open.push(sums.value(&part).expect("few steps"));
        }
    }
    let games = &mut sums.games;
    let mut seen = HashSet::new();
    while let Some(game) = open.pop() {
        seen.insert(game);
        for left in [true, false] {
            let own = games.options(game, left).to_vec();
            for &option in &own {
                for &other in own.iter().filter(|&&other| other != option) {
                    let (low, high) = if left { (option, other) } else { (other, option) };
                    assert_eq!(games.le(low, high), Ok(false), "{} has a dominated option", games.text(game));
                }
                for answer in games.options(option, !left).to_vec() {
                    let (low, high) = if left { (answer, game) } else { (game, answer) };
                    assert_eq!(games.le(low, high), Ok(false), "{} has a reversible option", games.text(game));
                }
            }
            open.extend(own.into_iter().filter(|option| !seen.contains(option)));
        }
    }
    assert!(seen.len() > 300, "{} games", seen.len());
}

/// All strips of up to seven cells, some grids, rings and trees: values,
/// weights, and who wins as sums in normal form tell, with values and without.
#[test]
fn boards_are_valued_weighed_and_taken_apart_as_play_says() {
    let (mut judge, mut random) = (Judge::default(), Random(9));
    for limit in [0, 3, 20] {
        let mut sums = Sums::new(1 << 34);
        sums.set_limits(Limits { strip: limit, other: limit, merge: limit as u32 }).expect("few steps");
        sums.boards.graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]).expect("few steps");
        sums.boards.graph(6, &[(0, 1), (0, 2), (0, 3), (3, 4), (3, 5)]).expect("few steps");
        let mut boards: Vec<(Shape, Vec<u8>)> = Vec::new();
        for n in 1..=7u32 {
            for code in 0..3usize.pow(n) {
                if n < 7 || code % 5 == 0 {
                    boards.push((Shape::Strip, (0..n).map(|i| b"xo."[code / 3usize.pow(i) % 3]).collect()));
                }
            }
        }
        for _ in 0..150 {
            let shape = [Shape::Grid(3), Shape::Grid(2), Shape::Graph(0), Shape::Graph(1)][random.below(4)];
            boards.push((shape, (0..6).map(|_| b"xoxo."[random.below(5)]).collect()));
        }
        for (shape, cells) in boards {
            let tree = judge.of_board(&sums.boards, shape, &cells);
            let parts = sums.boards.parts(shape, &cells);
            let mut low = (0, 0);
            for part in &parts {
                let (a, b) = sums.weight(part).expect("few steps");
                low = (low.0 + a, low.1 + b);
                check_part(&mut judge, &mut sums, part);
            }
            weight_holds(&mut judge, &mut sums.games, &tree, low);
            let sum = sums.sum(Vec::new(), parts).expect("few steps");
            for second in [false, true] {
                let won = if second {
                    !judge.wins(std::slice::from_ref(&tree), 1)
                } else {
                    judge.wins(std::slice::from_ref(&tree), 0)
                };
                let plain = sums.is_plain(&sum, second).expect("few steps");
                assert!(won || !plain, "{shape:?} {:?}", String::from_utf8_lossy(&cells));
                if limit == 20 {
                    assert_eq!(won, plain, "values settle everything");
                }
            }
        }
    }
}

fn check_part(judge: &mut Judge, sums: &mut Sums, part: &Part) {
    let tree = judge.of_board(&sums.boards, part.shape, &part.cells);
    let value = sums.value(part).expect("few steps");
    let form = judge.of_game(&sums.games, value);
    let [minus, negative] = [judge.negative(&form), judge.negative(&tree)];
    assert!(judge.is_at_least_zero(&[tree, minus]) && judge.is_at_least_zero(&[negative, form]), "{part:?}");
    let mirror = sums.boards.negative(part);
    assert_eq!(sums.value(&mirror).expect("few steps"), sums.games.negative(value));
    assert_eq!(sums.boards.negative(&mirror), *part);
}

/// Rule 7 as it is written, by all moves and without tables: weights of long
/// strips lie between the least and the greatest that it allows.
fn bounds(boards: &Boards, part: &Part, known: &mut HashMap<Part, (i32, i32)>) -> (i32, i32) {
    if let Some(&found) = known.get(part) {
        return found;
    }
    let [lefts, rights] = [b'x', b'o'].map(|colour| -> Vec<(i32, i32)> {
        let after = |mv: (usize, usize)| {
            let all = boards.after(part, mv);
            all.iter().map(|part| bounds(boards, part, known)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        };
        boards.moves(part.shape, &part.cells, colour).into_iter().map(after).collect()
    });
    let most = |i: usize| lefts.iter().map(|&(low, high)| [low, high][i]).max().expect("a live part");
    let least = |i: usize| rights.iter().map(|&(low, high)| [low, high][i]).min().expect("a live part");
    let (x, o) = part.colours();
    let found = ((most(0) - 1).min(least(0) + 1).max(-o), (least(1) + 1).max(most(1) - 1).min(x));
    known.insert(part.clone(), found);
    found
}

#[test]
fn weights_of_strips_are_those_of_the_rule() {
    let mut random = Random(5);
    for limit in [0, 5] {
        let (mut sums, mut known) = (Sums::new(1 << 34), HashMap::new());
        sums.set_limits(Limits { strip: limit, other: 0, merge: 0 }).expect("they are small");
        // Short strips have the weights of their values.
        for code in 0..1_usize << limit {
            for len in 2..=limit {
                let cells: Vec<u8> = (0..len).map(|i| b"xo"[code >> i & 1]).collect();
                for part in sums.boards.parts(Shape::Strip, &cells) {
                    let value = sums.value(&part).expect("few steps");
                    known.insert(part, sums.games.weight(value));
                }
            }
        }
        for i in 0..300 {
            let cells: Vec<u8> = (0..2 + i % 13).map(|_| b"xo"[random.below(2)]).collect();
            for part in sums.boards.parts(Shape::Strip, &cells).into_iter().filter(|part| part.stones() > limit) {
                let found = sums.weight(&part).expect("few steps");
                assert_eq!(
                    found,
                    bounds(&sums.boards, &part, &mut known),
                    "{:?}",
                    String::from_utf8_lossy(&part.cells)
                );
            }
        }
    }
}

/// Multiples of up, with and without star, *2, and games made of two of them,
/// against play: the landmarks themselves, and what they are to answer.
#[test]
fn landmarks_are_ordered_as_play_says() {
    let (mut judge, mut games) = (Judge::default(), Games::new(1 << 30));
    let mut all = vec![games.star(2).expect("few steps"), games.star(3).expect("few steps")];
    for n in -3..=3 {
        for star in [false, true] {
            all.push(games.ups(n, star).expect("few steps"));
        }
    }
    for i in 0..all.len() {
        let next = games.make(vec![all[i]], vec![all[(i * 5 + 3) % 16]]).expect("few steps");
        all.push(next);
    }
    let trees: Vec<Rc<Tree>> = all.iter().map(|&g| judge.of_game(&games, g)).collect();
    let minus: Vec<Rc<Tree>> = trees.iter().map(|tree| judge.negative(tree)).collect();
    for (i, &a) in all.iter().enumerate() {
        for (j, &b) in all.iter().enumerate() {
            let expected = judge.is_at_least_zero(&[Rc::clone(&minus[i]), Rc::clone(&trees[j])]);
            assert_eq!(games.le(a, b).expect("few steps"), expected, "{} {}", games.text(a), games.text(b));
        }
    }
}

/// A game is weighed when it is first met, and its negative with it: which of
/// the two comes first does not matter.
#[test]
fn weights_do_not_depend_on_what_comes_first() {
    let mut random = Random(11);
    for _ in 0..200 {
        let [lefts, rights] =
            [(); 2].map(|()| -> Vec<u32> { (0..=random.below(3)).map(|_| random.below(5) as u32).collect() });
        let weight = |left: &[u32], right: &[u32]| {
            let mut games = Games::new(1 << 30);
            let [left, right] =
                [left, right].map(|side| side.iter().map(|&n| games.star(n).expect("few steps")).collect::<Vec<_>>());
            let game = games.make(left, right).expect("few steps");
            games.weight(game)
        };
        let (low, high) = weight(&lefts, &rights);
        assert_eq!(weight(&rights, &lefts), (-high, -low), "{lefts:?} {rights:?}");
    }
}
