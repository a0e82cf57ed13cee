//! [`Rig`]: a simulator, a context on it and a stream.

use std::future::Future;
use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as TaskContext, Poll, RawWaker, RawWakerVTable, Wake, Waker};

use cuda_safe::{Context, DeviceBuffer, Driver, PinnedBuffer, Reactor, Stream};
use cuda_sim::{DeviceProfile, Gate, Simulator};

/// Elements of the buffers here; small, for Miri.
pub(crate) const LEN: usize = 16;

/// A context on a simulator of its own, with a reactor of its own.
pub(crate) struct Rig {
    pub(crate) simulator: Arc<Simulator>,
    pub(crate) driver: Driver,
    pub(crate) context: Context,
    pub(crate) stream: Stream,
    pub(crate) reactor: Reactor,
    /// Last, when everything that uses the reactor is gone.
    _end: ReactorEnd,
}

/// Waits for the threads of a reactor when it is dropped, so that they are not taken for a leak.
struct ReactorEnd(Reactor);

impl Drop for ReactorEnd {
    fn drop(&mut self) {
        // A test that failed may have left anything pending.
        if !std::thread::panicking() {
            // An error in a forked child, which has no such threads.
            let _ended = self.0.clone().shutdown();
        }
    }
}

/// The seed of this run: `SIM_SEED`, or 0. A failure prints nothing else that matters.
pub(crate) fn seed() -> u64 {
    std::env::var("SIM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

impl Rig {
    /// With a reactor that has threads.
    pub(crate) fn new() -> Self {
        Self::with(Reactor::spawn().expect("threads start"), [DeviceProfile::default()])
    }

    /// With several devices; the rig's context and stream are on the first.
    pub(crate) fn on_devices(devices: impl IntoIterator<Item = DeviceProfile>) -> Self {
        Self::with(Reactor::spawn().expect("threads start"), devices)
    }

    /// With a reactor that moves only in `turn`.
    pub(crate) fn manual() -> Self {
        Self::with(Reactor::manual(), [DeviceProfile::default()])
    }

    fn with(reactor: Reactor, devices: impl IntoIterator<Item = DeviceProfile>) -> Self {
        Self::on(Simulator::builder().devices(devices), reactor)
    }

    /// On a simulator of the test's own making.
    pub(crate) fn on(simulator: cuda_sim::Builder, reactor: Reactor) -> Self {
        // Nothing is kept, so that the simulator's ledger shows what is freed.
        Self::keeping(0, simulator, reactor)
    }

    /// With a context that keeps so much page-locked memory of dropped buffers.
    pub(crate) fn keeping(byte_len: usize, simulator: cuda_sim::Builder, reactor: Reactor) -> Self {
        let seed = seed();
        println!("SIM_SEED={seed}");
        let simulator = Arc::new(simulator.seed(seed).build().expect("a free slot"));
        let driver = Driver::from_simulator(&simulator).expect("the simulator starts");
        let device = driver.device(0).expect("there is a device");
        let context = device.context_builder().reactor(&reactor).kept_pinned_byte_len(byte_len);
        let context = context.build().expect("the context starts");
        let stream = context.stream().expect("a stream");
        let end = ReactorEnd(reactor.clone());
        Self { simulator, driver, context, stream, reactor, _end: end }
    }

    /// Holds what is submitted to `stream` from now on.
    pub(crate) fn gate(&self, stream: &Stream) -> Gate {
        self.simulator.gate(stream.as_raw().cast())
    }

    /// A device buffer with the values 1, 2, 3...
    pub(crate) fn counting(&self) -> DeviceBuffer<u32> {
        let values: Vec<u32> = (1..=LEN as u32).collect();
        let mut buffer = DeviceBuffer::zeroed(&self.stream, LEN).expect("memory");
        buffer.upload_from(&values, &self.stream).wait_blocking().expect("the upload works");
        buffer
    }

    /// A pinned buffer of zeros.
    pub(crate) fn pinned(&self) -> PinnedBuffer<u32> {
        PinnedBuffer::zeroed(&self.context, LEN).expect("pinned memory")
    }

    /// Reads a device buffer, waiting.
    pub(crate) fn read(&self, buffer: &DeviceBuffer<u32>, stream: &Stream) -> Vec<u32> {
        stream.download(buffer, self.pinned()).wait_blocking().expect("the download works").to_vec()
    }

    /// Waits until `byte_len` bytes are in quarantine; who puts them there does so after it ends the operation.
    pub(crate) fn wait_for_quarantine(&self, byte_len: usize) {
        while self.context.quarantined_byte_len() < byte_len {
            std::thread::yield_now();
        }
    }

    /// Asserts that the simulator saw nothing wrong.
    pub(crate) fn assert_clean(&self) {
        let reports = self.simulator.reports();
        assert!(reports.is_empty(), "{reports:?}");
        assert_eq!(self.context.drop_errors(), []);
    }
}

/// Counts how often it wakes.
#[derive(Default)]
pub(crate) struct Count(AtomicUsize);

impl Count {
    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A waker that calls `run` each time it is cloned.
pub(crate) fn on_clone(run: impl Fn() + Send + Sync + 'static) -> Waker {
    type Run = Box<dyn Fn() + Send + Sync>;
    const TABLE: RawWakerVTable = RawWakerVTable::new(clone, |data| drop(take(data)), |_| {}, |data| drop(take(data)));
    fn take(data: *const ()) -> Arc<Run> {
        // SAFETY: every waker of the table holds one share, made by `Arc::into_raw`, which its wake or drop takes.
        unsafe { Arc::from_raw(data.cast()) }
    }
    fn clone(data: *const ()) -> RawWaker {
        let run = ManuallyDrop::new(take(data));
        run();
        RawWaker::new(Arc::into_raw(Arc::clone(&run)).cast(), &TABLE)
    }
    let data = Arc::into_raw(Arc::new(Box::new(run) as Run)).cast();
    // SAFETY: the table's functions keep one share for each waker, and may be called from any thread.
    unsafe { Waker::new(data, &TABLE) }
}

/// Polls once with a waker that counts.
pub(crate) fn poll_once<F: Future>(future: Pin<&mut F>) -> (Poll<F::Output>, Arc<Count>) {
    let count = Arc::new(Count::default());
    let waker = Waker::from(Arc::clone(&count));
    (future.poll(&mut TaskContext::from_waker(&waker)), count)
}

/// Waits for something that other threads bring about.
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::yield_now();
    }
}
