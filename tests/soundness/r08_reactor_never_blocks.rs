//! The reactor's thread asks, marks and wakes; it never waits, whatever a waker drops there (R4, R8).

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use cuda_safe::{Context, DeviceBuffer, Driver, Geometry, Kernel, Module, PinnedBuffer, Reactor, Stream, Transfer};
use cuda_sim::{DeviceProfile, Gate, Simulator};

use crate::rig::{Count, LEN, Rig, poll_once, until};

/// A transfer that somebody polls.
type Polled = Pin<Box<Transfer<PinnedBuffer<u32>>>>;

/// A waker that drops what it was given.
struct Drops<T>(Mutex<Option<T>>);

impl<T: Send + 'static> Drops<T> {
    fn waker(value: T) -> Waker {
        Waker::from(Arc::new(Self(Mutex::new(Some(value)))))
    }
}

impl<T: Send + 'static> Wake for Drops<T> {
    fn wake(self: Arc<Self>) {
        let value = self.0.lock().expect("no panic").take();
        drop(value);
    }
}

/// Whether `count` wakes within a time that is long for a reactor.
fn wakes(count: &Count) -> bool {
    let start = Instant::now();
    while count.get() == 0 && start.elapsed() < Duration::from_secs(2) {
        thread::yield_now();
    }
    count.get() > 0
}

/// Whether the reactor wakes the task of one more transfer on a stream of its own.
fn reactor_lives(rig: &Rig, gpu: &DeviceBuffer<u32>) -> bool {
    let stream = rig.context.stream_builder().on_drop(cuda_safe::OnDrop::Detach).build().expect("a stream");
    let gate = rig.gate(&stream);
    let mut transfer = Box::pin(stream.download(gpu, rig.pinned()));
    let (polled, count) = poll_once(transfer.as_mut());
    assert!(polled.is_pending());
    gate.open();
    wakes(&count)
}

/// Wakes another waker, and tells when that is over.
struct Tells {
    waker: Mutex<Option<Waker>>,
    is_over: AtomicBool,
}

impl Wake for Tells {
    fn wake(self: Arc<Self>) {
        let waker = self.waker.lock().expect("no panic").take();
        waker.into_iter().for_each(Waker::wake);
        self.is_over.store(true, Ordering::SeqCst);
    }
}

/// Polls a gated transfer, opens the gate, and lets the reactor wake `waker`. If that blocks, so does this.
fn wake_with(rig: &Rig, gpu: &DeviceBuffer<u32>, waker: Waker) -> Polled {
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(gpu, rig.pinned()));
    let tells = Arc::new(Tells { waker: Mutex::new(Some(waker)), is_over: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&tells));
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    until(|| tells.is_over.load(Ordering::SeqCst));
    transfer
}

#[test]
fn a_free_that_blocks_holds_up_nobody() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    rig.stream.download(&gpu, rig.pinned()).detach();
    let before = rig.simulator.calls("cuMemHostUnregister");
    let slow = rig.simulator.on("cuMemHostUnregister").hangs();
    gate.open();
    while rig.simulator.calls("cuMemHostUnregister") == before {
        thread::yield_now();
    }
    let lives = reactor_lives(&rig, &gpu);
    slow.open();
    assert!(lives, "the reactor's thread itself unlocks pages");
}

/// A context on a driver of its own, with gated work that nobody waits for.
struct Busy {
    simulator: Arc<Simulator>,
    context: Context,
    stream: Stream,
    gate: Gate,
}

impl Busy {
    fn new(rig: &Rig) -> Self {
        let simulator = Arc::new(Simulator::new().expect("a free slot"));
        let device = Driver::from_simulator(&simulator).expect("it starts").device(0).expect("there is a device");
        let context = device.context_builder().reactor(&rig.reactor).build().expect("the context starts");
        let stream = context.stream().expect("a stream");
        let mut buffer = DeviceBuffer::<u32>::zeroed(&stream, LEN).expect("memory");
        let gate = simulator.gate(stream.as_raw().cast());
        stream.fill_bytes(&mut buffer, 1).expect("the fill is queued");
        Self { simulator, context, stream, gate }
    }
}

