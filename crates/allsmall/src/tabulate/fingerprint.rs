//! A hash of values that have no short name.

use std::collections::HashMap;

use crate::cgt::{Value, Values};

/// A hash of the canonical form: equal in every arena for equal values.
pub(super) fn fingerprint(values: &Values, v: Value) -> String {
    const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let mut known: HashMap<Value, u128> = HashMap::new();
    let mut open = vec![v];
    while let Some(&w) = open.last() {
        let missing = |list: &[Value]| list.iter().copied().filter(|o| !known.contains_key(o)).collect::<Vec<_>>();
        let more = [missing(values.left_options(w)), missing(values.right_options(w))].concat();
        if !more.is_empty() {
            open.extend(more);
            continue;
        }
        open.pop();
        let side = |list: &[Value], salt: u128| {
            let mixed = |o: &Value| {
                let x = (known[o] ^ salt).wrapping_mul(MIX);
                (x ^ x >> 61).wrapping_mul(MIX)
            };
            list.iter().map(mixed).fold(salt, u128::wrapping_add)
        };
        let own = side(values.left_options(w), 1).wrapping_mul(MIX) ^ side(values.right_options(w), 2).rotate_left(64);
        known.insert(w, (own ^ own >> 67).wrapping_mul(MIX));
    }
    format!("{:032x}", known[&v])
}
