//! `allsmall draw`: a picture of a position, of a play, of a game tree, of a
//! value's options, of a thermograph.

use std::cell::RefCell;
use std::io::BufRead;
use std::path::PathBuf;

use allsmall::answer::{Question, SolveQuestion};
use allsmall::cgt::{Style, Value};
use allsmall::draw::{self, DrawOptions, Note, Scene};
use allsmall::notation::{Expr, Summand, move_name, read_board_in, read_expr_in, read_move};
use allsmall::phutball::{read_oddish, read_position};
use allsmall::solitaire::{self, ReplayError};
use allsmall::value::Valuer;
use allsmall::{Move, Player, Position, Stop};

use crate::ask::{BoardText, board_or_pipe};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::figure::Target;
use crate::phutball::is_board;
use crate::{input, watchdog};

/// Draw a position, a sum, a play, a game tree, the options of a value or a thermograph
///
/// The ending of the file says how it is written: .svg, .tex (TikZ), .dot (Graphviz, boards only),
/// .pdf and .png.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall draw checker:5x6 -o board.svg
  allsmall draw 'cycle:xoxoox + xxo - oox' --no-labels -o sum.tex
  allsmall draw xoxoxo --marks --title 'Who wins?' -o marks.svg
  allsmall draw checker:3x3 --play -o play.svg
  allsmall draw xxoox --play '3-2 2-1 4-5' --animate -o play.svg
  allsmall draw --phutball o@o.o.o.... -o phutball.svg
  allsmall draw --tree xox/oxo --bw -o tree.tex
  allsmall draw --options '(xo)^4' --depth 3 -o options.svg
  allsmall draw --thermograph '{3||2*|1*}' -o thermograph.svg
  allsmall draw --batch boards.txt -o 'board-{}.svg'")]
