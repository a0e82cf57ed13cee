//! A simulated device that runs one random kernel after the other.
#![expect(unsafe_code, reason = "calls the simulated driver through its table")]

use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use cuda_sim::{Adversity, Mode, Simulator};
use cuda_sys::{CUresult, DriverTable};

use crate::program::{BUFFER_BYTE_LEN, Kernel};

/// Thread instructions that a kernel may run.
const STEP_LIMIT: u64 = 30_000;
/// Kernels that one simulator runs; its reports and its ledger grow with each.
const KERNELS: u32 = 500;

/// A simulator with a context that is current.
#[derive(Debug)]
pub struct Device {
    table: DriverTable,
    _simulator: Simulator,
    runs: u32,
}

thread_local! {
    static DEVICE: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Calls an entry point.
macro_rules! call {
    ($device:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let function = $device.table.$name.expect("every entry point is there");
        // SAFETY: the simulator reads and writes only the places that are passed, which live through the call.
        unsafe { function($($argument),*) }
    }};
}

impl Device {
    fn new() -> Self {
        let simulator = Simulator::builder().adversity(Adversity::none()).mode(Mode::Stepper);
        let simulator = simulator.memory(1 << 24).step_limit(STEP_LIMIT);
        let simulator = simulator.build().expect("one simulator at a time");
        let device = Device { table: simulator.table(), _simulator: simulator, runs: 0 };
        let mut context = null_mut();
        assert_eq!(call!(device, cuInit(0)), CUresult::CUDA_SUCCESS);
        assert_eq!(call!(device, cuDevicePrimaryCtxRetain(&mut context, 0)), CUresult::CUDA_SUCCESS);
        assert_eq!(call!(device, cuCtxSetCurrent(context)), CUresult::CUDA_SUCCESS);
        device
    }

    /// Hands out this thread's device. One whose context has faulted makes place for another.
    pub fn with(work: impl FnOnce(&mut Device) -> CUresult) {
        DEVICE.with_borrow_mut(|slot| {
            let device = slot.get_or_insert_with(Device::new);
            device.runs += 1;
            if work(device) != CUresult::CUDA_SUCCESS || device.runs > KERNELS {
                *slot = None;
            }
        });
    }

    /// Runs a kernel to its end, and answers what it ended with.
    ///
    /// # Panics
    /// If the driver refuses the kernel, which is made to be valid.
    pub fn run(&mut self, kernel: &Kernel) -> CUresult {
        let text = CString::new(kernel.text.as_str()).expect("no zeros in a text");
        let (mut module, mut function, mut address) = (null_mut(), null_mut(), 0u64);
        let code = call!(self, cuModuleLoadData(&mut module, text.as_ptr().cast()));
        let error = || cuda_sim::check_ptx(&kernel.text).err();
        assert_eq!(code, CUresult::CUDA_SUCCESS, "{:?}\n{}", error(), kernel.text);
        assert_eq!(call!(self, cuModuleGetFunction(&mut function, module, c"k".as_ptr())), CUresult::CUDA_SUCCESS);
        assert_eq!(call!(self, cuMemAlloc_v2(&mut address, BUFFER_BYTE_LEN)), CUresult::CUDA_SUCCESS);
        assert_eq!(call!(self, cuMemsetD32_v2(address, kernel.fill, BUFFER_BYTE_LEN / 4)), CUresult::CUDA_SUCCESS);
        let mut arguments: [*mut c_void; 1] = [(&raw mut address).cast()];
        let [blocks, threads] = kernel.shape;
        let arguments = arguments.as_mut_ptr();
        let launch =
            call!(self, cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 64, null_mut(), arguments, null_mut()));
        assert_eq!(launch, CUresult::CUDA_SUCCESS, "{}", kernel.text);
        let end = call!(self, cuCtxSynchronize());
        if end == CUresult::CUDA_SUCCESS {
            assert_eq!(call!(self, cuMemFree_v2(address)), CUresult::CUDA_SUCCESS);
            assert_eq!(call!(self, cuModuleUnload(module)), CUresult::CUDA_SUCCESS);
        }
        end
    }
}
