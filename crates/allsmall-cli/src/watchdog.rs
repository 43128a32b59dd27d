//! The watchdog: exits the process if a run has not ended shortly after its
//! time limit or after Ctrl-C.
//!
//! Every long loop checks its budget, so the watchdog is seldom needed; but
//! building a board of 10^9 cells, or freeing its memory, cannot be
//! interrupted. A thread waits for the deadline; printing an answer disarms it.
//!
//! On a busy machine the deadline is extended by the time that the run waited
//! for a processor, where the system counts it. A wait that still lasts is counted
//! too: a thread that can run, but does not, is about to end in time.

use std::io::{Write, stdout};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use allsmall::Stop;
use allsmall::answer::{Answer, Asked, UnknownAnswer};
use allsmall::internal::remove_temporary_files;

use crate::exit::Code;

/// Grace periods after the time limit and after a signal.
const AFTER_TIME: Duration = Duration::from_millis(60);
const AFTER_SIGNAL: Duration = Duration::from_millis(80);
/// Additional grace period until the run has said what it is asked about.
const UNTIL_READY: Duration = Duration::from_millis(400);
/// Maximum time for printing the final output, which may block.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// Maximum extension of the deadline on a busy machine.
const BUSY: Duration = Duration::from_millis(1500);

/// The final output when a limit ends the run.
type Say = Box<dyn Fn(Stop) -> String + Send>;

/// The state that the watchdog thread waits on.
struct WatchdogState {
    /// The deadline.
    end: Option<Instant>,
    /// The time of the first signal.
    signal: Option<Instant>,
    /// The final output; `None` once an answer is being printed.
    say: Option<Say>,
    /// The time since which nothing checks the budget, so that a signal exits at
    /// once and without output.
    at_once: Option<Instant>,
    /// Whether signals are left to the computation, however long it takes.
    patient: bool,
    /// Whether the final output names the question.
    ready: bool,
    /// What restores the terminal before the process exits here.
    restore: &'static str,
}

static WATCH: Mutex<WatchdogState> = Mutex::new(WatchdogState {
    end: None,
    signal: None,
    say: None,
    at_once: None,
    patient: false,
    ready: false,
    restore: "",
});
static CHANGED: Condvar = Condvar::new();

fn watch() -> MutexGuard<'static, WatchdogState> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread; with a time limit, it ends the run shortly after it.
pub(crate) fn start(time: Option<Duration>, json: bool) {
    let unknown = move |stop| {
        let answer = UnknownAnswer { stopped: stop };
        let text = if json { serde_json::to_string(&answer).unwrap_or_default() } else { answer.to_string() };
        text + "\n"
    };
    let mut state = watch();
    state.end = time.and_then(|time| Instant::now().checked_add(time));
    state.say = Some(Box::new(unknown));
    drop(state);
    let started = thread::Builder::new().name("watchdog".to_owned()).spawn(wait);
    if let Err(error) = started {
        eprintln!("warning: time limits may be late ({error})");
    }
}

/// Sets the final output.
pub(crate) fn say(words: impl Fn(Stop) -> String + Send + 'static) {
    let mut watch = watch();
    watch.say = Some(Box::new(words));
    watch.ready = true;
    CHANGED.notify_all();
}

/// An answer about this input as a line.
pub(crate) fn written(answer: &Answer, asked: &Asked, json: bool) -> String {
    let text = if json { serde_json::to_string(&asked.with(answer)).unwrap_or_default() } else { answer.to_string() };
    text + "\n"
}

/// Disarms the watchdog: an answer is being printed.
pub(crate) fn stand_down() {
    let mut watch = watch();
    watch.end = None;
    watch.say = None;
}

/// Prints an answer. Printing does not check the budget, so a signal that arrives
/// meanwhile exits at once.
pub(crate) fn printing<T>(print: impl FnOnce() -> T) -> T {
    stand_down();
    let before = watch().at_once.replace(Instant::now());
    let printed = print();
    watch().at_once = before;
    printed
}

/// Makes a signal exit at once from now on, as in a game, which waits for input.
pub(crate) fn end_at_once() {
    watch().at_once = Some(Instant::now());
}

/// Sets what restores the terminal if the process exits here.
pub(crate) fn restore_terminal_by(codes: &'static str) {
    watch().restore = codes;
}

/// Leaves signals to the computation, which must save its state first.
pub(crate) fn be_patient() {
    let mut watch = watch();
    watch.end = None;
    watch.patient = true;
}

