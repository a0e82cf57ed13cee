//! Tests of the completion core: plain ones, and the same races under loom.
//!
//! The models run with `RUSTFLAGS="--cfg loom" cargo test -p cuda-safe --release --lib ledger`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Wake, Waker};

use super::ledger::Ledger;
use super::outcome::{Outcome, Settled};
use super::watch::Watched;
use crate::error::Error;

/// What an operation holds here; counts its destructor.
#[derive(Debug)]
struct Guard(Arc<AtomicUsize>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn counting_waker() -> (Arc<Count>, Waker) {
    let count = Arc::new(Count(AtomicUsize::new(0)));
    (Arc::clone(&count), count.into())
}

/// Settles the way the stream does: outside the ledger's lock.
fn settle(settled: &mut Settled<Guard, u32>) {
    settled.released.clear();
    settled.quarantined.clear();
    settled.events.clear();
    for waker in settled.wakers.drain(..) {
        waker.wake();
    }
}

#[cfg(not(loom))]
mod plain {
    use super::super::outcome::Abandoned;
    use super::*;
    use crate::error::ErrorCode;

    fn ledger() -> (Ledger<Guard, u32>, Arc<AtomicUsize>) {
        (Ledger::new(), Arc::new(AtomicUsize::new(0)))
    }

    #[test]
    fn one_event_completes_all_numbers_up_to_its_own() {
        let (ledger, dropped) = ledger();
        let tokens: Vec<_> = (1..=3)
            .map(|seq| {
                let token = ledger.register(Guard(Arc::clone(&dropped)));
                ledger.submitted(token, seq, None);
                token
            })
            .collect();
        ledger.arm(2, 7);
        assert_eq!(ledger.covering(1), Some((2, 7)));
        assert_eq!(ledger.covering(3), None);
        let mut settled = Settled::default();
        ledger.complete_through(2, &mut settled, u32::clone);
        assert_eq!(settled.events, [7]);
        let states: Vec<_> = tokens.iter().map(|&token| ledger.poll(token, &mut None).is_ready()).collect();
        assert_eq!(states, [true, true, false]);
        assert_eq!(dropped.load(Ordering::SeqCst), 2);
    }

    /// Reported elsewhere as tracel-ai/cubecl#1401 (row 70): see `docs/reported-faults.md`.
    #[test]
    fn an_old_token_never_reaches_the_slot_that_took_its_place() {
        let (ledger, dropped) = ledger();
        let old = ledger.register(Guard(Arc::clone(&dropped)));
        ledger.submitted(old, 1, None);
        ledger.complete_through(1, &mut Settled::default(), u32::clone);
        drop(ledger.abandon(old));
        let new = ledger.register(Guard(Arc::clone(&dropped)));
        ledger.submitted(new, 2, None);
        assert!(matches!(ledger.abandon(old), (Abandoned::Gone, None)));
        assert!(ledger.poll(new, &mut None).is_pending());
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn what_is_registered_and_never_submitted_leaks_with_the_ledger() {
        let (ledger, dropped) = ledger();
        let _token = ledger.register(Guard(Arc::clone(&dropped)));
        drop(ledger);
        assert_eq!(dropped.load(Ordering::SeqCst), 0);
        // Count it back for the leak checker: the guard's count is all that leaks.
        assert_eq!(Arc::strong_count(&dropped), 2);
    }

    #[test]
    fn failing_all_quarantines_and_wakes_and_gives_back_no_event() {
        let (ledger, dropped) = ledger();
        let token = ledger.register(Guard(Arc::clone(&dropped)));
        ledger.submitted(token, 1, None);
        ledger.arm(1, 7);
        let (count, waker) = counting_waker();
        assert!(ledger.poll(token, &mut Some(waker)).is_pending());
        let mut settled = Settled::default();
        let error = Error::Fatal { code: ErrorCode::LAUNCH_FAILED, first_seen_by: "cuEventQuery" };
        ledger.fail_all(&error, &mut settled);
        assert_eq!((settled.quarantined.len(), settled.events.len(), settled.wakers.len()), (1, 0, 1));
        settle(&mut settled);
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
        assert!(matches!(ledger.poll(token, &mut None), Poll::Ready(Outcome::Failed(seen)) if seen == error));
        assert_eq!(dropped.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_newer_waker_takes_the_place_of_the_older() {
        let (ledger, dropped) = ledger();
        let token = ledger.register(Guard(dropped));
        ledger.submitted(token, 1, None);
        let ((old, first), (new, second)) = (counting_waker(), counting_waker());
        assert!(ledger.poll(token, &mut Some(first)).is_pending());
        assert!(!ledger.would_wake(token, &second));
        assert!(ledger.poll(token, &mut Some(second.clone())).is_pending());
        // One vtable may have several addresses, and Miri makes use of it; then equal wakers look different.
        assert!(cfg!(miri) || ledger.would_wake(token, &second));
        let mut settled = Settled::default();
        ledger.complete_through(1, &mut settled, u32::clone);
        settle(&mut settled);
        assert_eq!((old.0.load(Ordering::SeqCst), new.0.load(Ordering::SeqCst)), (0, 1));
    }

    #[test]
    fn attaching_to_a_number_that_is_done_is_done() {
        let (ledger, dropped) = ledger();
        ledger.complete_through(5, &mut Settled::default(), u32::clone);
        assert!(ledger.attach(Guard(dropped), 4, &mut None).is_err());
    }
}

/// Runs a race: under loom all its interleavings, else once.
pub(super) fn race(model: impl Fn() + Send + Sync + 'static) {
    #[cfg(loom)]
    loom::model(model);
    #[cfg(not(loom))]
    model();
}

#[cfg(loom)]
pub(super) use loom::thread;
#[cfg(not(loom))]
pub(super) use std::thread;

/// One submitted operation, and the count of its guard's drops.
fn submitted() -> (Arc<Ledger<Guard, u32>>, super::ledger::Token, Arc<AtomicUsize>) {
    let ledger = Arc::new(Ledger::new());
    let dropped = Arc::new(AtomicUsize::new(0));
    let token = ledger.register(Guard(Arc::clone(&dropped)));
    ledger.submitted(token, 1, None);
    ledger.arm(1, 7);
    (ledger, token, dropped)
}

fn complete_on_a_thread(ledger: &Arc<Ledger<Guard, u32>>) -> thread::JoinHandle<()> {
    let ledger = Arc::clone(ledger);
    thread::spawn(move || {
        let mut settled = Settled::default();
        ledger.complete_through(1, &mut settled, u32::clone);
        settle(&mut settled);
    })
}

#[test]
fn a_poll_that_races_the_completion_is_ready_or_woken() {
    race(|| {
        let (ledger, token, _) = submitted();
        let completer = complete_on_a_thread(&ledger);
        let (count, waker) = counting_waker();
        let first = ledger.poll(token, &mut Some(waker));
        completer.join().expect("no panic");
        if first.is_pending() {
            assert_eq!(count.0.load(Ordering::SeqCst), 1, "a lost wake-up");
            assert!(ledger.poll(token, &mut None).is_ready());
        }
    });
}

#[test]
fn what_attaches_while_its_number_is_completed_is_done_or_woken() {
    race(|| {
        let (ledger, _, _) = submitted();
        let completer = complete_on_a_thread(&ledger);
        let (count, waker) = counting_waker();
        let attached = ledger.attach(Guard(Arc::default()), 1, &mut Some(waker));
        completer.join().expect("the completer does not panic");
        let is_woken = count.0.load(Ordering::SeqCst) == 1;
        assert_eq!(attached.is_ok(), is_woken, "it waits for a completion that was");
    });
}

#[test]
fn what_attaches_while_its_event_is_given_up_is_woken_or_told_that_it_has_none() {
    race(|| {
        let (ledger, _, _) = submitted();
        let failing = Arc::clone(&ledger);
        let failer = thread::spawn(move || {
            let mut settled = Settled::default();
            failing.fail_all(&Error::ContextLost, &mut settled);
            settle(&mut settled);
        });
        let (count, waker) = counting_waker();
        let attached = ledger.attach(Guard(Arc::default()), 1, &mut Some(waker));
        failer.join().expect("no panic");
        let (_, is_covered) = attached.expect("it is not done");
        assert_eq!(is_covered, count.0.load(Ordering::SeqCst) == 1, "nobody will ever wake it");
    });
}

#[test]
fn a_stream_with_an_armed_event_is_on_the_list() {
    race(|| {
        let (ledger, watched) = (Arc::new(Ledger::<Guard, u32>::new()), Arc::new(Watched::default()));
        assert!(watched.begin());
        let (armed, arming) = (Arc::clone(&ledger), Arc::clone(&watched));
        let submitter = thread::spawn(move || {
            armed.arm(1, 7);
            arming.begin()
        });
        let is_off = watched.end(|| ledger.is_armed());
        let is_listed_again = submitter.join().expect("no panic");
        assert_eq!(is_off, is_listed_again, "it is on the list not at all, or twice");
    });
}

#[test]
fn an_abandoned_operation_is_released_once_whoever_is_first() {
    race(|| {
        let (ledger, token, dropped) = submitted();
        let completer = complete_on_a_thread(&ledger);
        drop(ledger.abandon(token));
        completer.join().expect("no panic");
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn two_completers_release_once() {
    race(|| {
        let (ledger, token, dropped) = submitted();
        let completers = [complete_on_a_thread(&ledger), complete_on_a_thread(&ledger)];
        drop(ledger.abandon(token));
        for completer in completers {
            completer.join().expect("no panic");
        }
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn failing_races_completing_and_the_guard_is_released_or_quarantined() {
    race(|| {
        let (ledger, token, dropped) = submitted();
        let completer = complete_on_a_thread(&ledger);
        let mut settled = Settled::default();
        ledger.fail_all(&Error::ContextLost, &mut settled);
        let quarantined = settled.quarantined.len();
        completer.join().expect("no panic");
        match ledger.poll(token, &mut None) {
            Poll::Ready(Outcome::Done { held, .. }) => {
                assert_eq!(quarantined, 0);
                drop(held);
                assert_eq!(dropped.load(Ordering::SeqCst), 1);
            }
            Poll::Ready(Outcome::Failed(_)) => assert_eq!((quarantined, dropped.load(Ordering::SeqCst)), (1, 0)),
            Poll::Pending => panic!("neither done nor failed"),
        }
    });
}

/// A completion that comes late, for a number whose operation is gone, does not end the one that took the slot.
///
/// Reported elsewhere as beehive-lab/TornadoVM#986 (row 59): see `docs/reported-faults.md`.
#[test]
fn a_late_completion_does_not_end_the_operation_that_took_the_slot() {
    race(|| {
        let (ledger, token, dropped) = submitted();
        let late = complete_on_a_thread(&ledger);
        let mut settled = Settled::default();
        ledger.complete_through(1, &mut settled, u32::clone);
        settle(&mut settled);
        drop(ledger.abandon(token));
        let next = ledger.register(Guard(Arc::clone(&dropped)));
        ledger.submitted(next, 2, None);
        late.join().expect("no panic");
        assert!(ledger.poll(next, &mut None).is_pending(), "ended by a completion that was not its own");
        assert!(matches!(ledger.poll(token, &mut None), Poll::Ready(Outcome::Failed(_))));
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    });
}

/// A synchronise speaks for the numbers that were submitted before it, so what it completes must be there to be found.
#[test]
fn an_operation_whose_number_is_submitted_is_found_by_a_synchronise() {
    race(|| {
        let ledger = Arc::new(Ledger::<Guard, u32>::new());
        let token = ledger.register(Guard(Arc::new(AtomicUsize::new(0))));
        let submitter = {
            let ledger = Arc::clone(&ledger);
            thread::spawn(move || ledger.submitted(token, 1, None))
        };
        let seq = ledger.newest_submitted();
        if seq != 0 {
            ledger.complete_through(seq, &mut Settled::default(), u32::clone);
            assert!(ledger.poll(token, &mut None).is_ready(), "done, and nobody was told");
        }
        submitter.join().expect("no panic");
    });
}

/// R6: the bytes that the driver wrote before it said "done" are seen by whoever sees the number, with no lock in between.
#[cfg(loom)]
#[test]
#[expect(unsafe_code, reason = "plain memory, as a device writes it, under loom's eyes")]
fn a_number_that_is_seen_done_publishes_the_bytes() {
    use loom::cell::UnsafeCell;

    struct Bytes(UnsafeCell<u32>);
    // SAFETY: loom checks every access for a race; that is the test.
    unsafe impl Sync for Bytes {}
    // SAFETY: as above.
    unsafe impl Send for Bytes {}

    // How often the number was seen: a model that never gets there shows nothing. The reader is the thread that loom starts,
    // since loom remembers the last access of an atomic only, and the writer looks at the number before it stores it.
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    loom::model(move || {
        let ledger = Arc::new(Ledger::<(), u32>::new());
        let bytes = Arc::new(Bytes(UnsafeCell::new(0)));
        let (reader, cell, count) = (Arc::clone(&ledger), Arc::clone(&bytes), Arc::clone(&count));
        let user = loom::thread::spawn(move || {
            if reader.is_done(1) {
                count.fetch_add(1, Ordering::SeqCst);
                // SAFETY: loom checks that nobody writes to the cell meanwhile.
                assert_eq!(cell.0.with(|bytes| unsafe { *bytes }), 42);
            }
        });
        // SAFETY: loom checks that nobody else accesses the cell meanwhile.
        bytes.0.with_mut(|bytes| unsafe { *bytes = 42 });
        ledger.complete_through(1, &mut Settled::default(), u32::clone);
        user.join().expect("no panic");
    });
    assert!(seen.load(Ordering::SeqCst) > 0, "the number was never seen done");
}
