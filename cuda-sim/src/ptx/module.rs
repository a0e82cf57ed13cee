//! A compiled module: what a driver has to lay out, and what the interpreter runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::types::StateSpace;
use crate::exec::image::Image;

/// No kernel is compiled for fewer registers.
const LEAST_REGISTERS: u32 = 16;

/// A compiled module.
#[derive(Debug)]
pub(crate) struct Module {
    /// Kernels by name.
    pub(crate) entries: BTreeMap<String, Arc<Kernel>>,
    /// Variables that need device memory, in the order in which a launch expects their addresses.
    pub(crate) globals: Vec<Global>,
}

/// A kernel.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// Its name.
    pub(crate) name: String,
    /// Its parameters, in order.
    pub(crate) params: Vec<Param>,
    /// Size of the parameter block.
    pub(crate) param_byte_len: u32,
    /// Shared memory that the kernel declares itself.
    pub(crate) static_shared_bytes: u32,
    /// Alignment of dynamic shared memory behind it.
    pub(crate) dynamic_shared_align: u32,
    /// Local memory of one thread, calls aside.
    pub(crate) local_bytes: u32,
    /// Constant memory that it can reach.
    pub(crate) const_bytes: u32,
    /// About how many 32-bit registers a thread would take on a device.
    pub(crate) registers: u32,
    /// The most threads of a block that its directives allow.
    pub(crate) max_threads: Option<u32>,
    /// What runs.
    pub(crate) image: Image,
}

/// A kernel parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Param {
    /// Offset in the parameter block.
    pub(crate) offset: u32,
    /// Size in bytes.
    pub(crate) byte_len: u32,
    /// Alignment in bytes.
    pub(crate) align: u32,
}

/// A variable in device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Global {
    /// Its name.
    pub(crate) name: String,
    /// [`StateSpace::Global`] or [`StateSpace::Const`].
    pub(crate) space: StateSpace,
    /// Alignment in bytes.
    pub(crate) align: u32,
    /// Size in bytes.
    pub(crate) byte_len: u64,
    /// Whether other modules and the host see it.
    pub(crate) is_visible: bool,
    /// Initial bytes; shorter than the variable when the rest is zero.
    pub(crate) init: Vec<u8>,
    /// Addresses to be written over the initial bytes.
    pub(crate) relocations: Vec<Relocation>,
}

/// An address inside an initial value: the eight (or fewer) low bytes of `globals[target] + addend`, shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relocation {
    /// Where it goes.
    pub(crate) offset: u64,
    /// How many bytes of it.
    pub(crate) byte_len: u8,
    /// Whose address.
    pub(crate) target: usize,
    /// Added to the address.
    pub(crate) addend: i64,
    /// Bits to shift the sum right by first.
    pub(crate) shift: u8,
}

impl Module {
    /// Lets no thread use more than that many registers, before anybody else has the kernels.
    pub(crate) fn limit_registers(&mut self, most: u32) {
        for kernel in self.entries.values_mut().filter_map(Arc::get_mut) {
            kernel.registers = kernel.registers.min(most.max(LEAST_REGISTERS));
        }
    }

    /// The names of all kernels, in one line.
    pub(crate) fn names(&self) -> String {
        self.entries.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
    }

    /// The kernel of that name.
    pub(crate) fn entry(&self, name: &str) -> Option<&Arc<Kernel>> {
        self.entries.get(name)
    }

    /// Makes every integer division of its kernels one that faults on zero. Nothing but the module holds the kernels yet.
    pub(crate) fn divide_strictly(&mut self) {
        for kernel in self.entries.values_mut().filter_map(Arc::get_mut) {
            kernel.image.divide_strictly();
        }
    }
}
