//! Who waits for whom: the legacy stream, the threads' own, and those that were made.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a few calls in a row are one thing under test")]

mod client;

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use client::{Client, eager};
use cuda_sim::{Mode, Simulator};
use cuda_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUresult, CUstream};

const FINE: u32 = 0;
const NOT_READY: u32 = 600;

/// A stream, by what makes it special.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// No handle, with the plain spelling of the call.
    Null,
    /// The legacy stream by its handle, with the spelling for the thread's own stream.
    Legacy,
    /// No handle, with the spelling for the thread's own stream.
    NullOfThread,
    /// The thread's own stream by its handle.
    Mine,
    /// The own stream of another thread.
    Theirs,
    Blocking,
    /// Another one.
    Blocking2,
    Free,
    /// A second one that does not block.
    Free2,
    /// A blocking stream of another context of the same device.
    Foreign,
}

/// Some streams, of which nothing runs before it is asked to.
struct Scene {
    client: Client,
    blocking: CUstream,
    blocking2: CUstream,
    free: CUstream,
    free2: CUstream,
    foreign: CUstream,
}

impl Scene {
    fn new() -> Self {
        let client = Client::of(Simulator::builder().adversity(eager()).mode(Mode::Stepper));
        let mut other = null_mut();
        ok!(client, cuCtxCreate_v2(&mut other, 0, client.device()));
        let foreign = client.blocking_stream();
        ok!(client, cuCtxPopCurrent_v2(null_mut()));
        Scene {
            blocking: client.blocking_stream(),
            blocking2: client.blocking_stream(),
            free: client.stream(),
            free2: client.stream(),
            foreign,
            client,
        }
    }

    fn handle(&self, who: Who) -> CUstream {
        match who {
            Who::Null | Who::NullOfThread => null_mut(),
            Who::Legacy => CU_STREAM_LEGACY,
            Who::Mine | Who::Theirs => CU_STREAM_PER_THREAD,
            Who::Blocking => self.blocking,
            Who::Blocking2 => self.blocking2,
            Who::Free => self.free,
            Who::Free2 => self.free2,
            Who::Foreign => self.foreign,
        }
    }

    /// Queues work that says in `ran` that it was done.
    fn queue(&self, who: Who, ran: &AtomicU32) {
        let (stream, ran) = (self.handle(who), std::ptr::from_ref(ran).cast_mut().cast());
        if matches!(who, Who::NullOfThread | Who::Legacy) {
            ok!(self.client, cuLaunchHostFunc_ptsz(stream, Some(count), ran));
        } else {
            ok!(self.client, cuLaunchHostFunc(stream, Some(count), ran));
        }
    }

    /// As the thread that the stream belongs to.
    fn as_its_thread<R: Send>(&self, who: Who, act: impl Fn(&Scene) -> R + Send) -> R {
        if who != Who::Theirs {
            return act(self);
        }
        let shared = Shared(self);
        thread::scope(|scope| {
            let thread = scope.spawn(move || {
                let Shared(scene) = { shared };
                ok!(scene.client, cuCtxSetCurrent(scene.client.context));
                act(scene)
            });
            thread.join().unwrap()
        })
    }
}

/// A scene that another thread may look at: what is in it are handles, and the driver takes calls from any thread.
struct Shared<'a>(&'a Scene);

unsafe impl Send for Shared<'_> {}

unsafe extern "C" fn count(ran: *mut c_void) {
    // The test keeps the number alive until the work is done, or the simulator is gone.
    unsafe { &*ran.cast::<AtomicU32>() }.fetch_add(1, Ordering::AcqRel);
}

/// The streams that are held, one a column.
const HELD: [Who; 6] = [Who::Null, Who::Mine, Who::Theirs, Who::Blocking, Who::Free, Who::Foreign];

