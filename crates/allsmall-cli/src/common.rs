//! Common options of all commands, and the budget made from them.

use std::io::{IsTerminal, stderr};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use allsmall::answer::limit_text::{read_memory, read_time};
use allsmall::internal::remove_temporary_files;
use allsmall::{Budget, Player};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};

use crate::watchdog;

/// Options of every command.
#[derive(clap::Args, Clone)]
pub(crate) struct Common {
    /// Print JSON, one object per line
    #[arg(long, global = true, help_heading = "Common options")]
    pub(crate) json: bool,
    /// Time limit per board: 10s, 500ms, 2m, 1h
    #[arg(long, global = true, value_name = "TIME", value_parser = read_time, help_heading = "Common options")]
    time: Option<Duration>,
    /// Time limit for all boards together
    #[arg(long, global = true, value_name = "TIME", value_parser = read_time, help_heading = "Common options")]
    time_all: Option<Duration>,
    /// Memory limit: 512M, 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = read_memory, default_value = "4G", help_heading = "Common options")]
    memory: usize,
    /// Use this many threads
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), default_value = "1", help_heading = "Common options")]
    threads: u16,
    /// Leave out everything that depends on time: equal input gives equal output
    #[arg(long, global = true, help_heading = "Common options")]
    pub(crate) no_stats: bool,
    /// No progress line, no remarks
    #[arg(long, short, global = true, help_heading = "Common options")]
    pub(crate) quiet: bool,
}

/// Reads one of these words as what it names.
pub(crate) fn word<T, const N: usize>(words: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let meaning = move |word: String| words.iter().find(|(name, _)| *name == word).expect("a possible value").1;
    PossibleValuesParser::new(words.map(|(name, _)| name)).map(meaning)
}

/// Reads a player: `left` or `right`.
pub(crate) fn player() -> impl TypedValueParser<Value = Player> {
    word([("left", Player::Left), ("right", Player::Right)])
}

/// Reads a colour of stones: `x` or `o`.
pub(crate) fn stone() -> impl TypedValueParser<Value = Player> {
    word([("x", Player::Left), ("o", Player::Right)])
}

/// Reads one of these options of the library by its name.
pub(crate) fn one_of<T, const N: usize>(all: [T; N], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(|name| name.parse::<T>())
}

impl Common {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.into()
    }

    /// The budget of one question, without progress and without a handler for
    /// Ctrl-C; `time` is the default time limit.
    pub(crate) fn limits(&self, time: Option<Duration>) -> Budget {
        let budget = Budget::new().with_memory(self.memory).with_threads(self.threads.into());
        match self.time.or(time) {
            Some(time) => budget.with_time(time),
            None => budget,
        }
    }

    /// The time limit of the whole run; `--time` counts if it applies to the
    /// command as a whole.
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

    /// A progress bar over `steps` steps, with the estimated time left; hidden
    /// without a terminal.
    pub(crate) fn bar(&self, steps: usize) -> ProgressBar {
        if self.quiet || !stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, about {eta} left").expect("a fixed template");
        ProgressBar::new(steps as u64).with_style(style)
    }
}

/// Makes Ctrl-C and a termination signal exit with the code of an interrupted run,
/// even if nothing checks the flag.
pub(crate) fn heed_signals() {
    interrupt_flag();
}

/// The flag that Ctrl-C sets. A second Ctrl-C exits at once.
fn interrupt_flag() -> Arc<AtomicBool> {
    static FLAG: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&flag);
        let set = ctrlc::set_handler(move || {
            if handler.swap(true, Ordering::Relaxed) {
                remove_temporary_files();
                std::process::exit(130);
            }
            watchdog::signalled();
        });
        if let Err(error) = set {
            eprintln!("warning: Ctrl-C will end the program at once ({error})");
        }
        flag
    });
    Arc::clone(flag)
}

/// A progress line on the terminal, cleared when dropped.
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
