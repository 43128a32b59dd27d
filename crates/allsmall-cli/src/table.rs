//! `allsmall table`: one row per board.

use std::io::{BufWriter, stdout};

use allsmall::internal::tabulate::{
    BoardSet, Colours, Condition, SelectOptions, Selection, TableColumn, TableFormat, TableWriter, print,
};

use crate::common::Common;
use crate::exit::{Code, Exit};

/// One row per board: enumerate, answer, filter, print
///
/// WHAT is all:3x3 (all positions, x, o or empty), all:full:3x3 (every cell has a stone),
/// all:strips:10, all:full:strips:10, all:cycle:9, graphs:FILE (graph6 or sparse6 lines, such as
/// geng and gentreeg write; - is standard input) or @FILE (one board per line).
#[derive(clap::Args)]
#[command(after_help = "\
Columns: board, outcome, value, aw (atomic weight), birthday, size, nimber, stones (the fewest of
Solitaire Clobber), alternate (the same with alternating colours), count (stones on the board), graph.

Conditions: outcome=P and aw>1, not (size<10 or value=^2); value and aw compare as games,
|| is \"confused with\".

Examples:
  allsmall table all:3x3 --columns board,value --up-to-symmetry
  allsmall table all:full:strips:10 --where 'outcome=P' --columns board
  allsmall table graphs:trees9.g6 --columns graph,board,stones --csv
  allsmall table all:full:strips:14 --max aw --columns board,aw,value
  allsmall table all:3x4 --group outcome --count")]
pub(crate) struct TableArgs {
    /// The boards
    what: String,
    /// What is printed about each board
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = column, default_value = "board,outcome,value")]
    columns: Vec<TableColumn>,
    /// Only boards for which this holds
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Only the first board with each entry of this column
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    unique: Option<TableColumn>,
    /// One board of each class under symmetries of the board and the exchange of colours
    #[arg(long)]
    up_to_symmetry: bool,
    /// The colourings of each graph of a file: all (if left out), both-colours, or a number of random ones
    #[arg(long, value_name = "WHICH", value_parser = Colours::read)]
    colourings: Option<Colours>,
    /// In the order of this column; -COLUMN: greatest first
    #[arg(long, value_name = "COLUMN", value_parser = sort, allow_hyphen_values = true)]
    sort: Option<(TableColumn, bool)>,
    /// Only the boards with the greatest entry of this column
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    max: Option<TableColumn>,
    /// How many boards have each entry of this column
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    group: Option<TableColumn>,
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
}

pub(crate) fn run(args: &TableArgs, common: &Common) -> Result<Code, Exit> {
    // A table checks its limits row by row, and prints the rows it has.
    crate::watchdog::stand_down();
    let what = BoardSet::read(&args.what).map_err(Exit::bad)?;
    let condition = args.condition.as_deref().map(Condition::read).transpose().map_err(Exit::bad)?;
    let select =
        SelectOptions { unique: args.unique, max: args.max, sort: args.sort, group: args.group, count: args.count };
    let format = match (args.csv, args.markdown, args.latex) {
        (true, ..) => TableFormat::Csv,
        (_, true, _) => TableFormat::Markdown,
        (.., true) => TableFormat::Latex,
        _ if common.json => TableFormat::Json,
        _ => TableFormat::Text,
    };
    if args.colourings.is_some() && !matches!(what, BoardSet::Graphs(_)) {
        return Err(Exit::bad("--colourings is for the graphs of a file, graphs:FILE"));
    }
    let mut source = what.source(args.up_to_symmetry, args.colourings.unwrap_or_default()).map_err(Exit::bad)?;
    let (budget, progress) = common.budget();
    let selection = Selection::new(&args.columns, select);
    let writer = TableWriter::new(BufWriter::new(stdout().lock()), format, selection.header())?;
    let mut bad = |line: usize, message: &str| eprintln!("error: line {line}: {message}");
    let summary = print(&mut source, selection, condition.as_ref(), &budget, writer, &mut bad)?;
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

fn column(name: &str) -> Result<TableColumn, String> {
    TableColumn::of_name(name).ok_or_else(|| format!("unknown column; expected one of {}", TableColumn::names()))
}

fn sort(text: &str) -> Result<(TableColumn, bool), String> {
    let down = text.starts_with('-');
    Ok((column(text.strip_prefix('-').unwrap_or(text))?, down))
}
