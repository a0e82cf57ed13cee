//! [`Ledger`]: which operations of one stream are unfinished, what each holds, and who waits for it.
//!
//! This is the completion core. It calls no driver and runs no user code: whatever must be woken, dropped or given back
//! leaves in a [`Settled`], to be dealt with outside the lock (R7). One lock covers it all, so a waker that is stored
//! cannot miss the completion that is marked after it.

use std::collections::VecDeque;
use std::fmt;
use std::mem::ManuallyDrop;
use std::task::{Poll, Waker};

use super::outcome::{Abandoned, Outcome, Settled};
use crate::error::Error;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Names one slot, once: the generation tells a reused slot from the one that was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    index: usize,
    generation: u64,
}

/// The unfinished operations of one stream. `G` is what an operation holds, `E` a lease of a recorded event.
///
/// Invariant: a slot's `held` is given away only in phase `Done`, and that phase is entered only through
/// [`Ledger::complete_through`], whose caller has proof from the driver (R0). A ledger that is dropped leaks what it holds.
pub(crate) struct Ledger<G, E> {
    /// Every number up to this one is done.
    done: AtomicU64,
    /// The newest number whose driver call has returned. Stored by one thread at a time, in order of the numbers.
    submitted: AtomicU64,
    /// How many recorded events there are. Changed under the lock only.
    armed_len: AtomicUsize,
    state: Mutex<State<G, E>>,
}

struct State<G, E> {
    slots: Vec<Slot<G>>,
    free: Vec<usize>,
    /// Recorded events, oldest first, each with the newest number it covers.
    armed: VecDeque<(u64, E)>,
    /// Submitted slots by their number, oldest first.
    pending: VecDeque<(u64, usize)>,
}

struct Slot<G> {
    generation: u64,
    phase: Phase,
    abandoned: bool,
    held: Option<ManuallyDrop<G>>,
    waker: Option<Waker>,
    error: Option<Error>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Free,
    /// Owned, and perhaps already given to the driver: nothing is known.
    Registered,
    /// Given to the driver under a number.
    Pending,
    /// Proved done.
    Done,
    /// Never to be proved: what it held is in quarantine.
    Failed,
}

impl<G, E> fmt::Debug for Ledger<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").field("done", &self.done).finish_non_exhaustive()
    }
}

impl<G, E: Clone> Ledger<G, E> {
    pub(crate) fn new() -> Self {
        let state = State { slots: Vec::new(), free: Vec::new(), armed: VecDeque::new(), pending: VecDeque::new() };
        Self {
            done: AtomicU64::new(0),
            submitted: AtomicU64::new(0),
            armed_len: AtomicUsize::new(0),
            state: Mutex::new(state),
        }
    }

    /// Whether number `seq` and all before it are done.
    pub(crate) fn is_done(&self, seq: u64) -> bool {
        // Acquire: pairs with the Release in `complete_through`; whoever sees the number may touch the bytes (R6).
        self.done.load(Ordering::Acquire) >= seq
    }

    /// Takes ownership before the driver is told of anything (R1).
    pub(crate) fn register(&self, held: G) -> Token {
        self.state.lock().take_slot(held, Phase::Registered)
    }

    /// Notes that the operation was given to the driver as number `seq`, with the error of that call if there was one.
    /// Called in order of the numbers.
    pub(crate) fn submitted(&self, token: Token, seq: u64, error: Option<Error>) {
        let mut state = self.state.lock();
        if let Some(slot) = state.slot(token) {
            slot.phase = Phase::Pending;
            slot.error = error;
            state.insert_pending(seq, token.index);
        }
        drop(state);
        // Only now: whoever synchronises for this number must find the operation.
        self.returned(seq);
    }

    /// Notes that the driver call of number `seq` has returned. Called in order of the numbers.
    pub(crate) fn returned(&self, seq: u64) {
        // Release: pairs with the Acquire in `newest_submitted`.
        self.submitted.store(seq, Ordering::Release);
    }

    /// The newest number that the driver has for certain: what a synchronise from now on speaks for. A number that is given
    /// out and not submitted yet is not among them.
    pub(crate) fn newest_submitted(&self) -> u64 {
        // Acquire: pairs with the Release in `returned`.
        self.submitted.load(Ordering::Acquire)
    }

