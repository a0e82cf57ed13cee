//! Host memory that users bring: owned by the operation until the driver is done, whatever kind it is.
#![expect(unsafe_code, reason = "brings a kind of memory of its own")]

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bytes::{Bytes, BytesMut};
use cuda_safe::{DeviceBuffer, Error, HostBuffer, HostBufferMut, Reactor, Stream};
use cuda_sim::{Adversity, Choice, Simulator};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig, poll_once};

fn counted() -> Vec<u32> {
    (1..=LEN as u32).collect()
}

/// A rig whose driver waits in asynchronous copies of pageable memory, or does not.
fn rig_that_waits(pageable_waits: Choice) -> Rig {
    let mut adversity = Adversity::default();
    adversity.pageable_waits = pageable_waits;
    Rig::on(Simulator::builder().adversity(adversity), Reactor::spawn().expect("threads start"))
}

/// A rig whose driver comes back from copies of pageable memory with the bytes in flight.
fn late_rig() -> Rig {
    rig_that_waits(Choice::Never)
}

/// Memory of the user's that counts how many of it live, and looks at a stream when it goes.
struct Counted {
    memory: Box<[u32]>,
    alive: Arc<AtomicUsize>,
    stream: Option<Stream>,
}

impl Counted {
    fn new(alive: &Arc<AtomicUsize>) -> Self {
        alive.fetch_add(1, Ordering::SeqCst);
        Self { memory: vec![0; LEN].into(), alive: Arc::clone(alive), stream: None }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // Takes a lock of the library's, which nobody may hold here (R7).
        let _pending = self.stream.as_ref().map(Stream::pending_len);
        self.alive.fetch_sub(1, Ordering::SeqCst);
    }
}

// SAFETY: the elements are on the heap, owned by the value alone; moving it moves only the pointer to them.
unsafe impl HostBuffer for Counted {
    type Element = u32;

    fn as_ptr(&self) -> *const u32 {
        self.memory.as_ptr()
    }

    fn len(&self) -> usize {
        self.memory.len()
    }
}

// SAFETY: as above.
unsafe impl HostBufferMut for Counted {
    fn as_mut_ptr(&mut self) -> *mut u32 {
        self.memory.as_mut_ptr()
    }
}

/// Reported elsewhere as lupinemachines/lupine#631 (row 83): see `docs/reported-faults.md`.
#[test]
fn every_kind_of_memory_comes_back_with_its_bytes() {
    for waits in [Choice::Always, Choice::Never] {
        let rig = rig_that_waits(waits);
        let mut gpu = DeviceBuffer::<u32>::zeroed(&rig.stream, LEN).expect("memory");
        let vector = block_on(rig.stream.upload(counted(), &mut gpu)).expect("the upload works");
        assert_eq!(block_on(rig.stream.download(&gpu, vec![0; LEN])).expect("the download works"), vector);
        let boxed = block_on(rig.stream.upload(vec![7; LEN].into_boxed_slice(), &mut gpu)).expect("the upload works");
        assert_eq!(block_on(rig.stream.download(&gpu, vec![0; LEN].into_boxed_slice())).expect("it works"), boxed);
        let shared: Arc<[u32]> = counted().into();
        let back = block_on(rig.stream.upload(Arc::clone(&shared), &mut gpu)).expect("the upload works");
        assert!(Arc::ptr_eq(&shared, &back));
        assert_eq!(rig.read(&gpu, &rig.stream), *shared);
        rig.assert_clean();
    }
}

#[test]
fn bytes_go_up_and_come_back() {
    for waits in [Choice::Always, Choice::Never] {
        let rig = rig_that_waits(waits);
        let mut gpu = DeviceBuffer::<u8>::zeroed(&rig.stream, 4).expect("memory");
        let bytes = Bytes::from(vec![1, 2, 3, 4, 5]).split_to(4);
        let back = block_on(rig.stream.upload(bytes.clone(), &mut gpu)).expect("the upload works");
        assert_eq!((&back, back.as_ptr()), (&bytes, bytes.as_ptr()));
        let mut whole = BytesMut::zeroed(8);
        let part = block_on(rig.stream.download(&gpu, whole.split_to(4))).expect("the download works");
        assert_eq!((&part[..], &whole[..]), (&[1, 2, 3, 4][..], &[0; 4][..]));
        let part = block_on(rig.stream.upload(part, &mut gpu)).expect("the upload works");
        assert_eq!(part.len(), 4);
        rig.assert_clean();
    }
}

#[test]
fn a_call_that_blocks_holds_up_its_own_thread_and_nobody_else() {
    let rig = rig_that_waits(Choice::Always);
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let earlier = rig.stream.download(&gpu, rig.pinned());
    thread::scope(|threads| {
        let blocked = threads.spawn(|| block_on(rig.stream.download(&gpu, vec![0; LEN])));
        while rig.simulator.calls("cuMemcpyDtoHAsync_v2") < 2 {
            thread::yield_now();
        }
        let mut earlier = Box::pin(earlier);
        assert!(poll_once(earlier.as_mut()).0.is_pending(), "a poll waits for no lock that is held across a call");
        gate.open();
        assert_eq!(block_on(earlier).expect("the download works")[1], 2);
        assert_eq!(blocked.join().expect("no panic").expect("the download works"), counted());
    });
    rig.assert_clean();
}

#[test]
fn memory_stays_good_while_the_transfer_moves_from_thread_to_thread() {
    let rig = late_rig();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, vec![0_u32; LEN].into_boxed_slice());
    let boxed = thread::spawn(move || Box::new(transfer)).join().expect("no panic");
    gate.open();
    assert_eq!(*block_on(*boxed).expect("the download works"), *counted());
    rig.assert_clean();
}

