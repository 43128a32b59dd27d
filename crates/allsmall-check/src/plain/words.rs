//! The statement of a plain proof in words: graphs with their edges and games
//! in braces, as long as that is short; if not, the tables that it names follow.

use super::PlainCheck;

/// Characters that graphs and games may add to a statement.
const MOST_WORDS: usize = 10_000;

/// A sentence that is being written.
struct Sentence<'a> {
    check: &'a PlainCheck,
    words: String,
    most: usize,
    /// Whether every graph and game was written out.
    whole: bool,
}

impl PlainCheck {
    /// A sum as users read it, and the tables if it still names some.
    pub(super) fn words(&self, text: &str) -> (String, String) {
        let mut sentence = Sentence { check: self, words: String::new(), most: text.len() + MOST_WORDS, whole: true };
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            rest = &rest[sign.len_utf8()..];
            match sign {
                '#' | '@' => {
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    let number = rest[..digits].parse().unwrap_or(0);
                    rest = &rest[digits..];
                    if sign == '#' { sentence.game(number) } else { sentence.graph(number) }
                }
                '+' => sentence.words.push_str(" + "),
                '-' if sentence.words.is_empty() => sentence.words.push_str("- "),
                '-' => sentence.words.push_str(" - "),
                cell => sentence.words.push(cell),
            }
        }
        let listed = |sign: char, from: usize, tables: &[String]| -> String {
            tables.iter().enumerate().map(|(i, table)| format!("\n  {sign}{}: {table}", i + from)).collect()
        };
        let tables =
            if sentence.whole { String::new() } else { listed('@', 0, &self.graphs) + &listed('#', 1, &self.games) };
        (sentence.words, tables)
    }
}

impl Sentence<'_> {
    fn graph(&mut self, number: usize) {
        let edges = self.check.graphs[number].split_once(' ').map_or("", |(_, edges)| edges);
        if self.words.len() + edges.len() > self.most {
            self.whole = false;
            self.words.push_str(&format!("@{number}"));
        } else {
            self.words.push_str("edges:");
            self.words.push_str(edges);
        }
    }

    /// Options come before their game, so the recursion ends; the length of
    /// the words bounds its work.
    fn game(&mut self, number: usize) {
        if number == 0 {
            self.words.push('0');
        } else if self.words.len() > self.most {
            self.whole = false;
            self.words.push_str(&format!("#{number}"));
        } else {
            let check = self.check;
            for (side, open) in check.tables.values[number - 1].iter().zip(["{", "|"]) {
                self.words.push_str(open);
                for (i, &option) in side.iter().enumerate() {
                    if i > 0 {
                        self.words.push(',');
                    }
                    self.game(option as usize);
                }
            }
            self.words.push('}');
        }
    }
}
