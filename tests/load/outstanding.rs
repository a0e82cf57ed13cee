//! Ten thousand operations in flight, each awaited by a task of its own.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};

use cuda_safe::{DeviceBuffer, PinnedBuffer, Reactor};

use crate::process_exit::in_a_process_of_its_own;
use crate::rig::{Rig, Woken, seed};

const OPERATIONS: usize = 10_000;

/// The names of this process's threads.
#[cfg(target_os = "linux")]
fn thread_names() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux").flatten();
    tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).collect()
}

/// A reactor's threads are two, however many operations wait; the simulator's are not counted. In a process of its own, since
/// other tests have reactors too.
#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_operations_in_flight_take_no_more_threads() {
    if !in_a_process_of_its_own("outstanding::ten_thousand_operations_in_flight_take_no_more_threads") {
        return;
    }
    let ours = || thread_names().iter().filter(|name| name.starts_with("cuda re")).count();
    let rig = Rig::new(Reactor::spawn().expect("threads start"), seed());
    let streams = rig.streams::<4>();
    let gpu = DeviceBuffer::<u32>::zeroed(&streams[0], 4).expect("memory");
    let gates = streams.each_ref().map(|stream| rig.simulator.gate(stream.as_raw().cast()));
    let mut transfers: Vec<_> = (0..OPERATIONS)
        .map(|place| {
            let pinned = PinnedBuffer::zeroed(&rig.context, 4).expect("pinned memory");
            Box::pin(streams[place % 4].download(&gpu, pinned))
        })
        .collect();
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    for transfer in &mut transfers {
        assert!(transfer.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    }
    assert_eq!(streams.iter().map(cuda_safe::Stream::pending_len).sum::<usize>(), OPERATIONS);
    assert_eq!(ours(), 2, "threads: {:?}", thread_names());
    gates.iter().for_each(cuda_sim::Gate::open);
    while woken.count() < OPERATIONS {
        std::thread::yield_now();
    }
    for mut transfer in transfers {
        let Poll::Ready(result) = Pin::new(&mut transfer).poll(&mut TaskContext::from_waker(&waker)) else {
            panic!("woken, and not done");
        };
        assert_eq!(*result.expect("the download works"), [0; 4]);
    }
    assert_eq!(woken.count(), OPERATIONS, "each was woken once");
    rig.assert_clean();
}