#[test]
fn the_last_handle_of_a_context_may_go_in_a_waker_while_its_work_is_pending() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let Busy { simulator: _alive, context, stream, gate: held } = Busy::new(&rig);
    drop(stream);
    let transfer = wake_with(&rig, &gpu, Drops::waker(context));
    let lives = reactor_lives(&rig, &gpu);
    held.open();
    drop(transfer);
    assert!(lives, "the reactor's thread waits for the end of a context");
}

#[test]
fn a_context_that_goes_in_a_waker_waits_for_work_of_which_the_driver_says_nothing() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let Busy { simulator, context, stream, gate: held } = Busy::new(&rig);
    drop(stream);
    simulator.on("cuEventQuery").fails(cuda_sys::CUresult::CUDA_ERROR_UNKNOWN);
    let transfer = wake_with(&rig, &gpu, Drops::waker(context));
    until(|| simulator.calls("cuEventSynchronize") > 0 || simulator.ledger().contexts == 0);
    assert_eq!(simulator.ledger().contexts, 1, "unknown is not done (R3)");
    held.open();
    until(|| simulator.ledger().contexts == 0);
    drop(transfer);
}

#[test]
fn the_last_stream_of_a_context_may_go_in_a_waker_while_its_work_is_pending() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let Busy { simulator: _alive, context, stream, gate: held } = Busy::new(&rig);
    drop(context);
    let transfer = wake_with(&rig, &gpu, Drops::waker(stream));
    let freed = rig.simulator.calls("cuMemHostUnregister");
    // The reaper unlocks the pages of a transfer that nobody waits for. If it waits for the end of the context, this hangs.
    rig.stream.download(&gpu, rig.pinned()).detach();
    until(|| rig.simulator.calls("cuMemHostUnregister") > freed);
    held.open();
    drop(transfer);
}

const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry nothing(.param .u64 p)
{
    ret;
}
";
type Nothing<'a> = (&'a DeviceBuffer<u32>,);

fn nothing(rig: &Rig) -> Kernel<<Nothing<'static> as cuda_safe::Args>::Family> {
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    // SAFETY: `nothing` takes one address and touches nothing.
    unsafe { module.kernel::<Nothing<'_>>("nothing", |_, _| Ok(())) }.expect("the kernel is there")
}

#[test]
fn the_last_kernel_of_a_module_may_go_in_a_waker_while_its_stream_is_submitting() {
    let rig = Rig::new();
    let gpu = rig.counting();
    let busy = rig.context.stream().expect("a stream");
    let kernel = nothing(&rig);
    busy.launch(&kernel, Geometry::linear(1, 1), (&gpu,)).expect("the launch is queued");
    let mut buffer = DeviceBuffer::<u32>::zeroed(&busy, LEN).expect("memory");
    let before = rig.simulator.calls("cuMemsetD8Async");
    let stuck = rig.simulator.on("cuMemsetD8Async").hangs();
    let submitter = thread::spawn(move || busy.fill_bytes(&mut buffer, 3).map(drop));
    while rig.simulator.calls("cuMemsetD8Async") == before {
        thread::yield_now();
    }
    let transfer = wake_with(&rig, &gpu, Drops::waker(kernel));
    let lives = reactor_lives(&rig, &gpu);
    stuck.open();
    submitter.join().expect("no panic").expect("the fill is queued");
    drop(transfer);
    assert!(lives, "the reactor's thread waits for a submit lock");
}

#[test]
fn a_poll_does_not_wait_for_who_is_submitting() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let gate = rig.gate(&rig.stream);
    let mut first = Box::pin(rig.stream.fill_bytes(&mut gpu, 1).expect("the fill is queued"));
    let before = rig.simulator.calls("cuMemsetD8Async");
    let stuck = rig.simulator.on("cuMemsetD8Async").hangs();
    let stream = rig.stream.clone();
    let submitter = thread::spawn(move || stream.fill_bytes(&mut gpu, 3).map(drop));
    while rig.simulator.calls("cuMemsetD8Async") == before {
        thread::yield_now();
    }
    let (tell, told) = mpsc::channel();
    let poller = thread::spawn(move || tell.send(poll_once(first.as_mut()).0.is_pending()));
    let polled = told.recv_timeout(Duration::from_secs(2));
    stuck.open();
    gate.open();
    submitter.join().expect("no panic").expect("the fill is queued");
    poller.join().expect("no panic").expect("told");
    assert!(polled.is_ok(), "the poll waited for the submit lock");
}