/// For each stream, which of those it waits for when they got their work first.
#[rustfmt::skip]
const WAITS: [(Who, [u8; 6]); 10] = [
    //                   null, mine, theirs, blocking, free, foreign
    (Who::Null,         [1,    1,    1,      1,        0,    0]),
    (Who::Legacy,       [1,    1,    1,      1,        0,    0]),
    (Who::NullOfThread, [1,    1,    0,      0,        0,    0]),
    (Who::Mine,         [1,    1,    0,      0,        0,    0]),
    // Of yet another thread: each call comes from a new one.
    (Who::Theirs,       [1,    0,    0,      0,        0,    0]),
    (Who::Blocking,     [1,    0,    0,      1,        0,    0]),
    (Who::Blocking2,    [1,    0,    0,      0,        0,    0]),
    (Who::Free,         [0,    0,    0,      0,        1,    0]),
    (Who::Free2,        [0,    0,    0,      0,        0,    0]),
    (Who::Foreign,      [0,    0,    0,      0,        0,    1]),
];

#[test]
fn who_waits_for_whom_is_a_matter_of_their_kinds() {
    for (who, row) in WAITS {
        for (held, waits) in HELD.into_iter().zip(row) {
            let ran = AtomicU32::new(0);
            let scene = Scene::new();
            // What has its work already waits for nobody who comes later.
            scene.as_its_thread(who, |scene| scene.queue(who, &ran));
            let gate = scene.as_its_thread(held, |scene| scene.client.simulator.gate(scene.handle(held)));
            scene.client.simulator.run_until_idle();
            assert_eq!(ran.load(Ordering::Acquire), 1, "{who:?} before {held:?}");
            scene.as_its_thread(who, |scene| scene.queue(who, &ran));
            scene.client.simulator.run_until_idle();
            assert_eq!(ran.load(Ordering::Acquire), 2 - u32::from(waits), "{who:?} behind {held:?}");
            gate.open();
            scene.client.simulator.run_until_idle();
            assert_eq!(ran.load(Ordering::Acquire), 2, "{who:?} after {held:?}");
        }
    }
}

#[test]
fn a_stream_waits_through_the_legacy_stream_for_what_that_one_waits_for() {
    for (last, waits) in [(Who::Blocking2, 1), (Who::Mine, 1), (Who::Theirs, 1), (Who::Free, 0), (Who::Foreign, 0)] {
        let (middle, ran) = (AtomicU32::new(0), AtomicU32::new(0));
        let scene = Scene::new();
        let gate = scene.client.simulator.gate(scene.blocking);
        scene.queue(Who::Null, &middle);
        scene.as_its_thread(last, |scene| scene.queue(last, &ran));
        scene.client.simulator.run_until_idle();
        assert_eq!((middle.load(Ordering::Acquire), ran.load(Ordering::Acquire)), (0, 1 - waits), "{last:?}");
        gate.open();
        scene.client.simulator.run_until_idle();
        assert_eq!((middle.load(Ordering::Acquire), ran.load(Ordering::Acquire)), (1, 1), "{last:?}");
    }
}

/// Asks a stream whether it has done its work; for each of those that are held.
#[rustfmt::skip]
const ANSWERS: [(Who, [u32; 6]); 8] = [
    //                   null,      mine,      theirs,    blocking,  free,      foreign
    (Who::Null,         [NOT_READY, NOT_READY, NOT_READY, NOT_READY, FINE,      FINE]),
    (Who::Legacy,       [NOT_READY, NOT_READY, NOT_READY, NOT_READY, FINE,      FINE]),
    // A stream without work has done it, whatever it would have to wait for.
    (Who::NullOfThread, [FINE,      NOT_READY, FINE,      FINE,      FINE,      FINE]),
    (Who::Mine,         [FINE,      NOT_READY, FINE,      FINE,      FINE,      FINE]),
    (Who::Theirs,       [FINE,      FINE,      FINE,      FINE,      FINE,      FINE]),
    (Who::Blocking,     [FINE,      FINE,      FINE,      NOT_READY, FINE,      FINE]),
    (Who::Free,         [FINE,      FINE,      FINE,      FINE,      NOT_READY, FINE]),
    (Who::Foreign,      [FINE,      FINE,      FINE,      FINE,      FINE,      NOT_READY]),
];