/// Records a signal.
pub(crate) fn signalled() {
    watch().signal.get_or_insert_with(Instant::now);
    CHANGED.notify_all();
}

fn wait() {
    let mut watch = watch();
    // When the run became late, and its clocks by then.
    let mut late: Option<(Instant, RunClocks)> = None;
    loop {
        let over = watch.end.map(|end| (end, AFTER_TIME, Stop::Time));
        let signalled = watch.signal.filter(|_| !watch.patient).map(|at| {
            let after = if watch.at_once.is_some_and(|since| since <= at) { Duration::ZERO } else { AFTER_SIGNAL };
            (at, after, Stop::Interrupted)
        });
        let next = [over, signalled].into_iter().flatten().min_by_key(|&(at, after, _)| at + after);
        let now = Instant::now();
        let left = match next {
            None => Duration::from_secs(3600),
            Some((at, ..)) if now < at => at - now,
            Some((at, after, stop)) => {
                let (_, before) = *late.filter(|&(since, _)| since == at).get_or_insert((at, RunClocks::now()));
                late = Some((at, before));
                let start = if watch.ready || stop != Stop::Time { Duration::ZERO } else { UNTIL_READY };
                let due = at + after + start + RunClocks::now().wait_since(before, now - at).min(BUSY);
                match due.saturating_duration_since(now) {
                    Duration::ZERO => end(&watch, stop),
                    left => left,
                }
            }
        };
        watch = CHANGED.wait_timeout(watch, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// What the system says about the main thread (Linux).
#[derive(Clone, Copy, Debug, Default)]
struct RunClocks {
    /// How long it has run.
    ran: Duration,
    /// How long it has waited for a processor; a wait counts when it is over.
    waited: Duration,
    /// Whether it runs or could run.
    runnable: bool,
}

impl RunClocks {
    fn now() -> RunClocks {
        let numbers = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
        let mut numbers = numbers.split_whitespace().map(|word| word.parse().unwrap_or(0));
        let [ran, waited] = [numbers.next(), numbers.next()].map(|number| Duration::from_nanos(number.unwrap_or(0)));
        // The state comes after the name, which may contain anything but ends with the last ")".
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let runnable =
            ran > Duration::ZERO && stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('R'));
        RunClocks { ran, waited, runnable }
    }

    /// How long the thread has waited for a processor since `before`, of the time that
    /// has passed.
    fn wait_since(self, before: RunClocks, passed: Duration) -> Duration {
        let ended = self.waited.saturating_sub(before.waited);
        let lasting = passed.saturating_sub(self.ran.saturating_sub(before.ran));
        if self.runnable && before.runnable { ended.max(lasting) } else { ended }
    }
}

/// Exits the process while holding the lock, so that no other thread can start
/// printing.
fn end(watch: &WatchdogState, stop: Stop) -> ! {
    remove_temporary_files();
    let in_silence = stop == Stop::Interrupted && watch.at_once.is_some();
    let words = watch.say.as_ref().filter(|_| !in_silence).map_or_else(String::new, |say| say(stop));
    let text = watch.restore.to_owned() + &words;
    if !text.is_empty() {
        // The output may be blocked, or in use by a thread that is: do not
        // wait for it.
        let (done, said) = mpsc::channel();
        thread::spawn(move || {
            let mut out = stdout();
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            let _ = done.send(written);
        });
        let _ = said.recv_timeout(LAST_WORDS);
    }
    std::process::exit(Code::of(Some(stop)) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_that_still_lasts_extends_the_deadline() {
        let clocks = |ran, waited, runnable| RunClocks {
            ran: Duration::from_millis(ran),
            waited: Duration::from_millis(waited),
            runnable,
        };
        let passed = Duration::from_millis(80);
        let wait = |before: RunClocks, now: RunClocks| now.wait_since(before, passed).as_millis();
        // It ran all the time, most of the time, not at all.
        assert_eq!(wait(clocks(10, 5, true), clocks(90, 5, true)), 0);
        assert_eq!(wait(clocks(10, 5, true), clocks(80, 15, true)), 10);
        assert_eq!(wait(clocks(10, 5, true), clocks(10, 5, true)), 80);
        // What sleeps does not wait for a processor.
        assert_eq!(wait(clocks(10, 5, false), clocks(10, 5, false)), 0);
        assert_eq!(wait(clocks(10, 5, true), clocks(12, 35, false)), 30);
        // Nothing is known on other systems.
        assert_eq!(wait(RunClocks::default(), RunClocks::default()), 0);
    }
}
