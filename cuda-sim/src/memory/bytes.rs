//! What a piece of device memory holds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::exec::backing::Backing;
use crate::memory::shared::file::SharedFile;

/// The bytes of one piece of device memory. They are made at the first access: memory that is queued and not yet in use takes none of
/// the host's. They may move once, to where other processes see them too.
#[derive(Debug)]
pub(crate) struct Bytes {
    len: usize,
    fill: u8,
    place: Mutex<Place>,
}

#[derive(Debug, Default)]
struct Place {
    bytes: Option<Arc<Backing>>,
    /// Where they are, if other processes may see them.
    file: Option<Arc<SharedFile>>,
}

/// Memory is copied in pieces of this size, and pieces of zeros are not.
const PIECE: usize = 4096;

impl Bytes {
    /// Bytes that nobody has used yet, each of which will be `fill`.
    pub(crate) fn fresh(len: usize, fill: u8) -> Self {
        Bytes { len, fill, place: Mutex::default() }
    }

    /// Bytes that are there already.
    pub(crate) fn of(bytes: Arc<Backing>) -> Self {
        Bytes { len: bytes.len(), fill: 0, place: Mutex::new(Place { bytes: Some(bytes), file: None }) }
    }

    /// The bytes of a shared file.
    pub(crate) fn of_file(file: SharedFile) -> Result<Self, CUresult> {
        let bytes = Bytes::of(Arc::new(file.map()?));
        bytes.place().file = Some(Arc::new(file));
        Ok(bytes)
    }

    /// The bytes, to be used at once: nobody keeps them, or they could never move.
    pub(crate) fn get(&self) -> Arc<Backing> {
        let mut place = self.place();
        Arc::clone(place.bytes.get_or_insert_with(|| Arc::new(Backing::new_poisoned(self.len, self.fill))))
    }

    /// Where other processes may see them.
    pub(crate) fn file(&self) -> Option<Arc<SharedFile>> {
        self.place().file.clone()
    }

    /// Moves them to a file, unless somebody uses them now; says whether they are in a file.
    pub(crate) fn share(&self, make: impl FnOnce() -> Result<SharedFile, CUresult>) -> Result<bool, CUresult> {
        let mut place = self.place();
        if place.file.is_some() {
            return Ok(true);
        }
        // Whoever has them got them here, behind this lock, and so nobody gets them meanwhile.
        if place.bytes.as_mut().is_some_and(|bytes| Arc::get_mut(bytes).is_none()) {
            return Ok(false);
        }
        let file = make()?;
        let moved = file.map()?;
        let mut piece = [self.fill; PIECE];
        for at in (0..self.len.min(moved.len())).step_by(PIECE) {
            let piece = &mut piece[..(self.len - at).min(PIECE)];
            if let Some(bytes) = &place.bytes {
                bytes.read_into(at, piece);
            }
            if piece.iter().any(|byte| *byte != 0) {
                moved.write_from(at, piece);
            }
        }
        *place = Place { bytes: Some(Arc::new(moved)), file: Some(Arc::new(file)) };
        Ok(true)
    }

    /// Whether nobody uses them at this moment.
    pub(crate) fn is_unused(&self) -> bool {
        self.place().bytes.as_mut().is_none_or(|bytes| Arc::get_mut(bytes).is_some())
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::Bytes;
    use crate::memory::shared::file::SharedFile;
    use crate::memory::shared::ticket::Kind;

    #[test]
    fn bytes_move_once_nobody_uses_them_and_keep_what_they_hold() {
        for len in [1, 4096, 70_001] {
            let bytes = Bytes::fresh(len, 0xCB);
            let make = || SharedFile::create(Kind::Allocation, 0, len as u64, [0; 16]);
            let used = bytes.get();
            used.store8(len - 1, 7);
            assert_eq!(bytes.share(make), Ok(false));
            drop(used);
            assert_eq!(bytes.share(make), Ok(true));
            assert_eq!(bytes.share(|| unreachable!("it is there")), Ok(true));
            assert_eq!(bytes.get().load8(len - 1), 7);
            let there = SharedFile::redeem(&bytes.file().unwrap().ticket(), Kind::Allocation).unwrap().map().unwrap();
            assert_eq!(there.load8(len - 1), 7);
            assert!((0..len - 1).all(|at| there.load8(at) == 0xCB));
        }
    }
}
