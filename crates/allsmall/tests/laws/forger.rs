//! Forges proofs about every n: true files with a few meaningful changes, and
//! whole files made up with plausible numbers.
//!
//! A change keeps the form of the file most of the time, so that the rules are
//! reached and not only the reader.

use allsmall::internal::SplitMix64;
use allsmall::notation::read_board;
use allsmall::{Budget, outcome};

/// A line of a file, in words.
type Line = Vec<String>;

pub(crate) struct Forger<'a> {
    pub(crate) random: SplitMix64,
    /// True files; lines are taken from them.
    pub(crate) seeds: &'a [String],
}

/// The lines of a file.
fn lines(text: &str) -> Vec<Line> {
    text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Forger<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A file: a seed with one to three changes, or one made up.
    pub(crate) fn forge(&mut self, seed: &str) -> String {
        if self.below(5) == 0 {
            return self.made_up(seed);
        }
        let mut file = lines(seed);
        for _ in 0..=self.below(3) {
            self.change(&mut file);
        }
        text(&file)
    }

    fn change(&mut self, file: &mut Vec<Line>) {
        if file.len() < 3 {
            return;
        }
        // The header is left alone, and so is the last line most of the time.
        let at = 1 + self.below(file.len() - 1);
        match self.below(12) {
            0 => drop(file.remove(at)),
            1 => {
                let line = file[at].clone();
                let to = 1 + self.below(file.len());
                file.insert(to, line);
            }
            2 => {
                let other = 1 + self.below(file.len() - 1);
                file.swap(at, other);
            }
            3 => self.foreign_line(file, at),
            4 => self.family(file),
            5 => self.outcomes(file),
            6 => self.bounds(file),
            7 => self.exchanged(file),
            8 if file.iter().any(|line| line[0] == "theorem") => self.field(file, "theorem"),
            9 if file.iter().any(|line| line[0] == "shift") => self.field(file, "shift"),
            8 | 9 => self.outcomes(file),
            _ => self.number(file, at),
        }
    }

    /// A line of another file in place of one that begins with the same word.
    fn foreign_line(&mut self, file: &mut [Line], at: usize) {
        let seeds = self.seeds;
        let all: Vec<Line> = seeds.iter().flat_map(|seed| lines(seed)).filter(|line| line[0] == file[at][0]).collect();
        if !all.is_empty() {
            file[at] = self.pick(&all);
        }
    }

    /// Another number in a line: a little more or less, or one that stands
    /// elsewhere in the file.
    fn number(&mut self, file: &mut [Line], at: usize) {
        let all: Vec<String> = file.iter().flatten().filter(|word| is_number(word)).cloned().collect();
        let places: Vec<usize> = (0..file[at].len()).filter(|&i| is_number(&file[at][i])).collect();
        if places.is_empty() {
            return;
        }
        let place = self.pick(&places);
        let old: i64 = file[at][place].parse().unwrap_or(0);
        file[at][place] = match self.below(6) {
            0 => self.pick(&all),
            1 => (2 * old).to_string(),
            2 => "0".to_owned(),
            3 => (old - 1).to_string(),
            _ => (old + 1 + self.below(3) as i64).to_string(),
        };
    }

    /// Another number in the line that begins with this word.
    fn field(&mut self, file: &mut [Line], word: &str) {
        let games = file.iter().filter(|line| line[0] == "game").count();
        if let Some(line) = file.iter_mut().find(|line| line[0] == word)
            && let Some(number) = line.get_mut(1)
        {
            let most = if word == "shift" { games + 1 } else { 2 + 2 * number.parse().unwrap_or(4) };
            *number = self.below(most).to_string();
        }
    }

    /// Another family: a stone turned, added or taken away, colours exchanged,
    /// the period rotated, the mirror image.
    fn family(&mut self, file: &mut [Line]) {
        let Some(word) = file[1].get(2).cloned() else { return };
        let mut stones: Vec<char> = word.chars().collect();
        let places: Vec<usize> = (0..stones.len()).filter(|&i| "xo".contains(stones[i])).collect();
        if places.is_empty() {
            return;
        }
        let (at, other) = (self.pick(&places), |stone: char| if stone == 'x' { 'o' } else { 'x' });
        match self.below(6) {
            0 => stones[at] = other(stones[at]),
            1 => drop(stones.remove(at)),
            2 => stones.insert(at, if self.below(2) == 0 { 'x' } else { 'o' }),
            3 => places.iter().for_each(|&i| stones[i] = other(stones[i])),
            4 => stones.push(if self.below(2) == 0 { 'x' } else { 'o' }),
            _ => {
                // (abc)^n becomes (bca)^n.
                let (first, last) = (stones.iter().position(|&c| c == '('), stones.iter().position(|&c| c == ')'));
                if let (Some(first), Some(last)) = (first, last)
                    && first + 1 < last
                {
                    stones[first + 1..last].rotate_left(1);
                }
            }
        }
        file[1][2] = stones.into_iter().collect();
    }

    /// Other outcomes: a letter changed, added or taken away, the rest exchanged.
    fn outcomes(&mut self, file: &mut [Line]) {
        let letter = self.pick(&['L', 'R', 'N', 'P']);
        let word = self.pick(&["small", "small", "rest"]);
        // Without a line "rest" the first player wins what is not listed.
        let rest = file.iter().find(|line| line[0] == "rest").and_then(|line| line.get(1)?.chars().next());
        let usual = rest.unwrap_or('N');
        let Some(line) = file.iter_mut().find(|line| line[0] == word) else { return };
        if line.len() < 2 {
            line.push(String::new());
        }
        let mut letters: Vec<char> = line[1].chars().collect();
        let at = self.below(letters.len() + 1);
        match self.below(5) {
            _ if word == "rest" => letters = vec![letter],
            0 => letters.truncate(at),
            1 => letters.insert(at, letter),
            2 => letters.extend(std::iter::repeat_n(letter, 1 + self.below(20))),
            // What holds for all other n, and one entry that does not.
            3 => {
                letters.extend(std::iter::repeat_n(usual, 1 + self.below(24)));
                letters.push(letter);
            }
            _ if at < letters.len() => letters[at] = letter,
            _ => letters.push(letter),
        }
        line[1] = letters.into_iter().collect();
    }

    /// Other bounds of a class: one taken away, one of another class added,
    /// upper and lower exchanged; or another list of options of a game.
    fn bounds(&mut self, file: &mut [Line]) {
        let places: Vec<usize> = (0..file.len()).filter(|&i| file[i][0] == "class" && file[i].len() == 9).collect();
        if places.is_empty() {
            return;
        }
        let (at, from, side) = (self.pick(&places), self.pick(&places), 6 + 2 * self.below(2));
        let mut list: Vec<String> = file[at][side].split(',').map(str::to_owned).collect();
        match self.below(4) {
            0 => {
                let which = self.below(list.len());
                list.remove(which);
            }
            1 => {
                let others: Vec<String> = file[from][side].split(',').map(str::to_owned).collect();
                list.push(self.pick(&others));
            }
            2 => {
                file[at].swap(6, 8);
                return;
            }
            _ => {
                let games: Vec<usize> = (0..file.len()).filter(|&i| file[i][0] == "game").collect();
                if games.is_empty() {
                    return;
                }
                let game = self.pick(&games);
                file[game][1] = match (file[game][1].split_once('|'), self.below(3)) {
                    (Some((left, right)), 0) => format!("{right}|{left}"),
                    (Some((left, _)), 1) => format!("{left}|{left}"),
                    (Some((_, right)), _) => format!("0|{right}"),
                    (None, _) => return,
                };
                return;
            }
        }
        file[at][side] = list.join(",");
    }

    /// The file about the family with colours exchanged, as a whole or with one
    /// of its parts left as it was.
    fn exchanged(&mut self, file: &mut [Line]) {
        let left_out = self.below(6);
        let other = |text: &str, pairs: [char; 4]| -> String {
            let [a, b, c, d] = pairs;
            let swap = |letter: char| match letter {
                _ if letter == a => b,
                _ if letter == b => a,
                _ if letter == c => d,
                _ if letter == d => c,
                _ => letter,
            };
            text.chars().map(swap).collect()
        };
        for line in file {
            let words = line.len();
            match line[0].as_str() {
                "family" if left_out != 0 && words == 3 => line[2] = other(&line[2], ['x', 'o', 'x', 'o']),
                "side" if left_out != 1 && words > 1 => line[1] = other(&line[1], ['x', 'o', 'x', 'o']),
                "game" if left_out != 2 && words == 2 => {
                    let (left, right) = line[1].split_once('|').unwrap_or((&line[1], ""));
                    line[1] = format!("{right}|{left}");
                }
                "class" if left_out != 3 && words == 9 => line.swap(6, 8),
                "small" | "rest" if left_out != 4 && words == 2 => line[1] = other(&line[1], ['L', 'R', 'L', 'R']),
                _ => {}
            }
        }
    }

    /// A whole file, by the rule of the seed.
    fn made_up(&mut self, seed: &str) -> String {
        let rule = seed.lines().nth(1).and_then(|line| line.split(' ').nth(1)).unwrap_or("weights").to_owned();
        let body = match rule.as_str() {
            "bounds" => self.bounds_file(),
            "weights" => self.weights_file(),
            _ => self.critical_file(),
        };
        format!("allsmall family proof 1\nfamily {rule} {body}end\n")
    }

    fn stones(&mut self, least: usize, most: usize) -> String {
        let len = least + self.below(most - least + 1);
        (0..len).map(|_| if self.below(2) == 0 { 'x' } else { 'o' }).collect()
    }

    fn letters(&mut self, most: usize) -> String {
        let len = self.below(most + 1);
        (0..len).map(|_| self.pick(&['L', 'R', 'N', 'P'])).collect()
    }

    /// Weights of a word with any ends: the period and the integers of a seed,
    /// or any. Who wins the small boards is true, but for a letter now and then.
    fn weights_file(&mut self) -> String {
        let ends = [self.stones(0, 3), self.stones(0, 3)];
        let fixed = ends[0].len() + ends[1].len();
        let seeds: Vec<&str> =
            self.seeds.iter().map(String::as_str).filter(|seed| seed.contains("\nfamily weights ")).collect();
        let seed = lines(self.pick(&seeds));
        let is_new = self.below(3) == 0;
        let period = match seed[1][2].split(['(', ')']).nth(1) {
            Some(period) if !is_new => period.to_owned(),
            _ => self.stones(1, 5),
        };
        let mut sides: Vec<Line> = seed.into_iter().filter(|line| line[0] == "side").collect();
        for side in &mut sides {
            let exact = fixed + 2 + self.below(8);
            side[2] = exact.to_string();
            if is_new {
                let (cycle, from) = (period.len() * (1 + self.below(5)), exact + 1 + self.below(24));
                let longest = 2 * (from + cycle) + self.below(20);
                let numbers = [longest, self.below(2), cycle, from, self.below(3)];
                side.splice(3.., numbers.map(|number| number.to_string()));
            }
        }
        let board = |n: usize| format!("{}{}{}", ends[0], period.repeat(n), ends[1]);
        let winner = |n: usize| match board(n) {
            empty if empty.is_empty() => "P".to_owned(),
            stones => {
                let position = read_board(&stones).expect("a strip");
                outcome(&position, &Budget::new()).expect("no limit").to_string()
            }
        };
        let mut small: Vec<String> = (0..self.below(6)).map(winner).collect();
        let mut rest = winner(small.len() + 1);
        if self.below(3) == 0 {
            let at = self.below(small.len() + 1);
            *small.get_mut(at).unwrap_or(&mut rest) = self.pick(&["L", "R", "N", "P"]).to_owned();
        }
        let small = small.concat();
        format!("{}({period})^n{}\n{}small {small}\nrest {rest}\n", ends[0], ends[1], text(&sides))
    }

    /// Every segment of a short word has the same few bounds.
    fn bounds_file(&mut self) -> String {
        let period = self.stones(1, 3);
        let (p, from) = (period.len(), 2 + self.below(12));
        let cycle = p * (1 + self.below(2));
        let mut text = format!("({period})^n\nperiod {cycle}\nfrom {from}\ntheorem {}\n", self.below(3));
        // Star, up, down, and the sums of each with star.
        text += "game 0|0\ngame 0|1\ngame 1|0\ngame 0,1|0\ngame 0|0,1\n";
        text += &format!("shift {}\n", self.pick(&[0, 0, 0, 1, 2, 3, 4, 5]));
        let few = [self.below(6), self.below(6)];
        for star in 2 * from + cycle..2 * (from + cycle) {
            for start in 0..p {
                for turned in ["00", "01", "10", "11"] {
                    let [upper, lower] = [0; 2].map(|_| match self.below(12) {
                        0 => String::new(),
                        1 => format!("{},{}", few[0], few[1]),
                        _ => few[self.below(2)].to_string(),
                    });
                    text += &format!("class w{start} 0 {turned} {star} : {upper} : {lower}\n");
                }
            }
        }
        text
    }

    /// The critical calculus with any numbers, and types of the seeds with any
    /// weights.
    fn critical_file(&mut self) -> String {
        let seeds = self.seeds;
        let all: Vec<Line> = seeds.iter().flat_map(|seed| lines(seed)).collect();
        let of = |word: &str| all.iter().filter(|line| line[0] == word).cloned().collect::<Vec<_>>();
        let long = 16 + self.below(9);
        let spread = long + 8 + self.below(6);
        let integers = 2 * spread + 8 + self.below(40);
        let mut text = format!("(xo)^n\nlong {long}\nspread {spread}\nintegers {integers}\n");
        for word in ["special", "exempt"] {
            text += &(self.pick(&of(word)).join(" ") + "\n");
        }
        for mut line in of("type") {
            match self.below(12) {
                0 => continue,
                1 => line[2] = self.pick(&["-2", "-1", "0", "1", "2"]).to_owned(),
                _ => {}
            }
            text += &(line.join(" ") + "\n");
        }
        text + &format!("small {}\n", if self.below(2) == 0 { "PNNP".to_owned() } else { self.letters(6) })
    }
}
