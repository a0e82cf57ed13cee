//! The way into every driver function: finds the simulator, counts the call, applies the fault script.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use cuda_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUcontext, CUdevice, CUevent, CUresult, CUstream};

use crate::code::{self, Answer};
use crate::fault::report::Kind;
use crate::fault::script::Effect;
use crate::name::Name;
use crate::world::context::Context;
use crate::world::event::Event;
use crate::world::graph::rules;
use crate::world::handle;
use crate::world::health::Health;
use crate::world::registry;
use crate::world::slot;
use crate::world::stream::Target;
use crate::world::thread::{self, Current};
use crate::world::world::World;

/// How an entry point behaves once its context has faulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterFault {
    /// It does nothing and answers the sticky error, as nearly all do.
    Refuses,
    /// It does its work and answers the sticky error: what gives handles back.
    WorksAndReports,
    /// It does not care.
    Works,
}

/// One entry point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    name: Name,
    after_fault: AfterFault,
}

/// An entry point that does nothing once its context has faulted.
pub(crate) const fn entry(name: Name) -> Entry {
    Entry { name, after_fault: AfterFault::Refuses }
}

/// An entry point that does its work in a context that has faulted, and answers the error all the same.
pub(crate) const fn giving_back(name: Name) -> Entry {
    Entry { name, after_fault: AfterFault::WorksAndReports }
}

/// An entry point that does not mind a fault.
pub(crate) const fn fault_proof(name: Name) -> Entry {
    Entry { name, after_fault: AfterFault::Works }
}

impl Entry {
    /// Runs the call on a simulator.
    pub(crate) fn on_world(
        self,
        world: &Arc<World>,
        health: Option<&Health>,
        body: impl FnOnce() -> Answer,
    ) -> CUresult {
        if thread::is_in_callback() {
            let text = format!("{} was called from inside a function that the driver called", self.name.as_str());
            world.reports.add(Kind::CallInCallback, text);
            return code::NOT_PERMITTED;
        }
        self.with(world, health, world.calls.note(self.name), body)
    }

