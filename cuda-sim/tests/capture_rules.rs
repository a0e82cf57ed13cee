//! What a capture allows and what it does not: one table of all rules, and what becomes of the capture.
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
use std::thread;

use client::Client;
use client::graph::{GLOBAL, RELAXED, THREAD_LOCAL};
use cuda_sys::{CUevent, CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus as Status};

const NONE: Status = Status::CU_STREAM_CAPTURE_STATUS_NONE;
const ACTIVE: Status = Status::CU_STREAM_CAPTURE_STATUS_ACTIVE;
const INVALIDATED: Status = Status::CU_STREAM_CAPTURE_STATUS_INVALIDATED;

const FINE: u32 = 0;
const BAD_VALUE: u32 = 1;
const BAD_HANDLE: u32 = 400;
const BAD_STATE: u32 = 401;
const UNSUPPORTED: u32 = 900;
const WAS_INVALIDATED: u32 = 901;
const MERGE: u32 = 902;
const UNMATCHED: u32 = 903;
const UNJOINED: u32 = 904;
const ISOLATION: u32 = 905;
const IMPLICIT: u32 = 906;
const CAPTURED_EVENT: u32 = 907;
const WRONG_THREAD: u32 = 908;

/// What each rule starts from: a stream that captures, and things about it.
struct Scene {
    client: Client,
    /// Captures. It is one that the legacy stream waits for.
    stream: CUstream,
    /// Does not capture.
    other: CUstream,
    device: u64,
    /// Recorded before the capture began.
    outside: CUevent,
    /// Recorded in the capture.
    inside: CUevent,
}

impl Scene {
    fn new(mode: CUstreamCaptureMode) -> Self {
        let client = Client::new();
        let (stream, other) = (client.blocking_stream(), client.stream());
        let device = client.alloc(64);
        let outside = client.record(other);
        client.begin(stream, mode);
        ok!(client, cuMemsetD8Async(device, 1, 64, stream));
        let inside = client.record(stream);
        Scene { client, stream, other, device, outside, inside }
    }
}

unsafe extern "C" fn ignore(_: *mut c_void) {}

unsafe extern "C" fn ignore_status(_: CUstream, _: CUresult, _: *mut c_void) {}

