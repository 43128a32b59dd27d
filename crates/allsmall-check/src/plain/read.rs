//! Reads the lines of a plain proof: tables, sums, replies.

use crate::boards::Shape;
use crate::games::Fault;
use crate::reader::number;

use super::sum::{PlainMove, Tables, Written};

/// Maximum number of stones of a sum.
pub const STONES: usize = 2048;
/// Maximum number of cells of a sum.
pub const CELLS: usize = 1 << 16;
/// Vertices of a graph.
const VERTICES: usize = 4096;

/// Left's answer to a move of Right's.
pub(super) enum Reply {
    /// A line says that she wins this, moving first.
    Known(u64),
    /// Her move in a term, and the line that says that she wins what is left,
    /// moving second.
    Move { term: usize, mv: PlainMove, line: u64 },
}

/// A number of at most fifteen digits, and nothing but digits.
fn digits(text: &str) -> Result<u64, Fault> {
    if text.len() > 15 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("expected a number and not {text:?}"));
    }
    number(text)
}

/// A number of at most nine digits, as graphs, games and the statement have.
fn small(text: &str) -> Result<u32, Fault> {
    if text.len() > 9 {
        return Err(format!("the number {text} is too large"));
    }
    digits(text).map(|number| number as u32)
}

/// Reads `graph 4 0-1,1-2,2-3` without its first word.
pub(super) fn graph(tables: &mut Tables, rest: &str) -> Result<(), Fault> {
    let (vertices, list) = rest.split_once(' ').unwrap_or((rest, ""));
    let vertices = small(vertices)? as usize;
    if vertices > VERTICES {
        return Err(format!("a graph has at most {VERTICES} vertices"));
    }
    let mut edges = Vec::new();
    for edge in pieces(list) {
        let (a, b) = edge.split_once('-').ok_or_else(|| format!("expected an edge and not {edge:?}"))?;
        edges.push((small(a)? as usize, small(b)? as usize));
    }
    tables.boards.graph(vertices, &edges)
}

/// Reads `game 0,1|0` without its first word.
pub(super) fn game(tables: &mut Tables, rest: &str) -> Result<(), Fault> {
    let (lefts, rights) = rest.split_once('|').ok_or("expected left options | right options")?;
    let list = |text: &str| -> Result<Vec<u32>, Fault> {
        let read = |piece| {
            let option = small(piece)?;
            if option as usize <= tables.values.len() {
                Ok(option)
            } else {
                Err(format!("there is no game {option} above"))
            }
        };
        pieces(text).map(read).collect()
    };
    let sides = [list(lefts)?, list(rights)?];
    tables.values.push(sides);
    Ok(())
}

fn pieces(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(move |_| !list.is_empty())
}

/// Terms joined by + and -, where - negates; `0` is the empty sum.
pub(super) fn sum(tables: &Tables, text: &str) -> Result<Vec<Written>, Fault> {
    let mut terms = Vec::new();
    if text == "0" {
        return Ok(terms);
    }
    let (mut rest, mut negated) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let (mut stones, mut cells) = (0, 0);
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = term(tables, &rest[..end])?;
        match &term {
            Written::Board { cells: own, .. } => {
                cells += own.len();
                stones += own.iter().filter(|&&cell| cell != b'.').count();
            }
            Written::Value { .. } => cells += 1,
        }
        if stones > STONES || cells > CELLS {
            return Err(format!("a sum of more than {STONES} stones or {CELLS} cells and games"));
        }
        terms.push(if negated { term.negative() } else { term });
        let Some(sign) = rest[end..].chars().next() else { return Ok(terms) };
        (rest, negated) = (&rest[end + 1..], sign == '-');
        if !negated && rest.starts_with('-') {
            (rest, negated) = (&rest[1..], true);
        }
    }
}

fn term(tables: &Tables, text: &str) -> Result<Written, Fault> {
    if let Some(value) = text.strip_prefix('#') {
        let value = small(value)?;
        if value as usize > tables.values.len() {
            return Err(format!("there is no game {value} above"));
        }
        return Ok(Written::Value { negated: false, number: value });
    }
    let (shape, cells) = match text.strip_prefix('@') {
        Some(graph) => {
            let (graph, cells) = graph.split_once(':').ok_or("expected @graph:cells")?;
            let graph = small(graph)?;
            let vertices = tables.boards.vertices(graph as usize).ok_or("there is no such graph above")?;
            if cells.len() != vertices {
                return Err(format!("the graph has {vertices} vertices, here are {} cells", cells.len()));
            }
            (Shape::Graph(graph), cells.as_bytes().to_vec())
        }
        None => {
            let mut rows = text.split('/');
            let first = rows.next().unwrap_or("");
            let shape = if text.contains('/') { Shape::Grid(first.len() as u32) } else { Shape::Strip };
            if first.is_empty() {
                return Err("expected a board or a game".to_owned());
            }
            if rows.any(|row| row.len() != first.len()) {
                return Err("the rows of a grid have one length".to_owned());
            }
            (shape, text.bytes().filter(|&b| b != b'/').collect())
        }
    };
    match cells.iter().find(|cell| !b"xo.".contains(cell)) {
        Some(&wrong) => Err(format!("expected x, o or . and not {:?}", char::from(wrong))),
        None => Ok(Written::Board { shape, cells }),
    }
}

/// `=K`, `I,U,V,K` or `I,H,K`.
pub(super) fn reply(text: &str) -> Result<Reply, Fault> {
    if let Some(line) = text.strip_prefix('=') {
        return Ok(Reply::Known(digits(line)?));
    }
    let mut numbers = [0; 4];
    let mut count = 0;
    for piece in text.split(',') {
        *numbers.get_mut(count).ok_or_else(|| format!("expected a reply and not {text:?}"))? = digits(piece)?;
        count += 1;
    }
    let [a, b, c, d] = numbers;
    let (mv, line) = match count {
        4 => (PlainMove::Stone(b as usize, c as usize), d),
        3 => (PlainMove::Option(u32::try_from(b).map_err(|_| format!("there is no game {b}"))?), c),
        _ => return Err(format!("expected a reply and not {text:?}")),
    };
    Ok(Reply::Move { term: a as usize, mv, line })
}

/// The numbers of lines.
pub(super) fn lines(rest: &str) -> Result<Vec<u64>, Fault> {
    if rest.is_empty() { Ok(Vec::new()) } else { rest.split(' ').map(digits).collect() }
}
