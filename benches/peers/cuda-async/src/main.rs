//! Launches through cuda-async, two buffers and a scalar: awaited, or dropped in flight. The argument says which.

#[path = "../../measured.rs"]
mod measured;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Waker};

use cuda_async::device_operation::DeviceOp;
use cuda_async::launch::AsyncKernelLaunchBuilder;
use cuda_async::scheduling_policies::{SchedulingPolicy, SingleStream};
use cuda_core::{Context, DeviceBuffer, LaunchConfig};
use measured::{OPERATIONS, measured_region};

fn main() {
    let which = std::env::args().nth(1).expect("launch, await or drop");
    // SAFETY: the library that is loaded already, and the function's own signature.
    let library = unsafe { libloading::Library::new("libcuda.so.1") }.expect("the counting driver");
    // SAFETY: as above.
    let answer_not_ready = unsafe { library.get::<extern "C" fn(u32)>(b"counting_driver_answer_not_ready\0") };
    let answer_not_ready = answer_not_ready.expect("the counting driver");
    let context = Context::new(0).expect("the counting driver");
    let stream = context.new_stream().expect("a stream");
    let policy: Arc<dyn SchedulingPolicy> = Arc::new(SingleStream::from_stream(stream.clone()));
    let module = context.load_module_from_ptx_src(".version 8.0\n.target sm_80\n.address_size 64\n").expect("it loads");
    let function = Arc::new(module.load_function("add").expect("it is there"));
    let x = DeviceBuffer::<f32>::zeroed(&stream, 1024).expect("memory");
    let y = DeviceBuffer::<f32>::zeroed(&stream, 1024).expect("memory");
    let schedule = || {
        let mut launch = AsyncKernelLaunchBuilder::new(function.clone());
        // SAFETY: the counting driver runs no kernel.
        unsafe { launch.push_device_ptr(x.cu_deviceptr()) };
        // SAFETY: as above.
        unsafe { launch.push_device_ptr(y.cu_deviceptr()) };
        launch.push_scalar_arg(1_u32);
        launch.retain_buffer(x.storage().clone(), false);
        launch.retain_buffer(y.storage().clone(), true);
        let config = LaunchConfig { grid_dim: (8, 1, 1), block_dim: (128, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: as above.
        unsafe { launch.finalize_unchecked(config) }.schedule(&policy).expect("it is scheduled")
    };
    let mut task = TaskContext::from_waker(Waker::noop());
    for round in 0..2 * OPERATIONS {
        let mut in_flight = None;
        let mut start = || {
            let mut future = schedule();
            let _first = Pin::new(&mut future).poll(&mut task);
            in_flight = Some(future);
        };
        let is_measured = round >= OPERATIONS;
        if is_measured && which != "drop" {
            measured_region(&mut start)
        } else {
            start()
        }
        let mut end = || {
            if which == "await" {
                let polled = Pin::new(in_flight.as_mut().expect("just made")).poll(&mut task);
                assert!(polled.is_ready());
            }
            drop(in_flight.take());
        };
        if which == "await" {
            answer_not_ready(0);
        }
        if is_measured && which != "launch" {
            measured_region(&mut end)
        } else {
            end()
        }
        answer_not_ready(0);
        // Its own threads tidy up, which nobody counts.
        if round % 64 == 63 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        if which != "launch" {
            answer_not_ready(1);
        }
    }
    std::process::exit(0);
}