#[test]
fn memory_of_a_dropped_or_detached_transfer_goes_when_the_device_is_done() {
    let rig = late_rig();
    let gpu = rig.counting();
    let alive = Arc::new(AtomicUsize::new(0));
    for is_detached in [false, true] {
        let gate = rig.gate(&rig.stream);
        let mut memory = Counted::new(&alive);
        memory.stream = Some(rig.stream.clone());
        let transfer = rig.stream.download(&gpu, memory);
        if is_detached {
            transfer.detach();
            assert_eq!(alive.load(Ordering::SeqCst), 1, "dropped while the device may write to it");
            gate.open();
        } else {
            let opener = thread::spawn(move || gate.open());
            drop(transfer);
            opener.join().expect("no panic");
        }
        while alive.load(Ordering::SeqCst) > 0 {
            thread::yield_now();
        }
    }
    rig.assert_clean();
}

#[test]
fn forgetting_a_transfer_leaks_its_memory_and_blocks_nobody() {
    let rig = late_rig();
    let gpu = rig.counting();
    let alive = Arc::new(AtomicUsize::new(0));
    let gate = rig.gate(&rig.stream);
    mem::forget(rig.stream.download(&gpu, Counted::new(&alive)));
    gate.open();
    block_on(rig.stream.download(&gpu, Counted::new(&alive))).expect("the stream goes on");
    assert_eq!(alive.load(Ordering::SeqCst), 1);
    rig.assert_clean();
}

#[test]
fn a_transfer_that_lost_a_select_gives_its_memory_back_when_cancelled() {
    let rig = late_rig();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut transfer = rig.stream.download(&gpu, vec![0_u32; LEN]);
    block_on(async {
        tokio::select! {
            biased;
            result = &mut transfer => panic!("the stream is gated, yet the copy ended: {result:?}"),
            () = std::future::ready(()) => {}
        }
    });
    let cancelled = transfer.cancel();
    gate.open();
    assert_eq!(block_on(cancelled).expect("the end is proved"), counted());
    rig.assert_clean();
}

#[test]
fn a_fault_keeps_memory_for_ever() {
    let rig = late_rig();
    let gpu = rig.counting();
    let alive = Arc::new(AtomicUsize::new(0));
    let gate = rig.gate(&rig.stream);
    let transfer = rig.stream.download(&gpu, Counted::new(&alive));
    rig.simulator.fault(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    let Err(failed) = block_on(transfer) else { panic!("a fault passed for the end") };
    assert!(failed.buffers.is_none() && matches!(failed.error, Error::Fatal { .. }), "{failed:?}");
    rig.wait_for_quarantine(4 * LEN);
    assert_eq!((alive.load(Ordering::SeqCst), rig.context.quarantined_byte_len()), (1, 4 * LEN));
    drop(gate);
}

#[test]
fn memory_of_the_wrong_length_comes_back_and_none_makes_no_call() {
    let rig = late_rig();
    let mut gpu = rig.counting();
    let _bound = rig.context.bind().expect("the context is live");
    let mut nothing = DeviceBuffer::<u32>::zeroed(&rig.stream, 0).expect("nothing");
    let calls = rig.simulator.total_calls();
    let refused = rig.stream.try_upload(vec![0_u32; LEN - 1], &mut gpu).expect_err("the lengths differ");
    assert_eq!(refused.error, Error::LengthMismatch { expected: LEN, actual: LEN - 1 });
    assert_eq!(refused.buffers.len(), LEN - 1);
    assert!(block_on(rig.stream.upload(Vec::new(), &mut nothing)).expect("nothing to do").is_empty());
    assert!(block_on(rig.stream.download(&nothing, Vec::new())).expect("nothing to do").is_empty());
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn memory_comes_back_from_a_call_that_answered_an_error_and_from_a_dead_context() {
    let rig = late_rig();
    let mut gpu = rig.counting();
    rig.simulator.on("cuMemcpyHtoDAsync_v2").works_but_answers(CUresult::CUDA_ERROR_INVALID_VALUE);
    let failed = block_on(rig.stream.upload(counted(), &mut gpu)).expect_err("the call answered an error");
    assert_eq!(failed.buffers.as_deref(), Some(&counted()[..]));
    rig.simulator.fault(CUresult::CUDA_ERROR_ASSERT);
    assert!(rig.stream.synchronize_blocking().is_err());
    let refused = rig.stream.try_upload(counted(), &mut gpu).expect_err("the context is dead");
    assert_eq!(refused.buffers, counted());
}

/// Memory whose destructor panics.
struct Panics(Counted);

impl Drop for Panics {
    fn drop(&mut self) {
        panic!("a panic of the user's: {}", self.0.memory[0]);
    }
}

// SAFETY: the memory of the field.
unsafe impl HostBuffer for Panics {
    type Element = u32;

    fn as_ptr(&self) -> *const u32 {
        self.0.as_ptr()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

#[test]
fn a_destructor_that_panics_takes_nobody_down() {
    let rig = late_rig();
    let mut gpu = rig.counting();
    let alive = Arc::new(AtomicUsize::new(0));
    rig.stream.upload(Panics(Counted::new(&alive)), &mut gpu).detach();
    while alive.load(Ordering::SeqCst) > 0 {
        thread::yield_now();
    }
    rig.stream.upload(Counted::new(&alive), &mut gpu).detach();
    while alive.load(Ordering::SeqCst) > 0 {
        thread::yield_now();
    }
    rig.assert_clean();
}
