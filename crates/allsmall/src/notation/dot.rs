//! Reader of DOT, the language of Graphviz: undirected graphs whose nodes say
//! their stones.
//!
//! ```text
//! graph { a [stone=x]; b [stone=o]; c [stone="."]; a -- b -- c }
//! ```
//!
//! Vertices are numbered in the order in which their names first occur.
//! `node [stone=x]` sets the stone of all nodes that first occur after it. Other attributes,
//! `key=value` statements and comments are passed over; subgraphs, ports and
//! arrows are refused.

use std::collections::HashMap;

use crate::{Board, Budget, Graph, ParseError, Player, Position, ReadError};

/// Returns whether a text is a DOT graph, by its first words.
pub(super) fn is_dot(text: &str) -> bool {
    let mut words = text.trim_start();
    if let Some(behind) = words.strip_prefix("strict").filter(|behind| behind.starts_with(char::is_whitespace)) {
        words = behind.trim_start();
    }
    let behind = words.strip_prefix("graph").or_else(|| words.strip_prefix("digraph"));
    let Some(behind) = behind.filter(|behind| behind.starts_with(|c: char| c.is_whitespace() || c == '{')) else {
        return false;
    };
    // `graph {`, `graph name {`, `graph "a name" {`
    behind.contains('{')
}

/// Reads a DOT graph.
pub(super) fn read_dot(text: &str, budget: &Budget) -> Result<Position, ReadError> {
    let mut reader = DotReader {
        tokens: DotTokens { text, at: 0 },
        budget,
        names: HashMap::new(),
        stones: Vec::new(),
        edges: Vec::new(),
        default: None,
    };
    reader.graph()?;
    reader.position()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DotToken {
    /// A name, a number or a quoted text.
    Id(String),
    /// One of `{ } [ ] ; , = :`.
    Sign(char),
    /// `--`
    Edge,
    /// `->`
    Arrow,
    End,
}

struct DotTokens<'a> {
    text: &'a str,
    at: usize,
}

impl DotTokens<'_> {
    fn fault(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, at, message)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Passes over blanks and comments.
    fn skip(&mut self) -> Result<(), ParseError> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            let line_start = self.text[..self.at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
            if self.rest().starts_with("//") || (self.rest().starts_with('#') && line_start) {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let Some(length) = self.rest().find("*/") else {
                    return Err(self.fault(self.at, "this comment is never closed"));
                };
                self.at += length + 2;
            } else {
                return Ok(());
            }
        }
    }

    /// The next token and its place.
    fn next(&mut self) -> Result<(DotToken, usize), ParseError> {
        self.skip()?;
        let from = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok((DotToken::End, from)) };
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let token = if self.rest().starts_with("--") {
            self.at += 2;
            DotToken::Edge
        } else if self.rest().starts_with("->") {
            self.at += 2;
            DotToken::Arrow
        } else if matches!(first, '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':') {
            self.at += 1;
            DotToken::Sign(first)
        } else if first == '"' {
            DotToken::Id(self.quoted()?)
        } else if word(first) || first == '-' {
            let sign = usize::from(first == '-');
            let behind = &self.rest()[sign..];
            let length = sign + behind.find(|c: char| !word(c)).unwrap_or(behind.len());
            let id = self.rest()[..length].to_owned();
            self.at += length;
            DotToken::Id(id)
        } else {
            return Err(self.fault(from, format!("{first:?} is not DOT; expected a name, --, [, ], ; or }}")));
        };
        Ok((token, from))
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        let from = self.at;
        let mut out = String::new();
        let mut chars = self.rest()[1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = from + 1 + i + 1;
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((_, '"')) => out.push('"'),
                    Some((_, other)) => out.extend(['\\', other]),
                    None => break,
                },
                c => out.push(c),
            }
        }
        Err(self.fault(from, "this quote is never closed"))
    }

    fn peek(&mut self) -> Result<(DotToken, usize), ParseError> {
        let from = self.at;
        let found = self.next();
        self.at = from;
        found
    }
}

