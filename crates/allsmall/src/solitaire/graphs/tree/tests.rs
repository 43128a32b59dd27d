use super::*;
use crate::solitaire::judge_table::JudgeTable;
use crate::solitaire::replay;
use proptest::prelude::*;

fn position(parents: Vec<usize>, o: impl Fn(usize) -> bool) -> Position {
    let n = parents.len() + 1;
    let cells = (0..n).map(|v| Some(Player::BOTH[usize::from(o(v))])).collect();
    Position::new(Board::Tree(Tree::new(parents)), cells)
}

/// The value, after the play has been replayed.
fn reduced(position: &Position) -> usize {
    let solved = solve(position).expect("a full tree");
    let play = solved.forest().order(position).expect("the forest can be played");
    assert_eq!(replay(position, &play).expect("a legal play").stones(), solved.value());
    solved.value()
}

/// All parent lists on `n` vertices.
fn all_parents(n: usize) -> Vec<Vec<usize>> {
    (1..n).fold(vec![Vec::new()], |lists, v| {
        lists.into_iter().flat_map(|list| (0..v).map(move |p| [list.clone(), vec![p]].concat())).collect()
    })
}

#[test]
fn all_small_trees_agree_with_the_judge() {
    for n in 1..=6 {
        for parents in all_parents(n) {
            let mut table = JudgeTable::new(Board::Tree(Tree::new(parents.clone())));
            for code in 0..1 << n {
                let start = position(parents.clone(), |v| code >> v & 1 == 1);
                assert_eq!(reduced(&start), table.fewest(&start), "{parents:?} {code:b}");
            }
        }
    }
}

#[test]
fn five_values_of_a_leaf_and_of_a_pair() {
    let pair = position(vec![0], |v| v == 1);
    let solved = solve(&pair).expect("a full tree");
    let leaf = FiveValues { black: None, white: Some(1), free: 1, black_joker: Some(1), white_joker: None };
    assert_eq!(solved.five_values(1), leaf);
    let root = FiveValues { black: Some(2), white: Some(1), free: 1, black_joker: Some(1), white_joker: Some(2) };
    assert_eq!(solved.five_values(0), root);
}

#[test]
fn the_tree_that_the_printed_rule_gets_wrong() {
    let parents = vec![0, 0, 0, 0, 0, 0, 3, 7, 4, 2];
    let start = position(parents, |v| b"wbbbbwwwwwb"[v] == b'w');
    assert_eq!(reduced(&start), 3);
}

#[test]
fn a_long_path_and_a_wide_star() {
    let n = 100_000;
    let path = position((0..n - 1).collect(), |v| v % 2 == 1);
    assert_eq!(reduced(&path), n / 4);
    let star = position(vec![0; n - 1], |v| v > 0 && v <= n / 2);
    assert_eq!(reduced(&star), 1);
}

proptest! {
    #[test]
    fn the_root_does_not_matter(seeds in prop::collection::vec((any::<usize>(), any::<bool>()), 1..60), at in any::<usize>()) {
        let n = seeds.len();
        // Parents near the vertex give deep trees, far ones bushy ones.
        let parents: Vec<usize> = (1..n).map(|v| v - 1 - seeds[v].0 % v.min(1 + seeds[0].0 % 8)).collect();
        let start = position(parents, |v| seeds[v].1);
        let turned = rerooted(&start, at % n);
        prop_assert_eq!(reduced(&start), reduced(&turned));
    }
}

/// The tree with another vertex as its root.
fn rerooted(start: &Position, root: usize) -> Position {
    let (mut order, mut parents) = (vec![root], Vec::new());
    let mut next = 0;
    while next < order.len() {
        let v = order[next];
        for u in start.board().neighbours(v) {
            if !order.contains(&u) {
                order.push(u);
                parents.push(next);
            }
        }
        next += 1;
    }
    position(parents, |i| start.cells()[order[i]] == Some(Player::Right))
}
