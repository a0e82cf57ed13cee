//! A model of the reactor's sleep, for loom.
//!
//! It runs with `RUSTFLAGS="--cfg loom" cargo test -p cuda-safe --release --lib bell`.

use std::sync::Arc;

use super::shared::Shared;
use super::threads::react;
use crate::driver::Unpark;

/// A ring that is lost would leave the reactor parked for ever, which loom calls a deadlock. The news here is that it should stop; a stream
/// that comes is announced in the same order, what it is before the ring.
#[test]
fn a_ring_that_races_the_parking_is_not_lost() {
    loom::model(|| {
        let shared = Shared::new(true);
        let reactor = loom::thread::spawn({
            let shared = Arc::clone(&shared);
            move || react(&shared, true)
        });
        // As when a reactor starts: the bell hangs before anybody can ring it.
        shared.bell.hang(reactor.thread().clone());
        let hint = loom::thread::spawn({
            let bell = shared.bell;
            move || bell.unpark()
        });
        shared.stop();
        reactor.join().expect("no panic");
        hint.join().expect("no panic");
    });
}
