//! The laws of `fuzz/laws.rs` on damaged copies of good inputs: always the
//! same ones, so that a failure can be run again.

#[path = "../../../fuzz/laws.rs"]
#[allow(clippy::module_inception, reason = "the fuzz targets know it by this name")]
mod laws;

#[path = "laws/forger.rs"]
mod forger;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use allsmall::book::{BookRecord, OpeningBook, SectionPlan};
use allsmall::endgame::Database;
use allsmall::family::{Family, Reach, RunPattern, outcomes, study, study_runs};
use allsmall::internal::SplitMix64;
use allsmall::internal::checkpoint;
use allsmall::notation::{graph6, read_expr};
use allsmall::phutball::table;
use allsmall::solitaire::graphs::grid::conjecture16::Lemma;
use allsmall::solitaire::graphs::grid::dominoes::{BlockPrefix, nice_proof};
use allsmall::solitaire::graphs::grid::{NarrowShape, StripProof, every_length_proof};
use allsmall::solve::Solver;
use allsmall::value::PartValueFile;
use allsmall::{Budget, ComponentMove, Graph, Player, Position};
use forger::Forger;

/// How many times as many inputs are tried as by default.
fn times() -> u64 {
    std::env::var("ALLSMALL_LAWS").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Applies a law to every seed and to `copies` damaged ones of each; both
/// kinds of bytes must occur, those that are accepted and those refused.
fn hold(law: fn(&[u8]) -> bool, seeds: &[Vec<u8>], copies: u64) {
    let copies = copies * times();
    assert!(seeds.iter().all(|seed| law(seed)), "the seeds are good");
    let mut refused = 0;
    for (number, seed) in seeds.iter().enumerate() {
        for copy in 0..copies {
            let mut random = SplitMix64::new((number as u64) << 32 | copy);
            let other = &seeds[random.below(seeds.len() as u64) as usize];
            refused += u64::from(!law(&damaged(seed, other, &mut random)));
        }
    }
    assert!(refused > 0, "some damage is noticed");
    let (count, name) = (seeds.len() as u64 * copies, std::thread::current().name().unwrap_or("").to_owned());
    println!("{name}: {} seeds, {count} damaged copies: {} accepted, {refused} refused", seeds.len(), count - refused);
}

/// A copy with one to three wounds.
fn damaged(seed: &[u8], other: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    const TELLING: &[u8] = b"xo.@|^()*+- {}/:,09nv~?_\"\\\n\0\x7f\xff";
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let end = (at + random.below(9) as usize).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.insert(at, TELLING[random.below(TELLING.len() as u64) as usize]),
            3 => bytes.extend_from_within(at..end),
            4 => {
                let from = random.below(other.len() as u64 + 1) as usize;
                bytes.splice(at..end, other[from..].iter().copied().take(12));
            }
            5 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            // A number that is as large as its bytes allow.
            _ => bytes[at..end].fill(if random.below(2) == 0 { 0xff } else { b'9' }),
        }
    }
    bytes
}

fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.as_ref().as_bytes().to_vec()).collect()
}

fn testdata(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    fs::read_to_string(path).expect("the test data are part of the project")
}

/// A folder that goes away again.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("allsmall-laws-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn boards() {
    let golden = ["golden/two-player.txt", "golden/solitaire.txt"].map(testdata).concat();
    let mut boards: Vec<String> = golden
        .lines()
        .filter_map(|line| Some(line.split_once(" = ")?.0.trim().to_owned()))
        .filter(|board| laws::boards(board.as_bytes()))
        .collect();
    boards.dedup();
    assert!(boards.len() > 100, "{}", boards.len());
    boards.extend(
        ["tree:0,0,1,1:xoxox", "kpartite:4,2,1:xoxoxox", "hamming:3,2:xoxoxo", "cube:2:xo.x", "complete:3:xox"]
            .map(str::to_owned),
    );
    boards.extend(["edges:0-1,1-2:xox", "graph6:D{C:oxxxo", "random:3x4:7", "((xo)^2/)^2xoxo"].map(str::to_owned));
    hold(laws::boards, &texts(boards), 200);
}