    /// Runs a call that was counted, and to which something is to happen.
    pub(crate) fn with(
        self,
        world: &World,
        health: Option<&Health>,
        effect: Option<Effect>,
        body: impl FnOnce() -> Answer,
    ) -> CUresult {
        let mut answer = None;
        match effect {
            Some(Effect::Fails(code)) => return code,
            Some(Effect::WorksButAnswers(code)) => answer = Some(code),
            Some(Effect::Hangs(latch)) => {
                let mut state = world.engine.lock();
                while !latch.is_open() && !state.shut_down {
                    state = world.engine.host.wait(state);
                }
            }
            None => {}
        }
        if let Some(sticky) = health.and_then(Health::sticky) {
            match self.after_fault {
                AfterFault::Refuses => return sticky,
                AfterFault::WorksAndReports => answer = answer.or(Some(sticky)),
                AfterFault::Works => {}
            }
        }
        if rules::is_unsafe(self.name)
            && let Err(code) = world.captures.permit()
        {
            return code;
        }
        // A client that is not Rust cannot be unwound, and one that is has not asked for it.
        let done = panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
            eprintln!("cuda-sim: {} has panicked, which is a mistake of the simulator's", self.name.as_str());
            Err(CUresult::CUDA_ERROR_UNKNOWN)
        });
        answer.unwrap_or(done.err().unwrap_or(code::SUCCESS))
    }

    /// Runs a call that concerns the simulator in a slot, and needs no `cuInit` before it.
    pub(crate) fn on_slot(self, slot: usize, body: impl FnOnce(&Arc<World>) -> Answer) -> CUresult {
        match slot::world(slot) {
            Some(world) => self.on_world(&world, None, || body(&world)),
            None => code::DEINITIALIZED,
        }
    }

    /// Runs a call on a device.
    pub(crate) fn on_device(self, number: CUdevice, body: impl FnOnce(&Arc<World>, usize) -> Answer) -> CUresult {
        match slot::device(number) {
            Some((world, ordinal)) => self.on_world(&world, None, || {
                if world.is_initialized() { body(&world, ordinal) } else { Err(code::NOT_INITIALIZED) }
            }),
            None => self.refuse(code::INVALID_DEVICE),
        }
    }

    /// Runs a call on the calling thread's current context.
    pub(crate) fn on_current(self, body: impl FnOnce(&Arc<Context>) -> Answer) -> CUresult {
        match current() {
            Ok(context) => self.on_context(&context, body),
            Err(code) => code,
        }
    }

    /// Runs a call on a context that is known already.
    pub(crate) fn on_context(self, context: &Arc<Context>, body: impl FnOnce(&Arc<Context>) -> Answer) -> CUresult {
        self.on_world(&context.world, Some(&context.health), || body(context))
    }

    /// Runs a call on a context that the client names.
    pub(crate) fn on_named(self, raw: CUcontext, body: impl FnOnce(&Arc<Context>) -> Answer) -> CUresult {
        match registry::context(handle::to_key(raw)) {
            Some(context) => self.on_context(&context, body),
            None => self.refuse(code::INVALID_CONTEXT),
        }
    }

    /// Runs a call on a stream: one that the client made, or the legacy stream of its current context.
    pub(crate) fn on_stream(self, raw: CUstream, body: impl FnOnce(&Target) -> Answer) -> CUresult {
        match target(raw) {
            Ok(target) => self.on_world(&target.context.world, Some(&target.context.health), || body(&target)),
            Err(code) => self.refuse(code),
        }
    }

    /// Runs a call on an event.
    pub(crate) fn on_event(self, raw: CUevent, body: impl FnOnce(&Arc<Event>) -> Answer) -> CUresult {
        match registry::event(handle::to_key(raw)) {
            Some(event) => self.on_world(&event.context.world, Some(&event.context.health), || body(&event)),
            None => self.refuse(code::INVALID_HANDLE),
        }
    }

    /// Answers a call whose handle names nothing. It counts with the current context's simulator, if there is one.
    pub(crate) fn refuse(self, code: CUresult) -> CUresult {
        if let Current::Live(context) = thread::current() {
            if matches!(code, code::INVALID_HANDLE | code::INVALID_CONTEXT) {
                let text = format!("{} was given a handle that names nothing", self.name.as_str());
                context.world.reports.add(Kind::StaleHandle, text);
            }
            return self.on_context(&context, |_| Err(code));
        }
        code
    }
}

/// The calling thread's current context.
pub(crate) fn current() -> Result<Arc<Context>, CUresult> {
    match thread::current() {
        Current::Live(context) => Ok(context),
        Current::Dead => Err(code::CONTEXT_IS_DESTROYED),
        Current::Nothing => Err(code::INVALID_CONTEXT),
    }
}

/// The stream that the client names.
pub(crate) fn target(raw: CUstream) -> Result<Target, CUresult> {
    if raw.is_null() || raw == CU_STREAM_LEGACY {
        return current().map(Target::legacy);
    }
    if raw == CU_STREAM_PER_THREAD {
        let context = current()?;
        return thread::default_stream(&context).ok_or(code::DEINITIALIZED);
    }
    let stream = registry::stream(handle::to_key(raw)).ok_or(code::INVALID_HANDLE)?;
    Ok(Target::made(&stream))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use cuda_sys::CUresult;

    use super::fault_proof;
    use crate::name::Name;
    use crate::world::slot;
    use crate::world::world::World;

    #[test]
    fn a_panic_ends_at_the_boundary() {
        let config = crate::builder::Builder::new().into_config();
        let world = slot::claim(|slot| World::new(slot, config)).unwrap();
        let code = fault_proof(Name::cuInit).on_world(&world, None, || panic!("a mistake"));
        assert_eq!(code, CUresult::CUDA_ERROR_UNKNOWN);
        world.shut_down();
    }
}