    /// Registers something that waits for number `seq`, which was submitted before, and takes `waker` to be woken when that is
    /// done. Answers too whether a recorded event covers the number. Gives `held` back if it is done already.
    pub(crate) fn attach(&self, held: G, seq: u64, waker: &mut Option<Waker>) -> Result<(Token, bool), G> {
        let mut state = self.state.lock();
        if self.is_done(seq) {
            return Err(held);
        }
        let token = state.take_slot(held, Phase::Pending);
        state.slots[token.index].waker = waker.take();
        state.insert_pending(seq, token.index);
        let is_covered = state.armed.back().is_some_and(|(covers, _)| *covers >= seq);
        Ok((token, is_covered))
    }

    /// Notes an event that was recorded behind number `seq`, and answers how many there are now. Called in order of the
    /// numbers.
    pub(crate) fn arm(&self, seq: u64, event: E) -> usize {
        let mut state = self.state.lock();
        state.armed.push_back((seq, event));
        // Relaxed: under the lock; whoever must see it has another reason to (`Watched`).
        self.armed_len.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// What `look` sees of the oldest recorded event that is not known to be done.
    pub(crate) fn oldest<R>(&self, look: impl FnOnce(&E) -> R) -> Option<(u64, R)> {
        self.state.lock().oldest(look)
    }

    /// The oldest recorded event that covers number `seq`.
    pub(crate) fn covering(&self, seq: u64) -> Option<(u64, E)> {
        let state = self.state.lock();
        let first = state.armed.partition_point(|(covers, _)| *covers < seq);
        state.armed.get(first).cloned()
    }

    /// Whether an event is recorded that is not known to be done.
    pub(crate) fn is_armed(&self) -> bool {
        // Relaxed: a hint, except to who ends a watch, and `Watched` orders that behind the arming.
        self.armed_len.load(Ordering::Relaxed) > 0
    }

    /// Marks every number up to `seq` done. The caller has the driver's word for it. Answers what [`Self::oldest`] would then.
    pub(crate) fn complete_through<R>(
        &self,
        seq: u64,
        settled: &mut Settled<G, E>,
        look: impl FnOnce(&E) -> R,
    ) -> Option<(u64, R)> {
        let mut state = self.state.lock();
        if !self.is_done(seq) {
            // Release: pairs with the Acquire in `is_done`; publishes that the driver is done with the bytes (R6).
            self.done.store(seq, Ordering::Release);
        }
        while let Some((_, event)) = state.armed.pop_front_if(|(covers, _)| *covers <= seq) {
            settled.events.push(event);
            // Relaxed: nobody waits for there to be fewer.
            self.armed_len.fetch_sub(1, Ordering::Relaxed);
        }
        while let Some(&(number, index)) = state.pending.front() {
            if number > seq {
                break;
            }
            state.pending.pop_front();
            let slot = &mut state.slots[index];
            slot.phase = Phase::Done;
            if let Some(waker) = slot.waker.take() {
                settled.wakers.push(waker);
            }
            if slot.abandoned {
                settled.released.extend(state.free_slot(index));
            }
        }
        state.oldest(look)
    }

    /// Ends one operation whose end cannot be proved; what it holds goes to quarantine.
    pub(crate) fn fail(&self, token: Token, error: &Error, settled: &mut Settled<G, E>) {
        let mut state = self.state.lock();
        if state.slot(token).is_some_and(|slot| matches!(slot.phase, Phase::Registered | Phase::Pending)) {
            state.pending.retain(|&(_, index)| index != token.index);
            state.fail_slot(token.index, error, settled);
        }
    }

    /// Ends the pending operations up to number `seq` that no event covers; what they hold goes to quarantine.
    pub(crate) fn fail_uncovered(&self, seq: u64, error: &Error, settled: &mut Settled<G, E>) {
        let mut state = self.state.lock();
        let covered = state.armed.back().map_or(0, |(covers, _)| *covers);
        let uncovered = |&(number, _): &(u64, usize)| number > covered && number <= seq;
        while let Some(place) = state.pending.iter().position(uncovered) {
            if let Some((_, index)) = state.pending.remove(place) {
                state.fail_slot(index, error, settled);
            }
        }
    }

    /// Ends every pending operation; what they hold goes to quarantine, and so do their events: none is known done.
    pub(crate) fn fail_all(&self, error: &Error, settled: &mut Settled<G, E>) {
        let mut state = self.state.lock();
        // Relaxed: as in `complete_through`.
        self.armed_len.fetch_sub(state.armed.len(), Ordering::Relaxed);
        settled.lost.extend(state.armed.drain(..).map(|(_, event)| event));
        while let Some((_, index)) = state.pending.pop_front() {
            state.fail_slot(index, error, settled);
        }
    }

    /// Asks for the outcome and, if there is none yet, has `waker` woken when there is.
    ///
    /// Leaves in `waker` the one that was stored before, to be dropped outside the lock. `None` keeps the stored one.
    pub(crate) fn poll(&self, token: Token, waker: &mut Option<Waker>) -> Poll<Outcome<G>> {
        let mut state = self.state.lock();
        let Some(slot) = state.slot(token) else { return Poll::Ready(Outcome::Failed(Error::ContextLost)) };
        match slot.phase {
            Phase::Registered | Phase::Pending => {
                if waker.is_some() {
                    std::mem::swap(&mut slot.waker, waker);
                }
                Poll::Pending
            }
            Phase::Done | Phase::Failed | Phase::Free => {
                let failed = slot.phase == Phase::Failed;
                let error = slot.error.take();
                match state.free_slot(token.index).filter(|_| !failed) {
                    Some(held) => Poll::Ready(Outcome::Done { held, error }),
                    None => Poll::Ready(Outcome::Failed(error.unwrap_or(Error::ContextLost))),
                }
            }
        }
    }

    /// Whether `waker` is the one stored for `token`, so that nothing need be cloned.
    pub(crate) fn would_wake(&self, token: Token, waker: &Waker) -> bool {
        let mut state = self.state.lock();
        let stored = state.slot(token).and_then(|slot| slot.waker.as_ref());
        stored.is_some_and(|stored| stored.will_wake(waker))
    }

    /// Gives up the future's interest; the slot frees itself when the operation is done.
    ///
    /// Answers the stored waker too, to be dropped outside the lock.
    pub(crate) fn abandon(&self, token: Token) -> (Abandoned<G>, Option<Waker>) {
        let mut state = self.state.lock();
        let Some(slot) = state.slot(token) else { return (Abandoned::Gone, None) };
        let waker = slot.waker.take();
        let what = match slot.phase {
            Phase::Registered | Phase::Pending => {
                slot.abandoned = true;
                Abandoned::Kept
            }
            Phase::Done => state.free_slot(token.index).map_or(Abandoned::Gone, Abandoned::Released),
            Phase::Failed | Phase::Free => {
                state.free_slot(token.index);
                Abandoned::Gone
            }
        };
        (what, waker)
    }

    /// The number of operations that were given to the driver and are not known to be done.
    pub(crate) fn pending_len(&self) -> usize {
        self.state.lock().pending.len()
    }

    /// The number of slots that own something.
    #[cfg(all(test, not(loom)))]
    pub(super) fn owned_len(&self) -> usize {
        self.state.lock().slots.iter().filter(|slot| slot.held.is_some()).count()
    }
}

impl<G, E> State<G, E> {
    fn slot(&mut self, token: Token) -> Option<&mut Slot<G>> {
        self.slots.get_mut(token.index).filter(|slot| slot.generation == token.generation && slot.phase != Phase::Free)
    }

