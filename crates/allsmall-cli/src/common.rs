//! The options that every command takes, and the budget they grant.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use allsmall::solitaire::First;
use allsmall::{Budget, Player, discard_drafts};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};

use crate::guard;

/// Options of every command.
#[derive(clap::Args, Clone)]
pub(crate) struct Common {
    /// Print JSON, one object a line
    #[arg(long, global = true, help_heading = "Common options")]
    pub(crate) json: bool,
    /// Stop after this time: 10s, 500ms, 2m, 1h; of many boards, each has so much
    #[arg(long, global = true, value_name = "TIME", value_parser = time, help_heading = "Common options")]
    time: Option<Duration>,
    /// Stop after this time, however many boards there are
    #[arg(long, global = true, value_name = "TIME", value_parser = time, help_heading = "Common options")]
    time_all: Option<Duration>,
    /// Use at most this much memory: 512M, 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory, default_value = "4G", help_heading = "Common options")]
    memory: usize,
    /// Use this many threads
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), default_value = "1", help_heading = "Common options")]
    threads: u16,
    /// Leave out all that depends on time: equal input, equal bytes
    #[arg(long, global = true, help_heading = "Common options")]
    pub(crate) no_stats: bool,
    /// No progress line, no remarks
    #[arg(long, short, global = true, help_heading = "Common options")]
    pub(crate) quiet: bool,
}

/// Reads a player: `left` or `right`.
pub(crate) fn player() -> impl TypedValueParser<Value = Player> {
    let player = |name: String| if name == "left" { Player::Left } else { Player::Right };
    PossibleValuesParser::new(["left", "right"]).map(player)
}

/// Reads whose stone moves first in solitaire: `left`, `right` or `any`.
pub(crate) fn first() -> impl TypedValueParser<Value = First> {
    PossibleValuesParser::new(["left", "right", "any"]).try_map(|name| name.parse::<First>())
}

impl Common {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.into()
    }

    /// The limits of one question, without progress and without a handler for
    /// Ctrl-C; `time` is granted when the user names none.
    pub(crate) fn limits(&self, time: Option<Duration>) -> Budget {
        let budget = Budget::new().with_memory(self.memory).with_threads(self.threads.into());
        match self.time.or(time) {
            Some(time) => budget.with_time(time),
            None => budget,
        }
    }

    /// The time after which the program must be over; `--time` counts where it
    /// is for the command as a whole.
    pub(crate) fn time_of_all(&self, one_end: bool) -> Option<Duration> {
        self.time_all.into_iter().chain(self.time.filter(|_| one_end)).min()
    }

    /// The budget of a command that is one question, and the progress line
    /// that shows it.
    pub(crate) fn budget(&self) -> (Budget, Progress) {
        self.budget_of_one(Instant::now())
    }

    /// The budget of one question of many, the first of which was asked at
    /// `start`.
    pub(crate) fn budget_of_one(&self, start: Instant) -> (Budget, Progress) {
        let mut budget = self.limits(None).with_stop(interrupt_flag()).with_measured_memory();
        if let Some(time) = self.time_all {
            budget = budget.with_at_most(time.saturating_sub(start.elapsed()));
        }
        let progress = Progress::new(self.quiet);
        if let Some(bar) = &progress.bar {
            let bar = bar.clone();
            budget = budget.with_watch(move |text| {
                bar.set_message(text.to_owned());
                bar.tick();
            });
        }
        (budget, progress)
    }

    /// A bar over so many steps, with the time left; hidden where there is no
    /// terminal.
    pub(crate) fn bar(&self, steps: usize) -> ProgressBar {
        if self.quiet || !stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, about {eta} left").expect("a fixed template");
        ProgressBar::new(steps as u64).with_style(style)
    }
}

/// Has Ctrl-C and a termination signal end the program with the exit code of an
/// interrupted run, though nothing may ask the flag.
pub(crate) fn heed_signals() {
    interrupt_flag();
}

/// The flag that Ctrl-C sets. The second Ctrl-C ends the program at once.
fn interrupt_flag() -> Arc<AtomicBool> {
    static FLAG: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&flag);
        let set = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::Relaxed) {
                discard_drafts();
                std::process::exit(130);
            }
            guard::signalled();
        });
        if let Err(error) = set {
            eprintln!("warning: Ctrl-C will end the program at once ({error})");
        }
        flag
    });
    Arc::clone(flag)
}

/// A line on the terminal that shows how far a computation is; it goes away
/// when it is dropped.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(quiet: bool) -> Progress {
        let shown = !quiet && stderr().is_terminal();
        let bar = shown.then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}").expect("a fixed template");
            ProgressBar::new_spinner().with_style(style)
        });
        Progress { bar }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A number and the unit behind it.
fn split_unit(text: &str) -> (Option<f64>, &str) {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    (number.parse().ok(), unit.trim())
}

/// Reads a time such as 10s.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit {unit:?}; expected ms, s, m or h, as in 10s")),
    };
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| "expected a number and a unit, as in 10s".to_owned())
}

/// Reads a size such as 4G.
pub(crate) fn memory(text: &str) -> Result<usize, String> {
    let (number, unit) = split_unit(text);
    let bytes = match unit.trim_end_matches("iB").trim_end_matches('B') {
        "" => 1.0,
        "K" | "k" => 1024.0,
        "M" | "m" => 1024.0 * 1024.0,
        "G" | "g" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("unknown unit {unit:?}; expected K, M or G, as in 4G")),
    };
    match number {
        Some(number) if number > 0.0 => Ok((number * bytes) as usize),
        _ => Err("expected a number and a unit, as in 4G".to_owned()),
    }
}
