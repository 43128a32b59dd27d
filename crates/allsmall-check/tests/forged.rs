//! Forged proofs about every n: what is said of each, line and reason.
//!
//! True files are changed in one place: a line is left out, a number is one
//! more or one less, a bound is taken away, a limit is passed. What the checker
//! says of each is kept beside the files; a rule that forgets a condition says
//! something else of one of them. `ALLSMALL_FORGED=write` writes it anew: read
//! the difference.

use allsmall_check::check;

/// With no more types than are needed.
const CRITICAL: &str = include_str!("families/critical-xo-few.txt");
const XXOO: &str = include_str!("families/bounds-xxoo.txt");
const ENDS: &str = include_str!("families/bounds-o-xxoo-x.txt");
const XXO: &str = include_str!("families/bounds-xxo.txt");
const XXXO: &str = include_str!("families/bounds-xxxo.txt");

fn said(text: &str) -> String {
    match check(text.as_bytes()) {
        Ok(proved) => format!("proved: {}", proved.statement),
        Err(refused) => {
            let claim: String = refused.claim.chars().take(30).collect();
            let why: String = refused.why.chars().take(70).collect();
            format!("line {} ({claim}): {why}", refused.line)
        }
    }
}

/// What is said of changed files, in the order of the changes, and what was
/// said before.
struct Said {
    name: &'static str,
    kept: std::str::Lines<'static>,
    now: String,
}

impl Said {
    fn new(name: &'static str, kept: &'static str) -> Said {
        Said { name, kept: kept.lines(), now: String::new() }
    }

    fn of(&mut self, change: &str, text: &str) {
        let change: String = change.chars().take(90).collect();
        let now = format!("{change} => {}", said(text));
        if !is_written() {
            assert_eq!(Some(&now[..]), self.kept.next(), "{}", self.name);
        }
        self.now.push_str(&now);
        self.now.push('\n');
    }

    /// A text in place of its first occurrence.
    fn replaced(&mut self, text: &str, from: &str, to: &str) {
        assert!(text.contains(from), "{from}");
        self.of(&format!("{from:?} is {to:?}").replace("\\n", "/"), &text.replacen(from, to, 1));
    }

    /// Without each of the lines.
    fn without(&mut self, text: &str, begins: &[&str]) {
        for (i, line) in text.lines().enumerate().filter(|(_, line)| begins.iter().any(|word| line.starts_with(word))) {
            let rest: Vec<&str> = text.lines().enumerate().filter(|&(j, _)| j != i).map(|(_, line)| line).collect();
            self.of(&format!("without {line}"), &(rest.join("\n") + "\n"));
        }
    }

    /// Nothing else was said.
    fn end(mut self) {
        if is_written() {
            let path = format!("{}/tests/families/{}", env!("CARGO_MANIFEST_DIR"), self.name);
            std::fs::write(path, &self.now).expect("it can be written");
        } else {
            assert_eq!(self.kept.next(), None, "{}", self.name);
        }
    }
}

fn is_written() -> bool {
    std::env::var("ALLSMALL_FORGED").is_ok_and(|how| how == "write")
}

#[test]
fn the_critical_calculus() {
    let mut said = Said::new("critical-xo.said.txt", include_str!("families/critical-xo.said.txt"));
    for (from, to) in [
        // Limits, passed and met.
        ("long 20", "long 15"),
        ("long 20", "long 25"),
        ("spread 32", "spread 27"),
        ("spread 32", "spread 28"),
        ("spread 32\nintegers 120", "spread 61\nintegers 200"),
        ("spread 32\nintegers 120", "spread 60\nintegers 127"),
        ("integers 120", "integers 401"),
        ("integers 120", "integers 71"),
        ("integers 120", "integers 72"),
        ("long 20", "long 19"),
        ("long 20", "long 21"),
        ("spread 32", "spread 31"),
        // Special and exempt types.
        ("special oxoxo ", "special "),
        ("oxoxoxo oxoxoxoxoxoxoxo", "oxoxoxo"),
        (" oxoxoxo ", " "),
        ("special oxoxo", "special xo oxoxo"),
        ("special oxoxo", "special "),
        ("exempt ooxoxo", "exempt xo"),
        ("exempt ooxoxo", "exempt oox"),
        ("exempt ooxoxo", "exempt xxo"),
        ("exempt ooxoxo", "exempt "),
        ("exempt ooxoxo", "exempt xoz"),
        ("type xoo -1", "type xo 0"),
        ("type xoo -1", "type xoo -1\ntype xoo -1"),
        ("type xoo -1", "type xoo"),
        ("type xoo -1", "type xoo -2"),
        ("type xoo -1", "type xxxo -1"),
        ("small PNNP", "small "),
        ("small PNNP", "small P"),
        ("small PNNP", "small PNNPN"),
        ("small PNNP", "small PNNPP"),
        ("small PNNP", "small PNNPNNNN"),
        ("small PNNP", "small PNNPNNNNNNL"),
    ] {
        said.replaced(CRITICAL, from, to);
    }
    for stones in [60, 61] {
        said.replaced(CRITICAL, "exempt ooxoxo", &format!("exempt {}", "x".repeat(stones)));
    }
    said.replaced(CRITICAL, "integers 120", "integers 400");
    // The calculus is about alternating stones without ends.
    for family in ["(ox)^n", "x(xo)^n", "(xo)^nx", "(xx)^n", "(xxo)^n", "x(xx)^n"] {
        said.replaced(CRITICAL, "(xo)^n", family);
    }
    // A type that weighs less, or more.
    for line in CRITICAL.lines().filter(|line| line.starts_with("type")) {
        let (start, weight) = line.rsplit_once(' ').expect("a type");
        let weight: i64 = weight.parse().expect("a number");
        for other in [weight - 1, weight + 1] {
            said.replaced(CRITICAL, &format!("{line}\n"), &format!("{start} {other}\n"));
        }
    }
    said.of("as it is", CRITICAL);
    said.without(CRITICAL, &["type", "small", "special", "exempt", "long", "spread", "integers"]);
    said.end();
}

