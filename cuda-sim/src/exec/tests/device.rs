//! A small device for tests: memory, and a way to compile and launch one kernel.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crate::exec::approximate::Deviation;
use crate::exec::backing::Backing;
use crate::exec::fault::Fault;
use crate::exec::launch::{Launch, Stats, run};
use crate::exec::memory::{DeviceMemory, Region};
use crate::exec::sampler::Bound;
use crate::exec::services::Services;
use crate::ptx::{Module, compile};
use crate::world::heap::Heap;

/// Device memory whose allocations are never freed.
#[derive(Debug, Default)]
pub(super) struct Device {
    regions: Vec<Region>,
    /// What kernels take with `malloc`, and what they print.
    pub(super) heap: Heap,
    pub(super) printed: Mutex<String>,
    pub(super) complaints: Mutex<Vec<String>>,
    /// Mistakes of kernels that went on.
    pub(super) reports: Mutex<Vec<String>>,
    /// Textures and surfaces; the handle of the first one is 1.
    pub(super) bound: Vec<Arc<Bound>>,
}

/// Where the first allocation is; each has a megabyte to itself.
const BASE: u64 = 0x7f00_0000_0000;
const STRIDE: u64 = 1 << 20;

impl DeviceMemory for Device {
    fn region(&self, address: u64) -> Option<Region> {
        let found = self.regions.iter().find(|region| address.wrapping_sub(region.base) < region.len).cloned();
        found.or_else(|| self.heap.find(address))
    }
}

/// What the heap of a test holds.
const HEAP_BYTE_LEN: u64 = 4096;

impl Services for Device {
    fn print(&self, text: &[u8], _byte_len: u64) {
        self.printed.lock().unwrap().push_str(std::str::from_utf8(text).unwrap());
    }

    fn complain(&self, text: &str) {
        self.complaints.lock().unwrap().push(text.to_owned());
    }

    fn report(&self, text: &str) {
        self.reports.lock().unwrap().push(text.to_owned());
    }

    fn allocate(&self, byte_len: u64) -> Option<Region> {
        self.heap.allocate(byte_len, HEAP_BYTE_LEN)
    }

    fn free(&self, address: u64) -> bool {
        self.heap.free(address)
    }

    fn bound(&self, handle: u64) -> Option<Arc<Bound>> {
        self.bound.get(usize::try_from(handle).ok()?.checked_sub(1)?).cloned()
    }

    fn nanoseconds(&self) -> u64 {
        1_000_000
    }
}

/// How a kernel is launched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) dynamic_shared: u32,
    pub(super) seed: u64,
    pub(super) step_limit: Option<u64>,
    pub(super) cooperative: bool,
    pub(super) stack_byte_len: u64,
    pub(super) deviation: Deviation,
}

/// A grid of one axis.
pub(super) fn shape(blocks: u32, threads: u32) -> Shape {
    Shape {
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        seed: 0,
        step_limit: Some(50_000_000),
        cooperative: false,
        stack_byte_len: 1024,
        deviation: Deviation::default(),
    }
}

impl Device {
    /// Memory with the given bytes; returns its address.
    pub(super) fn alloc(&mut self, bytes: &[u8]) -> u64 {
        let base = BASE + self.regions.len() as u64 * STRIDE;
        let backing = Backing::new_poisoned(bytes.len(), 0xCD);
        backing.write_from(0, bytes);
        self.regions.push(Region { base, len: bytes.len() as u64, bytes: Arc::new(backing) });
        base
    }

    /// Memory with the given words.
    pub(super) fn words(&mut self, words: &[u32]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.alloc(&bytes)
    }

    /// Memory with the given long words.
    pub(super) fn longs(&mut self, words: &[u64]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.alloc(&bytes)
    }

    /// The bytes of the allocation at an address.
    pub(super) fn bytes(&self, address: u64) -> Vec<u8> {
        let region = self.region(address).unwrap();
        let mut bytes = vec![0; region.len as usize];
        region.bytes.read_into(0, &mut bytes);
        bytes
    }

    /// The words of the allocation at an address.
    pub(super) fn read_words(&self, address: u64) -> Vec<u32> {
        self.bytes(address).chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    }

    /// The long words of the allocation at an address.
    pub(super) fn read_longs(&self, address: u64) -> Vec<u64> {
        self.bytes(address).chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
    }

    /// Runs the only kernel of a module; each argument is its little-endian bytes.
    pub(super) fn launch(&mut self, source: &str, shape: Shape, args: &[&[u8]]) -> Result<Stats, Fault> {
        let module = compiled(source);
        assert_eq!(module.entries.len(), 1, "the module has one kernel");
        let name = module.entries.keys().next().unwrap().clone();
        self.launch_entry(&module, &name, shape, args)
    }

    /// Runs a kernel of a module, whose globals are laid out first.
    pub(super) fn launch_entry(
        &mut self,
        module: &Module,
        name: &str,
        shape: Shape,
        args: &[&[u8]],
    ) -> Result<Stats, Fault> {
        let globals = self.lay_out(module);
        let workspace = if shape.cooperative { self.longs(&[0; 8]) } else { 0 };
        let kernel = module.entry(name).unwrap();
        let mut params = vec![0; kernel.param_byte_len as usize];
        for (param, arg) in kernel.params.iter().zip(args) {
            let start = param.offset as usize;
            params[start..start + arg.len()].copy_from_slice(arg);
        }
        run(&Launch {
            kernel,
            grid: shape.grid,
            block: shape.block,
            dynamic_shared_bytes: shape.dynamic_shared,
            params: &params,
            globals: &globals,
            memory: self,
            services: self,
            cooperative: shape.cooperative,
            workspace,
            stack_byte_len: shape.stack_byte_len,
            seed: shape.seed,
            cancel: &AtomicBool::new(false),
            step_limit: shape.step_limit,
            deviation: shape.deviation,
        })
    }

    fn lay_out(&mut self, module: &Module) -> Vec<u64> {
        let mut addresses = Vec::new();
        for global in &module.globals {
            let mut bytes = vec![0; (global.byte_len as usize).max(1)];
            bytes[..global.init.len()].copy_from_slice(&global.init);
            addresses.push(self.alloc(&bytes));
        }
        for (global, &address) in module.globals.iter().zip(&addresses) {
            for relocation in &global.relocations {
                let value = addresses[relocation.target].wrapping_add(relocation.addend as u64) >> relocation.shift;
                let len = usize::from(relocation.byte_len);
                let region = self.region(address).unwrap();
                region.bytes.write_from(relocation.offset as usize, &value.to_le_bytes()[..len]);
            }
        }
        addresses
    }
}

/// A module that must compile.
pub(super) fn compiled(source: &str) -> Module {
    compile(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}
