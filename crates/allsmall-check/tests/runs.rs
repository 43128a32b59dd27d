//! Proofs about runs of any lengths, true ones and forged ones.
//!
//! Each true file is changed in one place, by hand and by a script. A file that is
//! still accepted states what the true file states.

use allsmall_check::check;

const TWO: &str = include_str!("families/runs-two.txt");
const THREE: &str = include_str!("families/runs-three.txt");
const DOWN: &str = include_str!("families/runs-down.txt");

const TWO_SAID: &str = "x^a o x^b o = {^4*|*} + (b-4).^* for all a >= 1, b >= 4";
const THREE_SAID: &str = "o x^a o x^b o x^c o = ^4 + (a-4).^* + (c-4).^* for all a >= 4, b >= 4, c >= 4";
const DOWN_SAID: &str = "x^a o^b x = v + (b-4).v* for all a >= 3, b >= 3";

fn said(text: &str) -> Result<String, String> {
    check(text.as_bytes())
        .map(|proved| proved.statement)
        .map_err(|refused| format!("line {}: {}", refused.line, refused.why))
}

#[test]
fn true_proofs_are_accepted() {
    for (text, sentence, boards) in [(TWO, TWO_SAID, 171), (THREE, THREE_SAID, 165), (DOWN, DOWN_SAID, 171)] {
        let proved = check(text.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(proved.statement, sentence);
        assert_eq!(proved.lengths_played.map(|played| played.boards), Some(boards), "{sentence}");
    }
}

/// Forged by hand: what is changed, and a part of the reason.
#[test]
fn forged_proofs_are_refused() {
    for (text, from, to, why) in [
        (TWO, "runs proof 1", "runs proof 2", "expected"),
        (TWO, "x^a o x^b o", "x^a o x^b", ""),
        (TWO, "x^a o x^b o", "x^a x^b o", "two runs of one colour"),
        (TWO, "x^a o x^b o", "x^a o x^a o", "stands twice"),
        (TWO, "x^a o x^b o", "x^a o x^n o", "expected a run"),
        (TWO, "x^a o x^b o", "xx o xx o", "letters"),
        (TWO, "x^a o x^b o", "x^a oo x^b o", ""),
        (TWO, "x^a o x^b o", "o x^a o x^b o", ""),
        (TWO, "long 4", "long 3", ""),
        (TWO, "long 4", "long 5", ""),
        (TWO, "long 4", "long 9", "from 2 to 8"),
        (TWO, "least 1 4", "least 1 3", "has no such bound"),
        (TWO, "least 1 4", "least 0 4", "from 1 to 4"),
        (TWO, "least 1 4", "least 1", "least length for each letter"),
        (TWO, "least 1 4", "least 1 5", "from 1 to 4"),
        (TWO, "value 6 0 1", "value 6 0 0", ""),
        (TWO, "value 6 0 1", "value 6 1 1", ""),
        (TWO, "value 6 0 1", "value 6 1 0", ""),
        (TWO, "value 6 0 1", "value 4 0 1", ""),
        (TWO, "value 6 0 1", "value 99 0 1", "from 0 to"),
        (TWO, "value 6 0 1", "value 6 0 5", "from 0 to 4"),
        (TWO, "value 6 0 1", "value 6 0", "slopes"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ o1 x+ o1 : 4 0 1", "no such bound from above"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ o1 x+ o1 : 6 0 0", "does not follow"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ o1 x+ o1 : 6 0 -1", "does not follow"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ o1 x+ o1", "no such bound from above"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ o4 x+ o1 : 6 0 1", "from 1 to 3"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x+ x1 : 6 0", "two runs of one colour"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class x1 o1 : 6", "1 to 3 of them long"),
        (TWO, "class x+ o1 x+ o1 : 6 0 1", "class  : 6", "expected a run"),
        (TWO, "class o+ x1 o+ x1 : 11 0 -1\n", "", "not listed"),
        (TWO, "\nend\n", "\n", "expected a line"),
        (TWO, "\nend\n", "\nend\nend\n", "after the end"),
        (TWO, "game 0|0\n", "game |0\n", ""),
        (THREE, "least 4 4 4", "least 4 3 4", ""),
        (THREE, "o x^a o x^b o x^c o", "x^a o x^b o x^c", ""),
        (DOWN, "least 3 3", "least 3 2", ""),
        (DOWN, "least 3 3", "least 2 3", ""),
    ] {
        assert!(text.contains(from), "{from}");
        let refused = said(&text.replacen(from, to, 1)).expect_err(to);
        assert!(refused.contains(why), "{from:?} is {to:?}: {refused}");
    }
}

/// Forged by a script: a line left out or doubled, a number one more or less.
#[test]
fn changed_proofs_are_refused_or_say_no_more() {
    let mut refused = 0;
    for (text, sentence) in [(TWO, TWO_SAID), (DOWN, DOWN_SAID)] {
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let mut changes = vec![None, Some(format!("{line}\n{line}"))];
            let words: Vec<&str> = line.split(' ').collect();
            for (j, word) in words.iter().enumerate() {
                let Ok(number) = word.parse::<i64>() else { continue };
                // A least length that is greater says less.
                for changed in [number + 1, number - 1].into_iter().skip(usize::from(words[0] == "least")) {
                    let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
                    all[j] = changed.to_string();
                    changes.push(Some(all.join(" ")));
                }
            }
            for changed in changes {
                let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                match changed {
                    Some(changed) => all[i] = changed,
                    None => drop(all.remove(i)),
                }
                match said(&(all.join("\n") + "\n")) {
                    Err(_) => refused += 1,
                    Ok(said) => assert_eq!(said, sentence, "line {i}: {line}"),
                }
            }
        }
    }
    assert!(refused >= 200, "{refused}");
}
