//! Small values by hand.

use super::*;

#[test]
fn ups_and_stars_compare_as_in_the_books() {
    let mut values = Values::new();
    let zero = values.zero();
    let star = values.star(1).unwrap();
    let up = values.ups(1, false).unwrap();
    let up_star = values.ups(1, true).unwrap();
    let two_up = values.ups(2, false).unwrap();
    assert_eq!(values.compare(up, zero), Ok(Relation::Greater));
    assert_eq!(values.compare(up, star), Ok(Relation::Confused));
    assert_eq!(values.compare(up_star, zero), Ok(Relation::Confused));
    assert_eq!(values.compare(two_up, star), Ok(Relation::Greater));
    assert_eq!(values.add(up, star), Ok(up_star));
    assert_eq!(values.add(up_star, up_star), Ok(two_up));
    assert_eq!(values.make(&[zero], &[star]), Ok(up));
    assert_eq!(values.make(&[up], &[values.neg(up)]), Ok(star), "both options reverse through star");
    assert_eq!(values.outcome(up_star), Outcome::N);
    assert_eq!(values.atomic_weight(two_up), Weight::Integer(2));
}

#[test]
fn ten_thousand_ups_need_no_deep_stack() {
    let mut values = Values::new();
    let many = values.ups(10_000, false).unwrap();
    let one_more = values.ups(10_001, false).unwrap();
    assert_eq!(values.compare(many, one_more), Ok(Relation::Less));
    assert_eq!(values.sub(one_more, many), values.ups(1, false));
    assert_eq!(values.birthday(many), 10_001);
}
