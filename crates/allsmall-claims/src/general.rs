//! Any graph, trees and the graph families: sections 3.2, 4 and 5 of the
//! survey by Beaudou, Duchene and Gravier.

use std::sync::Arc;

use crate::studies::greedy;
use crate::studies::one_reducible::one_reducible;
use crate::studies::random_graph::share_of_one_stone;
use allsmall::solitaire::extremes::{extremes, is_strongly_one_reducible};
use allsmall::solitaire::graphs::tree;
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::solitaire::replay;
use allsmall::solitaire::rules::alternating::complementary_copies;
use allsmall::{Board, Player, Position, Stop};

use crate::boards::{classes, colourings, cycle, delta, graph, has_hamiltonian_path, mixed};
use crate::claim::{CheckContext, Claim, Failure, Finding};
use crate::graphs::{connected, connected_up_to, rooted_trees};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "survey-figure-2",
        source: "Survey, section 1.2, Figure 2",
        place: "section 1.2, last paragraph, and Figure 2",
        statement: "The free game on a position is the alternating game on it and a copy with the colours swapped, which leaves twice as many stones.",
        check: |context| {
            let n = context.up_to(5, 6, 6);
            let failure = (2..=n).flat_map(rooted_trees).find_map(|board| {
                let mut free = JudgeTable::new(board.clone());
                let mut copies = JudgeTable::new(
                    complementary_copies(&Position::new(board.clone(), vec![Some(Player::Left); board.vertices()]))
                        .shared_board(),
                );
                colourings(&board).find(|position| {
                    let (one, both) = (free.fewest(position), complementary_copies(position));
                    Player::BOTH.iter().any(|&first| copies.alternate(&both, first) != 2 * one)
                })
            });
            Ok(Finding::theorem(
                format!("all trees of up to {n} vertices, all colourings, both first movers"),
                failure.map(|p| p.to_string()),
            ))
        },
    },
    Claim {
        id: "survey-proposition-18",
        source: "Survey, Proposition 18",
        place: "section 3.1, Proposition 18",
        statement: "A position can be cut into exactly k connected parts, each reducible to one stone, for every k from its fewest stones up.",
        check: |context| {
            let n = context.up_to(5, 6, 7);
            let failure =
                first_graph(n, |board, table| mixed(board).find(|position| !splits_from_its_value_on(position, table)));
            Ok(Finding::theorem(format!("all connected graphs of up to {n} vertices, all colourings"), failure))
        },
    },
    Claim {
        id: "forest-theorem",
        source: "Beyond the survey: a play is a spanning forest",
        place: "nowhere; the sentence is ours",
        statement: "The fewest stones on a graph are the fewest over its spanning trees, and more edges never hurt.",
        check: |context| {
            let n = context.up_to(5, 6, 6);
            let failure = (2..=n).flat_map(connected).find_map(|board| {
                let mut whole = JudgeTable::new(board.clone());
                let mut trees: Vec<_> =
                    spanning_trees(&board).into_iter().map(|tree| (JudgeTable::new(tree.clone()), tree)).collect();
                mixed(&board).find(|position| {
                    let on = |board: &Arc<Board>| Position::new(board.clone(), position.cells().to_vec());
                    trees.iter_mut().map(|(table, tree)| table.fewest(&on(tree))).min() != Some(whole.fewest(position))
                })
            });
            Ok(Finding::theorem(
                format!("all connected graphs of up to {n} vertices, all colourings"),
                failure.map(|p| p.to_string()),
            ))
        },
    },
    Claim {
        id: "survey-quasimonochromatic",
        source: "Survey, section 2.1",
        place: "section 2.1, paragraph on quasimonochromatic positions",
        statement: "With a single stone of one colour, one stone can be left exactly if a Hamiltonian path starts at that stone.",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let failure = first_graph(n, |board, table| {
                (0..board.vertices())
                    .map(|v| (v, crate::boards::coloured(board, 1 << v)))
                    .find(|(v, position)| (table.fewest(position) == 1) != has_hamiltonian_path(board, *v, None))
                    .map(|(_, position)| position)
            });
            Ok(Finding::theorem(format!("all connected graphs of up to {n} vertices"), failure))
        },
    },
    Claim {
        id: "survey-trees-one-stone",
        source: "Survey, section 3.2",
        place: "section 3.2, second paragraph",
        statement: "A tree is reducible to one stone exactly if clobbering from hanging vertices, in any order, leaves one.",
        check: |context| {
            let n = context.up_to(8, 9, 10);
            let failure =
                first_tree(n, |position, fewest| (fewest == 1) == (stones_after_hanging_moves(position) == 1));
            Ok(Finding::theorem(format!("all rooted trees of up to {n} vertices, all colourings"), failure))
        },
    },
    Claim {
        id: "survey-theorem-21",
        source: "Survey, Theorem 21",
        place: "section 3.2, Theorem 21",
        statement: "The fewest stones on a tree follow from five values a vertex, in polynomial time.",
        check: |context| {
            let n = context.up_to(8, 9, 10);
            let failure =
                first_tree(n, |position, fewest| tree::solve(position).expect("a full tree").value() == fewest);
            Ok(Finding::theorem(
                format!("all rooted trees of up to {n} vertices, all colourings, by brute force"),
                failure,
            )
            .remark("the program's version takes linear time in all"))
        },
    },
    Claim {
        id: "survey-problem-7",
        source: "Survey, Problem P7",
        place: "section 4.1, Problem P7",
        statement: "Which graphs can be left with one stone of any colour on any vertex, whenever the other vertices hold both colours?",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let count = |n: usize| -> Result<usize, Stop> {
                let strong = connected(n)
                    .iter()
                    .map(|board| is_strongly_one_reducible(board, &context.budget))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(strong.into_iter().filter(|&strong| strong).count())
            };
            let counts = (1..=n).map(count).collect::<Result<Vec<_>, _>>()?;
            Ok(Finding::conjecture(format!("all connected graphs of up to {n} vertices"), None)
                .remark(format!("such graphs with 1, 2, ... vertices: {}", joined(&counts))))
        },
    },
    Claim {
        id: "survey-proposition-32",
        source: "Survey, Proposition 32 (Ruszinko)",
        place: "section 5, Proposition 32",
        statement: "Almost all graphs leave one stone from every position of both colours.",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let mut shares = Vec::new();
            for n in 2..=n {
                let graphs = connected(n);
                let good = graphs
                    .iter()
                    .map(|g| worst(g, context))
                    .collect::<Result<Vec<_>, _>>()?
                    .into_iter()
                    .filter(|&most| most == 1)
                    .count();
                shares.push(format!("{good}/{}", graphs.len()));
            }
            let (vertices, samples) = context.up_to((14, 30), (18, 100), (24, 500));
            let share = share_of_one_stone(vertices, 0.5, samples, 1, &context.budget)?;
            Ok(Finding::conjecture(format!("all connected graphs of up to {n} vertices; {samples} random positions on graphs of {vertices}"), None)
                .remark(format!("a statement about the limit; connected graphs whose worst position leaves one stone, 2 vertices and more: {}; of the random positions {} of {} leave one stone", shares.join(" "), share.one_stone, share.samples)))
        },
    },
    Claim {
        id: "survey-proposition-33",
        source: "Survey, Proposition 33",
        place: "section 5, Proposition 33 and the first sentence of its proof",
        statement: "On a connected graph every vertex and colour is the last stone of some position that leaves only it.",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let failure = connected_up_to(n).find_map(|board| {
                let ends = (0..board.vertices()).flat_map(|v| Player::BOTH.map(|colour| (v, colour)));
                ends.into_iter()
                    .find(|&(v, colour)| !ends_at(&board, v, colour))
                    .map(|(v, _)| format!("vertex {v} of {:?}", board.edges()))
            });
            Ok(Finding::theorem(
                format!("all connected graphs of up to {n} vertices, by construction, plays replayed"),
                failure,
            ))
        },
    },
    Claim {
        id: "survey-theorem-34",
        source: "Survey, Theorem 34",
        place: "section 5, Theorem 34",
        statement: "A connected graph of n vertices with least degree d leaves at most n - d stones from every position of both colours.",
        check: |context| {
            let n = context.up_to(6, 8, 8);
            let mut failure = None;
            for board in connected_up_to(n) {
                let bound = board.vertices() - least_degree(&board);
                if failure.is_none() && (worst(&board, context)? > bound || greedy_leaves_more(&board, bound, n < 8)) {
                    failure = Some(format!("{:?}", board.edges()));
                }
            }
            let apart =
                Position::new(graph(4, &[(0, 1), (2, 3)]), [0, 0, 1, 1].map(|c| Some(Player::BOTH[c])).to_vec());
            let stuck = apart.any_moves().is_empty();
            Ok(Finding::theorem(format!("all connected graphs of up to {n} vertices; the greedy play too"), failure)
                .remark(if stuck {
                    "connectedness is needed: two edges, one black and one white, leave 4 > 3"
                } else {
                    "two separate edges do as well"
                }))
        },
    },
    Claim {
        id: "survey-theorem-35",
        source: "Survey, Theorem 35",
        place: "section 5, Theorem 35",
        statement: "The bound n - d is met exactly by the complete graph on d + 1 vertices, by k >= 2 copies of K_d joined to one vertex, and by the 4-cycle.",
        check: |context| {
            let n = context.up_to(7, 8, 8);
            let mut failure = None;
            for board in connected_up_to(n) {
                let meets = worst(&board, context)? == board.vertices() - least_degree(&board);
                if failure.is_none() && meets != is_extremal(&board) {
                    failure = Some(format!("{:?}", board.edges()));
                }
            }
            Ok(Finding::theorem(format!("all connected graphs of up to {n} vertices"), failure))
        },
    },
    Claim {
        id: "alternating-parity",
        source: "Demaine et al. 2004, section 1",
        place: "section 1",
        statement: "Alternating play that leaves one stone needs equal numbers of both colours, or one stone less of the colour that begins.",
        check: |context| {
            let n = context.up_to(6, 7, 7);
            let failure = first_graph(n, |board, table| {
                colourings(board).find(|position| {
                    Player::BOTH.iter().any(|&first| {
                        let (own, other) = (position.stones_of(first), position.stones_of(first.opponent()));
                        table.alternate(position, first) == 1
                            && position.stones() > 1
                            && own != other
                            && own + 1 != other
                    })
                })
            });
            Ok(Finding::theorem(format!("all connected graphs of up to {n} vertices, all colourings"), failure))
        },
    },
    Claim {
        id: "demaine-corollary-4",
        source: "Demaine et al. 2004, Corollary 4; survey, Proposition 8",
        place: "section 3, Corollary 4; survey, section 2.1, after Proposition 8",
        statement: "On a bipartite graph a position with delta = 0 mod 3 cannot be reduced to one stone.",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let failure = first_graph(n, |board, table| {
                let classes = classes(board)?;
                colourings(board).find(|position| delta(position, &classes) == 0 && table.fewest(position) == 1)
            });
            Ok(Finding::theorem(
                format!("all connected bipartite graphs of up to {n} vertices, all colourings"),
                failure,
            ))
        },
    },
];

