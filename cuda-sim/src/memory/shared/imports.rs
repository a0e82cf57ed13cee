//! The memory of other processes that is open here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code;
use crate::memory::shared::ticket::Id;
use crate::sorted::Sorted;
use crate::world::handle::Key;

/// One piece of it.
#[derive(Debug)]
struct Import {
    base: u64,
    id: Id,
    context: Key,
    /// How often it was opened, and not closed.
    count: u64,
}

/// All of it, by address.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    open: Mutex<Sorted<u64, Import>>,
}

impl Imports {
    /// Opens a piece in a context, or once more; answers its address. Only one context may have it.
    pub(crate) fn open(
        &self,
        id: Id,
        context: Key,
        make: impl FnOnce() -> Result<u64, CUresult>,
    ) -> Result<u64, CUresult> {
        let mut open = self.lock();
        let there = open.values().find(|it| it.id == id).map(|it| it.base);
        if let Some(import) = there.and_then(|base| open.get_mut(&base)) {
            if import.context != context {
                return Err(code::ALREADY_MAPPED);
            }
            import.count += 1;
            return Ok(import.base);
        }
        let base = make()?;
        open.insert(base, Import { base, id, context, count: 1 });
        Ok(base)
    }

    /// Closes the piece at an address once; says whether it is not open any more.
    pub(crate) fn close(&self, base: u64) -> Result<bool, CUresult> {
        let mut open = self.lock();
        let import = open.get_mut(&base).ok_or(code::INVALID_VALUE)?;
        import.count -= 1;
        let is_last = import.count == 0;
        if is_last {
            open.remove(&base);
        }
        Ok(is_last)
    }

    /// Forgets what a context had open, which has ended.
    pub(crate) fn forget(&self, context: Key) {
        drop(self.lock().remove_where(|it| it.context == context));
    }

    fn lock(&self) -> MutexGuard<'_, Sorted<u64, Import>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
