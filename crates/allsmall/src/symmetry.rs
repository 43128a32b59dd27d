//! Canonical representatives of positions under the automorphisms of the board.
//!
//! Strips have 2 symmetries, cycles of n cells 2n, grids 4 or 8; each comes
//! with the exchange of colours. A position is the representative when no image of
//! it is lexicographically less.
//!
//! Other graphs: every automorphism is found by backtracking over partial
//! maps that keep edges, non-edges and degrees. A graph with many (a star has
//! n! of them) is cut down first: vertices with the same neighbours may be
//! exchanged at will, so within such a class the digits of a least position
//! ascend, and maps need to be found only between classes.

use crate::{Board, Position};

/// Distinguishes least positions from their images.
pub(crate) struct Least {
    /// Images of the cells, without those that only exchange twins.
    maps: Vec<Vec<usize>>,
    /// Classes of at least two twins, vertices that may be permuted freely.
    twins: Vec<Vec<usize>>,
}

impl Least {
    pub(crate) fn new(board: &Board) -> Least {
        match board {
            Board::Strip { cells } => Least { maps: vec![(0..*cells).rev().collect()], twins: vec![] },
            Board::Cycle { cells } => Least { maps: cycle_maps(*cells), twins: vec![] },
            Board::Grid { rows, cols } => Least { maps: grid_maps(*rows, *cols), twins: vec![] },
            _ => {
                let twins = twins(board);
                Least { maps: automorphisms(board, &twins), twins }
            }
        }
    }

    /// Returns whether no image of the position is less.
    pub(crate) fn is_least(&self, digits: &[u8]) -> bool {
        let swap = |digit: u8| if digit < 2 { 1 - digit } else { digit };
        let swapped: Vec<u8> = digits.iter().map(|&digit| swap(digit)).collect();
        let mut image = vec![0; digits.len()];
        let sorted = |image: &mut Vec<u8>| {
            for class in &self.twins {
                let mut own: Vec<u8> = class.iter().map(|&v| image[v]).collect();
                own.sort_unstable();
                class.iter().zip(own).for_each(|(&v, digit)| image[v] = digit);
            }
        };
        for map in std::iter::once(None).chain(self.maps.iter().map(Some)) {
            for from in [digits, &swapped[..]] {
                for v in 0..digits.len() {
                    image[v] = from[map.map_or(v, |map| map[v])];
                }
                sorted(&mut image);
                if image.as_slice() < digits {
                    return false;
                }
            }
        }
        true
    }
}

/// The symmetries of a board, colours kept.
pub(crate) struct Symmetries(Least);

impl Symmetries {
    pub(crate) fn of(board: &Board) -> Symmetries {
        // On a large graph the search for automorphisms would take too long.
        Symmetries(match board {
            Board::Strip { .. } | Board::Cycle { .. } | Board::Grid { .. } => Least::new(board),
            _ if board.vertices() <= 16 => Least::new(board),
            _ => Least { maps: vec![], twins: vec![] },
        })
    }

    /// The least image of a position.
    pub(crate) fn least(&self, position: &Position) -> Position {
        let cells = position.cells();
        let images = self.0.maps.iter().map(|map| {
            let mut image: Vec<_> = map.iter().map(|&v| cells[v]).collect();
            for class in &self.0.twins {
                let mut own: Vec<_> = class.iter().map(|&v| image[v]).collect();
                own.sort_unstable();
                class.iter().zip(own).for_each(|(&v, cell)| image[v] = cell);
            }
            image
        });
        let least = images.chain([cells.to_vec()]).min().expect("it is its own image");
        Position::new(position.shared_board(), least)
    }
}

fn cycle_maps(cells: usize) -> Vec<Vec<usize>> {
    let turned = |by: usize| (0..cells).map(move |v| (v + by) % cells).collect::<Vec<_>>();
    (0..cells).flat_map(|by| [turned(by), turned(by).into_iter().rev().collect()]).collect()
}

fn grid_maps(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let cell = |row: usize, col: usize| row * cols + col;
    let mut maps: Vec<Vec<usize>> = Vec::new();
    for turned in [false, true] {
        if turned && rows != cols {
            break;
        }
        for (upside, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut map = Vec::with_capacity(rows * cols);
            for row in 0..rows {
                for col in 0..cols {
                    let (r, c) = if turned { (col, row) } else { (row, col) };
                    map.push(cell(if upside { rows - 1 - r } else { r }, if mirrored { cols - 1 - c } else { c }));
                }
            }
            maps.push(map);
        }
    }
    maps
}

