//! [`Operand`]: device memory that an operation touches.

use std::sync::Arc;

use super::inner::StreamInner;
use super::range::ByteRange;
use super::uses::{Access, Uses};

/// One operand of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    pub(crate) uses: &'a Uses,
    /// The bytes of the memory that it touches; at least one.
    pub(crate) range: ByteRange,
    pub(crate) access: Access,
    /// A stream of the memory's context.
    pub(crate) home: &'a Arc<StreamInner>,
}

impl Operand<'_> {
    /// Notes number `seq` of `on` as the newest use, if this is memory of its context that it used before, and it need wait for
    /// nobody.
    #[inline(always)]
    pub(crate) fn claim(self, on: &Arc<StreamInner>, seq: u64) -> bool {
        let is_ours = Arc::ptr_eq(self.home, on) || Arc::ptr_eq(self.home.context(), on.context());
        is_ours && self.uses.note_again(on, self.range, self.access, seq)
    }
}

/// The operands of an operation that touches no device memory.
pub(crate) const NO_OPERANDS: &[Option<Operand<'static>>] = &[];

/// All operands of an operation. Usually each is asked for once, so a list is made only if it must be.
pub(crate) trait Operands {
    /// Notes number `seq` of `on` as the newest use of each, if `on` need wait for nobody; if it must, perhaps only of some.
    /// Called under the submit lock, before the number is submitted.
    fn claim(&self, on: &Arc<StreamInner>, seq: u64) -> bool;

    /// Calls `with` with a list of them.
    fn list<R>(&self, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R;
}

impl Operands for [Option<Operand<'_>>] {
    #[inline]
    fn claim(&self, on: &Arc<StreamInner>, seq: u64) -> bool {
        self.iter().flatten().all(|operand| operand.claim(on, seq))
    }

    fn list<R>(&self, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R {
        with(self)
    }
}
