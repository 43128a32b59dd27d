//! A UCI session: the position, and the search that runs on a thread of its own.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use allsmall::notation::{fen_player, read_board_in};
use allsmall::{Board, Budget, ChosenMove, Engine, EngineLimits, Move, Player, Position, cell_name, read_cell};

use super::command::{GoLimits, UciCommand};
use super::line_queue::LineQueue;
use crate::common::Common;
use crate::exit::Exit;

/// Maximum number of cells of a board.
const MAX_CELLS: usize = 1 << 14;

/// Time kept back on a clock for the way to the match program.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Expected number of own moves until the end, if the match program does not name it.
const MOVES_TO_GO: u32 = 16;

/// The maximum of the time that commands wait for a search.
const MAX_PATIENCE: Duration = Duration::from_secs(600);

/// How often a command that waits looks for a `stop`.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Centipawns of a proved result; match programs read numbers only.
const PROVED_SCORE: i32 = 10_000;

pub(super) struct Session<'a, W> {
    out: Arc<Mutex<W>>,
    common: &'a Common,
    engine: Arc<Mutex<Engine>>,
    memory: usize,
    threads: usize,
    variant: &'static Variant,
    position: Position,
    player: Player,
    search: Option<Search>,
    /// How long commands wait for a search without a limit of time.
    patience: Duration,
}

/// A search that may still run.
struct Search {
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
    /// Disconnected when the search has ended.
    ended: Receiver<()>,
    infinite: bool,
    /// How long commands wait for it once the input has a `stop` behind them or ends.
    patience: Duration,
}

/// A board by its name.
struct Variant {
    name: &'static str,
    ranks: usize,
    files: usize,
}

/// The variants; the first is the default.
const VARIANTS: [Variant; 3] = [
    Variant { name: "clobber", ranks: 6, files: 5 },
    Variant { name: "clobber10", ranks: 10, files: 10 },
    Variant { name: "clobber8", ranks: 8, files: 8 },
];

impl Variant {
    /// The first position: White, who begins, at the top left.
    fn start(&self) -> Position {
        let stone =
            |v: usize| if (v / self.files + v % self.files).is_multiple_of(2) { Player::Right } else { Player::Left };
        let cells = (0..self.ranks * self.files).map(|v| Some(stone(v))).collect();
        Position::new(Board::Grid { rows: self.ranks, cols: self.files }, cells)
    }
}

