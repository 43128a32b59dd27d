//! Proofs about strips of every length, true ones and forged ones.
//!
//! Each true file is changed in one place, in every line and in many ways. A file
//! that is still accepted states what the true file states, or less.

use allsmall_check::check;

const ALL_X: &str = include_str!("strips/all-x.txt");
const THREE_ROWS: &str = include_str!("strips/three-rows.txt");
const TWO_ROWS: &str = include_str!("strips/two-rows.txt");

fn said(text: &str) -> Result<String, String> {
    check(text.as_bytes())
        .map(|proved| proved.statement)
        .map_err(|refused| format!("line {}: {}", refused.line, refused.why))
}

const THREE_ROWS_SAID: &str = "for every n >= 1 and every 3 x n position: if it has both colours and its delta is not 0, it can be reduced to 1 stone";
const TWO_ROWS_SAID: &str = "for every n >= 11 and every 2 x n position: if it has both colours, it can be reduced to at most floor((n + 25)/12) stones, and for each of these n some position leaves no fewer";
const ALL_X_SAID: &str = "for every n >= 5 and every 4 x n position: if row 1 is all o and row 2 is all o and row 3 is all x and its first 3 rows hold both colours, its first 3 rows can be emptied into the row below them, which holds both colours then, by a play in which an x steps along the first row";

