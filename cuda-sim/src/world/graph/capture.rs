//! Captures: streams that add what they are given to a graph, instead of running it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use cuda_sys::{CUgraphEdgeData, CUresult};

use crate::code::{self, Answer};
use crate::world::graph::graph::Graph;
use crate::world::graph::work::Work;
use crate::world::handle::{self, Key};
use crate::world::stream::Target;
use crate::world::thread as client;

/// Every thread's unsafe calls are forbidden.
pub(crate) const GLOBAL: u32 = 0;
/// Nobody's unsafe calls are forbidden.
pub(crate) const RELAXED: u32 = 2;

/// The captures of a simulator.
#[derive(Debug, Default)]
pub(crate) struct Captures {
    /// How many there are; spares the usual call the lock.
    count: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    captures: BTreeMap<u64, Capture>,
    /// The streams that are part of a capture, by lane.
    branches: BTreeMap<Key, Branch>,
}

#[derive(Debug)]
struct Capture {
    graph: Arc<Graph>,
    /// Whether the graph was the client's before, so that it stays when the capture fails.
    is_clients: bool,
    /// The lane of the stream in which it began.
    origin: Key,
    mode: u32,
    thread: ThreadId,
    is_valid: bool,
}

/// A stream's part in a capture.
#[derive(Debug)]
struct Branch {
    capture: u64,
    context: Key,
    is_blocking: bool,
    /// What the next node comes after.
    after: Vec<Key>,
    /// What the client was shown of it; it lasts until the next call for this stream.
    shown: (Vec<Key>, Vec<CUgraphEdgeData>),
}

/// What an event that was recorded in a capture stands for.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub(crate) capture: u64,
    pub(crate) nodes: Vec<Key>,
}

/// What a client may know of a stream's capture.
#[derive(Debug)]
pub(crate) struct Info {
    pub(crate) is_valid: bool,
    pub(crate) id: u64,
    pub(crate) graph: Key,
    /// The keys lie in memory as the handles do.
    pub(crate) after: *const Key,
    pub(crate) edges: *const CUgraphEdgeData,
    pub(crate) count: usize,
}

impl State {
    fn capture_of(&mut self, lane: Key) -> Option<(&mut Capture, &mut Branch)> {
        let branch = self.branches.get_mut(&lane)?;
        Some((self.captures.get_mut(&branch.capture)?, branch))
    }

    /// Invalidates every capture that one of the picked branches is part of, and says whether there was one.
    fn invalidate(&mut self, picked: impl Fn(&Branch) -> bool) -> bool {
        let State { captures, branches } = self;
        let mut found = false;
        for branch in branches.values().filter(|branch| picked(branch)) {
            if let Some(capture) = captures.get_mut(&branch.capture) {
                found = true;
                capture.is_valid = false;
            }
        }
        found
    }

    fn end(&mut self, id: u64) -> Option<Capture> {
        self.branches.retain(|_, branch| branch.capture != id);
        self.captures.remove(&id)
    }
}

impl Captures {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is captured, as nearly always.
    fn is_idle(&self) -> bool {
        // Relaxed: whoever is to know of a capture on another thread has synchronised with it.
        self.count.load(Ordering::Relaxed) == 0
    }

