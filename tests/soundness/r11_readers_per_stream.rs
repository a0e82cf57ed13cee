//! Buffers used on two streams: the later use waits for what it must (R11), and a free for all of them (R0).

use cuda_safe::DeviceBuffer;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

/// Reported elsewhere as alpaka-group/alpaka#850 (row 79): see `docs/reported-faults.md`.
#[test]
fn a_read_on_another_stream_waits_for_the_write() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&rig.stream);
    gpu.upload_from(&[9; LEN], &rig.stream).detach();
    let download = other.download(&gpu, rig.pinned());
    gate.open();
    assert_eq!(*block_on(download).expect("the download works"), [9; LEN]);
    rig.assert_clean();
}

/// Reported elsewhere as ggml-org/llama.cpp#27572 (row 80): see `docs/reported-faults.md`.
#[test]
fn a_write_waits_for_every_reading_stream_and_not_just_the_last() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let readers = [rig.context.stream().expect("a stream"), rig.context.stream().expect("a stream")];
    let slow = rig.gate(&readers[0]);
    let reads: Vec<_> = readers.iter().map(|reader| reader.download(&gpu, rig.pinned())).collect();
    gpu.upload_from(&[9; LEN], &rig.stream).detach();
    slow.open();
    for read in reads {
        assert_eq!(block_on(read).expect("the download works")[1], 2, "a reader saw the later write");
    }
    assert_eq!(rig.read(&gpu, &rig.stream), [9; LEN]);
    rig.assert_clean();
}

/// Reported elsewhere as NVlabs/cuda-oxide#89 (row 26): see `docs/reported-faults.md`.
#[test]
fn a_free_waits_for_a_use_on_another_stream() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&other);
    let download = other.download(&gpu, rig.pinned());
    drop(gpu);
    // The pool may hand the address out again only behind the free.
    let mut next = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
    next.upload_from(&[9; LEN], &rig.stream).detach();
    gate.open();
    assert_eq!(block_on(download).expect("the download works")[1], 2);
    rig.stream.synchronize_blocking().expect("the stream is well");
    rig.assert_clean();
}

#[test]
fn use_on_one_stream_costs_no_wait() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    for _ in 0..3 {
        gpu.upload_from(&[9; LEN], &rig.stream).detach();
        let _old = rig.read(&gpu, &rig.stream);
    }
    drop(gpu);
    assert_eq!(rig.simulator.calls("cuStreamWaitEvent"), 0);
    rig.assert_clean();
}

#[test]
fn a_buffer_may_be_dropped_on_a_thread_that_never_saw_a_context() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let pinned = rig.pinned();
    std::thread::spawn(move || drop((gpu, pinned))).join().expect("no panic");
    rig.stream.synchronize_blocking().expect("the stream is well");
    assert_eq!(rig.simulator.ledger().device_allocations, 0);
    rig.assert_clean();
}

/// Reported elsewhere as pytorch/pytorch#66936 (row 16): see `docs/reported-faults.md`.
#[test]
fn a_stream_dropped_with_work_on_it_is_still_waited_for() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let gate = rig.gate(&other);
    gpu.upload_from(&[9; LEN], &other).detach();
    drop(other);
    let download = rig.stream.download(&gpu, rig.pinned());
    gate.open();
    assert_eq!(*block_on(download).expect("the download works"), [9; LEN]);
    rig.assert_clean();
}

#[test]
fn fills_and_device_copies_keep_order_between_streams() {
    let rig = Rig::new();
    let source = rig.counting();
    let other = rig.context.stream().expect("a stream");
    let mut target = DeviceBuffer::<u32>::zeroed(&other, LEN).expect("memory");
    let gate = rig.gate(&rig.stream);
    rig.stream.copy(&source, &mut target).expect("the copy is queued");
    let download = other.download(&target, rig.pinned());
    let mut source = source;
    other.fill_bytes(&mut source, 0xff).expect("the fill is queued");
    gate.open();
    assert_eq!(block_on(download).expect("the download works")[2], 3);
    assert_eq!(rig.read(&source, &rig.stream), [u32::MAX; LEN]);
    rig.assert_clean();
}