impl<'a, W: Write + Send + 'static> Session<'a, W> {
    pub(super) fn new(out: Arc<Mutex<W>>, common: &'a Common, patience: Duration) -> Session<'a, W> {
        let limits = common.limits(None);
        let engine = Arc::new(Mutex::new(Engine::new(&limits)));
        let variant = &VARIANTS[0];
        Session {
            out,
            common,
            engine,
            memory: limits.memory(),
            threads: common.threads(),
            variant,
            position: variant.start(),
            player: Player::Right,
            search: None,
            patience,
        }
    }

    pub(super) fn say(&self, text: &str) -> Result<(), Exit> {
        say(&self.out, text)
    }

    /// Obeys one command. Those that need the engine wait for the search before.
    pub(super) fn obey(&mut self, command: UciCommand, lines: &mut LineQueue) -> Result<(), Exit> {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.say("readyok"),
            UciCommand::Stop | UciCommand::PonderHit => self.stop(),
            UciCommand::Quit => Ok(()),
            UciCommand::NewGame => {
                self.finish(lines)?;
                self.renew();
                Ok(())
            }
            UciCommand::SetOption { name, value } => {
                self.finish(lines)?;
                self.set_option(&name, &value)
            }
            UciCommand::Position { fen, moves } => {
                self.finish(lines)?;
                match self.set_position(fen.as_deref(), &moves) {
                    Ok((position, player)) => {
                        (self.position, self.player) = (position, player);
                        Ok(())
                    }
                    Err(message) => self.say(&format!("info string {}", message.replace('\n', " "))),
                }
            }
            UciCommand::Go(limits) => {
                self.finish(lines)?;
                self.go(&limits)
            }
        }
    }

    fn introduce(&self) -> Result<(), Exit> {
        let variants: Vec<_> = VARIANTS.iter().map(|variant| format!("var {}", variant.name)).collect();
        self.say(&format!(
            "id name allsmall {}\nid author the allsmall developers\n\
             option name UCI_Variant type combo default clobber {}\n\
             option name Hash type spin default {} min 1 max 65536\n\
             option name Threads type spin default {} min 1 max 512\nuciok",
            env!("CARGO_PKG_VERSION"),
            variants.join(" "),
            self.memory >> 20,
            self.threads
        ))
    }

    /// Forgets what the engine has learnt.
    fn renew(&mut self) {
        let budget = Budget::new().with_memory(self.memory);
        self.engine = Arc::new(Mutex::new(Engine::new(&budget)));
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Exit> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => match VARIANTS.iter().find(|variant| variant.name == value) {
                Some(variant) => {
                    self.variant = variant;
                    (self.position, self.player) = (variant.start(), Player::Right);
                }
                None => return self.say(&format!("info string there is no variant {value:?}; use a FEN of any size")),
            },
            "hash" => {
                if let Ok(size) = value.parse::<usize>() {
                    self.memory = size.clamp(1, 65_536) << 20;
                    self.renew();
                }
            }
            "threads" => self.threads = value.parse().unwrap_or(self.threads).clamp(1, 512),
            _ => {}
        }
        Ok(())
    }

    /// The position of a `position` command and its player to move.
    fn set_position(&self, fen: Option<&str>, moves: &[String]) -> Result<(Position, Player), String> {
        let (mut position, mut player) = match fen {
            None => (self.variant.start(), Player::Right),
            Some(fen) => {
                let position =
                    read_board_in(fen, &Budget::new().with_cells(MAX_CELLS)).map_err(|error| error.message())?;
                if !matches!(position.board(), Board::Grid { .. } | Board::Strip { .. }) {
                    return Err("UCI names moves by ranks and files, which this board does not have".to_owned());
                }
                (position, fen_player(fen).unwrap_or(Player::Right))
            }
        };
        for text in moves {
            let mv = read_uci_move(position.board(), text);
            let played = mv.and_then(|mv| position.after(player, mv).ok());
            position = played.ok_or_else(|| format!("{text} is not a legal move"))?;
            player = player.opponent();
        }
        Ok((position, player))
    }

    fn go(&mut self, go: &GoLimits) -> Result<(), Exit> {
        let stop = Arc::new(AtomicBool::new(false));
        let time = self.time(go);
        let infinite = go.infinite || time.is_none() && go.nodes.is_none() && go.depth.is_none();
        let limits = EngineLimits { nodes: go.nodes, depth: go.depth, ..EngineLimits::default() };
        let budget = self.common.limits(None).without_time().with_memory(self.memory).with_threads(self.threads);
        let budget = budget.with_stop(Arc::clone(&stop));
        let (engine, out) = (Arc::clone(&self.engine), Arc::clone(&self.out));
        let (position, player) = (self.position.clone(), self.player);
        let budget = time.filter(|_| !infinite).map_or(budget.clone(), |time| budget.with_time(time));
        let halted = Arc::clone(&stop);
        let (running, ended) = channel();
        let search = move || {
            let _running = running;
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            // A match program that is gone is found out by the next line read.
            let _ = search(&mut engine, &position, player, limits, &budget, infinite.then_some(&*halted), &out);
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(search)?;
        let patience = time.unwrap_or_default().max(self.patience).min(MAX_PATIENCE);
        self.search = Some(Search { thread, stop, ended, infinite, patience });
        Ok(())
    }

    /// The time for one move.
    fn time(&self, go: &GoLimits) -> Option<Duration> {
        if let Some(time) = go.move_time {
            return Some(time);
        }
        let side = usize::from(self.player == Player::Left);
        let left = go.clock[side]?;
        let share = left / go.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO) + go.increment[side] * 3 / 4;
        Some(share.min(left.saturating_sub(OVERHEAD)).max(Duration::from_millis(1)))
    }

    /// Ends the search and waits for its move.
    pub(super) fn stop(&mut self) -> Result<(), Exit> {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.join()
    }

    /// Waits for the move of a search. One without a limit is stopped; another when the
    /// input has a `stop` or has ended, and the patience with it is over.
    pub(super) fn finish(&mut self, lines: &mut LineQueue) -> Result<(), Exit> {
        let Some(search) = &self.search else { return Ok(()) };
        if search.infinite {
            return self.stop();
        }
        let began = Instant::now();
        while search.ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
            if began.elapsed() >= search.patience && lines.is_ending() {
                return self.stop();
            }
        }
        self.join()
    }

    fn join(&mut self) -> Result<(), Exit> {
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.thread.join().is_err() {
            return self.say("info string the search failed\nbestmove (none)");
        }
        Ok(())
    }
}

