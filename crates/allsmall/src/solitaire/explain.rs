//! Explanations of an answer: parts, delta, the word of a line, the five values of
//! a tree.

use crate::notation::{cell_name, graph_name};
use crate::{Board, Budget, Player, Position, Stop};

use super::{delta, recognise};
use crate::solitaire::graphs::path::StoneBits;
use crate::solitaire::graphs::path::theorem11::best_word;
use crate::solitaire::graphs::tree;

/// Maximum number of stones of a line or tree that is explained in full.
const LONG: usize = 1_000;

/// Explains each connected part under the free rule, in lines of text; if the
/// budget is exhausted, the last line says so.
#[must_use]
pub fn explain(position: &Position, budget: &Budget) -> Vec<String> {
    let mut lines = Vec::new();
    if let Err(stop) = explain_parts(position, budget, &mut lines) {
        lines.push(format!("the rest is left out: {stop}"));
    }
    lines
}

/// Bytes per line of text, with its share of the list.
const LINE: usize = 160;

fn explain_parts(position: &Position, budget: &Budget, lines: &mut Vec<String>) -> Result<(), Stop> {
    for part in recognise::parts(position, budget)? {
        budget.check()?;
        budget.fits(LINE * lines.len())?;
        let stones = &part.position;
        let first = cell_name(position.board(), part.vertex(0));
        let name = graph_name(stones.board());
        lines.push(format!(
            "part at {first}: {name}, {} x and {} o",
            count(stones, Player::Left),
            count(stones, Player::Right)
        ));
        match delta::deltas_within(stones, budget)?.first() {
            Some(Some(0)) => lines.push("  bipartite, delta = 0 mod 3: at least two stones stay".to_owned()),
            Some(Some(delta)) => lines.push(format!("  bipartite, delta = {delta} mod 3: one stone is not ruled out")),
            _ => lines.push("  not bipartite: delta says nothing".to_owned()),
        }
        match stones.board() {
            Board::Strip { cells } if *cells <= LONG => lines.push(word(stones)),
            Board::Tree(_) if stones.cells().len() <= LONG => lines.extend(five_values(position, &part)),
            _ => {}
        }
    }
    Ok(())
}

fn count(position: &Position, player: Player) -> usize {
    position.stones_of(player)
}

/// The optimal word of Blondel et al.
fn word(strip: &Position) -> String {
    let stones: StoneBits = strip.cells().iter().map(|&cell| cell == Some(Player::Right)).collect();
    let word = best_word(&stones);
    format!("  word: {word}   ({} bars, so {} stones)", word.bars(), word.bars() + 1)
}

/// The survey's five values of each vertex.
fn five_values(whole: &Position, part: &recognise::RecognisedPart) -> Vec<String> {
    let solved = tree::solve(&part.position).expect("a part is full");
    let shown = |k: Option<u32>| k.map_or("-".to_owned(), |k| k.to_string());
    let header = "  vertex  k_1 (x stays)  k_-1 (o stays)  k_0 (free)  k_bj (x enters)  k_wj (o enters)".to_owned();
    let row = |v: usize| {
        let k = solved.five_values(v);
        let name = cell_name(whole.board(), part.vertex(v));
        let [black, white, bj, wj] = [k.black, k.white, k.black_joker, k.white_joker].map(shown);
        format!("  {name:>6}  {black:>13}  {white:>14}  {:>10}  {bj:>15}  {wj:>15}", k.free)
    };
    std::iter::once(header).chain((0..part.position.cells().len()).map(row)).collect()
}
