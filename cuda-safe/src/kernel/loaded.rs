//! [`LoadedModule`]: a module that stays loaded while a kernel of it may run.

use std::sync::Arc;

use crate::context::ContextInner;
use crate::driver::RawModule;
use crate::stream::{Access, ByteRange, Held, Operand, Retirement, StreamInner, Uses};

/// A loaded module and the streams that its kernels were launched on.
#[derive(Debug)]
pub(super) struct LoadedModule {
    context: Arc<ContextInner>,
    raw: RawModule,
    /// Launches only read the code; unloading is the write that comes after all of them.
    launches: Uses,
}

impl LoadedModule {
    pub(super) fn new(context: &Arc<ContextInner>, raw: RawModule) -> Self {
        Self { context: Arc::clone(context), raw, launches: Uses::none(ByteRange::ALL) }
    }

    pub(super) fn context(&self) -> &Arc<ContextInner> {
        &self.context
    }

    pub(super) fn raw(&self) -> RawModule {
        self.raw
    }

    /// The code, as an operand of a launch on a stream of the module's context.
    pub(super) fn operand<'a>(&'a self, stream: &'a Arc<StreamInner>) -> Operand<'a> {
        Operand { uses: &self.launches, range: ByteRange::ALL, access: Access::Read, home: stream }
    }
}

impl Drop for LoadedModule {
    /// Never waits for the device: the module is unloaded when its last launch is done. On a dead context it stays loaded (R13).
    fn drop(&mut self) {
        if self.context.usable().is_err() {
            return;
        }
        let uses = std::mem::take(&mut self.launches);
        let context = Arc::clone(&self.context);
        let stream = uses.a_stream();
        Retirement { held: Held::Module(self.raw), uses, stream, context }.begin();
    }
}
