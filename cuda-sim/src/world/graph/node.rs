//! Nodes of graphs.
#![expect(unsafe_code, reason = "shows the client its arguments through pointers")]

use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::launch::Launch;
use crate::world::graph::work::Work;
use crate::world::handle::{self, Key};

/// A node: what a client holds a `CUgraphNode` of.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) key: Key,
    /// The graph that the node is part of.
    pub(crate) graph: Key,
    pub(crate) world: u64,
    /// The node that this one is a copy of.
    pub(crate) original: Option<Key>,
    work: Mutex<Work>,
    shown: Mutex<Option<Shown>>,
}

/// A kernel's arguments as the client sees them: a pointer to each. They last as long as the node, or until they are replaced.
#[derive(Debug)]
struct Shown {
    pointers: Vec<*mut c_void>,
    _block: Vec<u64>,
}

// SAFETY: the pointers are into the block beside them, and nobody but the client, who got them, follows them.
unsafe impl Send for Shown {}

impl Node {
    pub(crate) fn new(graph: Key, world: u64, original: Option<Key>, work: Work) -> Self {
        Node { key: handle::next_key(), graph, world, original, work: Mutex::new(work), shown: Mutex::default() }
    }

    pub(crate) fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces what the node does.
    pub(crate) fn set_work(&self, work: Work) {
        *self.work() = work;
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Pointers to the arguments of a launch that this node makes.
    pub(crate) fn show(&self, launch: &Launch) -> *mut *mut c_void {
        let mut place = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = place.get_or_insert_with(|| Shown::of(launch));
        shown.pointers.as_mut_ptr()
    }
}

impl Shown {
    fn of(launch: &Launch) -> Self {
        let bytes = &launch.parameters;
        // Words, so that each argument is aligned as in the kernel's parameter block.
        let mut block = vec![0_u64; bytes.len().div_ceil(8)];
        let base: *mut u8 = block.as_mut_ptr().cast();
        for (at, byte) in bytes.iter().enumerate() {
            // SAFETY: the block is at least as long as the bytes, and `base` points to its beginning.
            let place = unsafe { base.add(at) };
            // SAFETY: as above.
            unsafe { place.write(*byte) };
        }
        let parameters = launch.function.kernel.params.iter();
        let pointers = parameters.map(|parameter| base.wrapping_add(parameter.offset as usize).cast()).collect();
        Shown { pointers, _block: block }
    }
}
