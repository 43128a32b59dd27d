//! The positions of the five-dimensional cube, one of each class under its
//! 3840 symmetries and the swap of the colours: 616,126 instead of 2^32.
//!
//! One bit for each position with a black stone on vertex 31 says whether its
//! class has been met: 256 MiB.

use allsmall::{Budget, Stop};

/// Calls `visit` with one position of every class, as the set of its white
/// vertices.
///
/// # Errors
/// There is less memory than that, or `visit` stops.
pub(crate) fn classes_of_five(budget: &Budget, mut visit: impl FnMut(u32) -> Result<(), Stop>) -> Result<(), Stop> {
    if budget.memory() < 300 << 20 {
        return Err(Stop::Memory);
    }
    let symmetries = symmetries();
    let mut met = vec![0u64; 1 << 25];
    for whites in 0..1u32 << 31 {
        if met[(whites >> 6) as usize] >> (whites & 63) & 1 == 1 {
            continue;
        }
        budget.check()?;
        for symmetry in &symmetries {
            let image = symmetry.image(whites);
            let image = if image >> 31 == 1 { !image } else { image };
            met[(image >> 6) as usize] |= 1 << (image & 63);
        }
        visit(whites)?;
    }
    Ok(())
}

/// Where a symmetry sends sets of vertices, a byte of them at a time.
struct Symmetry {
    bytes: Vec<u32>,
}

impl Symmetry {
    fn new(vertex: impl Fn(u32) -> u32) -> Symmetry {
        let image =
            |byte: u32, set: u32| (0..8).filter(|i| set >> i & 1 == 1).fold(0, |s, i| s | 1 << vertex(8 * byte + i));
        Symmetry {
            bytes: (0..4).flat_map(|byte| (0..256).map(move |set| (byte, set))).map(|(b, s)| image(b, s)).collect(),
        }
    }

    fn image(&self, set: u32) -> u32 {
        (0..4).fold(0, |image, byte| image | self.bytes[(byte << 8 | (set >> (8 * byte) & 255)) as usize])
    }
}

/// All permutations of the coordinates, and all reflections.
fn symmetries() -> Vec<Symmetry> {
    let mut orders = vec![vec![]];
    for _ in 0..5 {
        let longer = |order: &Vec<u32>| {
            let order = order.clone();
            (0..5).filter(|d| !order.contains(d)).map(|d| [order.clone(), vec![d]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let all = orders.iter().flat_map(|order| (0..32).map(move |flip| (order, flip)));
    all.map(|(order, flip)| Symmetry::new(|v| (0..5).fold(0, |u, d| u | (v >> order[d] & 1) << d) ^ flip)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_edges() {
        let all = symmetries();
        assert_eq!(all.len(), 3840);
        for symmetry in all.iter().step_by(97) {
            let edge = symmetry.image(1 << 3 | 1 << 7);
            assert_eq!(edge.count_ones(), 2);
            assert_eq!((edge.trailing_zeros() ^ (31 - edge.leading_zeros())).count_ones(), 1);
        }
    }
}
