//! Copies in pieces: for what exceeds the staging pool; and what is left of one that ended early.

use std::mem;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};
use std::thread;

use cuda_safe::{CopyFrom, DeviceBuffer, Error, Stream};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

/// Elements of a piece: a page of them, the smallest there is.
const PIECE: usize = 1024;
/// Four pieces and a half; twice what the pool holds and a bit.
const LONG: usize = 4 * PIECE + PIECE / 2;

/// A rig whose context has staging for two pieces.
fn small_rig() -> Rig {
    let mut rig = Rig::new();
    let builder = rig.context.device().context_builder().reactor(&rig.reactor).staging_byte_len(8 * PIECE);
    rig.context = builder.kept_pinned_byte_len(0).build().expect("a context");
    rig.stream = rig.context.stream().expect("a stream");
    rig
}

/// Waits until the reactor has given all staging back.
fn wait_for_staging(rig: &Rig) {
    while rig.context.staging_in_use_byte_len() > 0 {
        thread::yield_now();
    }
}

fn counted() -> Vec<u32> {
    (1..=LONG as u32).collect()
}

fn long(rig: &Rig) -> DeviceBuffer<u32> {
    let mut gpu = DeviceBuffer::zeroed(&rig.stream, LONG).expect("memory");
    gpu.upload_from_blocking(&counted(), &rig.stream).expect("the upload works");
    gpu
}

#[test]
fn what_exceeds_the_pool_goes_in_pieces_both_ways() {
    let rig = small_rig();
    let mut gpu = long(&rig);
    let mut host = vec![0; LONG];
    let error = block_on(host.copy_from(&gpu, &rig.stream)).expect_err("in one piece it does not fit");
    assert!(matches!(error, Error::PoolExhausted { .. }), "{error:?}");
    block_on(host.copy_from_chunked(&gpu, &rig.stream)).expect("in pieces it does");
    assert_eq!(host, counted());
    let doubled: Vec<u32> = host.iter().map(|value| 2 * value).collect();
    block_on(gpu.upload_from_chunked(&doubled, &rig.stream)).expect("in pieces it does");
    host.copy_from_blocking(&gpu, &rig.stream).expect("the copy works");
    assert_eq!(host, doubled);
    assert_eq!(rig.context.staging_in_use_byte_len(), 0);
    rig.assert_clean();
}

#[test]
fn a_part_of_a_buffer_goes_in_pieces_too() {
    let rig = small_rig();
    let mut gpu = long(&rig);
    let mut part = gpu.view_mut(7..LONG - 7).expect("in range");
    block_on(part.upload_from_chunked(&vec![5; LONG - 14], &rig.stream)).expect("the upload works");
    let mut host = vec![0; LONG - 3];
    block_on(host.copy_from_chunked(&gpu.view(3..).expect("in range"), &rig.stream)).expect("the copy works");
    assert_eq!((host[3], host[4], host[LONG - 11], host[LONG - 10]), (7, 5, 5, LONG as u32 - 6));
    rig.assert_clean();
}

#[test]
fn two_pieces_are_queued_by_the_call_and_the_others_by_polls() {
    let rig = small_rig();
    let gpu = long(&rig);
    let calls = rig.simulator.calls("cuMemcpyDtoHAsync_v2");
    let gate = rig.gate(&rig.stream);
    let mut host = vec![0; LONG];
    let mut copy = Box::pin(host.copy_from_chunked(&gpu, &rig.stream));
    assert!(poll_once(copy.as_mut()).0.is_pending());
    assert_eq!(rig.simulator.calls("cuMemcpyDtoHAsync_v2"), calls + 2);
    gate.open();
    block_on(copy).expect("the copy works");
    assert_eq!(rig.simulator.calls("cuMemcpyDtoHAsync_v2"), calls + 5);
    assert_eq!(host, counted());
    rig.assert_clean();
}

/// Starts a copy on a gated stream, ends it with `end`, and asserts that the host memory stays as it was.
fn host_memory_is_untouched_after(end: impl FnOnce(cuda_safe::CopyToHostChunked<'_, '_, u32>)) -> Rig {
    let rig = small_rig();
    let gpu = long(&rig);
    let gate = rig.gate(&rig.stream);
    let mut host = vec![0; LONG];
    end(host.copy_from_chunked(&gpu, &rig.stream));
    host.fill(77);
    drop(gpu);
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(host, [77; LONG]);
    rig.assert_clean();
    rig
}

#[test]
fn dropping_a_copy_in_pieces_ends_both_borrows() {
    let rig = host_memory_is_untouched_after(|copy| drop(copy));
    wait_for_staging(&rig);
}

#[test]
fn forgetting_a_copy_in_pieces_ends_both_borrows_and_leaks_what_was_in_flight() {
    let rig = host_memory_is_untouched_after(|copy| mem::forget(copy));
    assert_eq!(rig.context.staging_in_use_byte_len(), 8 * PIECE);
}

#[test]
fn losing_a_copy_in_pieces_in_a_select_ends_both_borrows() {
    host_memory_is_untouched_after(|copy| {
        block_on(async {
            tokio::select! {
                biased;
                result = copy => panic!("the stream is gated, yet the copy ended: {result:?}"),
                () = std::future::ready(()) => {}
            }
        });
    });
}

