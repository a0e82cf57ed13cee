//! Launches through cudarc, two buffers and a scalar, on one stream.

#[path = "../../measured.rs"]
mod measured;

use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use measured::{OPERATIONS, measured_region};

fn main() {
    let context = CudaContext::new(0).expect("the counting driver");
    let stream = context.default_stream();
    let module = context.load_module(cudarc::nvrtc::Ptx::from_src("// nothing")).expect("it loads");
    let function = module.load_function("add").expect("it is there");
    let x = stream.alloc_zeros::<f32>(1024).expect("memory");
    let mut y = stream.alloc_zeros::<f32>(1024).expect("memory");
    let scalar = 1_u32;
    for round in 0..2 * OPERATIONS {
        let mut launch = || {
            let mut builder = stream.launch_builder(&function);
            builder.arg(&x).arg(&mut y).arg(&scalar);
            // SAFETY: the counting driver runs no kernel.
            unsafe { builder.launch(LaunchConfig::for_num_elems(1024)) }.expect("the launch is queued");
        };
        if round < OPERATIONS { launch() } else { measured_region(&mut launch) }
    }
    std::process::exit(0);
}
