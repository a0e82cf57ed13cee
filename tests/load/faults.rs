//! Faults and captures with a thousand futures pending on four streams.

use std::future::Future;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Instant;

use cuda_safe::{DeviceBuffer, Error, ErrorCode, PinnedBuffer, Reactor, Stream, Transfer};
use cuda_sim::Gate;
use cuda_sys::CUresult;

use crate::rig::{Rig, Woken, seed};

const FUTURES: usize = 1_000;

type Pending = std::pin::Pin<Box<Transfer<PinnedBuffer<u32>>>>;

/// A thousand futures that were polled once, on four streams that are held.
fn pending(rig: &Rig, streams: &[Stream; 4], waker: &Waker) -> (Vec<Pending>, DeviceBuffer<u32>, [Gate; 4]) {
    let mut gpu = DeviceBuffer::<u32>::zeroed(&streams[0], 4).expect("memory");
    gpu.upload_from(&[1, 2, 3, 4], &streams[0]).wait_blocking().expect("the upload works");
    let gates = streams.each_ref().map(|stream| rig.simulator.gate(stream.as_raw().cast()));
    let futures = (0..FUTURES).map(|place| {
        let pinned = PinnedBuffer::zeroed(&rig.context, 4).expect("pinned memory");
        let mut future = Box::pin(streams[place % 4].download(&gpu, pinned));
        assert!(future.as_mut().poll(&mut TaskContext::from_waker(waker)).is_pending());
        future
    });
    (futures.collect(), gpu, gates)
}

fn outcome(mut future: Pending) -> Result<PinnedBuffer<u32>, Error> {
    match future.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.map_err(|failed| failed.error),
        Poll::Pending => panic!("still pending"),
    }
}

fn assert_fatal(futures: Vec<Pending>) {
    for future in futures {
        let error = outcome(future).expect_err("the context is dead");
        assert!(matches!(error, Error::Fatal { code: ErrorCode::ILLEGAL_ADDRESS, .. }), "{error:?}");
    }
}

#[test]
fn a_sticky_fault_ends_all_within_ten_turns() {
    let rig = Rig::new(Reactor::manual(), seed());
    let streams = rig.streams::<4>();
    let woken = Arc::new(Woken::default());
    let (futures, _gpu, gates) = pending(&rig, &streams, &Waker::from(Arc::clone(&woken)));
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let turns = (1..=10).find(|_| {
        rig.reactor.turn();
        woken.count() == FUTURES
    });
    println!("all were woken after {turns:?} turns");
    assert!(turns.is_some(), "{} were woken", woken.count());
    assert_fatal(futures);
    drop(gates);
}

#[test]
fn a_sticky_fault_ends_all_with_a_reactor_that_has_threads() {
    let rig = Rig::new(Reactor::spawn().expect("threads start"), seed());
    let streams = rig.streams::<4>();
    let woken = Arc::new(Woken::default());
    let (futures, _gpu, gates) = pending(&rig, &streams, &Waker::from(Arc::clone(&woken)));
    let start = Instant::now();
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    while woken.count() < FUTURES {
        std::thread::yield_now();
    }
    // Told, not asserted: it depends on the machine.
    println!("all were woken after {:?}", start.elapsed());
    assert_fatal(futures);
    drop(gates);
}

/// For a while the driver answers every query with one of the codes of a capture that somebody else has going.
#[test]
fn a_foreign_capture_completes_nothing_early_and_hangs_nothing() {
    const CODES: std::ops::RangeInclusive<u32> = 900..=908;
    let rig = Rig::new(Reactor::manual(), seed());
    let streams = rig.streams::<4>();
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let (mut futures, _gpu, gates) = pending(&rig, &streams, &waker);
    let asked = rig.simulator.calls("cuEventQuery");
    let captured = 90;
    for nth in 1..=captured {
        let code = CODES.start() + (nth as u32 - 1) % 9;
        rig.simulator.on("cuEventQuery").nth(nth).fails(CUresult(code));
    }
    let mut turns = 0;
    while rig.simulator.calls("cuEventQuery") < asked + captured {
        rig.reactor.turn();
        turns += 1;
        assert!(turns <= captured, "the reactor stopped asking");
        assert_eq!(woken.count(), 0, "something ended early");
    }
    for future in &mut futures {
        assert!(future.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending(), "something ended early");
    }
    assert_eq!(rig.context.fatal(), None);
    gates.iter().for_each(Gate::open);
    while woken.count() < FUTURES {
        rig.reactor.turn();
        std::thread::yield_now();
    }
    for future in futures {
        assert_eq!(*outcome(future).expect("the download works"), [1, 2, 3, 4]);
    }
    rig.assert_clean();
}