/// A rule: what is done, in which mode of the capture, with which answer, and what the capture is afterwards.
type Rule = (&'static str, CUstreamCaptureMode, Act, u32, Status);

type Act = fn(&Scene) -> CUresult;

/// One rule a line.
#[rustfmt::skip]
const RULES: &[Rule] = &[
    // What is captured.
    ("a fill", GLOBAL, |s| call!(s.client, cuMemsetD8Async(s.device, 2, 64, s.stream)), FINE, ACTIVE),
    ("a copy", GLOBAL, |s| call!(s.client, cuMemcpyDtoDAsync_v2(s.device, s.device + 32, 32, s.stream)), FINE, ACTIVE),
    ("a host function", GLOBAL, |s| call!(s.client, cuLaunchHostFunc(s.stream, Some(ignore), null_mut())), FINE, ACTIVE),
    ("a record", GLOBAL, |s| call!(s.client, cuEventRecord(s.client.event(), s.stream)), FINE, ACTIVE),
    ("an external record", GLOBAL, |s| call!(s.client, cuEventRecordWithFlags(s.outside, s.stream, 1)), FINE, ACTIVE),
    ("an external wait", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.stream, s.outside, 1)), FINE, ACTIVE),
    ("a wait for an event never recorded", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.stream, s.client.event(), 0)), FINE, ACTIVE),
    ("an allocation in stream order", GLOBAL, |s| call!(s.client, cuMemAllocAsync(&mut 0, 64, s.stream)), FINE, ACTIVE),
    ("a fork", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.other, s.inside, 0)), FINE, ACTIVE),
    // What is not about the capture.
    ("a fill on another stream", GLOBAL, |s| call!(s.client, cuMemsetD8Async(s.device, 2, 64, s.other)), FINE, ACTIVE),
    ("an event is made", GLOBAL, |s| call!(s.client, cuEventCreate(&mut null_mut(), 0)), FINE, ACTIVE),
    ("a stream is made", GLOBAL, |s| call!(s.client, cuStreamCreate(&mut null_mut(), 0)), FINE, ACTIVE),
    ("the current context is asked for", GLOBAL, |s| call!(s.client, cuCtxGetCurrent(&mut null_mut())), FINE, ACTIVE),
    // What a capturing stream cannot do.
    ("a stream callback", RELAXED, |s| call!(s.client, cuStreamAddCallback(s.stream, Some(ignore_status), null_mut(), 0)), UNSUPPORTED, INVALIDATED),
    ("the stream is asked", RELAXED, |s| call!(s.client, cuStreamQuery(s.stream)), UNSUPPORTED, INVALIDATED),
    ("the stream is waited for", RELAXED, |s| call!(s.client, cuStreamSynchronize(s.stream)), UNSUPPORTED, INVALIDATED),
    ("the stream is destroyed", RELAXED, |s| call!(s.client, cuStreamDestroy_v2(s.stream)), UNSUPPORTED, INVALIDATED),
    ("a free of memory of no graph", RELAXED, |s| call!(s.client, cuMemFreeAsync(s.device, s.stream)), BAD_VALUE, ACTIVE),
    ("a capture begins again", GLOBAL, |s| call!(s.client, cuStreamBeginCapture_v2(s.stream, GLOBAL)), BAD_VALUE, ACTIVE),
    ("a capture begins in a mode that is none", GLOBAL,
        |s| call!(s.client, cuStreamBeginCapture_v2(s.other, CUstreamCaptureMode(3))), BAD_VALUE, ACTIVE),
    ("a capture begins on the legacy stream", GLOBAL, |s| call!(s.client, cuStreamBeginCapture_v2(null_mut(), GLOBAL)), UNSUPPORTED, ACTIVE),
    // What concerns the whole context.
    ("the context is waited for", RELAXED, |s| call!(s.client, cuCtxSynchronize()), UNSUPPORTED, INVALIDATED),
    ("the context is recorded", RELAXED, |s| call!(s.client, cuCtxRecordEvent(s.client.context, s.outside)), UNSUPPORTED, INVALIDATED),
    ("the context waits", RELAXED, |s| call!(s.client, cuCtxWaitEvent(s.client.context, s.outside)), UNSUPPORTED, INVALIDATED),
    // The legacy stream, which would have to wait for the one that captures.
    ("the legacy stream is waited for", RELAXED, |s| call!(s.client, cuStreamSynchronize(null_mut())), UNSUPPORTED, INVALIDATED),
    ("the legacy stream is asked", RELAXED, |s| call!(s.client, cuStreamQuery(null_mut())), UNSUPPORTED, INVALIDATED),
    ("a fill on the legacy stream", RELAXED, |s| call!(s.client, cuMemsetD8_v2(s.device, 2, 64)), IMPLICIT, INVALIDATED),
    ("a copy on the legacy stream", RELAXED, |s| call!(s.client, cuMemcpyDtoD_v2(s.device, s.device + 32, 32)), IMPLICIT, INVALIDATED),
    ("a record on the legacy stream", RELAXED, |s| call!(s.client, cuEventRecord(s.outside, null_mut())), IMPLICIT, INVALIDATED),
    ("a question whether the legacy stream captures", GLOBAL, |s| call!(s.client, cuStreamIsCapturing(null_mut(), &mut Status(0))), IMPLICIT, ACTIVE),
    ("a question how the legacy stream captures", GLOBAL,
        |s| call!(s.client, cuStreamGetCaptureInfo(null_mut(), &mut Status(0), null_mut())), IMPLICIT, ACTIVE),
    ("the legacy stream joins the capture", RELAXED, |s| call!(s.client, cuStreamWaitEvent(null_mut(), s.inside, 0)), UNSUPPORTED, INVALIDATED),
    // Events of the capture, and events of none.
    ("an event of the capture is asked", GLOBAL, |s| s.client.query(s.inside), CAPTURED_EVENT, INVALIDATED),
    ("an event of the capture is asked in relaxed mode", RELAXED, |s| s.client.query(s.inside), CAPTURED_EVENT, INVALIDATED),
    ("an event of the capture is waited for", RELAXED, |s| call!(s.client, cuEventSynchronize(s.inside)), CAPTURED_EVENT, INVALIDATED),
    ("the time since an event of the capture", RELAXED,
        |s| call!(s.client, cuEventElapsedTime(&mut 0.0, s.outside, s.inside)), CAPTURED_EVENT, ACTIVE),
    ("a wait for an event outside", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.stream, s.outside, 0)), ISOLATION, INVALIDATED),
    ("a wait with a flag that is none", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.stream, s.outside, 2)), BAD_VALUE, ACTIVE),
    ("an external wait outside", GLOBAL, |s| call!(s.client, cuStreamWaitEvent(s.other, s.outside, 1)), BAD_VALUE, ACTIVE),
    ("an external record outside", GLOBAL, |s| call!(s.client, cuEventRecordWithFlags(s.outside, s.other, 1)), BAD_VALUE, ACTIVE),
    ("a wait for an event of another capture", RELAXED, merge, MERGE, INVALIDATED),
    ("a wait for an event of a capture that is over", GLOBAL, wait_for_the_past, ISOLATION, ACTIVE),
    // The end.
    ("the capture ends where it did not begin", GLOBAL, end_elsewhere, UNMATCHED, INVALIDATED),
    ("a capture ends that is none", GLOBAL, |s| s.client.end_any(s.other).0, BAD_VALUE, ACTIVE),
    ("no place for the graph", GLOBAL, |s| call!(s.client, cuStreamEndCapture(s.stream, null_mut())), BAD_VALUE, ACTIVE),
    ("the capture ends unjoined", GLOBAL, end_unjoined, UNJOINED, NONE),
    ("a capture that was invalidated goes on", GLOBAL, go_on, WAS_INVALIDATED, INVALIDATED),
    ("a capture that was invalidated ends", GLOBAL, end_invalidated, WAS_INVALIDATED, NONE),
    ("the capture ends on another thread", GLOBAL, |s| on_a_thread(s, |s| s.client.end_any(s.stream).0), WRONG_THREAD, ACTIVE),
    ("the capture ends on another thread of its own kind", THREAD_LOCAL, |s| on_a_thread(s, |s| s.client.end_any(s.stream).0), WRONG_THREAD, ACTIVE),
    ("a relaxed capture ends on another thread", RELAXED, |s| on_a_thread(s, |s| s.client.end_any(s.stream).0), FINE, NONE),
    // What the next node comes after.
    ("nodes of no graph are put before the next", GLOBAL,
        |s| call!(s.client, cuStreamUpdateCaptureDependencies(s.stream, [null_mut()].as_mut_ptr(), 1, 0)), BAD_VALUE, ACTIVE),
    ("nothing comes before the next", GLOBAL, |s| call!(s.client, cuStreamUpdateCaptureDependencies(s.stream, null_mut(), 0, 1)), FINE, ACTIVE),
    ("a flag that is none", GLOBAL, |s| call!(s.client, cuStreamUpdateCaptureDependencies(s.stream, null_mut(), 0, 2)), BAD_VALUE, ACTIVE),
    ("a stream without a capture", GLOBAL, |s| call!(s.client, cuStreamUpdateCaptureDependencies(s.other, null_mut(), 0, 1)), BAD_STATE, ACTIVE),
    ("a stream that is none", GLOBAL,
        |s| call!(s.client, cuStreamUpdateCaptureDependencies(s.client.context.cast(), null_mut(), 0, 1)), BAD_HANDLE, ACTIVE),
];

