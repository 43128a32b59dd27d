//! Parallel map with ordered results and bounded lookahead.
//!
//! Threads take items one after the other and send the results to the calling
//! thread, which reorders them. No thread runs more than a few items ahead, so memory
//! stays small even when one item takes long.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Calls `each` with the result of `work` on every item of `next`, in the order of the
/// items, until it breaks. Each thread has one `state`.
pub fn ordered_map<T: Send, S, R: Send, B>(
    threads: usize,
    next: impl FnMut() -> Option<T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let items = std::iter::from_fn(next);
    if threads <= 1 {
        let mut state = state();
        for item in items {
            each(work(&mut state, item))?;
        }
        return ControlFlow::Continue(());
    }
    let ahead = 4 * threads;
    let source = Mutex::new(items.enumerate());
    let written = Mutex::new(0usize);
    let (moved, over) = (Condvar::new(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(ahead);
        for _ in 0..threads {
            let sender = sender.clone();
            let (source, written, moved, over, state, work) = (&source, &written, &moved, &over, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                while !over.load(Ordering::Relaxed) {
                    let Some((number, item)) = lock(source).next() else { return };
                    let done = work(&mut state, item);
                    let mut at = lock(written);
                    while number > *at + ahead && !over.load(Ordering::Relaxed) {
                        at = moved.wait(at).unwrap_or_else(PoisonError::into_inner);
                    }
                    drop(at);
                    if sender.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut flow = ControlFlow::Continue(());
        let mut next = 0;
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&next) {
                next += 1;
                if flow.is_continue() {
                    flow = each(done);
                }
                over.store(flow.is_break(), Ordering::Relaxed);
                *lock(&written) = next;
                moved.notify_all();
            }
        }
        flow
    })
}

/// Locks a mutex, also one that a thread held when it panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_breaking_off_ends_everything() {
        for threads in [1, 2, 5] {
            let mut numbers = 0..200u64;
            let mut seen = Vec::new();
            let slow = |_: &mut (), n: u64| {
                std::thread::sleep(std::time::Duration::from_micros(37 * n % 500));
                n * n
            };
            let flow: ControlFlow<()> = ordered_map(
                threads,
                || numbers.next(),
                || (),
                slow,
                |square| {
                    seen.push(square);
                    ControlFlow::Continue(())
                },
            );
            assert!(flow.is_continue());
            assert_eq!(seen, (0..200).map(|n| n * n).collect::<Vec<u64>>());
            let mut numbers = 0..;
            let flow = ordered_map(
                threads,
                || numbers.next(),
                || (),
                |_, n: u64| n,
                |n| match n {
                    50 => ControlFlow::Break(n),
                    _ => ControlFlow::Continue(()),
                },
            );
            assert_eq!(flow, ControlFlow::Break(50));
        }
    }
}