#[test]
fn what_a_stream_says_and_waits_for_is_its_own_work_and_what_the_legacy_stream_waits_for() {
    for (who, row) in ANSWERS {
        for (held, expected) in HELD.into_iter().zip(row) {
            let scene = Scene::new();
            let ran = AtomicU32::new(0);
            scene.as_its_thread(held, |scene| scene.queue(held, &ran));
            let ask = |scene: &Scene| {
                let stream = scene.handle(who);
                if matches!(who, Who::NullOfThread | Who::Legacy) {
                    call!(scene.client, cuStreamQuery_ptsz(stream))
                } else {
                    call!(scene.client, cuStreamQuery(stream))
                }
            };
            assert_eq!(scene.as_its_thread(who, ask).0, expected, "{who:?} while {held:?} has work");
            assert_eq!(ran.load(Ordering::Acquire), 0, "a question runs nothing");
            // A wait runs what it waits for. Nothing else has work.
            let wait = |scene: &Scene| {
                let stream = scene.handle(who);
                if matches!(who, Who::NullOfThread | Who::Legacy) {
                    call!(scene.client, cuStreamSynchronize_ptsz(stream))
                } else {
                    call!(scene.client, cuStreamSynchronize(stream))
                }
            };
            assert_eq!(scene.as_its_thread(who, wait).0, FINE);
            let expected = u32::from(expected == NOT_READY);
            assert_eq!(ran.load(Ordering::Acquire), expected, "a wait for {who:?} while {held:?} has work");
            scene.client.simulator.run_until_idle();
        }
    }
}

#[test]
fn a_wait_for_the_context_is_one_for_all_its_streams_and_for_no_others() {
    for (held, expected) in HELD.into_iter().zip([1, 1, 1, 1, 1, 0]) {
        let scene = Scene::new();
        let ran = AtomicU32::new(0);
        scene.as_its_thread(held, |scene| scene.queue(held, &ran));
        ok!(scene.client, cuCtxSynchronize());
        assert_eq!(ran.load(Ordering::Acquire), expected, "{held:?}");
        scene.client.simulator.run_until_idle();
    }
}

#[test]
fn the_special_handles_name_streams_that_nobody_can_end() {
    let client = Client::new();
    for (stream, is_threads) in [(null_mut(), false), (CU_STREAM_LEGACY, false), (CU_STREAM_PER_THREAD, true)] {
        let [mut id, mut legacy, mut threads] = [0; 3];
        ok!(client, cuStreamGetId(stream, &mut id));
        ok!(client, cuStreamGetId(null_mut(), &mut legacy));
        ok!(client, cuStreamGetId_ptsz(null_mut(), &mut threads));
        assert_eq!(id, if is_threads { threads } else { legacy });
        let (mut context, mut flags, mut priority) = (null_mut(), 9, 9);
        ok!(client, cuStreamGetCtx(stream, &mut context));
        ok!(client, cuStreamGetFlags(stream, &mut flags));
        ok!(client, cuStreamGetPriority(stream, &mut priority));
        assert_eq!((context, flags, priority), (client.context, 0, 0));
        assert_eq!(call!(client, cuStreamDestroy_v2(stream)), CUresult::CUDA_ERROR_INVALID_HANDLE);
        assert_eq!(client.sync(stream), CUresult::CUDA_SUCCESS);
        // They are those of the current context, so without one they name nothing.
        ok!(client, cuCtxSetCurrent(null_mut()));
        assert_eq!(client.sync(stream), CUresult::CUDA_ERROR_INVALID_CONTEXT);
        ok!(client, cuCtxSetCurrent(client.context));
    }
}
