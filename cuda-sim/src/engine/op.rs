//! The operations that a lane holds.
#![expect(unsafe_code, reason = "calls the client's host functions")]

use std::ffi::c_void;
use std::sync::Arc;

use cuda_sys::{CUresult, CUstream};

use crate::code::{self, Answer};
use crate::engine::gate::Latch;
use crate::engine::history::Use;
use crate::engine::launch::Launch;
use crate::engine::transfer::{Copy, Fill};
use crate::engine::value::ValueWrite;
use crate::engine::watch::Watch;
use crate::memory::range::Addresses;
use crate::world::event::Mark;
use crate::world::graph::user_object::Shared;
use crate::world::handle::Key;
use crate::world::thread;
use crate::world::world::World;

/// A `CUhostFn` and its argument.
#[derive(Debug)]
pub(crate) struct HostCall {
    pub(crate) function: unsafe extern "C" fn(*mut c_void),
    pub(crate) argument: Opaque,
    /// Held back until this opens; the script's way to make a notice come late.
    pub(crate) held: Option<Arc<Latch>>,
    /// Never called; the script's way to lose a notice.
    pub(crate) lost: bool,
}

/// A `CUstreamCallback` and its arguments.
#[derive(Debug)]
pub(crate) struct StatusCall {
    pub(crate) function: unsafe extern "C" fn(CUstream, CUresult, *mut c_void),
    pub(crate) stream: Opaque,
    pub(crate) argument: Opaque,
}

/// A pointer of the client's that is only ever handed back to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opaque(pub(crate) *mut c_void);

// SAFETY: the simulator never dereferences it; CUDA's contract is that callbacks run on a thread of the driver's.
unsafe impl Send for Opaque {}
// SAFETY: as for Send.
unsafe impl Sync for Opaque {}

/// One operation of a lane.
#[derive(Debug)]
pub(crate) enum Op {
    Copy(Copy),
    Fill(Fill),
    Launch(Launch),
    /// Notes the time; the place in the lane is the event's ticket.
    Record(Mark),
    /// Does nothing but wait for its tickets.
    Join,
    Gate(Arc<Latch>),
    Host(HostCall),
    Status(StatusCall),
    /// The place from which on stream-ordered memory may be used.
    Allocate(Addresses),
    /// A free in stream order; names the lane that it is queued on.
    Free(Addresses, Key),
    Await(Watch),
    Write(ValueWrite),
    /// The end of a graph's launch: what the launch kept alive may go.
    LetGo(Arc<Shared>),
}

impl Op {
    /// Whether the operation itself has nothing against starting.
    pub(crate) fn may_start(&self) -> bool {
        match self {
            Op::Gate(latch) => latch.is_open(),
            Op::Await(wait) => wait.is_over(),
            Op::Host(HostCall { held: Some(latch), .. }) => latch.is_open(),
            _ => true,
        }
    }

    /// Does the work. An error is sticky for the context.
    pub(crate) fn run(&self, world: &World) -> Answer {
        match self {
            Op::Copy(copy) => world.faults.work_fault().map_or_else(|| copy.run(world), Err),
            Op::Fill(fill) => world.faults.work_fault().map_or_else(|| fill.run(world), Err),
            Op::Launch(launch) => world.faults.launch_fault().map_or_else(|| launch.run(world), Err),
            Op::Record(mark) => {
                mark.reach(world.engine.clock.now());
                Ok(())
            }
            Op::Join | Op::Gate(_) | Op::Allocate(_) => Ok(()),
            Op::Host(call) => {
                if !call.lost {
                    call.call();
                }
                Ok(())
            }
            Op::Status(call) => {
                call.call(code::SUCCESS);
                Ok(())
            }
            Op::Free(range, lane) => {
                world.free_in_order(range.base, *lane);
                Ok(())
            }
            Op::Await(wait) => wait.run(world),
            Op::Write(write) => write.run(world),
            Op::LetGo(shared) => {
                shared.let_go();
                Ok(())
            }
        }
    }

    /// What is left of the operation when its context has faulted or ended: nothing but status callbacks, and the client's things.
    pub(crate) fn dropped(&self, code: CUresult) {
        match self {
            Op::Status(call) => call.call(code),
            Op::LetGo(shared) => shared.let_go(),
            _ => {}
        }
    }

    /// Whether the operation may read or write any of these addresses.
    pub(crate) fn touches(&self, range: Addresses) -> bool {
        match self {
            Op::Copy(copy) => copy.touches(range),
            Op::Fill(fill) => fill.touches(range),
            Op::Launch(launch) => launch.touches(range),
            Op::Await(wait) => wait.touches(range),
            Op::Write(write) => write.touches(range),
            _ => false,
        }
    }

    /// Which device memory the operation uses, and how. Values that streams write and wait for are there to race.
    pub(crate) fn uses(&self) -> Vec<(Addresses, Use)> {
        match self {
            Op::Copy(copy) => copy.uses(),
            Op::Fill(fill) => vec![(fill.range(), Use::Writes)],
            Op::Launch(launch) => launch.addresses().map(|at| (Addresses::new(at, 1), Use::MayTouch)).collect(),
            Op::Allocate(range) | Op::Free(range, _) => vec![(*range, Use::Writes)],
            _ => Vec::new(),
        }
    }

    /// What the operation is called in reports.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Op::Copy(_) => "a copy",
            Op::Fill(_) => "a fill",
            Op::Launch(_) => "a launch",
            Op::Record(_) => "an event record",
            Op::Join => "a wait",
            Op::Gate(_) => "a gate",
            Op::Host(_) => "a host function",
            Op::Status(_) => "a stream callback",
            Op::Allocate(_) => "an allocation",
            Op::Free(..) => "a free",
            Op::Await(wait) => wait.name(),
            Op::Write(_) => "a write of a value",
            Op::LetGo(_) => "the end of a graph",
        }
    }

    /// How long the operation takes in virtual time.
    pub(crate) fn cost(&self) -> u64 {
        match self {
            Op::Copy(copy) => 1_000 + copy.shape.target_span() as u64 / 16,
            Op::Fill(fill) => 1_000 + fill.shape.target_span() as u64 / 64,
            Op::Launch(launch) => 2_000 + launch.threads(),
            _ => 100,
        }
    }
}

impl HostCall {
    pub(crate) fn call(&self) {
        // SAFETY: the client passed this function and argument to cuLaunchHostFunc, a graph or cuUserObjectCreate, and so promised that
        // it may be called with that argument on a thread of the driver's, each time its place is reached.
        thread::in_callback(|| unsafe { (self.function)(self.argument.0) });
    }
}

impl StatusCall {
    fn call(&self, code: CUresult) {
        let stream = self.stream.0.cast();
        // SAFETY: the client passed this function and argument to cuStreamAddCallback, which promises that it is
        // called exactly once with them on a thread of the driver's.
        thread::in_callback(|| unsafe { (self.function)(stream, code, self.argument.0) });
    }
}
