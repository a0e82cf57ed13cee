//! [`Retirement`]: something that several streams may still use, to be freed behind all of them.

use std::sync::Arc;

use super::held::Held;
use super::inner::StreamInner;
use super::operand::Operand;
use super::range::ByteRange;
use super::uses::{Access, Uses};
use crate::context::ContextInner;
use crate::error::Error;
use crate::reactor;

/// A free that must come after every noted use, of something that cannot be freed in stream order.
#[derive(Debug)]
pub(crate) struct Retirement {
    pub(crate) held: Held,
    pub(crate) uses: Uses,
    /// Where it ends, a stream of `context`; `None` if there are no uses.
    pub(crate) stream: Option<Arc<StreamInner>>,
    pub(crate) context: Arc<ContextInner>,
}

impl Retirement {
    /// Starts the free; on the reactor's thread the reaper does, since it takes a submit lock (R4, R8).
    pub(crate) fn begin(self) {
        if reactor::is_current() {
            Arc::clone(&self.context).reactor().retire_later(self);
        } else {
            self.run();
        }
    }

    /// Joins the stream to every use and gives `held` to its ledger, which frees it when all is done. Errors go to
    /// `Context::drop_errors`, and what cannot be joined is kept for ever (R0).
    pub(crate) fn run(self) {
        let Self { held, uses, stream, context } = self;
        let Some(stream) = stream else { return held.release(&context) };
        let operand = Operand { uses: &uses, range: ByteRange::ALL, access: Access::Write, home: &stream };
        let submitted: Result<_, (Error, Held)> = stream.submit_release(held, &[Some(operand)]);
        match submitted {
            // Letting go detaches: the ledger frees it when everything before is done.
            Ok(op) => drop(op),
            Err((error, held)) => {
                context.count_quarantined(held.byte_len());
                context.report(error);
            }
        }
    }
}