    fn oldest<R>(&self, look: impl FnOnce(&E) -> R) -> Option<(u64, R)> {
        self.armed.front().map(|(covers, event)| (*covers, look(event)))
    }

    fn take_slot(&mut self, held: G, phase: Phase) -> Token {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                phase: Phase::Free,
                abandoned: false,
                held: None,
                waker: None,
                error: None,
            });
            self.slots.len() - 1
        });
        let slot = &mut self.slots[index];
        slot.phase = phase;
        slot.held = Some(ManuallyDrop::new(held));
        Token { index, generation: slot.generation }
    }

    /// Frees a slot and answers what it held; only phases `Done` and `Failed` come here.
    fn free_slot(&mut self, index: usize) -> Option<G> {
        let slot = &mut self.slots[index];
        slot.generation += 1;
        slot.phase = Phase::Free;
        slot.abandoned = false;
        slot.error = None;
        let held = slot.held.take().map(ManuallyDrop::into_inner);
        self.free.push(index);
        held
    }

    fn fail_slot(&mut self, index: usize, error: &Error, settled: &mut Settled<G, E>) {
        let slot = &mut self.slots[index];
        slot.phase = Phase::Failed;
        slot.error = Some(error.clone());
        settled.quarantined.extend(slot.held.take());
        settled.wakers.extend(slot.waker.take());
        if slot.abandoned {
            self.free_slot(index);
        }
    }

    fn insert_pending(&mut self, seq: u64, index: usize) {
        if self.pending.back().is_none_or(|&(number, _)| number <= seq) {
            return self.pending.push_back((seq, index));
        }
        let place = self.pending.partition_point(|(number, _)| *number <= seq);
        self.pending.insert(place, (seq, index));
    }
}