fn merge(s: &Scene) -> CUresult {
    s.client.begin(s.other, RELAXED);
    let answer = call!(s.client, cuStreamWaitEvent(s.other, s.inside, 0));
    assert_eq!(s.client.status(s.other), INVALIDATED, "both captures are");
    answer
}

fn wait_for_the_past(s: &Scene) -> CUresult {
    let (past, third) = (s.client.stream(), s.client.stream());
    s.client.begin(past, GLOBAL);
    let event = s.client.record(past);
    s.client.end(past);
    call!(s.client, cuStreamWaitEvent(third, event, 0))
}

fn fork(s: &Scene) {
    ok!(s.client, cuStreamWaitEvent(s.other, s.inside, 0));
    ok!(s.client, cuMemsetD8Async(s.device, 2, 8, s.other));
}

fn end_elsewhere(s: &Scene) -> CUresult {
    fork(s);
    s.client.end_any(s.other).0
}

fn end_unjoined(s: &Scene) -> CUresult {
    fork(s);
    let (answer, has_graph) = s.client.end_any(s.stream);
    assert!(!has_graph);
    assert_eq!(s.client.status(s.other), NONE);
    answer
}

fn go_on(s: &Scene) -> CUresult {
    assert_eq!(s.client.sync(s.stream).0, UNSUPPORTED);
    call!(s.client, cuMemsetD8Async(s.device, 2, 64, s.stream))
}

