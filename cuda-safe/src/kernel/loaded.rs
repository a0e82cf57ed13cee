//! [`LoadedModule`]: a module that stays loaded while a kernel of it may run.

use std::sync::Arc;

use crate::context::ContextInner;
use crate::driver::RawModule;
use crate::reactor;
use crate::stream::{Access, Held, Operand, StreamInner, Uses};
use crate::sync::Mutex;

/// A loaded module and the streams that its kernels were launched on.
#[derive(Debug)]
pub(super) struct LoadedModule {
    context: Arc<ContextInner>,
    raw: RawModule,
    /// Launches only read the code; unloading is the write that comes after all of them.
    launches: Mutex<Uses>,
}

impl LoadedModule {
    pub(super) fn new(context: &Arc<ContextInner>, raw: RawModule) -> Self {
        Self { context: Arc::clone(context), raw, launches: Mutex::new(Uses::default()) }
    }

    pub(super) fn context(&self) -> &Arc<ContextInner> {
        &self.context
    }

    pub(super) fn raw(&self) -> RawModule {
        self.raw
    }

    /// Notes a launch.
    pub(super) fn launched(&self, stream: &Arc<StreamInner>, seq: u64) {
        self.launches.lock().note(stream, Access::Read, seq);
    }
}

impl Drop for LoadedModule {
    /// Never waits: the module is unloaded when its last launch is done. On a dead context it stays loaded (R13).
    fn drop(&mut self) {
        if self.context.usable().is_err() {
            return;
        }
        let stream = self.launches.lock().streams().next().cloned();
        let held = Held::Module(self.raw);
        match stream {
            None if reactor::is_current() => self.context.reactor().release_later(held, &self.context),
            None => held.release(&self.context),
            Some(stream) => {
                let operand = Operand { uses: &self.launches, access: Access::Write, home: &stream };
                // The op is let go at once: the ledger unloads the module behind all launches.
                if let Err((error, _left_loaded)) = stream.submit_release(held, &[operand]).map(drop) {
                    self.context.report(error);
                }
            }
        }
    }
}
