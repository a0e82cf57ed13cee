//! The blocking scope: borrowed host memory is reached when everything has ended, whatever happens inside.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};
use std::thread;

use cuda_safe::{DeviceBuffer, Error, PinnedBuffer, Stream};
use cuda_sys::CUresult;

use crate::rig::{LEN, Rig};

fn counted() -> Vec<u32> {
    (1..=LEN as u32).collect()
}

#[test]
fn everything_lent_to_a_scope_has_its_bytes_when_it_returns() {
    let rig = Rig::new();
    let (gpu, mut other) = (rig.counting(), rig.counting());
    let (mut host, mut pinned, mut zeros) = ([0_u32; LEN], rig.pinned(), rig.pinned());
    let gate = rig.gate(&rig.stream);
    let answer = thread::scope(|threads| {
        rig.stream.scope(|scope| {
            scope.read(&gpu, &mut host).expect("queued");
            scope.download(&gpu, &mut pinned).expect("queued");
            scope.upload(&mut zeros, &mut other).expect("queued");
            threads.spawn(move || gate.open());
            7
        })
    });
    assert_eq!(answer, Ok(7));
    assert_eq!((host.as_slice(), &*pinned, zeros.len()), (counted().as_slice(), counted().as_slice(), LEN));
    assert_eq!(rig.read(&other, &rig.stream), [0; LEN]);
    assert_eq!(rig.context.staging_in_use_byte_len(), 0);
    rig.assert_clean();
}

#[test]
fn a_panic_inside_a_scope_waits_all_the_same() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let (mut host, mut pinned) = ([0_u32; LEN], rig.pinned());
    let gate = rig.gate(&rig.stream);
    let unwound = thread::scope(|threads| {
        catch_unwind(AssertUnwindSafe(|| {
            rig.stream.scope(|scope| {
                scope.read(&gpu, &mut host).expect("queued");
                scope.download(&gpu, &mut pinned).expect("queued");
                threads.spawn(move || gate.open());
                resume_unwind(Box::new("a panic of the user's"))
            })
        }))
    });
    let panic = unwound.map(|answer: Result<(), Error>| answer).expect_err("the panic goes on");
    assert_eq!(panic.downcast_ref(), Some(&"a panic of the user's"));
    assert_eq!((host.as_slice(), &*pinned), (counted().as_slice(), counted().as_slice()));
    rig.assert_clean();
}

#[test]
fn a_device_buffer_may_go_while_the_scope_reads_it() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = [0_u32; LEN];
    let ended = rig.stream.scope(|scope| {
        scope.read(&gpu, &mut host).expect("queued");
        // The free is queued behind the read.
        drop(gpu);
    });
    assert_eq!((ended, host[1]), (Ok(()), 2));
    rig.assert_clean();
}

#[test]
fn a_fault_leaves_slices_as_they_were_and_quarantines_lent_pages() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let (mut host, mut pinned) = ([5_u32; LEN], rig.pinned());
    let gate = rig.gate(&rig.stream);
    let error = rig.stream.scope(|scope| {
        scope.read(&gpu, &mut host).expect("queued");
        scope.download(&gpu, &mut pinned).expect("queued");
        rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    });
    assert!(matches!(error, Err(Error::Fatal { .. })), "{error:?}");
    assert_eq!((host, pinned.len()), ([5; LEN], 0), "nothing proves that the device does not write any more");
    // The block of staging and the pages.
    rig.wait_for_quarantine(2 * 4096);
    drop(gate);
}

#[test]
fn pages_whose_end_cannot_be_proved_are_quarantined() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut pinned = rig.pinned();
    rig.simulator.on("cuEventRecord").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    rig.simulator.on("cuStreamSynchronize").and_after().fails(CUresult::CUDA_ERROR_INVALID_HANDLE);
    let error = rig.stream.scope(|scope| scope.download(&gpu, &mut pinned)).expect_err("nothing is proved");
    assert!(matches!(error, Error::Driver { .. }), "{error:?}");
    rig.wait_for_quarantine(4096);
    assert_eq!((pinned.len(), rig.context.quarantined_byte_len()), (0, 4096));
    assert_eq!(pinned.iter().sum::<u32>(), 0, "an empty buffer is an empty slice");
    rig.assert_clean();
}

#[test]
fn a_call_that_answered_an_error_ends_the_scope_with_it_and_loses_nothing() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let (mut host, mut pinned) = ([5_u32; LEN], rig.pinned());
    for _ in 0..2 {
        rig.simulator.on("cuMemcpyDtoHAsync_v2").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
        let error = rig.stream.scope(|scope| {
            scope.read(&gpu, &mut host).expect("an error proves nothing");
            scope.download(&gpu, &mut pinned).expect("queued");
        });
        assert_eq!(error.expect_err("the call answered one").code(), Some(cuda_safe::ErrorCode::INVALID_VALUE));
        assert_eq!((host, pinned.len()), ([5; LEN], LEN));
    }
    rig.assert_clean();
}

#[test]
fn what_a_scope_cannot_take_is_refused_before_any_driver_call() {
    let (rig, other) = (Rig::new(), Rig::new());
    let gpu = rig.counting();
    let _bound = rig.context.bind().expect("the context is live");
    let nothing = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    let (mut host, mut none, mut foreign) = ([0_u32; LEN - 1], [0_u32; 0], other.pinned());
    let mut empty = PinnedBuffer::zeroed(&rig.context, 0).expect("nothing");
    let calls = rig.simulator.total_calls();
    let ended = rig.stream.scope(|scope| {
        let error = scope.read(&gpu, &mut host).expect_err("the lengths differ");
        assert_eq!(error, Error::LengthMismatch { expected: LEN, actual: LEN - 1 });
        assert_eq!(scope.download(&gpu, &mut foreign), Err(Error::ForeignContext));
        assert_eq!(scope.read(&nothing, &mut none), Ok(()));
        assert_eq!(scope.download(&nothing, &mut empty), Ok(()));
    });
    assert_eq!((ended, foreign.len()), (Ok(()), LEN));
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn a_scope_on_a_dead_context_gives_lent_pages_back() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut pinned = rig.pinned();
    rig.simulator.fault(CUresult::CUDA_ERROR_ASSERT);
    assert!(rig.stream.synchronize_blocking().is_err());
    let answer = rig.stream.scope(|scope| scope.download(&gpu, &mut pinned)).expect("nothing was queued");
    assert!(matches!(answer, Err(Error::Fatal { .. })), "{answer:?}");
    assert_eq!(pinned.len(), LEN);
}

/// Opens a scope where it is woken.
struct ScopeInWaker(Stream, Mutex<Option<Result<(), Error>>>);

impl Wake for ScopeInWaker {
    fn wake(self: Arc<Self>) {
        let ended = self.0.scope(|_| ());
        *self.1.lock().expect("no panic") = Some(ended);
    }
}

#[test]
fn a_scope_on_the_reactors_thread_would_wait_for_itself() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let woken = Arc::new(ScopeInWaker(rig.stream.clone(), Mutex::new(None)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut read = pin!(rig.stream.read_array::<_, LEN>(&gpu));
    assert!(read.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    assert_eq!(*woken.1.lock().expect("no panic"), Some(Err(Error::WouldDeadlock)));
}