/// The same about the word with colours exchanged: games and bounds change
/// sides.
fn negated(text: &str) -> String {
    let one = |line: &str| match line.split_once(' ') {
        Some(("game", form)) => {
            let (left, right) = form.split_once('|').expect("a game");
            format!("game {right}|{left}")
        }
        Some(("class", rest)) => {
            let [head, upper, lower] = rest.split(" : ").collect::<Vec<_>>()[..] else { panic!("a class") };
            format!("class {head} : {lower} : {upper}")
        }
        Some(("family", rest)) => {
            let (rule, word) = rest.split_once(' ').expect("a family");
            let other = |c| if c == 'x' { 'o' } else { 'x' };
            let word: String = word.chars().map(|c| if "xo".contains(c) { other(c) } else { c }).collect();
            format!("family {rule} {word}")
        }
        _ => line.to_owned(),
    };
    text.lines().map(|line| one(line) + "\n").collect()
}

/// A proof about strips of one colour, where nothing can be moved.
fn still(word: &str, period: usize, from: usize, least: usize) -> String {
    let star = (2 * from + period).div_ceil(word.len()) * word.len();
    format!(
        "allsmall family proof 1\nfamily bounds ({word})^n\nperiod {period}\nfrom {from}\ntheorem {least}\nshift 0\n\
         class w0 0 00 {star} : 0 : 0\nend\n"
    )
}