pub(crate) struct DrawArgs {
    /// The board; @FILE reads it from a file, - (or no BOARD, in a pipe) from standard input
    #[arg(allow_hyphen_values = true, value_parser = BoardText)]
    board: Option<String>,
    /// Draw every line of FILE; {} in the name of the output is the number of the line
    #[arg(long, value_name = "FILE", conflicts_with = "board", requires = "output")]
    batch: Option<String>,
    /// The file to write; SVG on standard output if left out
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The board is one of Phutball (@ ball, o stone) or Oddish Phutball (| arrow)
    #[arg(long)]
    phutball: bool,
    /// Draw the positions that can be reached by moves worth making, symmetric ones once, with their values
    #[arg(long, conflicts_with = "phutball")]
    tree: bool,
    /// In a tree, draw dominated moves too, and all of several that are equal
    #[arg(long, requires = "tree")]
    all_moves: bool,
    /// Draw the canonical options of the value; the board may be a sum
    #[arg(long, conflicts_with_all = ["phutball", "tree"])]
    options: bool,
    /// Draw the thermograph of the value; the board may be a sum
    #[arg(long, conflicts_with_all = ["phutball", "tree", "options"])]
    thermograph: bool,
    /// Maximum number of layers of a tree
    #[arg(long, value_name = "N", default_value = "50")]
    depth: usize,
    /// Draw a play, one frame per move: these moves, or else one that leaves the fewest stones
    #[arg(long, value_name = "MOVES", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["phutball", "tree", "options", "thermograph"])]
    play: Option<String>,
    /// Draw the play as one animated picture
    #[arg(long, requires = "play")]
    animate: bool,
    /// Mark winning first moves with arrows, Left's solid, Right's dashed
    #[arg(long, conflicts_with_all = ["phutball", "tree", "options", "thermograph", "play"])]
    marks: bool,
    /// Leave out the names of the cells
    #[arg(long)]
    no_labels: bool,
    /// Black and white only
    #[arg(long)]
    bw: bool,
    /// A line of text above the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

impl DrawArgs {
    /// Returns whether a board is drawn as it is.
    fn is_plain(&self) -> bool {
        !(self.phutball || self.tree || self.options || self.thermograph || self.marks) && self.play.is_none()
    }
}

pub(crate) fn run(args: &DrawArgs, common: &Common) -> Result<Code, Exit> {
    let target = Target::of_board(args.output.as_deref())?;
    if target.is_dot() && !args.is_plain() {
        return Err(Exit::bad("DOT holds a board and nothing else; expected a board without marks, plays or trees"));
    }
    if args.animate && !target.is_svg() {
        return Err(Exit::bad("a picture that moves is SVG; expected a name that ends in .svg"));
    }
    let Some(path) = &args.batch else {
        let board = &board_or_pipe(args.board.clone())?;
        watchdog::say(|_| String::new());
        let (budget, _progress) = common.budget();
        let text =
            if args.phutball && is_board(board) { board.to_owned() } else { input::text(board.to_owned(), &budget)? };
        draw(args, &text, &target, common)?;
        return Ok(Code::Answered);
    };
    if !target.name().is_some_and(|name| name.contains("{}")) {
        return Err(Exit::bad("expected {} in the name of the output, for the number of the line"));
    }
    watchdog::stand_down();
    let mut code = Code::Answered;
    for (line, text) in (1..).zip(input::lines(path)?.split(b'\n')) {
        let text = text.map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
        let text = String::from_utf8_lossy(&text);
        if text.trim().is_empty() || text.starts_with('%') {
            continue;
        }
        match draw(args, text.trim(), &target.renamed(|name| name.replace("{}", &line.to_string())), common) {
            Err(Exit::Bad(message)) => {
                eprintln!("error: line {line}: {message}");
                code = code.and(Code::Bad);
            }
            done => done?,
        }
    }
    Ok(code)
}

fn draw(args: &DrawArgs, text: &str, target: &Target, common: &Common) -> Result<(), Exit> {
    let options = DrawOptions { labels: !args.no_labels, bw: args.bw };
    if target.is_dot() {
        let position = read_board_in(text, &common.budget().0)?;
        return target.write_text(&draw::dot(&position).map_err(Exit::bad)?);
    }
    if let (Some(moves), true) = (&args.play, args.animate) {
        let (position, play) = play(text, moves, common)?;
        let picture = draw::animation(&position, &play).map_err(|error| bad_play(&position, error))?;
        return target.write_text(&picture);
    }
    let scene = match args {
        DrawArgs { phutball: true, .. } => phutball_picture(text, options)?,
        DrawArgs { tree: true, .. } => tree_picture(text, args, options, common)?,
        DrawArgs { options: true, .. } => {
            let (valuer, value) = value_of(text, common)?;
            draw::option_tree(valuer.values(), value, args.depth, options).map_err(too_large)?
        }
        DrawArgs { thermograph: true, .. } => {
            let (mut valuer, value) = value_of(text, common)?;
            let graph = valuer.values_mut().thermograph(value).map_err(Exit::bad)?;
            let name = valuer.values().name_in(value, Style::Ascii, 60).unwrap_or_else(|| text.to_owned());
            draw::thermograph(&graph, &name, args.bw)
        }
        DrawArgs { play: Some(moves), .. } => {
            let (position, play) = play(text, moves, common)?;
            draw::frames(&position, &play, options).map_err(|error| bad_play(&position, error))?
        }
        _ => board_picture(text, args.marks, options, common)?,
    };
    watchdog::stand_down();
    target.write(&args.title.iter().fold(scene, |scene, title| scene.with_title(title)))
}

fn board_picture(text: &str, marks: bool, options: DrawOptions, common: &Common) -> Result<Scene, Exit> {
    let expr = read_expr_in(text, &common.budget().0)?;
    if let Some(position) = expr.as_board() {
        let moves = if marks { winning_moves(position, common)? } else { Default::default() };
        return draw::position(position, options, [&moves[0], &moves[1]]).map_err(Exit::bad);
    }
    if marks {
        return Err(Exit::bad("--marks is for one board, not for a sum"));
    }
    draw::sum(&summands(&expr)?, options).map_err(Exit::bad)
}

/// A board or the name of a value; true for its negative.
type Signed = (bool, Result<Position, String>);

/// The boards of a sum, copy by copy, and the names of its values.
fn summands(expr: &Expr) -> Result<Vec<Signed>, Exit> {
    let mut all = Vec::new();
    for term in &expr.terms {
        let negative = term.times < 0;
        match &term.what {
            Summand::Board(position) => {
                let copies = term.times.unsigned_abs();
                if copies > 100 {
                    return Err(Exit::bad(format!("{copies} copies of a board are too many for a picture")));
                }
                all.extend((0..copies).map(|_| (negative, Ok(position.clone()))));
            }
            _ => {
                let one =
                    Expr { terms: vec![allsmall::notation::Term { times: term.times.abs(), what: term.what.clone() }] };
                all.push((negative, Err(one.to_string())));
            }
        }
    }
    Ok(all)
}

fn winning_moves(position: &Position, common: &Common) -> Result<[Vec<Move>; 2], Exit> {
    let (budget, _progress) = common.budget();
    let question = SolveQuestion { moves: true, ..SolveQuestion::default() };
    let answer = question.ask(position, &budget)?;
    if let Some(stop) = answer.stopped {
        return Err(Exit::bad(format!("the winning moves are unknown: {stop}")));
    }
    let read = |names: Option<Vec<String>>| {
        let names = names.unwrap_or_default();
        names.iter().map(|name| read_move(position.board(), name).map_err(Exit::bad)).collect::<Result<Vec<_>, _>>()
    };
    Ok([read(answer.starts.left.moves)?, read(answer.starts.right.moves)?])
}

/// Maximum length of a name under a board.
const NOTE: usize = 22;

fn tree_picture(text: &str, args: &DrawArgs, options: DrawOptions, common: &Common) -> Result<Scene, Exit> {
    let (budget, _progress) = common.budget();
    let position = read_board_in(text, &budget)?;
    let valuer = RefCell::new(Valuer::new(&budget));
    let note = |position: &Position| {
        let mut valuer = valuer.borrow_mut();
        match valuer.value(position) {
            Ok(v) => {
                let values = valuer.values();
                let name = values.name_in(v, Style::Ascii, 2 * NOTE).filter(|name| name.chars().count() <= NOTE);
                let text = name.unwrap_or_else(|| format!("{}, size {}", values.outcome(v), values.size(v)));
                Note { text, value: Some(v) }
            }
            Err(_) => Note { text: "?".to_owned(), value: None },
        }
    };
    let keep = |values: &[Value], player: Player| {
        if args.all_moves {
            return vec![true; values.len()];
        }
        let mut valuer = valuer.borrow_mut();
        let mut worse = |v: Value, w: Value| {
            let (low, high) = if player == Player::Left { (v, w) } else { (w, v) };
            v != w && valuer.values_mut().le(low, high).unwrap_or(false)
        };
        let first = |i: usize| !values[..i].contains(&values[i]);
        (0..values.len()).map(|i| first(i) && !values.iter().any(|&w| worse(values[i], w))).collect()
    };
    let picture = draw::game_tree(&position, args.depth, options, note, keep).map_err(too_large)?;
    // A tree without all values would be misleading, so a limit is an error.
    budget.check().map_err(Exit::Stopped)?;
    Ok(picture)
}

fn value_of(text: &str, common: &Common) -> Result<(Valuer, Value), Exit> {
    let (budget, _progress) = common.budget();
    let mut valuer = Valuer::new(&budget);
    let value = valuer.text(text)?;
    Ok((valuer, value))
}

fn too_large(error: draw::TooLarge) -> Exit {
    Exit::bad(format!("{error}; --depth draws fewer layers"))
}

/// The play with these moves, or the one that `reduce` finds.
fn play(board: &str, moves: &str, common: &Common) -> Result<(Position, Vec<Move>), Exit> {
    let (budget, _progress) = common.budget();
    let position = read_board_in(board, &budget)?;
    let read = |word: &str| read_move(position.board(), word).map_err(Exit::bad);
    let mut play: Vec<Move> = moves.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if play.is_empty() {
        let found = solitaire::reduce(&position, &solitaire::SolitaireOptions::free(), &budget).map_err(Exit::bad)?;
        if let Some(stop @ (Stop::Time | Stop::Memory | Stop::Interrupted)) = found.stopped {
            return Err(Exit::Stopped(stop));
        }
        play = found.play.ok_or_else(|| Exit::bad("no play was found within the limits"))?;
    }
    Ok((position, play))
}

fn bad_play(position: &Position, error: draw::PlayError) -> Exit {
    match error {
        draw::PlayError::Illegal(ReplayError { at, mv, refusal }) => {
            Exit::bad(format!("move {}, {}: {refusal}", at + 1, move_name(position.board(), mv)))
        }
        draw::PlayError::TooLarge(error) => Exit::bad(error),
    }
}

fn phutball_picture(text: &str, options: DrawOptions) -> Result<Scene, Exit> {
    if text.contains(['|', '↓']) {
        draw::oddish(&read_oddish(text).map_err(Exit::bad)?, options).map_err(Exit::bad)
    } else {
        draw::phutball(&read_position(text).map_err(Exit::bad)?, options).map_err(Exit::bad)
    }
}
