//! Work on several threads whose results come out in order.
//!
//! Threads take pieces one after the other and hand in what they made of them;
//! nobody runs further ahead than a few pieces, so memory stays small even
//! when one piece takes long.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};

/// Calls `each` with `work` done on every piece that `next` gives, in the
/// order of the pieces, until it breaks off. Every thread has a state of its
/// own.
pub fn ordered_map<T: Send, S, R: Send, B>(
    threads: usize,
    mut next: impl FnMut() -> Option<T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if threads <= 1 {
        let mut state = state();
        while let Some(piece) = next() {
            each(work(&mut state, piece))?;
        }
        return ControlFlow::Continue(());
    }
    let ahead = 4 * threads;
    let desk = Mutex::new((next, 0usize));
    let written = Mutex::new(0usize);
    let (moved, over) = (Condvar::new(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(ahead);
        for _ in 0..threads {
            let sender = sender.clone();
            let (desk, written, moved, over, state, work) = (&desk, &written, &moved, &over, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                while !over.load(Ordering::Relaxed) {
                    let (number, piece) = {
                        let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
                        let Some(piece) = desk.0() else { return };
                        desk.1 += 1;
                        (desk.1 - 1, piece)
                    };
                    let done = work(&mut state, piece);
                    let mut at = written.lock().unwrap_or_else(PoisonError::into_inner);
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
                *written.lock().unwrap_or_else(PoisonError::into_inner) = next;
                moved.notify_all();
            }
        }
        flow
    })
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
