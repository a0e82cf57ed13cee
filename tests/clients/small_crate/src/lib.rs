//! `saxpy` on a GPU, through cudarc.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;

/// A device with the kernel loaded.
pub struct Saxpy {
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
}

impl Saxpy {
    /// Loads the kernel on the first device.
    pub fn new() -> Result<Self, DriverError> {
        let context = CudaContext::new(0)?;
        let module = context.load_module(Ptx::from_src(include_str!("saxpy.ptx")))?;
        Ok(Saxpy { stream: context.new_stream()?, kernel: module.load_function("saxpy")? })
    }

    /// Computes `a * x + y`, element by element.
    pub fn run(&self, a: f32, x: &[f32], y: &[f32]) -> Result<Vec<f32>, DriverError> {
        assert_eq!(x.len(), y.len());
        let n = u32::try_from(x.len()).expect("so many elements fit no launch");
        let x = self.stream.clone_htod(x)?;
        let mut y = self.stream.clone_htod(y)?;
        let mut launch = self.stream.launch_builder(&self.kernel);
        launch.arg(&x).arg(&mut y).arg(&a).arg(&n);
        // SAFETY: these are the kernel's parameters, and it touches the first n elements of two buffers that have as many.
        unsafe { launch.launch(LaunchConfig::for_num_elems(n)) }?;
        self.stream.clone_dtoh(&y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_computes_what_the_host_computes() {
        let saxpy = Saxpy::new().unwrap();
        let x: Vec<f32> = (0..10_000).map(|i| i as f32).collect();
        let y: Vec<f32> = (0..10_000).map(|i| (i % 7) as f32).collect();
        let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 0.5 * x + y).collect();
        assert_eq!(saxpy.run(0.5, &x, &y).unwrap(), expected);
    }

    #[test]
    fn threads_share_a_device() {
        let saxpy = Saxpy::new().unwrap();
        std::thread::scope(|scope| {
            for thread in 1..5_u8 {
                let saxpy = &saxpy;
                scope.spawn(move || {
                    let result = saxpy.run(f32::from(thread), &[1.0; 100], &[1.0; 100]).unwrap();
                    assert_eq!(result, [f32::from(thread) + 1.0; 100]);
                });
            }
        });
    }

    #[test]
    fn the_device_has_a_name() {
        assert!(!CudaContext::new(0).unwrap().name().unwrap().is_empty());
    }
}
