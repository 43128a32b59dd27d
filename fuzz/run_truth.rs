//! What a printed sentence about runs of any lengths says, and whether it is true.
//!
//! The sentence itself is read, because it is what users rely on: the value of a
//! pattern for all lengths from some on. Boards with longer runs than the checker
//! looked at are valued by the library, which shares no code with it.

use std::collections::BTreeMap;

use allsmall::value::Valuer;
use allsmall::{Budget, Stop};

/// Stones that each run has at most beyond its least length, and boards of a sentence.
const BEYOND: usize = 9;
const BOARDS: usize = 24;
/// Bytes for the values of one sentence.
const MEMORY: usize = 256 << 20;

/// `PATTERN = TERM + ... for all a >= 1, b >= 4`.
struct Sentence<'a> {
    pattern: &'a str,
    terms: Vec<&'a str>,
    least: BTreeMap<char, usize>,
}

fn read(sentence: &str) -> Option<Sentence<'_>> {
    let (rest, range) = sentence.split_once(" for all ")?;
    let (pattern, value) = rest.split_once(" = ")?;
    let bound = |text: &str| {
        let (letter, least) = text.split_once(" >= ")?;
        Some((letter.chars().next()?, least.parse().ok()?))
    };
    let least = range.split(", ").map(bound).collect::<Option<_>>()?;
    Some(Sentence { pattern, terms: value.split(" + ").collect(), least })
}

impl Sentence<'_> {
    /// The stones for these lengths.
    fn board(&self, lengths: &BTreeMap<char, usize>) -> String {
        let run = |run: &str| match run.split_once("^") {
            Some((stone, letter)) => stone.repeat(lengths[&letter.chars().next().expect("a letter")]),
            None => run.to_owned(),
        };
        self.pattern.split(' ').map(run).collect()
    }

    /// The value for these lengths, as an expression.
    fn value(&self, lengths: &BTreeMap<char, usize>) -> String {
        let mut text = "0".to_owned();
        for term in &self.terms {
            let Some((factor, game)) = term.strip_prefix('(').and_then(|term| term.split_once(").")) else {
                text.push_str(&format!(" + {term}"));
                continue;
            };
            let (letter, least) = factor.split_once('-').expect("a letter and a number");
            let length = lengths[&letter.chars().next().expect("a letter")] as isize;
            let times = length - least.parse::<isize>().expect("a number");
            let sign = if times < 0 { "-" } else { "+" };
            (0..times.abs()).for_each(|_| text.push_str(&format!(" {sign} {game}")));
        }
        text
    }
}

/// Values boards of a sentence; their number.
///
/// # Panics
/// If the sentence is false, or is none.
pub(crate) fn assert_true(sentence: &str, file: &str) -> usize {
    let read = read(sentence).unwrap_or_else(|| panic!("{sentence}: {file}"));
    let mut valuer = Valuer::new(&Budget::new().with_memory(MEMORY));
    let mut valued = 0;
    for board in 0..BOARDS {
        // Some lengths that are spread over those in reach.
        let lengths = read.least.iter().enumerate();
        let lengths: BTreeMap<char, usize> = lengths
            .map(|(i, (&letter, least))| (letter, least + (board * [7, 4, 3][i % 3] + board / 5) % (BEYOND + 1)))
            .collect();
        let mut value = |text: &str| -> Result<_, Stop> { valuer.expr(&text.parse().expect("an expression")) };
        let (Ok(found), Ok(wanted)) = (value(&read.board(&lengths)), value(&read.value(&lengths))) else { break };
        assert_eq!(found, wanted, "{sentence}, {lengths:?}: {file}");
        valued += 1;
    }
    valued
}
