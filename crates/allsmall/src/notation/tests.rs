//! Round trips, and one test for each way to be wrong.

use proptest::prelude::*;

use super::*;
use crate::{Board, Budget, Graph, Move, Player, Position, Tree};

fn cells(most: usize) -> Budget {
    Budget::new().with_cells(most)
}

fn shown(text: &str) -> String {
    read_board(text).map_or_else(|e| format!("{}: {}", e.at(), e.message()), |p| p.to_string())
}

#[test]
fn every_form_is_read() {
    let same = [
        ("xoxxo.ox", "xoxxo.ox"),
        ("BWBBW-WB", "xoxxo.ox"),
        ("XOXXO_OX", "xoxxo.ox"),
        (" ●○●●○·○● ", "xoxxo.ox"),
        ("xo ox", "xo.ox"),
        ("#o", "xo"),
        ("bwwb", "xoox"),
        ("xox|oxo|xox", "xox/oxo/xox"),
        ("xox\noxo\n", "xox/oxo"),
        ("(xo)^3", "xoxoxo"),
        ("(xxo)^2.(ox)^2", "xxoxxo.oxox"),
        ("(x(oo)^2.)^2", "xoooo.xoooo."),
        ("x^3o", "xxxo"),
        ("(xo)^0x", "x"),
        ("(xo/ox/)^2xo", "xo/ox/xo/ox/xo"),
        ("strip:xo", "xo"),
        ("checker:2x3", "xox/oxo"),
        ("checker:4", "xoxo"),
        ("cycle:(xo)^2", "cycle:xoxo"),
        ("tree:0,0,1,1:xoxox", "tree:0,0,1,1:xoxox"),
        ("tree::x", "tree::x"),
        ("complete:3:xox", "complete:3:xox"),
        ("hamming:3:xox", "complete:3:xox"),
        ("kpartite:2,1:xox", "kpartite:2,1:xox"),
        ("hamming:2,3:xoxoxo", "hamming:2,3:xoxoxo"),
        ("hamming:2,2:xoxo", "cube:2:xoxo"),
        ("cube:3:xoxoxoxo", "cube:3:xoxoxoxo"),
        ("cube:0:x", "cube:0:x"),
        ("edges:0-1,2-1:xox.", "edges:0-1,1-2:xox."),
        ("edges::xo", "edges::xo"),
        ("graph6:Dhc:xoxox", "graph6:Dhc:xoxox"),
        ("random:8:7", "xxooxxxx"),
        ("petersen:(xo)^5", "petersen:xoxoxoxoxo"),
        ("path:3:xox", "xox"),
        ("star:4:xox.", "star:4:xox."),
        ("star:1:x", "star:1:x"),
        ("wheel:5:xoxox", "wheel:5:xoxox"),
        ("circulant:6:3,1,3:(xo)^3", "circulant:6:1,3:xoxoxo"),
        ("circulant:2::xo", "circulant:2::xo"),
        ("torus:3x3:(xox)^3", "torus:3x3:xoxxoxxox"),
        ("king:1x3:xox", "king:1x3:xox"),
        ("king:2x2:xoox", "king:2x2:xoox"),
    ];
    for (text, normal) in same {
        assert_eq!(shown(text), normal, "{text}");
    }
}