    /// Begins a capture in a stream, into a graph of the client's behind some of its nodes, or into a new one.
    pub(crate) fn begin(&self, target: &Target, mode: u32, onto: Option<(Arc<Graph>, Vec<Key>)>) -> Answer {
        if mode > RELAXED {
            return Err(code::INVALID_VALUE);
        }
        if target.is_legacy() {
            return Err(code::CAPTURE_UNSUPPORTED);
        }
        let mut state = self.state();
        if state.branches.contains_key(&target.lane) {
            return Err(code::INVALID_VALUE);
        }
        let is_clients = onto.is_some();
        let (graph, after) = onto.unwrap_or_else(|| (Graph::new(&target.context.world, false), Vec::new()));
        let id = handle::next_id();
        let thread = thread::current().id();
        state.captures.insert(id, Capture { graph, is_clients, origin: target.lane, mode, thread, is_valid: true });
        state.branches.insert(target.lane, Branch::new(target, id, after));
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Ends the capture that began in a stream.
    pub(crate) fn end(&self, target: &Target) -> Result<Arc<Graph>, CUresult> {
        let mut state = self.state();
        let (capture, branch) = state.capture_of(target.lane).ok_or(code::INVALID_VALUE)?;
        if capture.origin != target.lane {
            capture.is_valid = false;
            return Err(code::CAPTURE_UNMATCHED);
        }
        if capture.mode != RELAXED && capture.thread != thread::current().id() {
            return Err(code::CAPTURE_WRONG_THREAD);
        }
        let (id, joined) = (branch.capture, capture.graph.ancestors(&branch.after));
        let mut mine = state.branches.values().filter(|branch| branch.capture == id);
        let is_joined = mine.all(|branch| branch.after.iter().all(|key| joined.contains(key)));
        let capture = state.end(id).ok_or(code::INVALID_VALUE)?;
        drop(state);
        self.count.fetch_sub(1, Ordering::Relaxed);
        if capture.is_valid && is_joined {
            return Ok(capture.graph);
        }
        if !capture.is_clients {
            capture.graph.destroy();
        }
        Err(if capture.is_valid { code::CAPTURE_UNJOINED } else { code::CAPTURE_INVALIDATED })
    }

    /// Whether a stream captures what it is given. If it would have to wait for one that does, or its capture is invalid, it must not
    /// be given anything.
    pub(crate) fn takes(&self, target: &Target) -> Result<bool, CUresult> {
        if self.is_idle() {
            return Ok(false);
        }
        let mut state = self.state();
        if let Some((capture, _)) = state.capture_of(target.lane) {
            return if capture.is_valid { Ok(true) } else { Err(code::CAPTURE_INVALIDATED) };
        }
        let context = target.context.key;
        if target.is_legacy() && state.invalidate(|branch| branch.is_blocking && branch.context == context) {
            return Err(code::CAPTURE_IMPLICIT);
        }
        Ok(false)
    }

    /// Adds a node to the graph of a capturing stream.
    pub(crate) fn add(&self, target: &Target, work: Work) -> Answer {
        let mut state = self.state();
        let (capture, branch) = state.capture_of(target.lane).ok_or(code::INVALID_VALUE)?;
        // A node that the client destroyed meanwhile is nothing to wait for.
        branch.after.retain(|key| capture.graph.has(*key));
        let node = capture.graph.add(work, &branch.after)?;
        branch.after = vec![node.key];
        Ok(())
    }

    /// Whether a capture adds to a graph.
    pub(crate) fn has(&self, graph: Key) -> bool {
        !self.is_idle() && self.state().captures.values().any(|capture| capture.graph.key == graph)
    }

    /// Whether the graph of a capturing stream frees an address already.
    pub(crate) fn frees(&self, target: &Target, address: u64) -> bool {
        self.state().capture_of(target.lane).is_some_and(|(capture, _)| capture.graph.frees(address))
    }

    /// What an event that is recorded in a capturing stream stands for.
    pub(crate) fn record(&self, target: &Target) -> Option<Captured> {
        let mut state = self.state();
        let (_, branch) = state.capture_of(target.lane)?;
        Some(Captured { capture: branch.capture, nodes: branch.after.clone() })
    }

    /// Has a stream wait for an event that was recorded in a capture. It becomes part of that capture.
    pub(crate) fn join(&self, target: &Target, event: &Captured) -> Answer {
        let mut state = self.state();
        let State { captures, branches } = &mut *state;
        let Some(capture) = captures.get_mut(&event.capture) else {
            // What the event stands for is over, and was never run.
            if let Some(own) = branches.get(&target.lane).and_then(|branch| captures.get_mut(&branch.capture)) {
                own.is_valid = false;
            }
            return Err(code::CAPTURE_ISOLATION);
        };
        if !capture.is_valid {
            return Err(code::CAPTURE_INVALIDATED);
        }
        if target.is_legacy() {
            capture.is_valid = false;
            return Err(code::CAPTURE_UNSUPPORTED);
        }
        let branch = branches.entry(target.lane).or_insert_with(|| Branch::new(target, event.capture, Vec::new()));
        if branch.capture != event.capture {
            capture.is_valid = false;
            if let Some(own) = captures.get_mut(&branch.capture) {
                own.is_valid = false;
            }
            return Err(code::CAPTURE_MERGE);
        }
        let new = event.nodes.iter().filter(|key| capture.graph.has(**key) && !branch.after.contains(key));
        let new: Vec<_> = new.copied().collect();
        branch.after.extend(new);
        Ok(())
    }

    /// Invalidates the capture of a stream for something it was asked, and answers `code`. `None` if it has none.
    pub(crate) fn spoil(&self, target: &Target, code: CUresult) -> Option<CUresult> {
        if self.is_idle() {
            return None;
        }
        let mut state = self.state();
        let (capture, _) = state.capture_of(target.lane)?;
        let was_valid = std::mem::take(&mut capture.is_valid);
        Some(if was_valid { code } else { code::CAPTURE_INVALIDATED })
    }

    /// Refuses a question about a stream, or a wait for it, if the stream captures, or stands for others that do.
    pub(crate) fn may_ask(&self, target: &Target) -> Answer {
        if self.is_idle() {
            return Ok(());
        }
        if let Some(code) = self.spoil(target, code::CAPTURE_UNSUPPORTED) {
            return Err(code);
        }
        let context = target.context.key;
        if target.is_legacy() && self.state().invalidate(|branch| branch.is_blocking && branch.context == context) {
            return Err(code::CAPTURE_UNSUPPORTED);
        }
        self.permit()
    }

    /// Refuses what concerns all streams of a context if one of them captures.
    pub(crate) fn may_ask_context(&self, context: Key) -> Answer {
        if self.is_idle() {
            return Ok(());
        }
        if self.state().invalidate(|branch| branch.context == context) {
            return Err(code::CAPTURE_UNSUPPORTED);
        }
        self.permit()
    }

    /// Refuses a question about an event that was recorded in a capture.
    pub(crate) fn may_ask_event(&self, captured: Option<&Captured>) -> Answer {
        if let Some(captured) = captured {
            if let Some(capture) = self.state().captures.get_mut(&captured.capture) {
                capture.is_valid = false;
            }
            return Err(code::CAPTURED_EVENT);
        }
        self.permit()
    }

    /// Refuses a call that is not safe while somebody captures, if the mode of that capture and of this thread say so.
    pub(crate) fn permit(&self) -> Answer {
        if self.is_idle() {
            return Ok(());
        }
        let (mode, me) = (client::capture_mode(), thread::current().id());
        if mode == RELAXED {
            return Ok(());
        }
        let mut is_forbidden = false;
        for capture in self.state().captures.values_mut().filter(|capture| capture.is_valid) {
            let is_mine = capture.thread == me && capture.mode != RELAXED;
            if is_mine || mode == GLOBAL && capture.mode == GLOBAL {
                capture.is_valid = false;
                is_forbidden = true;
            }
        }
        if is_forbidden { Err(code::CAPTURE_UNSUPPORTED) } else { Ok(()) }
    }

    /// What a client may know of a stream's capture; `None` if it has none. Asking about the legacy stream is an error while a stream
    /// that it waits for captures, but does no harm.
    pub(crate) fn info(&self, target: &Target) -> Result<Option<Info>, CUresult> {
        if self.is_idle() {
            return Ok(None);
        }
        let mut state = self.state();
        let context = target.context.key;
        if target.is_legacy() && state.branches.values().any(|branch| branch.is_blocking && branch.context == context) {
            return Err(code::CAPTURE_IMPLICIT);
        }
        let Some((capture, branch)) = state.capture_of(target.lane) else { return Ok(None) };
        let count = branch.after.len();
        branch.shown = (branch.after.clone(), vec![CUgraphEdgeData::default(); count]);
        Ok(Some(Info {
            is_valid: capture.is_valid,
            id: branch.capture,
            graph: capture.graph.key,
            after: branch.shown.0.as_ptr(),
            edges: branch.shown.1.as_ptr(),
            count,
        }))
    }

    /// Adds to, or replaces, what the next node of a stream comes after.
    pub(crate) fn update(&self, target: &Target, nodes: &[Key], replaces: bool) -> Answer {
        let mut state = self.state();
        let (capture, branch) = state.capture_of(target.lane).ok_or(code::ILLEGAL_STATE)?;
        if !capture.is_valid {
            return Err(code::CAPTURE_INVALIDATED);
        }
        if !nodes.iter().all(|key| capture.graph.has(*key)) {
            return Err(code::INVALID_VALUE);
        }
        if replaces {
            branch.after.clear();
        }
        for key in nodes {
            if !branch.after.contains(key) {
                branch.after.push(*key);
            }
        }
        Ok(())
    }

    /// Drops the captures of a context that ends.
    pub(crate) fn forget(&self, context: Key) {
        if self.is_idle() {
            return;
        }
        let mut state = self.state();
        let ids: Vec<u64> =
            state.branches.values().filter(|branch| branch.context == context).map(|branch| branch.capture).collect();
        let ended: Vec<_> = ids.into_iter().filter_map(|id| state.end(id)).collect();
        drop(state);
        self.count.fetch_sub(ended.len(), Ordering::Relaxed);
        ended.iter().filter(|capture| !capture.is_clients).for_each(|capture| capture.graph.destroy());
    }
}

impl Branch {
    fn new(target: &Target, capture: u64, after: Vec<Key>) -> Self {
        let (context, is_blocking) = (target.context.key, target.is_blocking());
        Branch { capture, context, is_blocking, after, shown: (Vec::new(), Vec::new()) }
    }
}
