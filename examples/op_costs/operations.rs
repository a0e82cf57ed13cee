//! The operations that are measured.
#![expect(unsafe_code, reason = "vouches for the counting driver and for a kernel that it never runs")]

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::task::{Context as TaskContext, Poll, Waker};

use cuda_safe::{Context, DeviceBuffer, Driver, Error, Geometry, KernelFor, Module, PinnedBuffer, Reactor, Stream};

use crate::{Cost, measure};

/// Elements of a buffer: 4 KiB.
const LEN: usize = 1024;

/// Rounds before the one that is measured; more than the records that device-only work gathers, so that all pools are full.
const WARM_UP: usize = 200;

type Add<'a> = (&'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, u32);

/// The names of the operations, each with what it cost.
pub(crate) type Costs = Vec<(&'static str, Cost)>;

/// What the operations work on.
pub(crate) struct Bench {
    kernel: KernelFor<Add<'static>>,
    context: Context,
    stream: Stream,
    /// On the other device.
    peer: Stream,
    there: RefCell<DeviceBuffer<f32>>,
    reactor: Reactor,
}

impl Bench {
    pub(crate) fn new() -> Result<Self, Error> {
        // SAFETY: the functions have the signatures of their names (their crate fills the bindings' table with them), are part of
        // this program, and do nothing; nothing here relies on what a copy would have written.
        let driver = unsafe { Driver::from_lookup(counting_driver::find) }?;
        let reactor = Reactor::manual();
        let context = driver.device(0)?.context_builder().reactor(&reactor).build()?;
        let stream = context.stream()?;
        let peer = driver.device(1)?.context_builder().reactor(&reactor).build()?.stream()?;
        let module = Module::load(&context, "// The counting driver compiles nothing.")?;
        // SAFETY: the counting driver runs no kernel.
        let kernel = unsafe { module.kernel::<Add<'_>>("add", |_, _| Ok(())) }?;
        let there = RefCell::new(DeviceBuffer::zeroed(&peer, LEN)?);
        Ok(Self { kernel, context, stream, peer, there, reactor })
    }

    /// Measures with the context bound to this thread.
    pub(crate) fn run_bound(&self) -> Result<Costs, Error> {
        let _bound = self.context.bind()?;
        self.run()
    }

    /// Measures each operation once all pools are warm.
    pub(crate) fn run(&self) -> Result<Costs, Error> {
        let mut costs = Costs::new();
        for round in 0..=WARM_UP {
            costs = self.round()?;
            if round < WARM_UP {
                // Everything done: the next round begins like this one.
                self.stream.synchronize_blocking()?;
                while self.reactor.turn() {}
            }
        }
        Ok(costs)
    }

    fn round(&self) -> Result<Costs, Error> {
        let stream = &self.stream;
        let mut costs = Costs::with_capacity(16);
        let (x, zeroed) = measure(|| DeviceBuffer::<f32>::zeroed(stream, LEN));
        let (x, mut y) = (x?, DeviceBuffer::zeroed(stream, LEN)?);
        let pinned = PinnedBuffer::zeroed(&self.context, LEN)?;
        let geometry = Geometry::linear(LEN as u32, 128);

        let (launch, cost) = measure(|| stream.launch(&self.kernel, geometry, (&x, &mut y, 1)));
        costs.push(("launch", cost));
        // Whatever was queued is done before the next measurement.
        let settle = || {
            stream.synchronize_blocking()?;
            while self.reactor.turn() {}
            Ok::<_, Error>(())
        };

        counting_driver::answer_not_ready(1);
        let mut launch = pin!(launch?);
        let mut poll = || launch.as_mut().poll(&mut TaskContext::from_waker(Waker::noop()));
        let ((first, second), cost) = measure(|| {
            let first = poll();
            // Once it is not ready, and once it is, when the waker is called.
            while self.reactor.turn() {}
            (first, poll())
        });
        assert!(first.is_pending(), "one query answers that it is not ready");
        assert!(matches!(second, Poll::Ready(Ok(()))), "{second:?}");
        costs.push(("await", cost));

        settle()?;
        let (transfer, cost) = measure(|| stream.upload(pinned, &mut y));
        costs.push(("host to device", cost));
        let pinned = transfer.wait_blocking()?;
        settle()?;
        let (transfer, cost) = measure(|| stream.download(&y, pinned));
        costs.push(("device to host", cost));
        counting_driver::answer_not_ready(1);
        let ((), cost) = measure(|| drop(transfer));
        counting_driver::answer_not_ready(0);
        costs.insert(2, ("drop in flight", cost));

        settle()?;
        let launch = stream.launch(&self.kernel, geometry, (&x, &mut y, 1))?;
        let ((), cost) = measure(|| drop(launch));
        costs.insert(3, ("drop of a launch in flight", cost));
        settle()?;
        costs.insert(4, ("zeroed allocation", zeroed));
        let ((), cost) = measure(|| drop(x));
        costs.insert(5, ("free", cost));

        // Last written on its own device, and no event is recorded behind that yet.
        let there = &mut *self.there.borrow_mut();
        self.peer.fill_bytes(there, 0)?;
        stream.fill_bytes(&mut y, 0)?;
        let (copy, cost) = measure(|| stream.copy(there, &mut y));
        copy?;
        costs.push(("peer copy", cost));
        self.peer.synchronize_blocking()?;
        Ok(costs)
    }
}
