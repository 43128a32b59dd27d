//! The case distinction of Conjecture 16 as a file that `allsmall-check` reads
//! (docs/strips.md): the lemmas by their statements, and for each kind of rest the
//! lemmas that deal with it.

use super::conjecture16::LEMMAS;
use super::narrow_shape::NarrowShape;
use super::strip_proof::boards_line;

/// The first line.
const HEADER: &str = "allsmall grids proof 1";

/// Statements about whole grids: rows, stones, and the first length from which they
/// hold.
const GRIDS: [(usize, usize, usize); 4] = [(3, 1, 1), (3, 2, 1), (4, 1, 2), (4, 2, 1)];

/// Kinds of rests: the rows of o that they begin with, all rows, what is known of
/// the row behind the rows of o, and lemmas by name.
const RESTS: [(usize, &str, &str, &[&str]); 13] = [
    (0, "6+", "o", &["eat"]),
    (1, "6+", "any", &["one-row"]),
    (1, "3", "any", &["last-three", "last-three-delta-0"]),
    (1, "4", "any", &["last-four", "last-four-delta-0"]),
    (3, "7", "any", &["three-rows"]),
    (3, "4", "any", &["last-four", "last-four-delta-0"]),
    (2, "7+", "any", &["two-rows"]),
    (2, "3", "any", &["last-three", "last-three-delta-0"]),
    (2, "4", "any", &["last-four", "last-four-delta-0"]),
    (2, "5", "x", &["last-five", "last-five-delta-0"]),
    (2, "6", "x", &["all-x"]),
    (0, "3", "o", &["last-three", "last-three-delta-0"]),
    (0, "4", "o", &["last-four", "last-four-delta-0"]),
];

/// The file.
#[must_use]
pub fn all_grids_proof() -> String {
    let mut lines = vec![HEADER.to_owned()];
    for (rows, stones, from) in GRIDS {
        lines.extend(["lemma".to_owned(), boards_line(NarrowShape::Grid { rows })]);
        lines.extend([format!("holds-x {rows}"), format!("holds-o {rows}")]);
        lines.extend((stones == 1).then(|| "delta not 0".to_owned()));
        lines.extend([format!("from {from}"), format!("goal leave 0 {stones} 1")]);
    }
    for lemma in LEMMAS {
        lines.push("lemma".to_owned());
        lines.extend(lemma.statement_lines());
    }
    for (ones, rows, next, names) in RESTS {
        let number = |name: &&str| LEMMAS.iter().position(|lemma| lemma.name == *name).expect("it is listed");
        let lemmas: Vec<String> = names.iter().map(|name| (GRIDS.len() + number(name)).to_string()).collect();
        lines.push(format!("rest {ones} {rows} {next} : {}", lemmas.join(" ")));
    }
    lines.push("end\n".to_owned());
    lines.join("\n")
}