#[test]
fn true_proofs_are_accepted() {
    for (text, sentence) in [(THREE_ROWS, THREE_ROWS_SAID), (TWO_ROWS, TWO_ROWS_SAID), (ALL_X, ALL_X_SAID)] {
        let proved = check(text.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(proved.statement, sentence);
        assert!(proved.boards_played.is_some_and(|played| played.boards > 0), "{sentence}");
    }
}

/// Forged by hand: what is changed, and a part of the reason.
#[test]
fn forged_statements_are_refused() {
    for (text, from, to, why) in [
        (THREE_ROWS, "strip proof 1", "strip proof 2", "expected"),
        (THREE_ROWS, "boards grid 3", "boards grid 6", "from 1 to 5"),
        (THREE_ROWS, "boards grid 3", "boards ring 3", "no delta"),
        (THREE_ROWS, "boards grid 3", "boards torus 3", "grid or ring"),
        (THREE_ROWS, "boards grid 3", "boards ring 2", "from 3 to 5"),
        (THREE_ROWS, "boards grid 3", "boards grid 4", "expected"),
        (THREE_ROWS, "holds-x 3\n", "", ""),
        (THREE_ROWS, "holds-x 3", "holds-x 4", "from 1 to 3"),
        (THREE_ROWS, "holds-o 3", "holds-o 0", "from 1 to 3"),
        (THREE_ROWS, "delta not 0\n", "", ""),
        (THREE_ROWS, "delta not 0", "delta 0", ""),
        (THREE_ROWS, "delta not 0", "delta 1", "0 or not 0"),
        (THREE_ROWS, "from 1", "from 0", "from 1 to 1000"),
        (THREE_ROWS, "from 1", "from 2", ""),
        (THREE_ROWS, "from 1", "from 18446744073709551617", "from 1 to 1000"),
        (THREE_ROWS, "goal leave 0 1 1", "goal leave 0 0 1", ""),
        (THREE_ROWS, "goal leave 0 1 1", "goal leave 0 1 0", "from 1 to 1000"),
        (THREE_ROWS, "goal leave 0 1 1", "goal leave 0 1 2", ""),
        (THREE_ROWS, "goal leave 0 1 1", "goal leave 1 1 1000", ""),
        (THREE_ROWS, "goal leave 0 1 1", "goal eat 3", "from 1 to 2"),
        (THREE_ROWS, "goal leave 0 1 1", "goal nice 0", ""),
        (THREE_ROWS, "goal leave 0 1 1\n", "goal leave 0 1 1\nsteps\n", ""),
        (THREE_ROWS, "l 0 0 - 0 :", "l 0 0 - -1 :", "before the first column"),
        (THREE_ROWS, "l 0 0 - 0 :", "l 0 1 - 0 :", "before the first column"),
        (THREE_ROWS, "l 0 0 - 0 : 0", "l 0 0 - 0 : 1", "before the first column"),
        (THREE_ROWS, "\nend\n", "\n", "expected a line"),
        (THREE_ROWS, "\nend\n", "\nend\nend\n", "after the end"),
        (TWO_ROWS, "goal leave 1 25 12", "goal leave 1 24 12", ""),
        (TWO_ROWS, "goal leave 1 25 12", "goal leave 1 26 12", ""),
        (TWO_ROWS, "goal leave 1 25 12", "goal leave 1 25 13", ""),
        (TWO_ROWS, "goal leave 1 25 12", "goal leave 0 25 12", ""),
        (TWO_ROWS, "from 11", "from 10", ""),
        (TWO_ROWS, "unit o", "unit x", ""),
        (TWO_ROWS, " after 2", " after 99", "behind the end"),
        (TWO_ROWS, " after 2", "", ""),
        (ALL_X, "first oox", "first ooo", ""),
        (ALL_X, "first oox", "first oo", "references"),
        (ALL_X, "first oox", "first ooxxx", "more stones than rows"),
        (ALL_X, "goal eat 3", "goal eat 2", "number from 2 to 2"),
        (ALL_X, "goal eat 3", "goal eat 3 3", "ascending"),
        (ALL_X, "goal eat 3", "goal leave 0 0 1", ""),
        (ALL_X, "steps\n", "", ""),
        (ALL_X, "from 5", "from 4", ""),
    ] {
        assert!(text.contains(from), "{from}");
        let refused = said(&text.replacen(from, to, 1)).expect_err(to);
        assert!(refused.contains(why), "{from:?} is {to:?}: {refused}");
    }
}

/// Lists of many crossings over the columns of a ring are more work than a file of
/// its length may take, and the message says so. They are checked although no list
/// leads to them.
#[test]
fn work_is_bounded_by_the_length_of_a_file() {
    let row = |code: usize, row: u32| [".", ">x", ">o", "<x", "<o"][code / 5usize.pow(row) % 5];
    let crossings: Vec<String> = (0..3125).map(|code| (0..5).map(|at| row(code, at)).collect()).collect();
    let ones = ["1"; 32].join(" ");
    let file = |last: usize| {
        let all: Vec<String> = (0..last).map(|number| number.to_string()).collect();
        format!(
            "allsmall strip proof 1\nboards ring 5\nfrom 1\ngoal leave 5 0 1\ncover 5\nc {}\n\
             l 0 0 - 0 : 0 : {ones}\nl 1 0 - 0 : 0 : {ones}\nl 1 0 - 0 : {} : {ones}\nend\n",
            crossings.join("\nc "),
            all.join(" "),
        )
    };
    assert!(said(&file(20)).is_ok());
    let refused = said(&file(3125)).expect_err("this is much work");
    assert!(refused.contains("steps that are allowed"), "{refused}");
}

/// Forged by a script.
#[test]
fn changed_files_are_refused_or_say_no_more() {
    let mut refused = 0;
    for (text, sentence, stride) in [(ALL_X, ALL_X_SAID, 97), (THREE_ROWS, THREE_ROWS_SAID, 41)] {
        let lines: Vec<&str> = text.lines().collect();
        let is_long = |line: &str| line.starts_with("l ") || line.starts_with("c ");
        // A number of stones that is greater says less, and may be accepted.
        let is_chosen =
            |i: usize, line: &str| !line.starts_with("goal leave") && (!is_long(line) || i.is_multiple_of(stride));
        for (i, line) in lines.iter().enumerate().filter(|(i, line)| is_chosen(*i, line)) {
            for changed in changes(line) {
                let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                match changed {
                    Some(changed) => all[i] = changed,
                    None => drop(all.remove(i)),
                }
                match said(&(all.join("\n") + "\n")) {
                    Err(_) => refused += 1,
                    Ok(said) => assert_eq!(plain(&said), plain(sentence), "line {i}: {line}"),
                }
            }
        }
    }
    assert!(refused >= 200, "{refused}");
}

/// A sentence without the colours that rows hold, where all of the first rows are
/// given: they already determine which rows hold an x and which an o.
fn plain(sentence: &str) -> String {
    let Some((before, rest)) = sentence.split_once("row 3 is all x and ") else { return sentence.to_owned() };
    let (_, claim) = rest.split_once(", its first").expect("a claim");
    format!("{before}row 3 is all x, its first{claim}")
}

/// A line in other words: none to leave it out.
fn changes(line: &str) -> Vec<Option<String>> {
    let mut all = vec![None, Some(format!("{line}\n{line}"))];
    let words: Vec<&str> = line.split(' ').collect();
    for (i, word) in words.iter().enumerate().take(12) {
        let mut with = |new: String| {
            let changed: Vec<String> =
                words.iter().enumerate().map(|(j, old)| if i == j { new.clone() } else { (*old).to_owned() }).collect();
            all.push(Some(changed.join(" ")));
        };
        match word.split_once(':') {
            // A cost that is less.
            Some((crossing, "1")) => with(crossing.to_owned()),
            _ => match word.parse::<i64>() {
                Ok(number) => {
                    with((number + 1).to_string());
                    with((number - 1).to_string());
                }
                Err(_) => with(format!("{word}x")),
            },
        }
    }
    // The last references.
    if let [.., before, last] = words[..] {
        let rest = &words[..words.len() - 2];
        all.push(Some([rest, &[last, before]].concat().join(" ")));
        all.push(Some([rest, &[before, "0"]].concat().join(" ")));
        all.push(Some(format!("{line}c")));
    }
    all.into_iter().filter(|changed| changed.as_deref() != Some(line)).collect()
}

const ALL_GRIDS: &str = include_str!("strips/all-grids.txt");

/// From the lemmas the theorem about all grids follows; every rule is needed, and no
/// lemma may say less.
#[test]
fn all_grids_follow_from_the_lemmas() {
    let said_of_all = said(ALL_GRIDS).expect("a proof");
    assert!(said_of_all.starts_with("if these statements hold: (0) for every n >= 1 and every 3 x n position"));
    assert!(said_of_all.ends_with("can be reduced to 1 stone if its delta is not 0, and to 2 stones if it is"));
    let lines: Vec<&str> = ALL_GRIDS.lines().collect();
    let mut refused = 0;
    for (i, line) in lines.iter().enumerate() {
        // What a lemma needs may be left out: then it says more.
        let is_needed = ["rest", "goal", "steps", "lemma", "boards", "from", "end", "allsmall"];
        let changed: Vec<Option<String>> = match line.split_once(' ').unwrap_or((line, "")) {
            ("from", _) => vec![None, Some("from 6".to_owned())],
            ("goal", rest) if rest.starts_with("leave") => vec![None, Some("goal leave 0 3 1".to_owned())],
            ("goal", rest) => vec![None, Some(format!("goal {rest} 5")), Some("goal nice 0".to_owned())],
            ("rest", rest) => vec![
                None,
                Some(format!("rest {}", rest.replacen(char::is_numeric, "4", 1))),
                Some(format!("{line} 4")),
                Some(format!("rest {}", rest.replace(" any ", " all ").replace(" o ", " x ").replace(" x ", " y "))),
            ],
            (word, _) if is_needed.contains(&word) => vec![None],
            _ => continue,
        };
        for changed in changed {
            let mut all: Vec<&str> = lines.clone();
            match &changed {
                Some(changed) => all[i] = changed,
                None => drop(all.remove(i)),
            }
            let said = said(&(all.join("\n") + "\n"));
            assert!(said.is_err(), "line {i}, {line}: {changed:?}");
            refused += 1;
        }
    }
    assert!(refused >= 120, "{refused}");
}