#[test]
fn graphs_with_names_are_terms_of_sums() {
    for text in
        ["star:4:xoxo - star", "2*star:4:xoxo + up", "petersen:xoxoxoxoxo - torus:3x3:xoxoxoxox", "- wheel:4:xoxo"]
    {
        assert_eq!(read_expr(text).map(|expr| expr.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn every_fault_is_placed() {
    let faults = [
        ("", 0, "the board is empty"),
        ("   ", 3, "the board is empty"),
        ("xoz", 2, "'z' is not a stone"),
        ("xo + ox", 3, "this is a sum, but one board is wanted here; write xo.ox, the same sum as one board"),
        ("2*xo - xxo", 5, "write xo.xo.oox, the same sum as one board"),
        ("xo + up", 3, "one board with empty cells between them, as in xo.ox"),
        ("Clobber(xo)", 8, "expected the rows in quotes"),
        ("Clobber(\"xo)", 8, "this quote is never closed"),
        ("Clobber(\"xo\").x", 13, "expected .CanonicalForm, or nothing"),
        ("Clobber(\"xo\"", 12, "expected )"),
        ("Clobber(\"xo|oz\")", 13, "'z' is not a stone"),
        ("xé", 1, "'é' is not a stone"),
        ("xo/x", 4, "row 2 has 1 cells; expected 2"),
        ("xo//xo", 3, "row 2 is empty; expected 2 cells"),
        ("/", 0, "row 1 is empty"),
        ("(xo^3", 0, "this ( is never closed"),
        ("xo)^3", 2, "there is no open ("),
        ("(xo)3", 4, "expected ^ and a count"),
        ("(xo)^", 5, "expected a count after ^"),
        ("^3", 0, "^ repeats the stone"),
        ("x(^3)^2", 2, "^ repeats the stone"),
        ("xx/^2", 3, "^ repeats the stone"),
        ("x^2^3", 3, "^ repeats the stone"),
        ("(xx/)^1^0", 7, "^ repeats the stone"),
        ("(xo)^99999999999", 5, "goes past 2147483648 cells"),
        ("((x)^99999)^99999", 12, "goes past 2147483648 cells"),
        ("xoB", 2, "mixes the letters x and o with B and W"),
        ("cycle:xo", 6, "a cycle has at least 3 cells"),
        ("cycle:xo/ox", 6, "one row"),
        ("tree:0,2:xox", 7, "vertex 2 has parent 2"),
        ("tree:0,y:xox", 7, "expected the parent of a vertex"),
        ("tree:0,0:xo", 9, "the graph has 3 vertices, but there are 2 stones"),
        ("complete:4", 10, "expected : and the stones"),
        ("complete:0:", 9, "at least one vertex"),
        ("kpartite:2,0:xo", 11, "at least 1"),
        ("cube:40:x", 5, "dimension of at most 31"),
        ("hamming:99999,99999,99999:x", 8, "limit here"),
        ("edges:0-1,1:xo", 10, "expected an edge"),
        ("edges:0-5:xo", 8, "vertex 5 has no stone"),
        ("edges:1-1:xo", 6, "two different vertices"),
        ("graph6:D!c:xoxox", 8, "not a graph6 character"),
        ("graph6:Dh:xoxox", 7, "has 3 characters, this one 2"),
        ("graph6:~~:x", 9, "ends inside its number"),
        ("graph6:?:", 7, "at least one vertex"),
        ("graph6::x", 7, "ends inside its number"),
        ("graph6:~~~~~~~~:x", 7, "68719476735 vertices is too large"),
        ("random:5", 8, "expected : and a seed"),
        ("random:5:x", 9, "expected a seed"),
        ("checker:0x4", 8, "at least one row"),
        ("checker:ax4", 8, "expected a number of rows"),
        ("wheels:5:xoxox", 0, "unknown family \"wheels\""),
        ("wheel:3:xox", 6, "at least 4 vertices"),
        ("wheel:5:xoxo", 8, "has 5 vertices, but there are 4 stones"),
        ("petersen:xoxo", 9, "has 10 vertices, but there are 4 stones"),
        ("petersen", 8, "expected a colon here, as in petersen:xoxoxoxoxo"),
        ("checker", 7, "expected a colon here, as in checker:5x6"),
        ("star:0:", 5, "at least 1 vertices"),
        ("star:x", 6, "expected : and the stones"),
        ("circulant:7", 11, "expected : and the lengths of the chords"),
        ("circulant:7:4:xoxoxox", 12, "from 1 to 3"),
        ("circulant:7:1,a:xoxoxox", 14, "expected the length of a chord, a number"),
        ("torus:2x3:xoxoxo", 6, "at least three rows"),
        ("torus:9:xoxoxoxox", 6, "expected rows and columns"),
        ("king:0x3:", 5, "at least one row"),
        ("king:99999x99999:x", 5, "more than 2147483648 cells"),
        ("xo:ox", 0, "unknown family"),
    ];
    for (text, at, message) in faults {
        let error = read_board(text).expect_err(text);
        assert_eq!(error.at(), at, "{text}: {}", error.message());
        assert!(error.message().contains(message), "{text}: {}", error.message());
    }
}

#[test]
fn a_fault_in_a_long_line_is_shown_in_short() {
    let text = format!("{}z{}", "x".repeat(1000), "o".repeat(1000));
    let error = read_board(&text).expect_err("z is not a stone");
    assert_eq!(error.at(), 1000);
    let lines: Vec<_> = error.to_string().lines().map(str::to_owned).collect();
    assert!(lines[1].len() < 100);
    let caret = lines[2].find('^').expect("a caret");
    assert_eq!(lines[1].as_bytes()[caret], b'z');
}

/// What could be read in two ways is refused, and both readings are named.
#[test]
fn signs_that_can_be_read_twice_are_refused() {
    for (text, at, readings) in [
        ("xo -ox", 3, ["xo - ox", "xo..ox"]),
        ("xo- ox", 2, ["xo - ox", "xo..ox"]),
        ("xoxo - - xo", 7, ["-(-xo)", "..xo"]),
        ("--xo", 0, ["-(-xo)", "..xo"]),
        ("-xo-ox", 0, ["- xo-ox", ".xo.ox"]),
        ("2*3", 0, ["2 + *3", "2 times 3"]),
        ("1+-1", 1, ["±", "+ followed by -"]),
    ] {
        let error = read_expr(text).expect_err(text);
        assert_eq!(error.at(), at, "{text}: {error}");
        for reading in readings {
            assert!(error.message().contains(reading), "{text}: {error}");
        }
    }
}

#[test]
fn expressions_are_read_and_written() {
    let same = [
        ("xxo + oox - (xo)^3 + 2*up + star", "xxo + oox - xoxoxo + 2*up + star"),
        ("xo-ox", "xo.ox"),
        ("xo - ox", "xo - ox"),
        ("- xo + down", "- xo + down"),
        ("*2 - 3*cycle:xox", "*2 - 3*cycle:xox"),
        ("0", "0"),
        ("{^|v} + {0,*|{0|*}}", "{^|v} + {0,*|{0|*}}"),
        ("^3* + v", "^3* + v"),
        ("graph6:D{C:oxxxo + star", "graph6:D{C:oxxxo + star"),
        ("2*graph6:D}C:oxxxo - {0|0}", "2*graph6:D}C:oxxxo - {0|0}"),
        ("graph6:A{:x. - o", "graph6:A_:x. - o"),
        ("-xxo", "- xxo"),
        ("-(xo)^2 + -oox", "- xoxo - oox"),
        ("-cycle:xox - -1/2", "- cycle:xox - -1/2"),
        ("-3*xo", "- 3*xo"),
        ("-1^ + 2*", "-1^ + 2*"),
        ("±{*,^} + Tiny(2) - cool({3 - 1|1}, 1)", "±{*,^} + Tiny(2) - cool({3 - 1|1}, 1)"),
        ("+-1 + ↑* + (1*)", "+-1 + ↑* + 1*"),
        ("{0||0|v*}", "{0||0|v*}"),
        ("x o.o", "x.o.o"),
    ];
    for (text, normal) in same {
        let expr = read_expr(text).expect(text);
        assert_eq!(expr.to_string(), normal);
        assert_eq!(read_expr(normal).expect("normal form").to_string(), normal);
    }
    for (text, at) in
        [("xo + ", 5), ("xo + + ox", 5), ("xo + oxz", 7), ("", 0), ("xo - 9999999999*up", 5), ("1*72*up", 2)]
    {
        assert_eq!(read_expr(text).expect_err(text).at(), at, "{text}");
    }
}

/// Forms of other programs and short forms, and how they are written here.
#[test]
fn notations_of_others_are_read() {
    for (text, normal) in [
        ("Clobber(\"xox|oxo\")", "xox/oxo"),
        ("game.grid.Clobber(\"xoxo|oxox\").CanonicalForm", "xoxo/oxox"),
        ("Clobber(\"xo\").CanonicalForm - ^", "xo - ^"),
        ("game.grid.Clobber(\"xoxo\") - ^", "xoxo - ^"),
        ("xoxo+xo", "xoxo + xo"),
        ("xo +ox", "xo + ox"),
        ("^+xo+*", "^ + xo + *"),
        ("-(xo + xxo)", "- xo - xxo"),
        ("-(xo - -xxo)", "- xo - xxo"),
        ("2*(xo + up) - 3*(*2 - (v + xo-ox))", "2*xo + 2*up - 3**2 + 3*v + 3*xo.ox"),
        ("(xo)", "xo"),
        ("((xo)^2)^2", "xoxoxoxo"),
        ("2.up - 3.xxo", "2*up - 3*xxo"),
        ("2.(xo + *)", "2*xo + 2**"),
        ("\\uparrow\\ast", "\\uparrow\\ast"),
        ("\\{0\\mid \\ast 2\\} + xo", "\\{0\\mid \\ast 2\\} + xo"),
        ("-\\frac{1}{2} + 2\\cdot\\uparrow", "- \\frac{1}{2} + 2\\cdot\\uparrow"),
        ("cool(xoxo, 1) - {xo|(ox)^2}", "cool(xoxo, 1) - {xo|(ox)^2}"),
        ("^ + * - v", "^ + * - v"),
    ] {
        let expr = read_expr(text).expect(text);
        assert_eq!(expr.to_string(), normal, "{text}");
        assert_eq!(read_expr(normal).expect("normal form").to_string(), normal);
    }
    for (text, at) in
        [("cool(xoz,1)", 7), ("{xo|z}", 4), ("2*(xo", 2), ("-(xo -ox)", 5), ("cool(xo,xo)", 10), ("norton(1,xxo)", 12)]
    {
        assert_eq!(read_expr(text).expect_err(text).at(), at, "{text}: {}", read_expr(text).expect_err(text));
    }
    // Brackets deeper than sums may be nested still end in an error or a value.
    for depth in [10, 1000, 100_000] {
        let _ = read_expr(&format!("{}xo{}", "(".repeat(depth), ")".repeat(depth)));
        let _ = read_expr(&format!("{}1{}", "(".repeat(depth), ")".repeat(depth)));
    }
}

/// Boards in values mean their values, and brackets and counts what they say.
#[test]
fn boards_in_values_have_their_values() {
    use crate::{Budget, Valuer};
    let mut valuer = Valuer::new(&Budget::new());
    for (one, other) in [
        ("cool(xxo + 1, 1)", "cool(^ + 1, 1)"),
        ("{xo|oox}", "{*|v}"),
        ("{2*xxo|cycle:xoxo}", "{^2|cycle:xoxo}"),
        ("ordinal(Clobber(\"xo|ox\"),*)", "*2"),
        ("freeze(xo + tree:0:xo + 1)", "1"),
        ("-(xo + xxo)", "xo + oox"),
        ("2*(xo + up)", "2*up"),
        ("\\pm 1", "±1"),
        ("2.up", "^2"),
        ("norton(xxo,1)", "norton(^,1)"),
        ("{xo|norton(1 + xo,^)}", "{*|norton(1*,^)}"),
    ] {
        let [a, b] = [one, other].map(|text| valuer.text(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        assert_eq!(valuer.view(a).to_string(), valuer.view(b).to_string(), "{one}");
        let solved = crate::solve::compare(&read_expr(one).unwrap(), &read_expr(other).unwrap(), &Budget::new());
        assert_eq!(solved, Ok(crate::Relation::Equal), "{one}");
    }
}

#[test]
fn moves_are_named_as_on_a_chess_board() {
    let grid = Board::Grid { rows: 3, cols: 30 };
    assert_eq!(move_name(&grid, Move { from: 0, to: 1 }), "a3-b3");
    assert_eq!(move_name(&grid, Move { from: 86, to: 87 }), "aa1-ab1");
    assert_eq!(read_move(&grid, "aa1-ab1"), Ok(Move { from: 86, to: 87 }));
    let strip = Board::Strip { cells: 5 };
    assert_eq!(move_name(&strip, Move { from: 3, to: 4 }), "4-5");
    for bad in ["4", "0-1", "6-5", "a-b", "4-+5", ""] {
        assert!(read_move(&strip, bad).is_err(), "{bad}");
    }
    assert!(read_move(&grid, "a4-a3").is_err());
    assert!(read_move(&grid, "3-4").is_err());
}

#[test]
fn graphs_are_read_as_other_programs_print_them() {
    let edges = |text: &str| read_graph(text, 100).map(|graph| Board::Graph(graph).edges()).map_err(|e| e.to_string());
    // The example of the description of the format.
    assert_eq!(edges(":Fa@x^"), Ok(vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
    assert_eq!(edges(" >>sparse6<<:Fa@x^\n"), edges(":Fa@x^"));
    assert_eq!(edges(">>graph6<<DQc"), Ok(vec![(0, 2), (0, 4), (1, 3), (3, 4)]));
    // Two, four and eight vertices, the last of them alone: the padding must not make a loop.
    assert_eq!(edges(":An"), Ok(vec![(0, 1)]));
    assert_eq!(edges(":@"), Ok(vec![]));
    let faults = [
        ("", 0, "ends inside its number"),
        (":", 1, "ends inside its number"),
        (":?", 1, "at least one vertex"),
        ("?", 0, "at least one vertex"),
        (":~~~~~~~~", 1, "more than 100 vertices"),
        ("~~~~~~~~", 0, "more than 100 vertices"),
        (":Fa@x!", 5, "not a graph6 character"),
        (":@?", 2, "joined to itself"),
        ("Dhcc", 0, "has 3 characters, this one 4"),
        (";Fa@x^", 0, "not a graph6 character"),
    ];
    for (text, at, message) in faults {
        let error = read_graph(text, 100).expect_err(text);
        assert!(error.message().contains(message), "{text}: {}", error.message());
        assert_eq!(error.at(), at, "{text}");
    }
}

/// The sparse6 text of a graph, straight from the description of the format.
fn sparse6(n: usize, edges: &[(usize, usize)]) -> String {
    let width = (usize::BITS - (n - 1).leading_zeros()) as usize;
    let mut sorted: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (a.max(b), a.min(b))).collect();
    sorted.sort_unstable();
    let (mut bits, mut now) = (Vec::new(), 0);
    let mut put = |b: usize, x: usize| {
        bits.push(b);
        bits.extend((0..width).rev().map(|i| x >> i & 1));
    };
    for &(v, u) in &sorted {
        if v > now + 1 {
            put(1, v);
            put(0, u);
        } else {
            put(v - now, u);
        }
        now = v;
    }
    let alone = n == 1 << width && now + 2 == n && n <= 16 && bits.len().next_multiple_of(6) - bits.len() > width;
    if alone && sorted.iter().any(|&(v, _)| v == n - 2) {
        bits.push(0);
    }
    bits.resize(bits.len().next_multiple_of(6), 1);
    let letter = |six: &[usize]| char::from(63 + six.iter().fold(0, |sum, bit| sum << 1 | *bit as u8));
    format!(":{}{}", char::from(63 + n as u8), bits.chunks(6).map(letter).collect::<String>())
}

fn graphs() -> impl Strategy<Value = Board> {
    let tree = prop::collection::vec(any::<prop::sample::Index>(), 0..12)
        .prop_map(|picks| Board::Tree(Tree::new(picks.iter().enumerate().map(|(i, p)| p.index(i + 1)).collect())));
    let free = (1usize..12).prop_flat_map(|n| {
        prop::collection::vec((0..n, 0..n), 0..20).prop_map(move |mut edges| {
            edges.retain(|(a, b)| a != b);
            Board::Graph(Graph::new(n, &edges))
        })
    });
    prop_oneof![
        (1usize..40).prop_map(|cells| Board::Strip { cells }),
        (3usize..40).prop_map(|cells| Board::Cycle { cells }),
        (2usize..7, 1usize..7).prop_map(|(rows, cols)| Board::Grid { rows, cols }),
        prop::collection::vec(1usize..5, 1..5).prop_map(|parts| Board::Multipartite { parts }),
        prop::collection::vec(1usize..4, 0..4).prop_map(|sides| Board::Hamming { sides }),
        tree,
        free,
    ]
}

/// Any small position on any kind of board.
fn positions() -> impl Strategy<Value = Position> {
    graphs().prop_flat_map(|board| {
        let stone = prop_oneof![Just(None), Just(Some(Player::Left)), Just(Some(Player::Right))];
        prop::collection::vec(stone, board.vertices()).prop_map(move |cells| Position::new(board.clone(), cells))
    })
}

#[test]
fn the_limit_holds_before_anything_is_built() {
    assert_eq!(read_board_in("(xo)^5", &cells(10)).expect("it fits").stones(), 10);
    for text in
        ["(xo)^6", "((x)^99999999)^99999999", "checker:4x3", "complete:11:x", "cube:31:x", "random:1000000000:1"]
    {
        let error = read_board_in(text, &cells(10)).expect_err(text);
        assert!(error.message().contains("10"), "{text}: {error}");
    }
    assert!(read_expr_in("xoxo + xoxo", &cells(8)).is_ok());
    for (text, message) in [
        ("xoxo + xoxo", "the boards of this sum have more than 7 cells together"),
        ("xoxoxo + x + random:5:7", "the boards of this sum have more than 7 cells together"),
        ("xoxo + xoxoxoxo", "the board has more than 7 cells"),
        ("xoxo + z", "'z' is not a stone"),
    ] {
        let error = read_expr_in(text, &cells(7)).expect_err(text);
        assert!(error.message().contains(message), "{text}: {error}");
    }
    // Nothing, repeated as often as a number can say, is still nothing.
    assert_eq!(read_board_in("xo()^18446744073709551615", &cells(10)).expect("two stones").stones(), 2);
}

#[test]
fn copies_of_zero_are_read_back() {
    for text in ["0**0", "2**0 - 3**0", "- 0", "*0 + 0"] {
        let written = read_expr(text).expect(text).to_string();
        assert_eq!(read_expr(&written).expect(text).to_string(), written, "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(position in positions()) {
        let text = position.to_string();
        // Some families are the same graph: one row of a grid, a product with one factor 2.
        let back = read_board(&text).expect("our own notation");
        prop_assert_eq!(back.to_string(), text);
        prop_assert_eq!(back.cells(), position.cells());
        prop_assert_eq!(back.board().edges(), position.board().edges());
    }

    #[test]
    fn graph6_is_read_back(board in graphs()) {
        let graph = Graph::new(board.vertices(), &board.edges());
        let text = format!("graph6:{}:{}", graph6(&graph), "x".repeat(graph.vertices()));
        prop_assert_eq!(read_board(&text).expect("our own graph6").board().edges(), board.edges());
    }

    #[test]
    fn sparse6_is_read_back(board in graphs()) {
        prop_assume!(board.vertices() < 63);
        let text = sparse6(board.vertices(), &board.edges());
        let graph = read_graph(&text, 62).expect("as the format is described");
        prop_assert_eq!(Board::Graph(graph).edges(), board.edges(), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_of_graphs_panic(text in ":?[?-~]{0,30}", free in "\\PC{0,12}") {
        let _ = read_graph(&text, 1000);
        let _ = read_graph(&free, 1000);
    }

    #[test]
    fn moves_are_read_back(position in positions()) {
        for mv in position.any_moves() {
            prop_assert_eq!(read_move(position.board(), &move_name(position.board(), mv)), Ok(mv));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[xoBW.()^0-9/|:, a-z+*{}-]{0,24}") {
        let _ = read_board_in(&text, &cells(10_000));
        let _ = read_expr_in(&text, &cells(10_000));
    }

    #[test]
    fn no_unicode_text_makes_the_reader_panic(text in "\\PC{0,24}") {
        let _ = read_board_in(&text, &cells(10_000));
        let _ = read_expr_in(&text, &cells(10_000));
    }
}