/// Classes of vertices with the same neighbours, themselves apart.
fn twins(board: &Board) -> Vec<Vec<usize>> {
    let n = board.vertices();
    let neighbours: Vec<Vec<usize>> = (0..n).map(|v| board.neighbours(v)).collect();
    let alike = |a: usize, b: usize| {
        let without = |v: usize, other: usize| neighbours[v].iter().copied().filter(move |&u| u != other);
        without(a, b).eq(without(b, a))
    };
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for v in 0..n {
        match classes.iter_mut().find(|class| alike(class[0], v)) {
            Some(class) => class.push(v),
            None => classes.push(vec![v]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// All maps of the graph onto itself that keep the order within classes of
/// twins.
fn automorphisms(board: &Board, twins: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = board.vertices();
    let joined: Vec<Vec<bool>> = (0..n)
        .map(|v| {
            let mut row = vec![false; n];
            board.for_each_neighbour(v, |u| row[u] = true);
            row
        })
        .collect();
    let degree: Vec<usize> = joined.iter().map(|row| row.iter().filter(|&&edge| edge).count()).collect();
    let mut before: Vec<Option<usize>> = vec![None; n];
    for class in twins {
        class.windows(2).for_each(|pair| before[pair[1]] = Some(pair[0]));
    }
    let mut found = Vec::new();
    let mut map: Vec<usize> = Vec::with_capacity(n);
    let mut next = 0;
    // Vertex `map.len()` is tried on `next` and all above.
    loop {
        if map.len() == n {
            found.push(map.clone());
        } else {
            let v = map.len();
            let fits = |u: usize| {
                degree[u] == degree[v]
                    && !map.contains(&u)
                    && before[v].is_none_or(|w| map[w] < u)
                    && (0..v).all(|w| joined[v][w] == joined[u][map[w]])
            };
            if let Some(u) = (next..n).find(|&u| fits(u)) {
                map.push(u);
                next = 0;
                continue;
            }
        }
        let Some(last) = map.pop() else { return found };
        next = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    /// Classes under all permutations of the vertices that keep edges, and
    /// the exchange of colours, by brute force.
    fn classes(board: &Board) -> usize {
        let n = board.vertices();
        let mut maps: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..n {
            maps = maps
                .into_iter()
                .flat_map(|map| {
                    (0..n).filter(|u| !map.contains(u)).map(|u| [map.clone(), vec![u]].concat()).collect::<Vec<_>>()
                })
                .collect();
        }
        maps.retain(|map| (0..n).all(|a| (0..n).all(|b| board.adjacent(a, b) == board.adjacent(map[a], map[b]))));
        let all = 3usize.pow(n as u32);
        let digits = |mut k: usize| {
            (0..n)
                .map(|_| {
                    let d = k % 3;
                    k /= 3;
                    d
                })
                .collect::<Vec<_>>()
        };
        let number = |digits: &[usize]| digits.iter().rev().fold(0, |sum, d| 3 * sum + d);
        let mut seen = vec![false; all];
        let mut count = 0;
        for k in 0..all {
            if seen[k] {
                continue;
            }
            count += 1;
            let own = digits(k);
            for map in &maps {
                for swap in [false, true] {
                    let image: Vec<usize> =
                        map.iter().map(|&v| if swap && own[v] < 2 { 1 - own[v] } else { own[v] }).collect();
                    seen[number(&image)] = true;
                }
            }
        }
        count
    }

    #[test]
    fn one_position_of_each_class_is_least() {
        for text in [
            "xxxxx",
            "cycle:xxxxxx",
            "xxx/xxx",
            "xx/xx",
            "tree:0,0,0,0:xxxxx",
            "tree:0,0,1,1,2:xxxxxx",
            "complete:5:xxxxx",
            "kpartite:2,3:xxxxx",
            "edges:0-1,1-2,2-0,3-4:xxxxx",
            "cube:2:xxxx",
            "edges:0-1,1-2,2-3,3-4,4-5,5-0,0-3:xxxxxx",
        ] {
            let position = read_board(text).unwrap();
            let least = Least::new(position.board());
            let n = position.cells().len() as u32;
            let digits = |mut k: usize| {
                let mut list = vec![0u8; n as usize];
                for digit in list.iter_mut().rev() {
                    *digit = (k % 3) as u8;
                    k /= 3;
                }
                list
            };
            let kept = (0..3usize.pow(n)).filter(|&k| least.is_least(&digits(k))).count();
            assert_eq!(kept, classes(position.board()), "{text}");
        }
    }
}
