//! How fast the simulator runs kernels: `cargo run --release --example simulator_speed [NAME...]`.
//!
//! One line a kernel, `NAME SIZE: S s, G thread-instr/s`, the time from launch to the end of the wait. `.ci/simulator-speed` records them.
#![expect(unsafe_code, reason = "vouches for kernels of this repository, with the sizes given here")]

use std::sync::Arc;
use std::time::Instant;

use cuda_safe::{Completion, Context, CopyFrom, DeviceBuffer, DevicePod, Driver, Error, Geometry, Module, Stream};
use cuda_sim::{Adversity, Simulator};

const MATRICES: &str = include_str!("../tests/kernels/sources/matrices.ptx");
const REDUCTIONS: &str = include_str!("../tests/kernels/sources/reductions.ptx");
const HISTOGRAMS: &str = include_str!("../tests/kernels/sources/histograms.ptx");
const STENCILS: &str = include_str!("../tests/kernels/sources/stencils.ptx");
const SAXPY: &str = include_str!("../kernels/saxpy.ptx");

/// A machine to measure.
struct Bench {
    simulator: Arc<Simulator>,
    stream: Stream,
    wanted: Vec<String>,
}

fn main() -> Result<(), Error> {
    let simulator =
        Simulator::builder().adversity(Adversity::none()).build().expect("the first simulator of the process");
    let simulator = Arc::new(simulator);
    let context = Driver::from_simulator(&simulator)?.device(0)?.primary_context()?;
    let bench = Bench { simulator, stream: context.stream()?, wanted: std::env::args().skip(1).collect() };
    let matrices = Module::load(&context, MATRICES)?;
    let square = |n: u32, block: u32| Geometry::covering(n, n, [block, block]);
    bench.product(&matrices, "sgemm_naive", 64, square(64, 16))?;
    bench.product(&matrices, "sgemm_naive", 1024, square(1024, 16))?;
    bench.product(&matrices, "sgemm_tiled", 1024, square(1024, 32))?;
    bench.product(&matrices, "sgemm_in_registers", 1024, Geometry::new([32, 32, 1], [64, 1, 1]))?;
    bench.saxpy(&context, 1 << 22)?;
    bench.sum(&context, 1 << 22)?;
    bench.heat(&context, 2048)?;
    bench.histogram(&context, 1 << 22)
}

impl Bench {
    /// Runs one kernel and prints its line; whether its answer is right is for the caller to see.
    fn measure(
        &self,
        name: &str,
        size: usize,
        launch: impl FnOnce() -> Result<Completion, Error>,
    ) -> Result<(), Error> {
        self.stream.synchronize_blocking()?;
        let before = self.simulator.thread_instructions();
        let start = Instant::now();
        launch()?.wait_blocking()?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = (self.simulator.thread_instructions() - before) as f64 / seconds;
        println!("{name} {size}: {seconds:.4} s, {rate:.3e} thread-instr/s");
        Ok(())
    }

    fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|wanted| name.contains(wanted.as_str()))
    }

    fn upload<T: DevicePod>(&self, values: &[T]) -> Result<DeviceBuffer<T>, Error> {
        DeviceBuffer::from_slice(values, &self.stream)
    }

    fn product(&self, module: &Module, name: &str, n: usize, geometry: Geometry) -> Result<(), Error> {
        if !self.wants(name) {
            return Ok(());
        }
        // SAFETY: the kernels of matrices.cu take these parameters, and touch the first n * n elements of each.
        let kernel = unsafe {
            type Args<'a> = (&'a DeviceBuffer<f32>, &'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, i32);
            module.kernel::<Args<'_>>(name, |(a, b, c, n), _| {
                let fits = [a.len(), b.len(), c.len()].iter().all(|&len| len >= (n * n) as usize);
                fits.then_some(()).ok_or_else(|| Error::arguments("a matrix is too small"))
            })
        }?;
        let (a, b) = (numbers(n * n, 1), numbers(n * n, 2));
        let (left, right) = (self.upload(&a)?, self.upload(&b)?);
        let mut product = DeviceBuffer::zeroed(&self.stream, n * n)?;
        self.measure(name, n, || self.stream.launch(&kernel, geometry, (&left, &right, &mut product, n as i32)))?;
        let mut host = vec![0.0f32; n * n];
        host.copy_from_blocking(&product, &self.stream)?;
        // Some elements of every row and column.
        for row in 0..n {
            let column = (row * 7 + 3) % n;
            let exact: f64 = (0..n).map(|k| f64::from(a[row * n + k]) * f64::from(b[k * n + column])).sum();
            assert!((f64::from(host[row * n + column]) - exact).abs() < 1e-3 * n as f64, "row {row}, column {column}");
        }
        Ok(())
    }

    fn saxpy(&self, context: &Context, n: usize) -> Result<(), Error> {
        if !self.wants("saxpy") {
            return Ok(());
        }
        // SAFETY: saxpy takes these parameters, and touches the first n elements of x and y.
        let kernel = unsafe {
            type Args<'a> = (&'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, f32, u32);
            Module::load(context, SAXPY)?
                .kernel::<Args<'_>>("saxpy", |(x, y, _, n), _| at_least(*n, &[x.len(), y.len()]))
        }?;
        let x = numbers(n, 3);
        let (from, mut to) = (self.upload(&x)?, self.upload(&x)?);
        let geometry = Geometry::linear(n as u32, 256);
        self.measure("saxpy", n, || self.stream.launch(&kernel, geometry, (&from, &mut to, 2.0, n as u32)))?;
        let mut host = vec![0.0f32; n];
        host.copy_from_blocking(&to, &self.stream)?;
        assert!(host.iter().zip(&x).all(|(got, x)| *got == 2.0 * x + x));
        Ok(())
    }

    fn sum(&self, context: &Context, n: usize) -> Result<(), Error> {
        if !self.wants("sum_by_tree") {
            return Ok(());
        }
        // SAFETY: sum_by_tree takes these parameters, touches the first n elements of the first and one of the second.
        let kernel = unsafe {
            type Args<'a> = (&'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, u32);
            let module = Module::load(context, REDUCTIONS)?;
            module.kernel::<Args<'_>>("sum_by_tree", |(x, sum, n), _| {
                at_least(*n, &[x.len()])?;
                at_least(1, &[sum.len()])
            })
        }?;
        let x: Vec<f32> = (0..n).map(|i| (i % 8) as f32).collect();
        let (from, mut sum) = (self.upload(&x)?, DeviceBuffer::zeroed(&self.stream, 1)?);
        let geometry = Geometry::linear(n as u32, 256);
        self.measure("sum_by_tree", n, || self.stream.launch(&kernel, geometry, (&from, &mut sum, n as u32)))?;
        let mut host = [0.0f32];
        host.copy_from_blocking(&sum, &self.stream)?;
        // Sums of whole numbers below 2^24 are exact in any order.
        assert_eq!(host, [x.iter().sum()]);
        Ok(())
    }

    fn heat(&self, context: &Context, n: usize) -> Result<(), Error> {
        if !self.wants("heat_step") {
            return Ok(());
        }
        // SAFETY: heat_step takes these parameters, and touches the first width * height elements of each.
        let kernel = unsafe {
            type Args<'a> = (&'a DeviceBuffer<f32>, &'a mut DeviceBuffer<f32>, u32, u32);
            let module = Module::load(context, STENCILS)?;
            module.kernel::<Args<'_>>("heat_step", |(x, y, width, height), _| {
                at_least(width * height, &[x.len(), y.len()])
            })
        }?;
        let from = self.upload(&vec![1.0f32; n * n])?;
        let mut to = DeviceBuffer::zeroed(&self.stream, n * n)?;
        let geometry = Geometry::covering(n as u32, n as u32, [16, 8]);
        self.measure("heat_step", n, || self.stream.launch(&kernel, geometry, (&from, &mut to, n as u32, n as u32)))?;
        let mut host = vec![0.0f32; n * n];
        host.copy_from_blocking(&to, &self.stream)?;
        assert_eq!(host[n + 1..2 * n - 1], vec![1.0; n - 2], "the inside stays as it is");
        Ok(())
    }

    fn histogram(&self, context: &Context, n: usize) -> Result<(), Error> {
        if !self.wants("histogram_in_shared_memory") {
            return Ok(());
        }
        // SAFETY: it takes these parameters, touches the first n elements of the first and 256 of the second.
        let kernel = unsafe {
            type Args<'a> = (&'a DeviceBuffer<u8>, &'a mut DeviceBuffer<u32>, u32);
            let module = Module::load(context, HISTOGRAMS)?;
            module.kernel::<Args<'_>>("histogram_in_shared_memory", |(x, bins, n), _| {
                at_least(*n, &[x.len()])?;
                at_least(256, &[bins.len()])
            })
        }?;
        let bytes: Vec<u8> = (0..n).map(|i| ((i * i) >> 4) as u8).collect();
        let (from, mut bins) = (self.upload(&bytes)?, DeviceBuffer::zeroed(&self.stream, 256)?);
        let geometry = Geometry::new([64, 1, 1], [256, 1, 1]);
        let name = "histogram_in_shared_memory";
        self.measure(name, n, || self.stream.launch(&kernel, geometry, (&from, &mut bins, n as u32)))?;
        let (mut host, mut expected) = ([0u32; 256], [0u32; 256]);
        host.copy_from_blocking(&bins, &self.stream)?;
        bytes.iter().for_each(|byte| expected[usize::from(*byte)] += 1);
        assert_eq!(host, expected);
        Ok(())
    }
}

fn at_least(wanted: u32, lens: &[usize]) -> Result<(), Error> {
    let fits = lens.iter().all(|&len| len >= wanted as usize);
    fits.then_some(()).ok_or_else(|| Error::arguments("a buffer is too small"))
}

/// Numbers between -1 and 1, the same each time.
fn numbers(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..len).map(|_| next()).collect()
}