#[test]
fn bounds() {
    let mut said = Said::new("bounds.said.txt", include_str!("families/bounds.said.txt"));
    said.of("(xxxo)^n", XXXO);
    said.of("(oox)^n", &negated(XXO));
    said.of("(ooox)^n", &negated(XXXO));
    // Where nothing moves, limits are met exactly.
    for (word, period, from) in [
        ("x", 1, 2),
        ("x", 1, 1),
        ("x", 1, 999),
        ("x", 1, 1000),
        ("xx", 2, 3),
        ("xxx", 3, 2),
        ("xxx", 6, 5),
        ("x", 50, 50),
    ] {
        said.of(&format!("({word})^n, period {period}, from {from}"), &still(word, period, from, 0));
    }
    for huge in ["9223372036854775808", "18446744073709551615", "18446744073709551616"] {
        said.replaced(&still("x", 1, 2, 0), "from 2", &format!("from {huge}"));
        said.replaced(&still("x", 1, 2, 0), "period 1", &format!("period {huge}"));
        said.replaced(&still("x", 1, 2, 0), "theorem 0", &format!("theorem {huge}"));
    }
    // m0 one more, with reference lengths to match.
    let later = XXOO.replace(" 16 :", " 20 :").replace(" 17 :", " 21 :");
    said.replaced(&still("x", 1, 2, 0), "period 1", "period 0");
    said.replaced(&still("xx", 2, 3, 0), "period 2", "period 3");
    said.replaced(&still("x", 1, 2, 0), "end\n", "end\nend\n");
    said.replaced(&later, "from 6", "from 7");
    said.replaced(&later, "from 6", "from 8");
    // Each bound of each class left out: what rests on it is refused.
    for text in [XXOO, ENDS] {
        for line in text.lines().filter(|line| line.starts_with("class")) {
            let [head, upper, lower] = line.split(" : ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            said.replaced(text, line, &format!("{head} :  : {lower}"));
            said.replaced(text, line, &format!("{head} : {upper} : "));
        }
        said.without(text, &["class", "period", "from", "theorem", "shift", "end"]);
        for (from, to) in
            [("theorem 0", "theorem 3"), ("shift 0", "shift 1"), (" 00 ", " 02 "), ("class w0", "class w4")]
        {
            said.replaced(text, from, to);
        }
    }
    for to in ["class a0 0", "class a1 0", "class w4 0", "class w0 1", "class w0 2", "class b0 0", "class w 0"] {
        said.replaced(ENDS, "class w0 0", to);
    }
    for to in ["class a0 1", "class a1 1", "class a2 1", "class w0 1", "class a0 2"] {
        said.replaced(ENDS, "class a0 1", to);
    }
    said.replaced(XXO, "theorem 0", "theorem 9");
    said.end();
}

#[test]
fn weights() {
    let mut said = Said::new("weights.said.txt", include_str!("families/weights.said.txt"));
    let proofs = [
        ("(xxo)^n", "x 8 120 0 21 32 2", "P", "L"),
        ("x(xxo)^n", "x 9 120 0 21 32 2", "P", "L"),
        ("(xxo)^nooo", "x 11 120 0 15 39 2", "PP", "L"),
        ("ooo(xxo)^no", "x 12 120 0 15 35 2", "PPPP", "L"),
        ("oooo(xxxo)^nx", "x 13 120 0 8 26 2", "RNPLN", "L"),
        ("xoo(oox)^nxx", "o 13 120 0 6 34 1", "", "R"),
        ("oo(xxoxo)^noo", "x 12 120 0 25 24 2", "PNNNN", "L"),
        ("(xxoxo)^n", "x 8 120 1 25 31 2", "PNLN", "L"),
    ];
    for (family, side, small, rest) in proofs {
        let file =
            format!("allsmall family proof 1\nfamily weights {family}\nside {side}\nsmall {small}\nrest {rest}\nend\n");
        said.of(family, &file);
        let numbers: Vec<&str> = side.split(' ').collect();
        for i in 1..numbers.len() {
            for by in [-1, 1] {
                let n: i64 = numbers[i].parse().expect("a number");
                let (new, mut other) = ((n + by).to_string(), numbers.clone());
                other[i] = &new;
                said.replaced(&file, side, &other.join(" "));
            }
        }
        let other = if side.starts_with('x') { "side o" } else { "side x" };
        said.replaced(&file, &format!("side {}", &side[..1]), other);
        said.replaced(&file, &format!("rest {rest}"), "rest N");
        said.replaced(&file, &format!("rest {rest}"), &format!("rest {rest}\nrest {rest}"));
        said.replaced(&file, &format!("small {small}"), &format!("small {small}{rest}"));
        said.replaced(&file, &format!("small {small}"), &format!("small {small}P"));
        said.replaced(&file, &format!("small {small}"), &format!("small {}", small.get(1..).unwrap_or("N")));
        said.replaced(&file, &format!("small {small}"), &format!("small {small}{}", rest.repeat(200)));
    }
    let file = "allsmall family proof 1\nfamily weights (xxo)^n\nside x 8 120 0 21 32 2\nsmall P\nrest L\nend\n";
    for (from, to) in [
        ("8 120 0 21 32", "48 240 0 21 60"),
        ("8 120 0 21 32", "49 240 0 21 60"),
        ("8 120 0 21 32", "1 120 0 21 32"),
        ("8 120 0 21 32", "2 120 0 21 32"),
        ("8 120 0 21 32", "8 2001 0 21 32"),
        ("8 120 0 21 32", "8 106 0 21 32"),
        ("8 120 0 21 32", "8 105 0 21 32"),
        ("8 120 0 21 32", "31 120 0 21 32"),
        ("8 120 0 21 32", "32 120 0 21 32"),
        ("8 120 0 21 32", "8 120 0 0 32"),
        ("8 120 0 21 32", "8 120 0 20 32"),
        ("8 120 0 21 32", "8 120 0 21 9223372036854775808"),
        ("8 120 0 21 32", "8 120 0 18446744073709551615 32"),
        ("8 120 0 21 32", "8 18446744073709551615 0 21 32"),
        ("8 120 0 21 32", "8 120 2 21 32"),
        ("32 2\n", "32 -1\n"),
        ("32 2\n", "32 0\n"),
        ("side x 8 120 0 21 32 2\n", ""),
        ("(xxo)^n", "xxxxxxxxxxxxxxxxxxxxx(x)^n"),
    ] {
        said.replaced(file, from, to);
    }
    // A and B are valued: two stones more than they have.
    for (family, exact) in [("x(xxo)^n", 2), ("x(xxo)^n", 3), ("xo(xxo)^nx", 4), ("xo(xxo)^nx", 5)] {
        said.of(
            &format!("{family}, {exact}"),
            &file.replace("(xxo)^n", family).replace("x 8 ", &format!("x {exact} ")),
        );
    }
    let equal = "side x 10 200 0 2 40 0\nside o 10 200 0 2 40 0\nsmall P\nrest N\n";
    said.replaced(file, "side x 8 120 0 21 32 2\nsmall P\nrest L\n", equal);
    said.of("(xo)^n", &file.replace("side x 8 120 0 21 32 2\nsmall P\nrest L\n", equal).replace("(xxo)", "(xo)"));
    for copies in [333, 334, 1000, 1001] {
        let word = format!("({})^n", "x".repeat(copies));
        said.of(&format!("a word of {copies} stones"), &file.replace("(xxo)^n", &word));
        said.of(&format!("{copies} stones before"), &file.replace("(xxo)^n", &format!("{}(x)^n", "x".repeat(copies))));
    }
    said.end();
}

/// Files that an earlier checker accepted, panicked on or did not finish, one
/// hole each.
#[test]
fn holes() {
    let mut said = Said::new("holes.said.txt", include_str!("families/holes.said.txt"));
    let file = |rule: &str, lines: &str| format!("allsmall family proof 1\nfamily {rule}\n{lines}\nend\n");
    // A missing outcome is not an outcome, and (xo)^n is not won by anybody.
    let xo = "side x 19 120 0 2 24 0";
    for (small, rest) in [("small ", "rest"), ("small ", "rest "), ("small", "rest"), ("small ", "rest P")] {
        said.of(&format!("{small:?}, {rest:?}"), &file("weights (xo)^n", &format!("{xo}\n{small}\n{rest}")));
    }
    for rest in ["rest N", "rest L", "rest R", "rest l", "rest LL", "rest L ", "rest \u{e9}", "rest 0"] {
        said.of(rest, &file("weights (xo)^n", &format!("{xo}\nsmall PNNP\n{rest}")));
    }
    // Entries that nobody looks at.
    for more in ["NNNNNNNNNNNNNNNNNP", "NNNNNNNNNNNNNNNNN", "NNNNNNNN", "NNNNNNNNN", "NNNNNNNP"] {
        said.replaced(CRITICAL, "small PNNP", &format!("small PNNP{more}"));
    }
    // Letters that are not outcomes, and not one byte long.
    let word = "weights (xxoxo)^n";
    for small in ["PNLN\u{e9}", "PNL\u{e9}N", "\u{e9}", "PNLN\u{1f642}", "PNLN ", "PNLNx", "pnln"] {
        said.of(small, &file(word, &format!("side x 8 120 0 25 31 2\nsmall {small}\nrest L")));
    }
    for (from, to) in [
        ("exempt ooxoxo", "exempt oo\u{e9}oxo"),
        ("type xoo -1", "type x\u{e9}o -1"),
        ("type xoo -1", "type xoo \u{2212}1"),
        ("type xoo -1", "type xoo --1"),
        ("type xoo -1", "type xoo +1"),
        ("long 20", "long +20"),
        ("long 20", "long  20"),
        ("long 20", "long 20 "),
        ("long 20", "long \u{662}\u{660}"),
    ] {
        said.replaced(CRITICAL, from, to);
    }
    // More work than the limit of steps: the messages name it.
    let mut seed = 1u64;
    let mut stone = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed >> 63 == 1 { 'x' } else { 'o' }
    };
    let random: String = (0..900).map(|_| stone()).collect();
    let lines = "side x 8 2000 1 900 50 0\nsmall \nrest L";
    said.of("a word of 900 random stones", &file(&format!("weights ({random})^n"), lines));
    said.of("values up to 48 stones", &file("weights (xo)^n", "side x 48 2000 1 2 60 0\nsmall \nrest L"));
    let class = |from: usize| format!("class w0 0 00 {} : 0 : 0", 2 * from + 2);
    for from in [40, 400, 900] {
        let lines = format!("period 2\nfrom {from}\ntheorem 0\nshift 0\n{}", class(from));
        said.of(&format!("from {from}"), &file("bounds (xo)^n", &lines));
    }
    let twice = XXO.lines().map(|line| match line.split(" : ").collect::<Vec<_>>()[..] {
        [head, upper, lower] => [head, &[upper; 500].join(","), &[lower; 500].join(",")].join(" : ") + "\n",
        _ => format!("{line}\n"),
    });
    said.of("every bound five hundred times", &twice.collect::<String>());
    said.end();
}
