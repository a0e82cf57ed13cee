//! R7: no user code on a driver's thread or under a lock of this crate. A waker may therefore call anything: in its wake, in its clone and
//! in its drop. A call that waited for a lock of its own caller would hang here.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};

use cuda_safe::{Context, CopyFrom, DeviceBuffer, Error, OnDrop, PinnedBuffer, Stream, Transfer};
use futures::executor::block_on;

use crate::rig::{LEN, Rig, on_clone, poll_once, until};

/// What a waker needs to call what takes each lock of a stream.
struct Program {
    context: Context,
    stream: Stream,
    gpu: DeviceBuffer<u32>,
    /// How often it ran, and on which threads.
    ran: Mutex<Vec<Option<String>>>,
}

impl Program {
    fn new(rig: &Rig) -> Arc<Self> {
        let stream = rig.context.stream_builder().on_drop(OnDrop::Detach).build().expect("a stream");
        let gpu = rig.counting();
        Arc::new(Self { context: rig.context.clone(), stream, gpu, ran: Mutex::default() })
    }

    /// Takes the locks of the ledger, of submitting, of the buffer's uses, of the staging pool and of the reactor's list.
    fn run(&self) {
        let _pending = self.stream.pending_len();
        // On a dead context there is none; the locks are taken all the same.
        if let Ok(pinned) = PinnedBuffer::zeroed(&self.context, LEN) {
            drop(self.stream.download(&self.gpu, pinned));
        }
        let mut host = [0_u32; LEN];
        drop(host.copy_from(&self.gpu, &self.stream));
        let _polled = poll_once(Box::pin(self.stream.synchronize()).as_mut());
        self.ran.lock().expect("no panic").push(std::thread::current().name().map(str::to_owned));
    }

    fn runs(&self) -> usize {
        self.ran.lock().expect("no panic").len()
    }

    fn transfer(&self, rig: &Rig) -> std::pin::Pin<Box<Transfer<PinnedBuffer<u32>>>> {
        Box::pin(self.stream.download(&self.gpu, rig.pinned()))
    }
}

/// Runs the program when it is woken.
struct OnWake(Arc<Program>);

impl Wake for OnWake {
    fn wake(self: Arc<Self>) {
        self.0.run();
    }
}

/// Runs the program when its last share goes.
struct OnLastDrop(Arc<Program>);

impl Wake for OnLastDrop {
    fn wake(self: Arc<Self>) {}
}

impl Drop for OnLastDrop {
    fn drop(&mut self) {
        self.0.run();
    }
}

#[test]
fn a_wake_may_call_the_library() {
    let rig = Rig::new();
    let program = Program::new(&rig);
    let gate = rig.gate(&program.stream);
    let mut transfer = program.transfer(&rig);
    let waker = Waker::from(Arc::new(OnWake(Arc::clone(&program))));
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    drop(waker);
    gate.open();
    until(|| program.runs() == 1);
    block_on(transfer).expect("the download works");
    rig.assert_clean();
}

#[test]
fn a_wakers_clone_may_call_the_library() {
    let rig = Rig::new();
    let program = Program::new(&rig);
    let gate = rig.gate(&program.stream);
    let mut transfer = program.transfer(&rig);
    let cloned = Arc::clone(&program);
    let waker = on_clone(move || cloned.run());
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    assert!(program.runs() > 0, "no waker was stored");
    gate.open();
    block_on(transfer).expect("the download works");
    rig.assert_clean();
}

