//! The values of proved families in closed form.

use crate::cgt::{Style, Value, Values, Weight};

/// A remainder with a longer name is not shown.
const LONGEST_NAME: usize = 40;

/// `k.D + R` for the boards of each residue modulo `copies` whose remainder R
/// has a short name. `all` are the values for n = 0, 1, ..., and from `from` on
/// a period adds D.
pub(super) fn remainders(values: &mut Values, all: &[Value], shift: Value, copies: usize, from: usize) -> Vec<String> {
    let Some(shift_name) = values.name_in(shift, Style::Ascii, LONGEST_NAME) else { return Vec::new() };
    if shift == values.zero() {
        return Vec::new();
    }
    let mut forms = Vec::new();
    for n in from..from + copies {
        let remainder = |values: &mut Values, n: usize| {
            let gained = values.times(shift, i64::try_from(n / copies).ok()?).ok()?;
            values.sub(all[n], gained).ok()
        };
        let Some(own) = remainder(values, n) else { continue };
        let Some(name) = values.name_in(own, Style::Ascii, LONGEST_NAME) else { continue };
        let mut least = n;
        while least >= copies && remainder(values, least - copies) == Some(own) {
            least -= copies;
        }
        let residue = n % copies;
        let (times, which) = match (copies, residue) {
            (1, _) => ("n".to_owned(), "all n".to_owned()),
            (2, 0) => ("(n/2)".to_owned(), "even n".to_owned()),
            (2, _) => ("((n-1)/2)".to_owned(), "odd n".to_owned()),
            (_, 0) => (format!("(n/{copies})"), format!("n = 0 mod {copies}, n")),
            _ => (format!("((n-{residue})/{copies})"), format!("n = {residue} mod {copies}, n")),
        };
        let plus = if own == values.zero() { String::new() } else { format!(" + {name}") };
        forms.push((least, format!("{times}.{shift_name}{plus} for {which} >= {least}")));
    }
    forms.sort();
    forms.into_iter().map(|(_, text)| text).collect()
}

/// The boards from n = `from` on, one of each residue modulo `copies`, whose value
/// less the shifts of the whole periods has a short name; with that value.
pub(super) fn bases(
    values: &mut Values,
    all: &[Value],
    shift: Value,
    copies: usize,
    from: usize,
) -> Vec<(usize, Value)> {
    if values.name_in(shift, Style::Ascii, LONGEST_NAME).is_none() {
        return Vec::new();
    }
    let mut bases = Vec::new();
    for (n, &value) in all.iter().enumerate().skip(from).take(copies) {
        let gained = i64::try_from(n / copies).ok().and_then(|times| values.times(shift, times).ok());
        let rest = gained.and_then(|gained| values.sub(value, gained).ok());
        if let Some(rest) = rest.filter(|&rest| values.name_in(rest, Style::Ascii, LONGEST_NAME).is_some()) {
            bases.push((n, rest));
        }
    }
    bases
}

/// Ups and a star, if that is all the value is.
fn ups(values: &mut Values, v: Value) -> Option<(i32, bool)> {
    let Weight::Integer(n) = values.atomic_weight(v) else { return None };
    [false, true].into_iter().find(|&star| values.ups(n, star) == Ok(v)).map(|star| (n, star))
}

/// A closed formula `floor((d n + c) / q).up` for values that are ups, or the
/// one value that all boards have; and the least n from which it holds.
pub(super) fn formula(values: &mut Values, all: &[Value], shift: Value, copies: usize) -> Option<(String, usize)> {
    let settled = &all[all.len() - copies..];
    if shift == values.zero() && settled.iter().all(|v| v == &settled[0]) {
        let from = all.iter().rposition(|v| v != &settled[0]).map_or(0, |n| n + 1);
        return values.name(settled[0]).map(|name| (name, from));
    }
    let (d, false) = ups(values, shift)? else { return None };
    let first = all.len() - copies;
    let counts: Vec<(i32, bool)> = settled.iter().map(|&v| ups(values, v)).collect::<Option<_>>()?;
    let star = counts[0].1;
    let (q, d) = (i64::try_from(copies).ok()?, i64::from(d));
    let fits = |c: i64, n: usize, count: (i32, bool)| {
        i64::try_from(n).is_ok_and(|n| (d * n + c).div_euclid(q) == i64::from(count.0)) && count.1 == star
    };
    let c = (-4 * q..=4 * q).find(|&c| counts.iter().enumerate().all(|(i, &count)| fits(c, first + i, count)))?;
    let mut from = first;
    while from > 0 && ups(values, all[from - 1]).is_some_and(|count| fits(c, from - 1, count)) {
        from -= 1;
    }
    Some((format!("{}.up{}", floor_text(d, c, q), if star { " + star" } else { "" }), from))
}

/// `floor((d n + c) / q)`, without what is 0 or 1.
fn floor_text(d: i64, c: i64, q: i64) -> String {
    let times = match d {
        1 => "n".to_owned(),
        -1 => "-n".to_owned(),
        _ => format!("{d}n"),
    };
    let sum = match c {
        0 => times,
        _ => format!("{times}{c:+}"),
    };
    match q {
        1 => format!("({sum})"),
        _ => format!("floor(({sum})/{q})"),
    }
}
