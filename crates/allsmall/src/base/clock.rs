//! Monotonic clock, also in WebAssembly.
//!
//! In a browser `std::time::Instant` panics; there the embedding program provides a
//! clock once, by `set_clock`. Everywhere else this is the standard library's
//! `Instant`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without::set;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod without {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that returns the time since some fixed moment; only the
    /// first call counts.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        /// This moment; always the same where no clock was set.
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }

        /// The time from an earlier moment to this one.
        pub(crate) fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment `time` later, unless it overflows.
        pub(crate) fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