/// The first position that `search` finds, going through the connected graphs.
fn first_graph(n: usize, mut search: impl FnMut(&Arc<Board>, &mut JudgeTable) -> Option<Position>) -> Failure {
    connected_up_to(n).find_map(|board| search(&board, &mut JudgeTable::new(board.clone()))).map(|p| p.to_string())
}

/// The first coloured tree for which the test fails.
fn first_tree(n: usize, holds: impl Fn(&Position, usize) -> bool) -> Failure {
    (2..=n).flat_map(rooted_trees).find_map(|board| {
        let mut table = JudgeTable::new(board.clone());
        colourings(&board).find(|position| !holds(position, table.fewest(position))).map(|p| p.to_string())
    })
}

fn joined(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn worst(board: &Arc<Board>, context: &CheckContext) -> Result<usize, Stop> {
    Ok(extremes(board, &context.budget)?.expect("two vertices").most)
}

fn least_degree(board: &Board) -> usize {
    (0..board.vertices()).map(|v| board.neighbours(v).len()).min().expect("a vertex")
}

/// Whether the greedy play of Theorem 34 leaves more than the bound somewhere.
fn greedy_leaves_more(board: &Arc<Board>, bound: usize, ask: bool) -> bool {
    ask && mixed(board).any(|position| position.stones() - greedy::play(&position).len() > bound)
}

/// Whether the construction of Proposition 33 ends as it should.
fn ends_at(board: &Arc<Board>, vertex: usize, colour: Player) -> bool {
    let Some((start, forest)) = one_reducible(board, vertex, colour) else { return false };
    let play = forest.order(&start).expect("the forest can be played");
    let end = replay(&start, &play).expect("legal moves");
    end.stones() == 1 && end.cells()[vertex] == Some(colour)
}

/// Complete, or copies of K_d that share one more vertex, or the 4-cycle.
fn is_extremal(board: &Arc<Board>) -> bool {
    let (n, d) = (board.vertices(), least_degree(board));
    let degree = |v: usize| board.neighbours(v).len();
    if n == d + 1 {
        return true;
    }
    let square = cycle(4);
    if n == 4 && (0..4).all(|v| degree(v) == 2) {
        return square.edges().len() == board.edges().len();
    }
    (0..n).any(|apex| {
        let others: Vec<usize> = (0..n).filter(|&v| v != apex).collect();
        degree(apex) == n - 1
            && others.iter().all(|&v| degree(v) == d)
            && others.iter().all(|&v| {
                let block: Vec<usize> = board.neighbours(v).into_iter().filter(|&u| u != apex).collect();
                block.iter().all(|&a| block.iter().all(|&b| a == b || board.adjacent(a, b)))
            })
    })
}

/// Clobbers from hanging vertices while that is possible.
fn stones_after_hanging_moves(position: &Position) -> usize {
    let mut now = position.clone();
    while let Some(mv) = now.any_moves().into_iter().find(|mv| {
        let around = now.board().neighbours(mv.from);
        around.into_iter().filter(|&u| now.cells()[u].is_some()).count() == 1
    }) {
        now.play(mv).expect("a legal move");
    }
    now.stones()
}

/// Whether the stones split into exactly k parts of one stone each for every
/// k from the fewest stones to all of them, and for no smaller k.
fn splits_from_its_value_on(position: &Position, table: &mut JudgeTable) -> bool {
    let n = position.cells().len();
    let part = |set: usize| {
        let cells = (0..n).map(|v| position.cells()[v].filter(|_| set >> v & 1 == 1)).collect();
        Position::new(position.shared_board(), cells)
    };
    let one: Vec<bool> = (0..1 << n).map(|set| set > 0 && table.fewest(&part(set)) == 1).collect();
    // Bit k: the set splits into exactly k parts; its least vertex names one.
    let mut counts = vec![0u32; 1 << n];
    counts[0] = 1;
    for set in 1..1usize << n {
        let least = set & set.wrapping_neg();
        let mut block = set;
        while block > 0 {
            if block & least > 0 && one[block] {
                counts[set] |= counts[set ^ block] << 1;
            }
            block = (block - 1) & set;
        }
    }
    let fewest = table.fewest(position);
    (1..=n).all(|k| (counts[(1 << n) - 1] >> k & 1 == 1) == (k >= fewest))
}

/// All spanning trees of a small graph.
fn spanning_trees(board: &Board) -> Vec<Arc<Board>> {
    fn root(parent: &[usize], mut v: usize) -> usize {
        while parent[v] != v {
            v = parent[v];
        }
        v
    }
    let (n, edges) = (board.vertices(), board.edges());
    let sets = (0..1u32 << edges.len()).filter(|set| set.count_ones() as usize == n - 1);
    let chosen = sets.map(|set| (0..edges.len()).filter(|e| set >> e & 1 == 1).map(|e| edges[e]).collect::<Vec<_>>());
    let is_forest = |edges: &Vec<(usize, usize)>| {
        let mut parent: Vec<usize> = (0..n).collect();
        edges.iter().all(|&(a, b)| {
            let (a, b) = (root(&parent, a), root(&parent, b));
            parent[a] = b;
            a != b
        })
    };
    chosen.filter(is_forest).map(|edges| graph(n, &edges)).collect()
}
