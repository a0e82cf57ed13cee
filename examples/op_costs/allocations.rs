//! A global allocator that counts the allocations of each thread.
#![expect(unsafe_code, reason = "a global allocator is unsafe to implement")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Allocations of this thread so far; a growth in place counts as one.
pub(crate) fn allocation_count() -> u64 {
    COUNT.get()
}

fn count() {
    // A thread that is past its thread-locals is not measured.
    let _ending = COUNT.try_with(|count| count.set(count.get() + 1));
}

struct Counting;

// SAFETY: everything is passed on to the system's allocator, whose promises these are.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's word.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's word.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, new_len: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's word.
        unsafe { System.realloc(start, layout, new_len) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's word.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