fn end_invalidated(s: &Scene) -> CUresult {
    assert_eq!(s.client.sync(s.stream).0, UNSUPPORTED);
    let (answer, has_graph) = s.client.end_any(s.stream);
    assert!(!has_graph);
    answer
}

/// A scene that another thread may look at: what is in it are handles, and the driver takes calls from any thread.
struct Shared<'a>(&'a Scene);

unsafe impl Send for Shared<'_> {}

fn on_a_thread(s: &Scene, call: impl Fn(&Scene) -> CUresult + Send) -> CUresult {
    let shared = Shared(s);
    thread::scope(|scope| {
        let thread = scope.spawn(move || {
            let Shared(s) = { shared };
            ok!(s.client, cuCtxSetCurrent(s.client.context));
            call(s)
        });
        thread.join().unwrap()
    })
}

#[test]
fn every_rule_of_captures_holds() {
    for (what, mode, act, expected, left) in RULES.iter().copied() {
        let scene = Scene::new(mode);
        assert_eq!(act(&scene).0, expected, "{what}");
        assert_eq!(scene.client.status(scene.stream), left, "{what}");
        // A capture that is over leaves the stream as it was.
        if left != NONE {
            let (answer, has_graph) = scene.client.end_any(scene.stream);
            let end = if left == ACTIVE { (FINE, true) } else { (WAS_INVALIDATED, false) };
            assert_eq!((answer.0, has_graph), end, "{what}");
        }
        assert_eq!(scene.client.sync(scene.stream).0, FINE, "{what}");
    }
}

/// Calls that are not safe while somebody captures.
const UNSAFE: [(&str, Act); 9] = [
    ("an allocation", |s| call!(s.client, cuMemAlloc_v2(&mut 0, 64))),
    ("a free", |s| call!(s.client, cuMemFree_v2(s.device))),
    ("page-locked memory", |s| call!(s.client, cuMemAllocHost_v2(&mut null_mut(), 64))),
    ("a question to an event", |s| s.client.query(s.outside)),
    ("a wait for an event", |s| call!(s.client, cuEventSynchronize(s.outside))),
    ("a question to another stream", |s| call!(s.client, cuStreamQuery(s.other))),
    ("a wait for another stream", |s| s.client.sync(s.other)),
    ("a pool is trimmed", |s| {
        let mut pool = null_mut();
        ok!(s.client, cuDeviceGetDefaultMemPool(&mut pool, s.client.device()));
        call!(s.client, cuMemPoolTrimTo(pool, 0))
    }),
    ("an array", |s| {
        let it = cuda_sys::CUDA_ARRAY_DESCRIPTOR {
            Width: 8,
            Height: 0,
            Format: cuda_sys::CUarray_format::CU_AD_FORMAT_FLOAT,
            NumChannels: 1,
        };
        call!(s.client, cuArrayCreate_v2(&mut null_mut(), &it))
    }),
];

fn exchange(s: &Scene, mode: CUstreamCaptureMode) -> CUstreamCaptureMode {
    let mut mode = mode;
    ok!(s.client, cuThreadExchangeStreamCaptureMode(&mut mode));
    mode
}

/// Makes a call with this thread in a mode.
fn with_mode(s: &Scene, mode: CUstreamCaptureMode, act: Act) -> CUresult {
    let before = exchange(s, mode);
    assert_eq!(before, GLOBAL, "a thread begins so");
    let answer = act(s);
    assert_eq!(exchange(s, before), mode);
    answer
}

#[test]
fn the_modes_of_the_capture_and_of_the_thread_decide_who_may_make_unsafe_calls() {
    // The mode of the capture, that of the thread, whether it is the one that captures, and whether the call is refused.
    let cases = [
        (GLOBAL, GLOBAL, true, true),
        (GLOBAL, GLOBAL, false, true),
        (GLOBAL, THREAD_LOCAL, true, true),
        (GLOBAL, THREAD_LOCAL, false, false),
        (GLOBAL, RELAXED, true, false),
        (GLOBAL, RELAXED, false, false),
        (THREAD_LOCAL, GLOBAL, true, true),
        (THREAD_LOCAL, GLOBAL, false, false),
        (THREAD_LOCAL, THREAD_LOCAL, true, true),
        (THREAD_LOCAL, RELAXED, true, false),
        (RELAXED, GLOBAL, true, false),
        (RELAXED, GLOBAL, false, false),
    ];
    for (capture, mode, is_mine, is_refused) in cases {
        for (what, act) in UNSAFE {
            let scene = Scene::new(capture);
            let text = format!("{what}: {capture:?} {mode:?} mine {is_mine}");
            let answer =
                if is_mine { with_mode(&scene, mode, act) } else { on_a_thread(&scene, |s| with_mode(s, mode, act)) };
            assert_eq!(answer.0 == UNSUPPORTED, is_refused, "{text}: {answer:?}");
            let left = if is_refused { INVALIDATED } else { ACTIVE };
            assert_eq!(scene.client.status(scene.stream), left, "{text}");
        }
    }
}

