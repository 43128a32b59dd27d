//! All primitive patterns up to a length, one for each class of equivalent
//! families.
//!
//! A rotation, a mirror image or the negative of a pattern has the same
//! segments up to mirror and sign, so one of them represents all; a pattern
//! that repeats a shorter one is left out.

use crate::Player;

/// One pattern of each class, shortest first; within a length, those with the
/// longest runs of x first.
#[must_use]
pub fn patterns(longest: usize) -> Vec<Vec<Player>> {
    let mut all = Vec::new();
    for len in 2..=longest.min(24) {
        let mut found: Vec<u32> = (1..(1u32 << len) - 1).filter(|&bits| is_representative(bits, len)).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        all.extend(found.into_iter().map(|bits| stones(bits, len)));
    }
    all
}

/// Whether this pattern is primitive and the greatest of its class.
fn is_representative(bits: u32, len: usize) -> bool {
    let mask = (1u32 << len) - 1;
    let rotate = |b: u32, by: usize| (b << by | b >> (len - by)) & mask;
    let mirror = bits.reverse_bits() >> (32 - len);
    let primitive = (1..len).all(|by| rotate(bits, by) != bits);
    primitive && [bits, mirror, !bits & mask, !mirror & mask].iter().all(|&b| (0..len).all(|by| rotate(b, by) <= bits))
}

fn stones(bits: u32, len: usize) -> Vec<Player> {
    (0..len).rev().map(|i| if bits >> i & 1 == 1 { Player::Left } else { Player::Right }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pattern_represents_its_class() {
        let text = |p: &Vec<Player>| p.iter().map(|s| s.stone()).collect::<String>();
        let found: Vec<_> = patterns(5).iter().map(text).collect();
        assert_eq!(found, ["xo", "xxo", "xxxo", "xxoo", "xxxxo", "xxxoo", "xxoxo"]);
    }
}