struct DotReader<'a> {
    tokens: DotTokens<'a>,
    budget: &'a Budget,
    names: HashMap<String, usize>,
    /// The stone of each vertex, its name and the place of the name.
    stones: Vec<(Option<DotStone>, String, usize)>,
    edges: Vec<(usize, usize)>,
    /// The stone of nodes that say none.
    default: Option<DotStone>,
}

/// `x`, `o` or empty.
type DotStone = Option<Player>;

impl DotReader<'_> {
    fn graph(&mut self) -> Result<(), ReadError> {
        loop {
            match self.tokens.next()? {
                (DotToken::Sign('{'), _) => break,
                (DotToken::Id(word), at) if word == "digraph" => {
                    return Err(self.tokens.fault(at, "a board is an undirected graph; expected graph").into());
                }
                (DotToken::Id(_), _) => {}
                (_, at) => return Err(self.tokens.fault(at, "expected the name of the graph or {").into()),
            }
        }
        let mut ticker = self.budget.ticker();
        loop {
            ticker.step(1)?;
            match self.tokens.next()? {
                (DotToken::Sign('}'), _) => break,
                (DotToken::Sign(';' | ','), _) => {}
                (DotToken::Id(word), _) if matches!(word.as_str(), "graph" | "edge") => drop(self.attributes()?),
                (DotToken::Id(word), _) if word == "node" => self.default = self.attributes()?.or(self.default),
                (DotToken::Id(word), at) if word == "subgraph" => return Err(self.no_subgraph(at)),
                (DotToken::Sign('{'), at) => return Err(self.no_subgraph(at)),
                (DotToken::Id(name), at) => self.statement(name, at)?,
                (DotToken::End, at) => return Err(self.tokens.fault(at, "expected } at the end of the graph").into()),
                (_, at) => return Err(self.tokens.fault(at, "expected a node, an edge or }").into()),
            }
        }
        match self.tokens.next()? {
            (DotToken::End, _) => Ok(()),
            (_, at) => Err(self.tokens.fault(at, "expected the end of the text: a board is one graph").into()),
        }
    }

    fn no_subgraph(&self, at: usize) -> ReadError {
        self.tokens.fault(at, "subgraphs are not read; expected nodes and edges such as 0 -- 1").into()
    }

    /// A node, a chain of edges, or `key=value`.
    fn statement(&mut self, name: String, at: usize) -> Result<(), ReadError> {
        if let (DotToken::Sign('='), _) = self.tokens.peek()? {
            self.tokens.next()?;
            return match self.tokens.next()? {
                (DotToken::Id(_), _) => Ok(()),
                (_, at) => Err(self.tokens.fault(at, "expected a value").into()),
            };
        }
        let mut last = self.vertex(name, at)?;
        let mut is_node = true;
        loop {
            match self.tokens.peek()? {
                (DotToken::Edge, _) => {
                    self.tokens.next()?;
                    let (token, at) = self.tokens.next()?;
                    let DotToken::Id(name) = token else {
                        return Err(self.tokens.fault(at, "expected the name of a node behind --").into());
                    };
                    let next = self.vertex(name, at)?;
                    if next == last {
                        return Err(self.tokens.fault(at, "an edge joins two different vertices").into());
                    }
                    self.edges.push((last, next));
                    self.budget.fits(2 * size_of_val(&self.edges[..]))?;
                    (last, is_node) = (next, false);
                }
                (DotToken::Arrow, at) => {
                    return Err(self.tokens.fault(at, "a board is an undirected graph; expected --").into());
                }
                (DotToken::Sign(':'), at) => return Err(self.tokens.fault(at, "ports are not read").into()),
                _ => break,
            }
        }
        if let Some(stone) = self.attributes()?
            && is_node
        {
            self.stones[last].0 = Some(stone);
        }
        Ok(())
    }

    fn vertex(&mut self, name: String, at: usize) -> Result<usize, ReadError> {
        if let Some(&v) = self.names.get(&name) {
            return Ok(v);
        }
        let v = self.stones.len();
        if v >= self.budget.cells() {
            let message = format!("the graph has more than {} vertices, the limit here", self.budget.cells());
            return Err(self.tokens.fault(at, message).into());
        }
        self.stones.push((self.default, name.clone(), at));
        self.names.insert(name, v);
        Ok(v)
    }

    /// `[key=value, ...]`, any number of times; the stone, if one is said.
    fn attributes(&mut self) -> Result<Option<DotStone>, ReadError> {
        let mut stone = None;
        while let (DotToken::Sign('['), _) = self.tokens.peek()? {
            self.tokens.next()?;
            loop {
                let (token, at) = self.tokens.next()?;
                let key = match token {
                    DotToken::Sign(']') => break,
                    DotToken::Sign(';' | ',') => continue,
                    DotToken::Id(key) => key,
                    _ => return Err(self.tokens.fault(at, "expected an attribute such as stone=x, or ]").into()),
                };
                if self.tokens.peek()?.0 != DotToken::Sign('=') {
                    continue;
                }
                self.tokens.next()?;
                let (token, at) = self.tokens.next()?;
                let DotToken::Id(value) = token else {
                    return Err(self.tokens.fault(at, "expected the value of the attribute").into());
                };
                if key == "stone" {
                    stone = Some(match value.as_str() {
                        "x" => Some(Player::Left),
                        "o" => Some(Player::Right),
                        "." | "" => None,
                        _ => return Err(self.tokens.fault(at, "expected a stone: x, o or \".\"").into()),
                    });
                }
            }
        }
        Ok(stone)
    }

    fn position(self) -> Result<Position, ReadError> {
        let mut cells = Vec::with_capacity(self.stones.len());
        for (stone, name, at) in &self.stones {
            match stone {
                Some(stone) => cells.push(*stone),
                None => {
                    let message = format!("node {name} has no stone; expected {name} [stone=x], o or \".\"");
                    return Err(self.tokens.fault(*at, message).into());
                }
            }
        }
        if cells.is_empty() {
            return Err(self.tokens.fault(self.tokens.text.len(), "a graph has at least one vertex").into());
        }
        let graph = Graph::within(cells.len(), &self.edges, self.budget)?;
        Ok(Position::new(Board::Graph(graph), cells))
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{read_board, read_expr};

    #[test]
    fn graphs_are_read_in_all_their_forms() {
        for text in [
            "graph { 0 [stone=x]; 1 [stone=o]; 2 [stone=x]; 0 -- 1 -- 2 }",
            "strict graph \"a path\" {\n  // names\n  a [stone=\"x\", color=red] b [stone=o][shape=box]\n  c [stone=x]\n  a -- b\n  b -- c [weight=2]\n}",
            "graph P3{node[stone=x]rankdir=LR;edge[len=2];a--b--c;/* the\nmiddle */b[stone=o];}",
            "graph {\n# a line of the preprocessor\n-1 [stone=x] -1 -- \"o\\\"\" [x=y]; \"o\\\"\" [stone=o]; 2.5 [stone=x] \"o\\\"\" -- 2.5; }",
        ] {
            assert_eq!(read_board(text).unwrap().to_string(), "edges:0-1,1-2:xox", "{text}");
            assert_eq!(read_expr(text).unwrap().to_string(), "edges:0-1,1-2:xox", "{text}");
        }
        assert_eq!(read_board("graph{a[stone=\".\"]}").unwrap().to_string(), "edges::.");
    }

    #[test]
    fn faults_are_placed() {
        for (text, at) in [
            ("graph { }", 9),
            ("graph { a }", 8),
            ("graph { a [stone=z] }", 17),
            ("graph { a -- a }", 13),
            ("graph { a -- }", 13),
            ("graph { a [stone=x ", 19),
            ("digraph { a -> b }", 0),
            ("graph { a -> b }", 10),
            ("graph { subgraph s { a } }", 8),
            ("graph { a:n -- b }", 9),
            ("graph { a [stone=x] } graph { b }", 22),
            ("graph { a [stone=\"x }", 17),
            ("graph { a ? b }", 10),
            ("graph { /* ", 8),
        ] {
            let error = read_board(text).unwrap_err();
            assert_eq!(error.at(), at, "{text}: {error}");
        }
    }
}