#[test]
fn a_piece_that_fails_leaves_what_came_before_it_and_nothing_else() {
    let rig = small_rig();
    let gpu = long(&rig);
    let mut host = vec![0; LONG];
    for is_blocking in [false, true] {
        host.fill(0);
        rig.simulator.on("cuMemcpyDtoHAsync_v2").nth(3).works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
        let result = if is_blocking {
            host.copy_from_blocking(&gpu, &rig.stream)
        } else {
            block_on(host.copy_from_chunked(&gpu, &rig.stream))
        };
        assert_eq!(result.expect_err("the third call fails").code(), Some(cuda_safe::ErrorCode::INVALID_VALUE));
        assert_eq!(host[..2 * PIECE], counted()[..2 * PIECE]);
        assert!(host[2 * PIECE..].iter().all(|&value| value == 0), "bytes landed behind the piece that failed");
        assert_eq!(rig.context.staging_in_use_byte_len(), 0);
    }
    rig.assert_clean();
}

#[test]
fn a_cancelled_upload_in_pieces_queues_nothing_more() {
    let rig = small_rig();
    let mut gpu = long(&rig);
    let calls = rig.simulator.calls("cuMemcpyHtoDAsync_v2");
    let source = vec![9; LONG];
    drop(gpu.upload_from_chunked(&source, &rig.stream));
    drop(source);
    // Until then the pieces in flight have the pool.
    wait_for_staging(&rig);
    let mut host = vec![0; LONG];
    host.copy_from_blocking(&gpu, &rig.stream).expect("the copy works");
    assert_eq!(rig.simulator.calls("cuMemcpyHtoDAsync_v2"), calls + 2);
    assert!(host[..2 * PIECE].iter().all(|&value| value == 9) && host[2 * PIECE..] == counted()[2 * PIECE..]);
    rig.assert_clean();
}

#[test]
fn a_fault_ends_a_copy_in_pieces() {
    let rig = small_rig();
    let mut gpu = long(&rig);
    let gate = rig.gate(&rig.stream);
    let mut host = vec![4; LONG];
    let copy = host.copy_from_chunked(&gpu, &rig.stream);
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let error = block_on(copy).expect_err("a fault");
    assert!(matches!(error, Error::Fatal { .. }), "{error:?}");
    assert_eq!(host, [4; LONG]);
    assert!(matches!(block_on(gpu.upload_from_chunked(&host, &rig.stream)), Err(Error::Fatal { .. })));
    drop(gate);
}

#[test]
fn pieces_wait_for_their_own_staging_but_not_for_that_of_others() {
    let rig = small_rig();
    let gpu = long(&rig);
    let gate = rig.gate(&rig.stream);
    let mut first = vec![0; PIECE];
    let one = first.copy_from(&gpu.view(..PIECE).expect("in range"), &rig.stream);
    // One block is left, so this goes piece by piece.
    let mut host = vec![0; LONG];
    let copy = host.copy_from_chunked(&gpu, &rig.stream);
    let mut none_left = vec![0; LONG];
    let error = block_on(none_left.copy_from_chunked(&gpu, &rig.stream)).expect_err("others have it all");
    assert!(matches!(error, Error::PoolExhausted { .. }), "{error:?}");
    gate.open();
    block_on(copy).expect("the copy works");
    block_on(one).expect("the copy works");
    assert_eq!((host, first), (counted(), counted()[..PIECE].to_vec()));
    rig.assert_clean();
}

#[test]
fn pieces_of_the_wrong_length_are_refused_and_none_make_no_call() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let mut nothing = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    let calls = rig.simulator.total_calls();
    let mut host = [0_u32; LEN - 1];
    let expected = Error::LengthMismatch { expected: LEN, actual: LEN - 1 };
    assert_eq!(block_on(host.copy_from_chunked(&gpu, &rig.stream)), Err(expected.clone()));
    assert_eq!(host.copy_from_blocking(&gpu, &rig.stream), Err(expected.clone()));
    assert_eq!(block_on(gpu.upload_from_chunked(&host, &rig.stream)), Err(expected.clone()));
    assert_eq!(gpu.upload_from_blocking(&host, &rig.stream), Err(expected));
    assert_eq!(block_on([].copy_from_chunked(&nothing, &rig.stream)), Ok(()));
    assert_eq!(nothing.upload_from_blocking(&[], &rig.stream), Ok(()));
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn staged_copies_can_be_waited_for_on_the_thread() {
    use cuda_safe::InitFrom;
    let rig = Rig::new();
    let gpu = rig.counting();
    let values: [u32; LEN] = rig.stream.read_array(&gpu).wait_blocking().expect("the read works");
    let mut host = [0; LEN];
    host.copy_from(&gpu, &rig.stream).wait_blocking().expect("the copy works");
    let mut uninit = Box::new_uninit_slice(LEN);
    let initialised = uninit.init_from(&gpu, &rig.stream).wait_blocking().expect("the copy works");
    assert_eq!((values, &host[..]), (host, &*initialised));
    rig.assert_clean();
}

/// Copies where it is woken.
struct CopiesInWaker(Stream, DeviceBuffer<u32>, Mutex<Option<Result<(), Error>>>);

impl Wake for CopiesInWaker {
    fn wake(self: Arc<Self>) {
        let copied = [0; LEN].copy_from_blocking(&self.1, &self.0);
        *self.2.lock().expect("no panic") = Some(copied);
    }
}

#[test]
fn a_copy_that_waits_on_the_reactors_thread_would_wait_for_itself() {
    let rig = Rig::manual();
    let woken = Arc::new(CopiesInWaker(rig.stream.clone(), rig.counting(), Mutex::new(None)));
    let waker = Waker::from(Arc::clone(&woken));
    let gate = rig.gate(&rig.stream);
    let mut read = Box::pin(rig.stream.read_array::<_, LEN>(&woken.1));
    assert!(Future::poll(read.as_mut(), &mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    assert_eq!(*woken.2.lock().expect("no panic"), Some(Err(Error::WouldDeadlock)));
    rig.assert_clean();
}
