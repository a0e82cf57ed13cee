//! The limits of a context that a client can set.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cuda_sys::{CUlimit, CUresult};

use crate::code::{self, Answer};
use crate::exec::local::LOCAL_LIMIT;

/// The limits of one context.
// Relaxed everywhere: settings, which publish nothing.
#[derive(Debug)]
pub(crate) struct Limits {
    stack: AtomicU64,
    print: AtomicU64,
    heap: AtomicU64,
    /// Whether a kernel that prints was launched, and one that allocates.
    has_printed: AtomicBool,
    has_allocated: AtomicBool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            stack: AtomicU64::new(1024),
            print: AtomicU64::new(1 << 20),
            heap: AtomicU64::new(8 << 20),
            has_printed: AtomicBool::new(false),
            has_allocated: AtomicBool::new(false),
        }
    }
}

/// Sizes are rounded up to this.
const UNIT: u64 = 16;
/// The largest buffer and heap; far more than a program asks for.
const MOST: u64 = 1 << 40;

impl Limits {
    /// Bytes of stack of a thread.
    pub(crate) fn stack(&self) -> u64 {
        self.stack.load(Ordering::Relaxed)
    }

    /// Bytes of the buffer of `printf`.
    pub(crate) fn print(&self) -> u64 {
        self.print.load(Ordering::Relaxed)
    }

    /// Bytes of the heap.
    pub(crate) fn heap(&self) -> u64 {
        self.heap.load(Ordering::Relaxed)
    }

    /// Notes the launch of a kernel that prints or allocates: from now on those limits stay.
    pub(crate) fn note_launch(&self, prints: bool, allocates: bool) {
        if prints {
            self.has_printed.store(true, Ordering::Relaxed);
        }
        if allocates {
            self.has_allocated.store(true, Ordering::Relaxed);
        }
    }

    /// A limit; an error if the devices do not have it.
    pub(crate) fn get(&self, which: CUlimit) -> Result<u64, CUresult> {
        match which {
            CUlimit::CU_LIMIT_STACK_SIZE => Ok(self.stack()),
            CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE => Ok(self.print()),
            CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE => Ok(self.heap()),
            other if other.0 < CUlimit::CU_LIMIT_MAX.0 => Err(code::UNSUPPORTED_LIMIT),
            _ => Err(code::INVALID_VALUE),
        }
    }

    /// Sets a limit, rounded and within what a device allows.
    pub(crate) fn set(&self, which: CUlimit, value: u64) -> Answer {
        self.get(which)?;
        let rounded = value.min(MOST).next_multiple_of(UNIT);
        let (limit, is_fixed, value) = match which {
            CUlimit::CU_LIMIT_STACK_SIZE => (&self.stack, None, rounded.clamp(UNIT, LOCAL_LIMIT)),
            CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE => (&self.print, Some(&self.has_printed), rounded),
            _ => (&self.heap, Some(&self.has_allocated), rounded),
        };
        if is_fixed.is_some_and(|fixed| fixed.load(Ordering::Relaxed)) {
            return Err(code::INVALID_VALUE);
        }
        limit.store(value, Ordering::Relaxed);
        Ok(())
    }
}
