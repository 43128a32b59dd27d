//! Boards of runs, and what moves leave of them.

/// The length of a run in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RunLength {
    Exact(usize),
    /// Of any length from the least long one on.
    Long,
}

/// A class of boards: the runs from the left, each with whether it is of x.
pub(super) type RunShape = Vec<(bool, RunLength)>;

/// A run of `at` stones, and as many more as the variable of number `over` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoneRun {
    pub(super) is_x: bool,
    pub(super) at: usize,
    pub(super) over: Option<usize>,
    /// Whether it is a run of the statement with a letter.
    pub(super) lettered: bool,
}

/// Runs without empty cells between them, of alternating colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunBoard {
    pub(super) runs: Vec<StoneRun>,
}

impl StoneRun {
    pub(super) fn is_long(&self, long: usize) -> bool {
        self.over.is_some() || self.at >= long
    }

    /// Without the stone at one of its ends; none if nothing is left.
    fn shorter(self) -> Option<StoneRun> {
        (self.at > 1 || self.over.is_some()).then(|| StoneRun { at: self.at - 1, ..self })
    }
}

impl RunBoard {
    /// All boards of a class, by cases: each long run has the least length, or at
    /// least one stone more.
    pub(super) fn cases(shape: &RunShape, long: usize) -> Vec<RunBoard> {
        let mut all = vec![RunBoard::default()];
        for (number, &(is_x, length)) in shape.iter().enumerate() {
            let over = shape[..number].iter().filter(|(_, length)| *length == RunLength::Long).count();
            let run = |at, over| StoneRun { is_x, at, over, lettered: false };
            let runs = match length {
                RunLength::Exact(at) => vec![run(at, None)],
                RunLength::Long => vec![run(long, None), run(long + 1, Some(over))],
            };
            let longer = |board: &RunBoard| {
                let grown = runs.iter().map(|&run| RunBoard { runs: [&board.runs[..], &[run]].concat() });
                grown.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    pub(super) fn shape(&self, long: usize) -> RunShape {
        let length = |run: &StoneRun| if run.is_long(long) { RunLength::Long } else { RunLength::Exact(run.at) };
        self.runs.iter().map(|run| (run.is_x, length(run))).collect()
    }

    /// The stones of a board without long runs, true for x.
    pub(super) fn stones(&self, long: usize) -> Option<Vec<bool>> {
        let is_short = self.runs.iter().all(|run| !run.is_long(long));
        is_short.then(|| self.runs.iter().flat_map(|run| vec![run.is_x; run.at]).collect())
    }

    /// The colours exchanged.
    pub(super) fn negative(&self) -> RunBoard {
        RunBoard { runs: self.runs.iter().map(|&run| StoneRun { is_x: !run.is_x, ..run }).collect() }
    }

    /// The runs with letters, in order.
    pub(super) fn lettered(&self) -> impl Iterator<Item = &StoneRun> {
        self.runs.iter().filter(|run| run.lettered)
    }

    /// Adds a run at the right end; stones of one colour become one run.
    fn push(&mut self, run: StoneRun) {
        match self.runs.last_mut() {
            Some(last) if last.is_x == run.is_x => {
                last.at += run.at;
                last.over = last.over.or(run.over);
            }
            _ => self.runs.push(run),
        }
    }

    fn from_runs(runs: impl Iterator<Item = StoneRun>) -> RunBoard {
        let mut board = RunBoard::default();
        runs.for_each(|run| board.push(run));
        board
    }

    /// Every move: whether it is Left's, and the two parts that it leaves.
    pub(super) fn moves(&self) -> Vec<(bool, [RunBoard; 2])> {
        let mut all = Vec::new();
        for cut in 1..self.runs.len() {
            let (before, after) = self.runs.split_at(cut);
            let (near, far) = (before[cut - 1], after[0]);
            let one = |run: StoneRun| StoneRun { at: 1, over: None, ..run };
            let head = || before[..cut - 1].iter().copied();
            let tail = || after[1..].iter().copied();
            // The last stone on the left takes the first one on the right.
            let left = RunBoard::from_runs(head().chain(near.shorter()));
            let right = RunBoard::from_runs([one(near)].into_iter().chain(far.shorter()).chain(tail()));
            all.push((near.is_x, [left, right]));
            // And the other way round.
            let left = RunBoard::from_runs(head().chain(near.shorter()).chain([one(far)]));
            let right = RunBoard::from_runs(far.shorter().into_iter().chain(tail()));
            all.push((far.is_x, [left, right]));
        }
        all
    }
}

/// A class as a file writes it.
pub(super) fn text(shape: &RunShape) -> String {
    let run = |&(is_x, length): &(bool, RunLength)| {
        let stone = if is_x { 'x' } else { 'o' };
        match length {
            RunLength::Exact(at) => format!("{stone}{at}"),
            RunLength::Long => format!("{stone}+"),
        }
    };
    shape.iter().map(run).collect::<Vec<_>>().join(" ")
}
