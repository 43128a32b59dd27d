//! The last word on limits: a run that is not over a moment after its time,
//! or after Ctrl-C, is ended here.
//!
//! Every long loop asks its budget, so this seldom has work to do; but setting
//! up a board of 10^9 cells, or giving back their memory, has steps that
//! cannot be interrupted. One thread waits for the end; whoever begins to print
//! sends it away.
//!
//! On a busy machine the run is given the moments that it had to wait for a
//! processor, where the system counts them: it would rather tell what it knows.

use std::io::{Write, stdout};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use allsmall::answer::{Answer, UnknownAnswer};
use allsmall::{Stop, discard_drafts};

use crate::exit::Code;

/// How long after its time a run may go on, and how long after a signal.
const AFTER_TIME: Duration = Duration::from_millis(60);
const AFTER_SIGNAL: Duration = Duration::from_millis(150);
/// How long the last words may take: no time at all, unless the machine is
/// busy or nobody reads them.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// The most that is waited for a busy machine.
const BUSY: Duration = Duration::from_millis(1500);

/// What is printed when a limit ends the run.
type Say = Box<dyn Fn(Stop) -> String + Send>;

/// What the thread waits for.
struct Watch {
    /// When the time is over.
    end: Option<Instant>,
    /// When the first signal came.
    signal: Option<Instant>,
    /// Nothing is said once the answer is being printed.
    say: Option<Say>,
    /// Since when nothing asks the budget, so that a signal ends the program at
    /// once and in silence.
    at_once: Option<Instant>,
    /// Whether a signal is left to the computation, however long it takes.
    patient: bool,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { end: None, signal: None, say: None, at_once: None, patient: false });
static CHANGED: Condvar = Condvar::new();

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread; with a time, the run ends a moment after it.
pub(crate) fn start(time: Option<Duration>, json: bool) {
    watch().end = time.and_then(|time| Instant::now().checked_add(time));
    say(move |stop| written(&Answer::Unknown(UnknownAnswer { stopped: stop }), json));
    let started = thread::Builder::new().name("guard".to_owned()).spawn(wait);
    if let Err(error) = started {
        eprintln!("warning: time limits may be late ({error})");
    }
}

/// What to print in place of an answer.
pub(crate) fn say(words: impl Fn(Stop) -> String + Send + 'static) {
    watch().say = Some(Box::new(words));
}

/// An answer as a line.
pub(crate) fn written(answer: &Answer, json: bool) -> String {
    let text = if json { serde_json::to_string(answer).unwrap_or_default() } else { answer.to_string() };
    text + "\n"
}

/// The answer is known and is being printed: time no longer matters.
pub(crate) fn stand_down() {
    let mut watch = watch();
    watch.end = None;
    watch.say = None;
}

/// Prints an answer. Printing does not ask the budget, so a signal that comes
/// meanwhile ends the program at once.
pub(crate) fn printing<T>(print: impl FnOnce() -> T) -> T {
    stand_down();
    let before = watch().at_once.replace(Instant::now());
    let printed = print();
    watch().at_once = before;
    printed
}

/// A game begins: a signal ends it at once.
pub(crate) fn end_at_once() {
    watch().at_once = Some(Instant::now());
}

/// What is done must be saved before the end: nothing is ended by force.
pub(crate) fn be_patient() {
    let mut watch = watch();
    watch.end = None;
    watch.patient = true;
}

/// A signal has come.
pub(crate) fn signalled() {
    watch().signal.get_or_insert_with(Instant::now);
    CHANGED.notify_all();
}

fn wait() {
    let mut watch = watch();
    // Since when the run is late, and how long it had waited by then.
    let mut late: Option<(Instant, Duration)> = None;
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
                let (_, before) = *late.filter(|&(since, _)| since == at).get_or_insert((at, waited()));
                late = Some((at, before));
                let due = at + after + waited().saturating_sub(before).min(BUSY);
                match due.saturating_duration_since(now) {
                    Duration::ZERO => end(&watch, stop),
                    left => left,
                }
            }
        };
        watch = CHANGED.wait_timeout(watch, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// How long the main thread has waited for a processor so far, where the
/// system tells (Linux: the second number, in nanoseconds).
fn waited() -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Ends the program. Who is about to print waits for the lock in vain.
fn end(watch: &Watch, stop: Stop) -> ! {
    discard_drafts();
    let in_silence = stop == Stop::Interrupted && watch.at_once.is_some();
    if let Some(say) = watch.say.as_ref().filter(|_| !in_silence) {
        let text = say(stop);
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