#[test]
fn graphs() {
    let path = |n: usize| graph6(&Graph::new(n, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>()));
    let mut seeds = texts([":Fa@x^", ">>graph6<<DQc", ":An", "@", ">>sparse6<<:Fa@x^"]);
    seeds.extend(texts([path(2), path(11), path(70)]));
    hold(laws::graphs, &seeds, 4000);
}

#[test]
fn expressions() {
    let seeds = [
        "xxo + oox - (xo)^3 + 2*up + star",
        "- 3*cycle:xox + {^|v} + {0,*|{0|*}}",
        "graph6:D{C:oxxxo - 2*graph6:A_:xo + *7",
        "^3* + v2 - 1/4 + 12*checker:2x3",
    ];
    hold(laws::expressions, &texts(seeds), 8000);
}

#[test]
fn values() {
    let mut names: Vec<String> = testdata("clobber/strips.jsonl")
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()?["value"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    names.dedup();
    assert!(names.len() > 20, "{}", names.len());
    names.extend(["3/8", "-5", "{1|-1}", "{0|{0|-2}}", "\\frac{1}{2}"].map(str::to_owned));
    hold(laws::values, &texts(names), 100);
}

#[test]
fn certificates() {
    let seeds = ["xxo", "xxoo"].map(|word| {
        let report = study(&Family::read(word).expect("a word"), Reach::default(), &Budget::new());
        report.certificate().map(|text| text.as_bytes().to_vec())
    });
    let mut seeds: Vec<Vec<u8>> = seeds.into_iter().flatten().collect();
    assert!(!seeds.is_empty());
    seeds.push(b"allsmall proof 1\nlimits 9 9 9\noutcome P xoxoxo\nend\n".to_vec());
    hold(laws::certificates, &seeds, 60);
}

/// Families that weights settle.
const WEIGHED: [&str; 7] = ["xxo", "xxxo", "xxxxxo", "(xxo)^nooo", "oooo(xxxo)^nx", "xoo(oox)^nxx", "oo(xxoxo)^noo"];

/// What became of the forged files of one rule.
#[derive(Default)]
struct Forgeries {
    files: usize,
    accepted: usize,
    /// Accepted, with a statement that no seed makes.
    changed: usize,
    /// Cases of accepted statements that the checker did not play.
    beyond: usize,
}

/// Proofs about strips, and files forged from them: no false theorem is accepted,
/// and none is refused by the first boards alone.
#[test]
fn strips() {
    let text = |proof: Option<StripProof>| {
        let mut text = Vec::new();
        proof.expect("it is proved").write(&mut text).expect("memory takes every byte");
        String::from_utf8(text).expect("text")
    };
    let budget = Budget::new();
    let all_x = Lemma::named("all-x").expect("it is listed").proof(&budget).expect("no limit is set");
    let grid =
        |rows, at_most| every_length_proof(NarrowShape::Grid { rows }, at_most, &budget).expect("no limit is set");
    let seeds = [
        text(all_x),
        text(grid(3, 2)),
        text(nice_proof(4, BlockPrefix::TwoColumns, &budget).expect("no limit is set")),
        text(every_length_proof(NarrowShape::Cylinder { ring: 3 }, 1, &budget).expect("no limit is set")),
    ];
    let law = |text: &str| laws::strips(text.as_bytes());
    assert!(seeds.iter().all(|seed| law(seed).is_some()), "the seeds are good");
    let (mut accepted, mut refused) = (0, 0);
    for file in 0..240 * times() {
        let seed = &seeds[file as usize % seeds.len()];
        match law(&strip_forgery(seed, &seeds, &mut SplitMix64::new(file))) {
            Some(_) => accepted += 1,
            None => refused += 1,
        }
    }
    println!("{refused} forged files refused, {accepted} accepted and true");
    assert!(refused > 150, "{refused}");
}

/// Proofs about runs of any lengths, and files forged from them: no false theorem is
/// accepted, and none is refused by the first boards alone.
#[test]
fn runs() {
    let proof = |text: &str| {
        let pattern = RunPattern::read(text).expect("a pattern");
        study_runs(&pattern, &Budget::new()).expect("no limit is set").expect("it is proved").certificate
    };
    let seeds = ["x^a o", "x^a o x^b o", "x^a o^b x", "x^a oo x^b", "o x^a o x^b o", "x^a o xx o"].map(proof);
    let law = |text: &str| laws::runs(text.as_bytes());
    let stated: Vec<String> = seeds.iter().map(|seed| law(seed).expect("the seeds are good").sentence).collect();
    let (mut accepted, mut changed, mut refused) = (0, 0, 0);
    for file in 0..600 * times() {
        let seed = &seeds[file as usize % seeds.len()];
        match law(&strip_forgery(seed, &seeds, &mut SplitMix64::new(file))) {
            Some(theorem) => {
                accepted += 1;
                changed += usize::from(!stated.contains(&theorem.sentence));
            }
            None => refused += 1,
        }
    }
    println!("{refused} forged files refused, {accepted} accepted and true, {changed} of them with other statements");
    assert!(refused > 300 && accepted > 0, "{refused} {accepted}");
}

/// A strip file with one to three words, or one line, changed.
fn strip_forgery(seed: &str, seeds: &[String], random: &mut SplitMix64) -> String {
    let mut lines: Vec<String> = seed.lines().map(str::to_owned).collect();
    let mut below = |n: usize| random.below(n as u64) as usize;
    for _ in 0..=below(3) {
        // The statement is changed as often as the lists.
        let line = if below(3) == 0 { below(8.min(lines.len())) } else { below(lines.len()) };
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        let word = below(words.len());
        match below(8) {
            0 => drop(lines.remove(line)),
            1 => {
                let other: Vec<&str> = seeds[below(seeds.len())].lines().collect();
                lines[line] = other[below(other.len())].to_owned();
            }
            2 => drop(words.remove(word)),
            3 => words.swap(0, word),
            _ => {
                let change = [-1, 1, 2][below(3)];
                let number = words[word].parse::<i64>().map(|number| (number + change).to_string());
                words[word] = number.unwrap_or_else(|_| words[word].replace(":1", "").replace('x', "o"));
            }
        }
        if words.len() > 1 && line < lines.len() && below(8) > 1 {
            lines[line] = words.join(" ");
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n") + "\n"
}

/// Certificates of every rule, and files forged from them: no false theorem is
/// accepted, and none is refused by the first cases alone.
#[test]
fn families() {
    let read = |word: &str| Family::read(word).expect("a family");
    let by_values = |word: &str| study(&read(word), Reach::default(), &Budget::new()).certificate().map(str::to_owned);
    let by_outcomes = |word: &str| outcomes(&read(word), &Budget::new()).certificate().map(str::to_owned);
    let rules = [
        ("bounds", ["xxo", "xxoo", "o(xxoo)^nx", "xxxo", "oo(xxo)^n", "x", "(xxoo)^nxxx"].map(by_values).to_vec(), 180),
        ("weights", WEIGHED.map(by_outcomes).to_vec(), 180),
        ("critical", ["xo", "ox"].map(by_outcomes).to_vec(), 20),
    ];
    let rules = rules.map(|(rule, seeds, files)| {
        let seeds: Vec<String> = seeds.into_iter().map(|seed| seed.expect("a theorem is proved")).collect();
        let line = format!("\nfamily {rule} ");
        assert!(seeds.iter().all(|seed| seed.contains(&line)), "{rule}: {seeds:?}");
        (rule, seeds, files)
    });
    let all: Vec<String> = rules.iter().flat_map(|(_, seeds, _)| seeds.clone()).collect();
    let law = |text: &str| laws::families(text.as_bytes());
    let stated: Vec<String> = all.iter().map(|seed| law(seed).expect("the seeds are good").sentence).collect();
    let mut found: BTreeMap<&str, Forgeries> = BTreeMap::new();
    for (number, (rule, seeds, files)) in rules.iter().enumerate() {
        let found = found.entry(rule).or_default();
        for file in 0..files * times() {
            let random = SplitMix64::new((number as u64) << 32 | file);
            let text = Forger { random, seeds: &all }.forge(&seeds[file as usize % seeds.len()]);
            found.files += 1;
            if let Some(theorem) = law(&text) {
                found.accepted += 1;
                found.changed += usize::from(!stated.contains(&theorem.sentence));
                found.beyond += theorem.beyond;
            }
        }
        let Forgeries { files, accepted, changed, beyond } = *found;
        println!(
            "{rule}: {} seeds, {files} forged files: {accepted} accepted ({changed} with another statement, \
             {beyond} cases beyond those played), {} refused, 0 by the first cases alone",
            seeds.len(),
            files - accepted
        );
        assert!(accepted > 0 && accepted < files && beyond > 0, "{rule}: {files} files, {accepted} accepted");
    }
    assert!(["bounds", "weights"].iter().all(|rule| found[rule].changed > 0), "other theorems are stated too");
}

#[test]
fn databases() {
    let folder = Folder::new("database");
    Database::build(7, &Budget::new()).expect("no limit").save(&folder.file()).expect("room");
    let seed = fs::read(folder.file()).expect("it is there");
    hold(laws::databases, &[seed], 3000);
}

/// A book of one small board, every record by a search.
fn small_book() -> Vec<u8> {
    let start: Position = "checker:3x4".parse().expect("a board");
    let mut solver = Solver::for_position(&start, &Budget::new()).expect("a small board");
    let mut record = |position: &Position| {
        solver.set_position(position);
        let found = solver.winning_move(Player::Left).expect("no limit").map(|found| found.mv);
        let mv = found.and_then(|mv| if let ComponentMove::Stone(mv) = mv { Some(mv) } else { None });
        BookRecord { position: position.clone(), won: mv.is_some(), mv }
    };
    let after = |mv| start.after(Player::Left, mv).expect("legal").negated();
    let next = start.moves(Player::Left).into_iter().map(after);
    let records = next.chain([start.clone(), start.negated()]).map(|position| record(&position)).collect();
    OpeningBook::build(&[SectionPlan { rows: 3, cols: 4, plies: 1, records }]).expect("they fit together")
}

#[test]
fn books() {
    hold(laws::books, &[small_book()], 2000);
}

#[test]
fn part_values() {
    let seed = PartValueFile::build(4, &Budget::new()).expect("no limit").to_bytes();
    hold(laws::part_values, &[seed], 3000);
}

#[test]
fn searches() {
    let folder = Folder::new("search");
    let expr = read_expr(laws::SEARCHED).expect("a board");
    let mut solver = Solver::for_sum(&expr, &Budget::new()).expect("a small board");
    checkpoint::save(&mut solver, &folder.file(), laws::SEARCHED, Duration::ZERO).expect("room");
    for player in allsmall::Player::BOTH {
        solver.wins(player).expect("no limit");
    }
    let seed = fs::read(folder.file()).expect("it is there");
    assert!(seed.len() > 1000, "it holds positions");
    hold(laws::searches, &[seed], 500);
}

#[test]
fn tables() {
    let folder = Folder::new("table");
    let seeds = [5, 11].map(|squares| {
        table::build(squares, &folder.file(), &Budget::new()).expect("a table");
        fs::read(folder.file()).expect("it is there")
    });
    hold(laws::tables, &seeds, 300);
}

#[test]
fn test_files() {
    let seeds = ["sample.test", "test_10.txt", "wrong.txt"].map(|name| testdata(&format!("peers/{name}")));
    hold(laws::test_files, &texts(seeds), 1000);
}

#[test]
fn bodies() {
    let seeds = [
        r#"{"board": "xoxo", "moves": true, "first": "left"}"#,
        r#"{"board": "xxo + oox - star", "options": true, "latex": false}"#,
        r#"{"board": "xxo", "other": "2*up"}"#,
        r#"{"board": "cycle:xoxo", "rule": "alternate", "first": "any", "no_play": true}"#,
        r#"{"board": "xox/oxo", "end": "b2", "colour": "L", "explain": true}"#,
        r#"{"board": "xoxo", "player": "L", "game": "clobber"}"#,
        r#"{"board": "o@o.o", "method": "search"}"#,
        r#"{"board": "..o|o.", "oddish": true}"#,
        r#"{"board": "graph6:D{C:oxxxo"}"#,
    ];
    hold(laws::bodies, &texts(seeds), 150);
}
