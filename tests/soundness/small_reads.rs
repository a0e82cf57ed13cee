//! Small reads, whose result the future answers; and copies into memory that holds no values yet. Neither is ever seen by
//! the driver: a cell or a block of staging is.

use std::mem;
use std::pin::pin;
use std::thread;

use cuda_safe::{DeviceBuffer, Error, InitFrom};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

/// Opens the gate once the stream is idle again.
fn settle(rig: &Rig, gate: cuda_sim::Gate) {
    gate.open();
    rig.stream.synchronize_blocking().expect("the stream is well");
}

#[test]
fn a_small_read_answers_the_values() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let values: [u32; LEN] = block_on(rig.stream.read_array(&gpu)).expect("the read works");
    assert_eq!(values.as_slice(), (1..=LEN as u32).collect::<Vec<_>>());
    rig.assert_clean();
}

#[test]
fn a_small_read_of_the_wrong_length_is_refused_and_one_of_nothing_makes_no_call() {
    let rig = Rig::new();
    let (gpu, nothing) = (rig.counting(), DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing"));
    let calls = rig.simulator.total_calls();
    let error = block_on(rig.stream.read_array::<_, 3>(&gpu)).expect_err("the lengths differ");
    assert_eq!(error, Error::LengthMismatch { expected: LEN, actual: 3 });
    let none: [u32; 0] = block_on(rig.stream.read_array(&nothing)).expect("nothing to do");
    assert!(none.is_empty());
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn a_small_read_that_is_dropped_or_cancelled_gives_its_cell_back_when_the_device_is_done() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    for is_polled in [false, true] {
        let gate = rig.gate(&rig.stream);
        let mut read = Box::pin(rig.stream.read_array::<_, LEN>(&gpu));
        if is_polled {
            block_on(async {
                tokio::select! {
                    biased;
                    result = read.as_mut() => panic!("the stream is gated, yet the read ended: {result:?}"),
                    () = std::future::ready(()) => {}
                }
            });
        }
        drop(read);
        assert!(rig.context.staging_in_use_byte_len() > 0, "the cell is free while the device may write to it");
        settle(&rig, gate);
        assert_eq!(rig.context.staging_in_use_byte_len(), 0);
    }
    rig.assert_clean();
}

#[test]
fn a_forgotten_small_read_leaks_its_cell_and_blocks_nobody() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut read = Box::pin(rig.stream.read_array::<_, LEN>(&gpu));
    assert!(poll_once(read.as_mut()).0.is_pending());
    mem::forget(read);
    settle(&rig, gate);
    assert!(rig.context.staging_in_use_byte_len() > 0);
    assert_eq!(block_on(rig.stream.read_array::<_, LEN>(&gpu)).expect("the stream goes on")[1], 2);
    rig.assert_clean();
}

#[test]
fn the_values_are_those_of_the_moment_of_the_call() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let read = rig.stream.read_array::<_, LEN>(&gpu);
    gpu.upload_from(&[9; LEN], &rig.stream).detach();
    drop(gpu);
    gate.open();
    assert_eq!(block_on(read).expect("the read works")[0], 1, "submitting is eager, and streams keep order");
    rig.assert_clean();
}

#[test]
fn a_fault_ends_a_small_read_and_its_cell_is_never_used_again() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let read = rig.stream.read_array::<_, LEN>(&gpu);
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let error = block_on(read).expect_err("a fault");
    assert!(matches!(error, Error::Fatal { .. }), "{error:?}");
    rig.wait_for_quarantine(4096);
    drop(gate);
}

#[test]
fn a_small_read_whose_call_answered_an_error_answers_it_after_the_wait() {
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.on("cuMemcpyDtoHAsync_v2").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
    let gate = rig.gate(&rig.stream);
    let mut read = pin!(rig.stream.read_array::<_, LEN>(&gpu));
    assert!(poll_once(read.as_mut()).0.is_pending(), "an error proves nothing, and the copy may be queued");
    gate.open();
    let error = block_on(read).expect_err("the call answered an error");
    assert_eq!(error.code(), Some(cuda_safe::ErrorCode::INVALID_VALUE));
    rig.assert_clean();
}

#[test]
fn uninitialised_memory_is_initialised_by_the_await() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let mut host = Vec::<u32>::with_capacity(LEN);
    let spare = &mut host.spare_capacity_mut()[..LEN];
    let values = block_on(spare.init_from(&gpu, &rig.stream)).expect("the copy works");
    values[0] += 1;
    assert_eq!((values.len(), values[0], values[LEN - 1]), (LEN, 2, LEN as u32));
    let error = block_on(host.spare_capacity_mut()[..LEN - 1].init_from(&gpu, &rig.stream));
    assert_eq!(error.expect_err("the lengths differ"), Error::LengthMismatch { expected: LEN, actual: LEN - 1 });
    let nothing = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    assert!(block_on([].init_from(&nothing, &rig.stream)).expect("nothing to do").is_empty());
    rig.assert_clean();
}

#[test]
fn uninitialised_memory_is_not_touched_after_the_copy_is_dropped_or_forgotten() {
    let rig = Rig::new();
    let gpu = rig.counting();
    for is_forgotten in [false, true] {
        let gate = rig.gate(&rig.stream);
        let mut host = Box::<[u32]>::new_uninit_slice(LEN);
        let mut copy = Box::pin(host.init_from(&gpu, &rig.stream));
        assert!(poll_once(copy.as_mut()).0.is_pending());
        if is_forgotten {
            mem::forget(copy);
        } else {
            drop(copy);
        }
        drop(host);
        settle(&rig, gate);
    }
    rig.assert_clean();
}

#[test]
fn a_fault_leaves_uninitialised_memory_alone() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut host = Box::<[u32]>::new_uninit_slice(LEN);
    let copy = host.init_from(&gpu, &rig.stream);
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let opener = thread::spawn(move || gate.open());
    assert!(block_on(copy).is_err());
    opener.join().expect("no panic");
}
