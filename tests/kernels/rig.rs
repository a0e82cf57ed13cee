//! A simulated device that runs one kernel of a module on copies of the test's data.
#![allow(unsafe_code, reason = "calls the simulated driver through its table")]

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use cuda_sim::{Adversity, Simulator};
use cuda_sys::{CUdeviceptr, CUfunction, CUmodule, CUresult, DriverTable};

/// The seeds that the tests run with besides the order of the blocks themselves; `KERNELS_SEED` replaces it.
const SEED: u64 = 7;

/// Calls an entry point that is expected to work.
macro_rules! ok {
    ($table:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let function = $table.$name.expect("every entry point is there");
        // SAFETY: the simulator reads and writes only the places that are passed, which live through the call.
        let code = unsafe { function($($argument),*) };
        assert_eq!(code, CUresult::CUDA_SUCCESS, stringify!($name));
    }};
}

/// A device with one module.
pub(crate) struct Rig {
    simulator: Simulator,
    table: DriverTable,
    module: CUmodule,
}

/// How a kernel is launched.
enum How {
    Plain,
    Cooperative,
}

/// A value of an argument or of a buffer.
pub(crate) trait Word: Copy {
    const BYTE_LEN: usize;
    fn write(self, into: &mut Vec<u8>);
    fn read(from: &[u8]) -> Self;
}

macro_rules! word {
    ($($ty:ty),*) => { $(
        impl Word for $ty {
            const BYTE_LEN: usize = size_of::<$ty>();
            fn write(self, into: &mut Vec<u8>) {
                into.extend(self.to_le_bytes());
            }
            fn read(from: &[u8]) -> Self {
                <$ty>::from_le_bytes(from.try_into().unwrap())
            }
        }
    )* };
}
word!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

/// Takes a buffer's bytes back to the test.
type Reader<'a> = Box<dyn FnOnce(&[u8]) + 'a>;

/// An argument of a kernel.
pub(crate) struct Argument<'a> {
    /// The value, or what a buffer holds at first.
    bytes: Vec<u8>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Value,
    Buffer,
    /// A buffer whose bytes go back to the test when the kernel has run.
    Answer(Reader<'a>),
}

/// An argument passed by value.
pub(crate) fn value<T: Word>(value: T) -> Argument<'static> {
    structure(&[value])
}

/// A structure of words passed by value.
pub(crate) fn structure<T: Word>(values: &[T]) -> Argument<'static> {
    Argument { bytes: to_bytes(values), kind: Kind::Value }
}

/// A buffer that the kernel reads.
pub(crate) fn input<T: Word>(values: &[T]) -> Argument<'static> {
    Argument { bytes: to_bytes(values), kind: Kind::Buffer }
}

/// A buffer that the kernel reads and writes.
pub(crate) fn inout<T: Word>(values: &mut [T]) -> Argument<'_> {
    let bytes = to_bytes(values);
    let read = move |bytes: &[u8]| {
        for (value, bytes) in values.iter_mut().zip(bytes.chunks(T::BYTE_LEN)) {
            *value = T::read(bytes);
        }
    };
    Argument { bytes, kind: Kind::Answer(Box::new(read)) }
}

fn to_bytes<T: Word>(values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * T::BYTE_LEN);
    values.iter().for_each(|value| value.write(&mut bytes));
    bytes
}

/// Runs a test on a device with the module, and once more on one that takes the blocks in another order.
pub(crate) fn on_device(ptx: &str, test: impl Fn(&Rig)) {
    let seed = std::env::var("KERNELS_SEED").map_or(SEED, |seed| seed.parse().unwrap());
    for shuffles_blocks in [false, true] {
        println!("KERNELS_SEED={seed}, {}", if shuffles_blocks { "blocks shuffled" } else { "blocks in order" });
        let mut adversity = Adversity::none();
        adversity.shuffles_blocks = shuffles_blocks;
        let rig = Rig::new(Simulator::builder().seed(seed).adversity(adversity).build().unwrap(), ptx);
        test(&rig);
        assert_eq!(rig.simulator.reports(), []);
    }
}