#[test]
fn the_drop_of_a_waker_may_call_the_library_whatever_ends_it() {
    let rig = Rig::new();
    let program = Program::new(&rig);
    for end in ["another waker", "the future's drop", "the future's detach", "a fault"] {
        let before = program.runs();
        let gate = rig.gate(&program.stream);
        let mut transfer = program.transfer(&rig);
        let waker = Waker::from(Arc::new(OnLastDrop(Arc::clone(&program))));
        assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
        drop(waker);
        assert_eq!(program.runs(), before, "the future keeps its waker");
        match end {
            "another waker" => assert!(poll_once(transfer.as_mut()).0.is_pending()),
            "the future's drop" => drop(transfer),
            "the future's detach" => (*std::pin::Pin::into_inner(transfer)).detach(),
            _ => {
                rig.simulator.fault(cuda_sys::CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
                block_on(transfer).expect_err("a fault");
            }
        }
        until(|| program.runs() == before + 1);
        drop(gate);
    }
}

#[test]
fn wakers_run_on_the_reactors_thread_and_never_on_the_drivers() {
    let rig = Rig::new();
    let program = Program::new(&rig);
    for _ in 0..2 {
        let before = program.runs();
        let gate = rig.gate(&program.stream);
        let mut transfer = program.transfer(&rig);
        let waker = Waker::from(Arc::new(OnWake(Arc::clone(&program))));
        assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
        assert!(rig.simulator.calls("cuLaunchHostFunc") > 0, "nothing was to run on the driver's thread");
        gate.open();
        until(|| program.runs() > before);
    }
    let ran = program.ran.lock().expect("no panic").clone();
    assert!(ran.iter().all(|thread| thread.as_deref() == Some("cuda reactor")), "{ran:?}");
    // The simulator reports calls from inside a function that the driver called.
    rig.assert_clean();
}

/// Reported elsewhere as NVIDIA/numba-cuda#317 (row 60), LMCache/LMCache#2952 (row 61): see `docs/reported-faults.md`.
#[test]
fn a_waker_that_takes_a_lock_which_a_caller_holds_across_a_driver_call_does_not_hold_up_the_driver() {
    struct Locks(Arc<Mutex<usize>>);
    impl Wake for Locks {
        fn wake(self: Arc<Self>) {
            *self.0.lock().expect("no panic") += 1;
        }
    }
    let rig = Rig::new();
    let gpu = rig.counting();
    let lock = Arc::new(Mutex::new(0));
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    let waker = Waker::from(Arc::new(Locks(Arc::clone(&lock))));
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    let behind = rig.stream.record_event().expect("an event");
    {
        let _held = lock.lock().expect("no panic");
        gate.open();
        // Were the waker to run on the driver's thread, the stream would not go on, and this would not return.
        behind.synchronize_blocking().expect("the stream goes on");
    }
    until(|| *lock.lock().expect("no panic") == 1);
    block_on(transfer).expect("the download works");
    rig.assert_clean();
}

#[test]
fn blocking_calls_in_a_waker_answer_that_they_would_wait_for_themselves() {
    struct Blocks {
        program: Arc<Program>,
        reactor: Mutex<Option<cuda_safe::Reactor>>,
        transfer: Mutex<Option<Transfer<PinnedBuffer<u32>>>>,
        answers: Mutex<Vec<Option<Error>>>,
    }
    impl Wake for Blocks {
        fn wake(self: Arc<Self>) {
            let stream = &self.program.stream;
            let transfer = self.transfer.lock().expect("no panic").take().expect("woken once");
            let reactor = self.reactor.lock().expect("no panic").take().expect("woken once");
            let answers = vec![
                stream.synchronize_blocking().err(),
                stream.record_event().and_then(|event| event.synchronize_blocking()).err(),
                stream.synchronize().wait_blocking().err(),
                transfer.wait_blocking().err().map(|failed| failed.error),
                reactor.shutdown().err(),
            ];
            *self.answers.lock().expect("no panic") = answers;
        }
    }
    let rig = Rig::new();
    let program = Program::new(&rig);
    let gate = rig.gate(&program.stream);
    let mut transfer = program.transfer(&rig);
    let blocks = Arc::new(Blocks {
        program: Arc::clone(&program),
        reactor: Mutex::new(Some(rig.reactor.clone())),
        transfer: Mutex::new(Some(program.stream.download(&program.gpu, rig.pinned()))),
        answers: Mutex::default(),
    });
    let waker = Waker::from(Arc::clone(&blocks));
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    until(|| !blocks.answers.lock().expect("no panic").is_empty());
    assert_eq!(*blocks.answers.lock().expect("no panic"), vec![Some(Error::WouldDeadlock); 5]);
    block_on(transfer).expect("the download works");
    rig.assert_clean();
}