#[test]
fn a_stream_that_comes_while_a_waker_parks_is_not_overlooked() {
    /// Polls another transfer, then parks, as a channel or an executor inside a waker does.
    struct PollsAndParks {
        other: Mutex<Option<Transfer<PinnedBuffer<u32>>>>,
        polled: Mutex<Option<Polled>>,
        count: Arc<Count>,
    }
    impl Wake for PollsAndParks {
        fn wake(self: Arc<Self>) {
            let Some(other) = self.other.lock().expect("no panic").take() else { return };
            let mut other = Box::pin(other);
            let waker = Waker::from(Arc::clone(&self.count));
            assert!(other.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
            *self.polled.lock().expect("no panic") = Some(other);
            thread::park_timeout(Duration::from_millis(1));
        }
    }
    let rig = Rig::new();
    let gpu = rig.counting();
    rig.simulator.lose_host_functions();
    let stream = rig.context.stream_builder().on_drop(cuda_safe::OnDrop::Detach).build().expect("a stream");
    let held = rig.gate(&stream);
    let other = stream.download(&gpu, rig.pinned());
    let count = Arc::new(Count::default());
    let waker =
        Arc::new(PollsAndParks { other: Mutex::new(Some(other)), polled: Mutex::new(None), count: Arc::clone(&count) });
    let transfer = wake_with(&rig, &gpu, Waker::from(Arc::clone(&waker)));
    held.open();
    assert!(wakes(&count), "the reactor sleeps though a stream is pending");
    drop((transfer, waker));
    rig.assert_clean();
}

#[test]
fn a_turn_says_that_what_it_has_just_begun_is_pending() {
    let pools = cuda_sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
    let simulator = Simulator::builder().devices([DeviceProfile::default().attribute(pools, 0)]);
    let rig = Rig::on(simulator, Reactor::manual());
    let (gpu, other) = (rig.counting(), rig.counting());
    let gate = rig.gate(&rig.stream);
    let mut transfer = Box::pin(rig.stream.download(&gpu, rig.pinned()));
    let waker = Drops::waker(other);
    assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    drop(waker);
    gate.open();
    until(|| !rig.reactor.turn());
    assert_eq!(rig.simulator.ledger().device_allocations, 1, "memory that a waker dropped is not freed");
    drop(transfer);
    rig.assert_clean();
}

#[test]
fn what_a_waker_queues_and_lets_go_is_looked_after() {
    /// Queues an upload that nobody waits for.
    struct Uploads(Stream, Mutex<Option<(PinnedBuffer<u32>, DeviceBuffer<u32>)>>);
    impl Wake for Uploads {
        fn wake(self: Arc<Self>) {
            let Some((pinned, mut gpu)) = self.1.lock().expect("no panic").take() else { return };
            self.0.upload(pinned, &mut gpu).detach();
            // Whatever the reactor was rung for before, this eats it, as any waker that parks may.
            thread::park_timeout(Duration::ZERO);
        }
    }
    let rig = Rig::new();
    // No hint rings either: nothing but its own answer keeps the reactor awake.
    rig.simulator.lose_host_functions();
    let gpu = rig.counting();
    let before = rig.simulator.ledger().host_ranges;
    let memory = Mutex::new(Some((rig.pinned(), rig.counting())));
    let transfer = wake_with(&rig, &gpu, Waker::from(Arc::new(Uploads(rig.stream.clone(), memory))));
    // The transfer's own is left. If the reactor sleeps though the upload is pending, this hangs.
    until(|| rig.simulator.ledger().host_ranges == before + 1);
    drop(transfer);
    rig.assert_clean();
}
