//! Things of the client's that graphs keep alive.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUhostFn;

use crate::code::{self, Answer};
use crate::engine::op::{HostCall, Opaque};
use crate::world::handle::Key;
use crate::world::registry;
use crate::world::world::World;

/// A user object: what a client holds a `CUuserObject` of.
#[derive(Debug)]
pub(crate) struct UserObject {
    pub(crate) key: Key,
    pub(crate) world: Arc<World>,
    pub(crate) destroy: CUhostFn,
    pub(crate) argument: Opaque,
    /// How many references there are, and how many of them are the client's.
    pub(crate) counts: Mutex<Counts>,
}

#[derive(Debug)]
pub(crate) struct Counts {
    pub(crate) all: u64,
    pub(crate) of_client: u64,
}

impl UserObject {
    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn retain(&self, count: u64) {
        let mut counts = self.counts();
        counts.all += count;
        counts.of_client += count;
    }

    /// Gives back references of the client's. More than it has are an error.
    pub(crate) fn release(&self, count: u64) -> Answer {
        {
            let mut counts = self.counts();
            counts.of_client = counts.of_client.checked_sub(count).ok_or(code::INVALID_VALUE)?;
        }
        self.drop_references(count);
        Ok(())
    }

    /// Takes references for a graph, out of the client's or new ones.
    fn lend(&self, count: u64, moves: bool) -> Answer {
        let mut counts = self.counts();
        if moves {
            counts.of_client = counts.of_client.checked_sub(count).ok_or(code::INVALID_VALUE)?;
        } else {
            counts.all += count;
        }
        Ok(())
    }

    /// Ends references, and the object with the last of them. No lock is held: the client's function is called.
    fn drop_references(&self, count: u64) {
        let is_over = {
            let mut counts = self.counts();
            counts.all = counts.all.saturating_sub(count);
            counts.all == 0
        };
        if is_over
            && registry::remove(self.key).is_some()
            && let Some(function) = self.destroy
        {
            HostCall { function, argument: self.argument, held: None, lost: false }.call();
        }
    }
}

/// The references that a graph, or an exec, has.
#[derive(Debug, Default)]
pub(crate) struct References {
    list: Mutex<Vec<(Arc<UserObject>, u64)>>,
}

impl References {
    fn list(&self) -> MutexGuard<'_, Vec<(Arc<UserObject>, u64)>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes references to an object.
    pub(crate) fn take(&self, object: &Arc<UserObject>, count: u64, moves: bool) -> Answer {
        let mut list = self.list();
        object.lend(count, moves)?;
        match list.iter_mut().find(|(known, _)| known.key == object.key) {
            Some((_, known)) => *known += count,
            None => list.push((Arc::clone(object), count)),
        }
        Ok(())
    }

    /// Gives references to an object back. More than there are is an error.
    pub(crate) fn give(&self, object: &Arc<UserObject>, count: u64) -> Answer {
        {
            let mut list = self.list();
            let at = list.iter().position(|(known, _)| known.key == object.key).ok_or(code::INVALID_VALUE)?;
            list[at].1 = list[at].1.checked_sub(count).ok_or(code::INVALID_VALUE)?;
            list.retain(|(_, count)| *count > 0);
        }
        object.drop_references(count);
        Ok(())
    }

    /// Takes a reference of its own to each object for `other`.
    pub(crate) fn copy_to(&self, other: &References) {
        for (object, count) in &*self.list() {
            // New references are always to be had.
            let _ = other.take(object, *count, false);
        }
    }

    /// Gives everything back.
    pub(crate) fn release(&self) {
        let all = std::mem::take(&mut *self.list());
        for (object, count) in all {
            object.drop_references(count);
        }
    }
}

/// References that an exec and its launches share: the last of them to end gives them back.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) references: References,
    holders: AtomicUsize,
}

impl Shared {
    pub(crate) fn new(references: References) -> Arc<Self> {
        Arc::new(Shared { references, holders: AtomicUsize::new(1) })
    }

    /// One more launch holds them.
    pub(crate) fn hold(&self) {
        // Relaxed: the caller holds them already.
        self.holders.fetch_add(1, Ordering::Relaxed);
    }

    /// One of the holders is done.
    pub(crate) fn let_go(&self) {
        // AcqRel: whoever is last sees all that the others did before they let go.
        if self.holders.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.references.release();
        }
    }
}
