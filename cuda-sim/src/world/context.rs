//! Contexts.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuda_sys::CUcontext;

use crate::engine::lane::{Kind, Lane};
use crate::world::coredump::Coredump;
use crate::world::handle::{self, Key};
use crate::world::health::Health;
use crate::world::heap::Heap;
use crate::world::limits::Limits;
use crate::world::world::World;

/// A context: what a client holds a `CUcontext` of.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) key: Key,
    pub(crate) id: u64,
    pub(crate) world: Arc<World>,
    pub(crate) device: usize,
    pub(crate) flags: u32,
    pub(crate) is_primary: bool,
    pub(crate) health: Arc<Health>,
    /// The lane of the legacy default stream.
    pub(crate) legacy: Key,
    pub(crate) legacy_id: u64,
    /// Contexts whose memory this one was given access to.
    pub(crate) peers: Mutex<BTreeSet<Key>>,
    pub(crate) limits: Limits,
    /// What it asked of dumps, once it was asked or asked for any.
    pub(crate) coredump: OnceLock<Mutex<Coredump>>,
    /// What its kernels took with `malloc`.
    pub(crate) heap: Heap,
}

impl Context {
    /// Makes a context on a device and opens its legacy lane. The caller registers it.
    pub(crate) fn new(world: &Arc<World>, device: usize, flags: u32, is_primary: bool) -> Arc<Self> {
        let key = handle::next_key();
        let legacy = handle::next_key();
        let health = Arc::new(Health::default());
        world.engine.open_lane(legacy, Lane::new(key, Kind::Legacy, Arc::clone(&health)));
        Arc::new(Context {
            key,
            id: handle::next_id(),
            world: Arc::clone(world),
            device,
            flags,
            is_primary,
            health,
            legacy,
            legacy_id: handle::next_id(),
            peers: Mutex::default(),
            limits: Limits::default(),
            coredump: OnceLock::new(),
            heap: Heap::default(),
        })
    }

    pub(crate) fn raw(&self) -> CUcontext {
        handle::to_raw(self.key)
    }

    /// Notes access to a peer's memory; false if it was there already.
    pub(crate) fn add_peer(&self, peer: Key) -> bool {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).insert(peer)
    }

    /// Whether its kernels may access another context's memory.
    pub(crate) fn has_peer(&self, peer: Key) -> bool {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).contains(&peer)
    }

    pub(crate) fn remove_peer(&self, peer: Key) -> bool {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).remove(&peer)
    }
}
