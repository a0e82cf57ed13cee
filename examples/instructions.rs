//! For callgrind: launches, awaited launches, or launches dropped in flight, a thousand of each after a warm-up.
//!
//! Wants `CUDA_DRIVER_LIBRARY` to name the counting driver's shared library; `.ci/instructions` runs it beside others.
#![expect(unsafe_code, reason = "vouches for a kernel that the counting driver never runs")]

#[path = "../benches/peers/measured.rs"]
mod measured;

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Waker};

use cuda_safe::{DeviceBuffer, Driver, Geometry, Module, Reactor};
use measured::{OPERATIONS, measured_region};

fn main() -> Result<(), Box<dyn Error>> {
    let which = std::env::args().nth(1).ok_or("launch, await or drop")?;
    let path = std::env::var_os("CUDA_DRIVER_LIBRARY").ok_or("CUDA_DRIVER_LIBRARY names no library")?;
    // SAFETY: the counting driver, which is also loaded as the driver, with its function's own signature.
    let library = unsafe { libloading::Library::new(path) }?;
    // SAFETY: as above.
    let answer_not_ready = unsafe { library.get::<extern "C" fn(u32)>("counting_driver_answer_not_ready") }?;
    let reactor = Reactor::manual();
    let context = Driver::load()?.device(0)?.context_builder().reactor(&reactor).build()?;
    let stream = context.stream()?;
    let _bound = context.bind()?;
    let module = Module::load(&context, "// nothing")?;
    // SAFETY: the counting driver runs no kernel.
    let kernel = unsafe { module.kernel::<(&DeviceBuffer<f32>, &mut DeviceBuffer<f32>, u32)>("add", |_, _| Ok(())) }?;
    let (x, mut y) = (DeviceBuffer::zeroed(&stream, 1024)?, DeviceBuffer::zeroed(&stream, 1024)?);
    let mut task = TaskContext::from_waker(Waker::noop());
    for round in 0..2 * OPERATIONS {
        let is_measured = round >= OPERATIONS;
        let run =
            |wanted: bool, work: &mut dyn FnMut()| if is_measured && wanted { measured_region(work) } else { work() };
        let mut in_flight = None;
        run(which != "drop", &mut || {
            let launch = stream.launch(&kernel, Geometry::linear(1024, 128), (&x, &mut y, 1));
            in_flight = Some(launch.expect("the launch is queued"));
        });
        if which == "await" {
            // The reactor's turn counts too, though with threads it would be another's.
            answer_not_ready(1);
            run(true, &mut || {
                let mut launch = Pin::new(in_flight.as_mut().expect("just made"));
                assert!(launch.as_mut().poll(&mut task).is_pending());
                while reactor.turn() {}
                assert!(launch.poll(&mut task).is_ready());
                drop(in_flight.take());
            });
        }
        run(which == "drop", &mut || drop(in_flight.take()));
    }
    Ok(())
}
