//! The depth of a queue: whoever queues faster than the work is done has to wait, as with a real driver.

use std::sync::{Arc, MutexGuard};

use crate::engine::op::Op;
use crate::engine::queue::State;
use crate::world::handle::Key;
use crate::world::world::World;

/// Whoever queues behind so many operations that are getting done waits until half of them are.
const DEEP: usize = 1024;

/// Whether the operations of a lane are getting done by themselves. A gate, other lanes and the client's functions may hold them up
/// until the client queues more, here or elsewhere; a real driver may wait for ever then, and a test is better off without that.
fn is_moving(state: &State, key: Key) -> bool {
    let running = state.lanes.get(&key).and_then(|lane| lane.running.as_deref());
    !state.shut_down && running.map_or_else(|| state.is_ready(key), |op| !matches!(op, Op::Host(_) | Op::Status(_)))
}

/// Waits while the lane has a deep queue that is getting done.
pub(crate) fn wait<'a>(world: &World, mut state: MutexGuard<'a, State>, key: Key) -> MutexGuard<'a, State> {
    let mut limit = DEEP;
    while let Some(lane) = state.lanes.get(&key)
        && world.config.has_threads()
        && lane.queue.len() >= limit
        && is_moving(&state, key)
    {
        limit = DEEP / 2 + 1;
        let space = Arc::clone(&lane.space);
        state = space.wait(state);
    }
    state
}

/// Wakes who waits for space in a lane, if there is some or no more will come.
pub(crate) fn offer(state: &State, key: Key) {
    if let Some(lane) = state.lanes.get(&key)
        && lane.space.has_waiters()
        && (lane.queue.len() <= DEEP / 2 || !is_moving(state, key))
    {
        lane.space.ring();
    }
}

#[cfg(test)]
#[expect(unsafe_code, reason = "calls the driver through its table")]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#[expect(clippy::multiple_unsafe_ops_per_block, reason = "five calls that want the same: live places and handles")]
mod tests {
    use std::ffi::c_void;
    use std::ptr::null_mut;
    use std::sync::Barrier;

    use cuda_sys::{CUresult, CUstream, DriverTable};

    use super::DEEP;
    use crate::Simulator;
    use crate::world::handle;

    /// A simulator with a current context and a stream.
    struct Client {
        simulator: Simulator,
        table: DriverTable,
        stream: CUstream,
        memory: u64,
    }

    impl Client {
        fn new() -> Self {
            let simulator = Simulator::new().unwrap();
            let table = simulator.table();
            let (mut context, mut stream, mut memory) = (null_mut(), null_mut(), 0);
            // SAFETY: live places for the answers, and handles that were just made.
            let codes = unsafe {
                [
                    table.cuInit.unwrap()(0),
                    table.cuDevicePrimaryCtxRetain.unwrap()(&mut context, device(&table)),
                    table.cuCtxSetCurrent.unwrap()(context),
                    table.cuStreamCreate.unwrap()(&mut stream, 1),
                    table.cuMemAlloc_v2.unwrap()(&mut memory, 4),
                ]
            };
            assert_eq!(codes, [CUresult::CUDA_SUCCESS; 5]);
            Client { simulator, table, stream, memory }
        }

        fn fill(&self) {
            // SAFETY: the memory is four bytes long, and the stream is live.
            let code = unsafe { self.table.cuMemsetD8Async.unwrap()(self.memory, 1, 4, self.stream) };
            assert_eq!(code, CUresult::CUDA_SUCCESS);
        }

        fn depth(&self) -> usize {
            let state = self.simulator.world().engine.lock();
            state.lanes.get(&handle::to_key(self.stream)).unwrap().queue.len()
        }

        fn finish(&self) {
            // SAFETY: the stream is live.
            let code = unsafe { self.table.cuStreamSynchronize.unwrap()(self.stream) };
            assert_eq!(code, CUresult::CUDA_SUCCESS);
        }
    }

    fn device(table: &DriverTable) -> i32 {
        let mut device = 0;
        // SAFETY: a live place for the answer.
        assert_eq!(unsafe { table.cuDeviceGet.unwrap()(&mut device, 0) }, CUresult::CUDA_SUCCESS);
        device
    }

    #[test]
    fn a_queue_that_moves_stays_short() {
        let client = Client::new();
        for _ in 0..4 * DEEP {
            client.fill();
            assert!(client.depth() <= DEEP);
        }
        client.finish();
    }

    #[test]
    fn a_queue_behind_a_gate_takes_all_that_comes() {
        let client = Client::new();
        let gate = client.simulator.gate(client.stream);
        (0..2 * DEEP).for_each(|_| client.fill());
        assert!(client.depth() > 2 * DEEP - 1);
        gate.open();
        client.finish();
    }

    #[test]
    fn a_host_function_that_waits_for_who_queues_holds_nobody_up() {
        unsafe extern "C" fn meet(barrier: *mut c_void) {
            // SAFETY: the argument is the barrier below, which lives until the stream has been waited for.
            unsafe { &*barrier.cast::<Barrier>() }.wait();
        }
        let client = Client::new();
        let barrier = Barrier::new(2);
        let argument = (&raw const barrier).cast_mut().cast();
        (0..DEEP / 2).for_each(|_| client.fill());
        // SAFETY: the function may be called with this argument until the wait at the end.
        let code = unsafe { client.table.cuLaunchHostFunc.unwrap()(client.stream, Some(meet), argument) };
        assert_eq!(code, CUresult::CUDA_SUCCESS);
        (0..2 * DEEP).for_each(|_| client.fill());
        barrier.wait();
        client.finish();
    }
}