fn say(out: &Mutex<impl Write>, text: &str) -> Result<(), Exit> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Searches and prints the move. A search without limits goes on in ever longer rounds
/// until `halted` is set, even when the result is proved.
fn search(
    engine: &mut Engine,
    position: &Position,
    player: Player,
    limits: EngineLimits,
    budget: &Budget,
    halted: Option<&AtomicBool>,
    out: &Mutex<impl Write>,
) -> Result<(), Exit> {
    let started = Instant::now();
    let report = |so_far: &ChosenMove| drop(say(out, &info(position.board(), so_far, started)));
    let mut chosen = None;
    match halted {
        None => chosen = Some(engine.choose(position, player, limits, budget, report)),
        Some(halted) => {
            let mut round = Duration::from_secs(1);
            while !halted.load(Ordering::Relaxed) {
                if chosen.as_ref().is_some_and(|chosen: &ChosenMove| chosen.proved.is_some()) {
                    thread::sleep(Duration::from_millis(5));
                    continue;
                }
                let found = engine.choose(position, player, limits, &budget.clone().with_time(round), report);
                // A round that was cut short may know less than the one before.
                if !halted.load(Ordering::Relaxed) || chosen.is_none() || found.proved.is_some() {
                    chosen = Some(found);
                }
                round *= 2;
            }
        }
    }
    let chosen = chosen.unwrap_or_else(|| engine.choose(position, player, limits, budget, report));
    if let Some(wins) = chosen.proved {
        say(out, &format!("info string proved {}", if wins { "win" } else { "loss" }))?;
    }
    let best = chosen.mv.map_or_else(|| "(none)".to_owned(), |mv| uci_move(position.board(), mv));
    say(out, &format!("bestmove {best}"))
}

/// An `info` line.
fn info(board: &Board, chosen: &ChosenMove, started: Instant) -> String {
    let score = match chosen.proved {
        Some(true) => PROVED_SCORE,
        Some(false) => -PROVED_SCORE,
        None => chosen.score.clamp(1 - PROVED_SCORE, PROVED_SCORE - 1),
    };
    let elapsed = started.elapsed();
    let per_second = (chosen.nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
    let line: Vec<_> = chosen.line.iter().map(|&mv| uci_move(board, mv)).collect();
    format!(
        "info depth {} score cp {score} nodes {} nps {per_second} time {} pv {}",
        chosen.depth.max(1),
        chosen.nodes,
        elapsed.as_millis(),
        line.join(" ")
    )
}

/// The board as a grid: a strip has one rank.
fn as_grid(board: &Board) -> Board {
    match board {
        Board::Strip { cells } => Board::Grid { rows: 1, cols: *cells },
        other => other.clone(),
    }
}

/// A move as UCI writes it: `b3c3`.
fn uci_move(board: &Board, mv: Move) -> String {
    let board = as_grid(board);
    cell_name(&board, mv.from) + &cell_name(&board, mv.to)
}

fn read_uci_move(board: &Board, text: &str) -> Option<Move> {
    let board = as_grid(board);
    // The second cell begins at the first letter behind a digit.
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let middle = digits + text[digits..].find(|c: char| !c.is_ascii_digit())?;
    Some(Move { from: read_cell(&board, &text[..middle])?, to: read_cell(&board, &text[middle..])? })
}