impl Rig {
    fn new(simulator: Simulator, ptx: &str) -> Self {
        let table = simulator.table();
        let (mut device, mut context, mut module) = (0, null_mut(), null_mut());
        // What kernels print is kept from the first time on that it is asked for.
        assert!(simulator.take_output().is_empty());
        ok!(table, cuInit(0));
        ok!(table, cuDeviceGet(&mut device, 0));
        ok!(table, cuDevicePrimaryCtxRetain(&mut context, device));
        ok!(table, cuCtxSetCurrent(context));
        let text = CString::new(ptx).unwrap();
        ok!(table, cuModuleLoadData(&mut module, text.as_ptr().cast()));
        Rig { simulator, table, module }
    }

    /// Runs a kernel on a grid of one dimension.
    pub(crate) fn run(&self, name: &str, blocks: u32, threads: u32, arguments: Vec<Argument<'_>>) {
        self.run_grid(name, [blocks, 1, 1], [threads, 1, 1], 0, arguments);
    }

    /// Runs a kernel whose blocks wait for each other on a grid of one dimension.
    pub(crate) fn run_cooperative(&self, name: &str, blocks: u32, threads: u32, arguments: Vec<Argument<'_>>) {
        self.launch(How::Cooperative, name, [blocks, 1, 1], [threads, 1, 1], 0, arguments);
    }

    /// Runs a kernel.
    pub(crate) fn run_grid(
        &self,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        arguments: Vec<Argument<'_>>,
    ) {
        self.launch(How::Plain, name, grid, block, dynamic_shared, arguments);
    }

    /// What kernels have printed since the last time.
    pub(crate) fn output(&self) -> String {
        String::from_utf8(self.simulator.take_output()).unwrap()
    }

    /// Launches a kernel, waits for it and reads its answers.
    fn launch(
        &self,
        how: How,
        name: &str,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        arguments: Vec<Argument<'_>>,
    ) {
        let mut buffers = Vec::new();
        let mut values = Vec::new();
        for argument in arguments {
            if let Kind::Value = argument.kind {
                values.push(argument.bytes);
                continue;
            }
            let address = self.upload(&argument.bytes);
            values.push(address.to_le_bytes().to_vec());
            buffers.push((address, argument));
        }
        let mut pointers: Vec<*mut c_void> = values.iter_mut().map(|value| value.as_mut_ptr().cast()).collect();
        let (function, arguments) = (self.function(name), pointers.as_mut_ptr());
        let ([x, y, z], [width, height, depth]) = (grid, block);
        let (stream, nothing) = (null_mut(), null_mut());
        match how {
            How::Plain => ok!(
                self.table,
                cuLaunchKernel(function, x, y, z, width, height, depth, dynamic_shared, stream, arguments, nothing)
            ),
            How::Cooperative => ok!(
                self.table,
                cuLaunchCooperativeKernel(function, x, y, z, width, height, depth, dynamic_shared, stream, arguments)
            ),
        }
        let synchronize = self.table.cuCtxSynchronize.expect("every entry point is there");
        // SAFETY: takes nothing.
        let code = unsafe { synchronize() };
        assert_eq!(code, CUresult::CUDA_SUCCESS, "{name}: {:?}", self.simulator.reports());
        for (address, argument) in buffers {
            if let Kind::Answer(read) = argument.kind {
                let mut bytes = argument.bytes;
                ok!(self.table, cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), address, bytes.len()));
                read(&bytes);
            }
            ok!(self.table, cuMemFree_v2(address));
        }
    }

    fn function(&self, name: &str) -> CUfunction {
        let mut function = null_mut();
        let name = CString::new(name).unwrap();
        ok!(self.table, cuModuleGetFunction(&mut function, self.module, name.as_ptr()));
        function
    }

    fn upload(&self, bytes: &[u8]) -> CUdeviceptr {
        let mut address = 0;
        ok!(self.table, cuMemAlloc_v2(&mut address, bytes.len()));
        ok!(self.table, cuMemcpyHtoD_v2(address, bytes.as_ptr().cast(), bytes.len()));
        address
    }
}