#[test]
fn what_a_client_is_told_of_a_capture_is_its_graph_and_what_comes_next() {
    let scene = Scene::new(GLOBAL);
    let client = &scene.client;
    let (mut status, mut id, mut graph, mut after, mut count) = (NONE, 0, null_mut(), std::ptr::null(), 0);
    let info = |status: &mut _, id: &mut _, graph: &mut _, after: &mut _, count: &mut _| {
        ok!(client, cuStreamGetCaptureInfo_v2(scene.stream, status, id, graph, after, count));
    };
    info(&mut status, &mut id, &mut graph, &mut after, &mut count);
    let nodes = client.nodes(graph);
    assert_eq!((status, count, nodes.len()), (ACTIVE, 1, 1));
    assert_ne!(id, 0);
    assert_eq!(unsafe { after.read() }, nodes[0]);
    // A node that the client adds itself, and puts before the next.
    let mut own = client.empty_node(graph, &[]);
    ok!(client, cuStreamUpdateCaptureDependencies(scene.stream, &mut own, 1, 0));
    ok!(client, cuMemsetD8Async(scene.device, 3, 8, scene.stream));
    let last = client.nodes(graph)[2];
    assert_eq!(client.after(last), [nodes[0], own]);
    ok!(client, cuStreamUpdateCaptureDependencies(scene.stream, &mut own, 1, 1));
    let mut edges = std::ptr::null();
    ok!(
        client,
        cuStreamGetCaptureInfo_v3(scene.stream, &mut status, &mut id, null_mut(), &mut after, &mut edges, &mut count)
    );
    assert_eq!((count, unsafe { after.read() }), (1, own));
    assert_eq!(unsafe { edges.read() }.type_, 0);
    assert_eq!(call!(client, cuGraphDestroy(graph)).0, BAD_VALUE, "it is being made");
    assert_eq!(client.end(scene.stream), graph);
    info(&mut status, &mut id, &mut graph, &mut after, &mut count);
    assert_eq!((status, id, count, graph, after), (NONE, 0, 0, null_mut(), std::ptr::null()));
    assert_eq!(call!(client, cuStreamGetCaptureInfo(scene.stream, null_mut(), null_mut())).0, BAD_VALUE);
}

#[test]
fn a_capture_into_a_graph_of_the_clients_goes_on_behind_its_nodes() {
    let client = Client::new();
    let (stream, device, graph) = (client.stream(), client.alloc(8), client.graph());
    let first = client.empty_node(graph, &[]);
    let none = std::ptr::null();
    let mut foreign = [client.empty_node(client.graph(), &[])];
    let bad = call!(client, cuStreamBeginCaptureToGraph(stream, graph, foreign.as_mut_ptr(), none, 1, GLOBAL));
    assert_eq!(bad.0, BAD_VALUE);
    ok!(client, cuStreamBeginCaptureToGraph(stream, graph, &first, none, 1, GLOBAL));
    ok!(client, cuMemsetD8Async(device, 3, 8, stream));
    assert_eq!(client.end(stream), graph);
    assert_eq!(client.after(client.nodes(graph)[1]), [first]);
    client.launch(client.instantiate(graph), stream);
    assert_eq!(client.sync(stream).0, FINE);
    assert_eq!(client.read(device, 8), [3; 8]);
    // A capture that fails leaves the client's graph to the client.
    ok!(client, cuStreamBeginCaptureToGraph(stream, graph, none.cast(), none, 0, GLOBAL));
    assert_eq!(client.sync(stream).0, UNSUPPORTED);
    assert_eq!(client.end_any(stream), (CUresult(WAS_INVALIDATED), false));
    ok!(client, cuGraphDestroy(graph));
}
