//! `allsmall table`: one row per board.

use std::io::{BufWriter, Write, stdout};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use allsmall::internal::TemporaryFile;
use allsmall::internal::tabulate::{
    BoardSet, BoardSource, Colours, Condition, RowPlace, SelectOptions, Selection, TableColumn, TableFormat,
    TableSummary, TableWriter, print,
};
use allsmall::notation::read_numbers;
use allsmall::{Budget, Stop};

use crate::common::Common;
use crate::exit::{Code, Exit};

/// One row per board: enumerate, answer, filter, print
///
/// WHAT is all:3x3 (all positions, x, o or empty), all:full:3x3 (every cell has a stone),
/// all:strips:10, all:full:strips:10, all:cycle:9, graphs:FILE (graph6 or sparse6 lines, such as
/// geng and gentreeg write; - is standard input), @FILE (one board per line) or an expression with
/// the number n, with --n: (xo)^n, checker:2xn, (xxo)^(2n+1) - n*up.
#[derive(clap::Args)]
#[command(after_help = "\
Columns: n, board, outcome, value, aw (atomic weight), birthday, size, nimber, stones (the fewest of
Solitaire Clobber), alternate (the same with alternating colours), count (stones on the board), graph.

Conditions: outcome=P and aw>1, not (size<10 or value=^2); value and aw compare as games,
|| is \"confused with\".

Examples:
  allsmall table all:3x3 --columns board,value --up-to-symmetry
  allsmall table all:full:strips:10 --where 'outcome=P' --columns board
  allsmall table graphs:trees9.g6 --columns graph,board,stones --csv
  allsmall table all:full:strips:14 --max aw --columns board,aw,value
  allsmall table all:3x4 --group outcome --count
  allsmall table '(xo)^n' --n 1..20 --columns n,outcome,value,aw
  allsmall table graphs:trees9.g6 --group graph --max stones -o maxrv.csv")]
pub(crate) struct TableArgs {
    /// The boards
    what: String,
    /// The numbers of an expression with n: 1..20
    #[arg(long = "n", value_name = "FIRST..LAST", value_parser = read_numbers)]
    numbers: Option<RangeInclusive<u64>>,
    /// What is printed about each board [default: board,outcome,value; with --n: n,outcome,value]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = TableColumn::read)]
    columns: Option<Vec<TableColumn>>,
    /// Only boards for which this holds
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Only the first board with each entry of this column
    #[arg(long, value_name = "COLUMN", value_parser = TableColumn::read)]
    unique: Option<TableColumn>,
    /// One board of each class under symmetries of the board and the exchange of colours
    #[arg(long)]
    up_to_symmetry: bool,
    /// The colourings of each graph of a file: all (if left out), both-colours, or a number of random ones
    #[arg(long, value_name = "WHICH", value_parser = Colours::read)]
    colourings: Option<Colours>,
    /// In the order of these columns; -COLUMN: greatest first; rows: by the size of the groups
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<String>,
    /// Only the boards with the greatest entry of this column; with --group, the greatest of each group
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = TableColumn::read)]
    max: Vec<TableColumn>,
    /// The least instead of the greatest
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = TableColumn::read)]
    min: Vec<TableColumn>,
    /// The mean of this column, of each group or of all boards
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = TableColumn::read)]
    mean: Vec<TableColumn>,
    /// One row for the boards with equal entries in these columns, with their number
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = TableColumn::read)]
    group: Vec<TableColumn>,
    /// At most this many rows
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// How many boards there are
    #[arg(long)]
    count: bool,
    /// Comma-separated values with a header line
    #[arg(long, conflicts_with_all = ["markdown", "latex", "json"])]
    csv: bool,
    /// A Markdown table
    #[arg(long, conflicts_with_all = ["latex", "json"])]
    markdown: bool,
    /// A LaTeX tabular
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    /// The file to write; its ending says how: .csv, .json (an array), .jsonl, .md, .tex or .txt
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["csv", "markdown", "latex", "json"])]
    output: Option<PathBuf>,
}

impl TableArgs {
    /// The columns that are printed.
    fn columns(&self) -> Vec<TableColumn> {
        let first = if self.numbers.is_some() { TableColumn::N } else { TableColumn::Board };
        self.columns.clone().unwrap_or_else(|| vec![first, TableColumn::Outcome, TableColumn::Value])
    }

