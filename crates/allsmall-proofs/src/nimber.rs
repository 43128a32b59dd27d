//! Grundy values, part by part.

use std::collections::HashMap;
use std::io::Write;

use allsmall::Budget;
use allsmall::notation::read_board_in;
use allsmall_check::boards::Part;
use allsmall_check::sums::{Sums, part_text};

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::statement::board;

/// Writes a proof of the Grundy value of a board; the number of lines.
///
/// # Errors
/// What keeps the proof from being written.
pub fn nimber(text: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let position = read_board_in(text, budget)?;
    let mut sums = Sums::new(u64::MAX / 2);
    let mut graphs = Vec::new();
    let (name, _) = board(&position, &mut sums, &mut graphs)?;
    let roots = sums.board(&name, false)?;
    let mut all = Nimbers { sums, known: HashMap::new(), lines: Vec::new() };
    let (mut total, mut needed) = (0, Vec::new());
    for part in &roots {
        let (value, line) = all.of(part, budget)?;
        total ^= value;
        needed.push(line);
    }
    let mut writer = Writer::new(out).map_err(io)?;
    for graph in &graphs {
        writer.put(graph).map_err(io)?;
    }
    writer.put(&format!("nimber {name} {total}")).map_err(io)?;
    let text = |_: &mut _, i: usize| Ok(format!("n {} {}", part_text(&all.lines[i].part), all.lines[i].value));
    writer.needed(all.lines.len(), |i| &all.lines[i].uses, &needed, text).map_err(io)?;
    writer.end().map_err(io)
}

/// Bytes that a part may take, with its line.
const ENTRY: usize = 300;

struct Nimbers {
    sums: Sums,
    /// The line about a part.
    known: HashMap<Part, usize>,
    lines: Vec<GrundyLine>,
}

struct GrundyLine {
    part: Part,
    value: u32,
    /// The lines about what its moves leave.
    uses: Vec<usize>,
}

impl Nimbers {
    /// The value of a part, and the line that says so.
    fn of(&mut self, root: &Part, budget: &Budget) -> Result<(u32, usize), Failure> {
        let mut open = vec![root.clone()];
        while let Some(part) = open.last().cloned() {
            if self.get(&part).is_some() {
                open.pop();
                continue;
            }
            budget.check()?;
            if (self.known.len() + open.len()) * ENTRY > budget.memory() {
                return Err(Failure::Stop(allsmall::Stop::Memory));
            }
            let (mut reached, mut uses, before) = (Vec::new(), Vec::new(), open.len());
            for colour in [b'x', b'o'] {
                for mv in self.sums.boards.moves(part.shape, &part.cells, colour) {
                    let mut total = 0;
                    for next in self.sums.boards.after(&part, mv) {
                        match self.get(&next) {
                            Some((value, line)) => {
                                total ^= value;
                                uses.push(line);
                            }
                            None => open.push(next),
                        }
                    }
                    reached.push(total);
                }
            }
            if open.len() == before {
                let value = (0..).find(|n| !reached.contains(n)).unwrap_or(0);
                uses.sort_unstable();
                uses.dedup();
                self.known.insert(part.clone(), self.lines.len());
                self.lines.push(GrundyLine { part, value, uses });
                open.pop();
            }
        }
        Ok(self.get(root).expect("it has just been found"))
    }

    fn get(&self, part: &Part) -> Option<(u32, usize)> {
        let known = self.known.get(part).or_else(|| self.known.get(&self.sums.boards.negative(part)));
        known.map(|&line| (self.lines[line].value, line))
    }
}