    fn selection(&self) -> Result<Selection, Exit> {
        let select = SelectOptions {
            unique: self.unique,
            max: self.max.clone(),
            min: self.min.clone(),
            mean: self.mean.clone(),
            sort: self.sort.clone(),
            group: self.group.clone(),
            count: self.count,
            witness: self.columns.clone().unwrap_or_default(),
            limit: self.limit,
        };
        Selection::new(&self.columns(), &select).map_err(Exit::bad)
    }

    fn format(&self, common: &Common) -> Result<TableFormat, Exit> {
        Ok(match (&self.output, self.csv, self.markdown, self.latex) {
            (Some(path), ..) => format_of(path)?,
            (_, true, ..) => TableFormat::Csv,
            (_, _, true, _) => TableFormat::Markdown,
            (.., true) => TableFormat::Latex,
            _ if common.json => TableFormat::Json,
            _ => TableFormat::Text,
        })
    }
}

/// The format that the ending of a file says.
fn format_of(path: &Path) -> Result<TableFormat, Exit> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "csv" => Ok(TableFormat::Csv),
        "json" => Ok(TableFormat::JsonArray),
        "jsonl" => Ok(TableFormat::Json),
        "md" => Ok(TableFormat::Markdown),
        "tex" => Ok(TableFormat::Latex),
        "txt" => Ok(TableFormat::Text),
        _ => {
            let name = path.display();
            Err(Exit::bad(format!("{name}: unknown ending; expected .csv, .json, .jsonl, .md, .tex or .txt")))
        }
    }
}

pub(crate) fn run(args: &TableArgs, common: &Common) -> Result<Code, Exit> {
    // A table checks its limits row by row, and prints the rows it has.
    crate::watchdog::stand_down();
    let what = BoardSet::read_with(&args.what, args.numbers.clone()).map_err(Exit::bad)?;
    let condition = args.condition.as_deref().map(Condition::read).transpose().map_err(Exit::bad)?;
    let selection = args.selection()?;
    let asked = [selection.columns(), &condition.as_ref().map(Condition::columns).unwrap_or_default()].concat();
    what.check_columns(&asked).map_err(Exit::bad)?;
    let format = args.format(common)?;
    if args.colourings.is_some() && !matches!(what, BoardSet::Graphs(_)) {
        return Err(Exit::bad("--colourings is for the graphs of a file, graphs:FILE"));
    }
    let source = what.source(args.up_to_symmetry, args.colourings.unwrap_or_default()).map_err(Exit::bad)?;
    let (budget, progress) = common.budget();
    let table = Table { source, selection, condition, format };
    let summary = match &args.output {
        None => table.write(stdout().lock(), &budget)?.0,
        Some(path) => {
            let unwritten = |error| Exit::unwritten(path, &error);
            let temporary = TemporaryFile::new(path).map_err(unwritten)?;
            let (summary, out) = table.write(temporary, &budget).map_err(unwritten)?;
            if summary.stopped == Some(Stop::Interrupted) {
                eprintln!("{} is not written", path.display());
            } else {
                let temporary = out.into_inner().map_err(|error| unwritten(error.into_error()))?;
                temporary.finish().map_err(unwritten)?;
            }
            summary
        }
    };
    drop(progress);
    if let Some(stop) = summary.stopped {
        eprintln!("not finished: {stop} after {} boards", summary.boards);
    }
    if summary.unsettled > 0 {
        eprintln!("{} boards were not settled within the limits", summary.unsettled);
    }
    let bad = if summary.bad > 0 { Code::Bad } else { Code::Answered };
    let unsettled = if summary.unsettled > 0 { Code::Unsettled } else { Code::Answered };
    Ok(Code::of(summary.stopped).and(unsettled).and(bad))
}

/// What is tabulated, and how.
struct Table {
    source: BoardSource,
    selection: Selection,
    condition: Option<Condition>,
    format: TableFormat,
}

impl Table {
    fn write<W: Write>(mut self, out: W, budget: &Budget) -> std::io::Result<(TableSummary, BufWriter<W>)> {
        let writer = TableWriter::new(BufWriter::new(out), self.format, self.selection.header())?;
        let mut bad = |place: RowPlace, message: &str| eprintln!("error: {place}: {message}");
        print(&mut self.source, self.selection, self.condition.as_ref(), budget, writer, &mut bad)
    }
}
