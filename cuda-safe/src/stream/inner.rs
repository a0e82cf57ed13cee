//! [`StreamInner`]: one stream, its numbers and its unfinished operations.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::builder::OnDrop;
use super::departure::Departure;
use super::held::Held;
use super::joins::Joins;
use super::ledger::Ledger;
use super::outcome::Settled;
use super::puzzle::Puzzle;
use super::quick::Tag;
use super::submit::Submit;
use super::watch::Watched;
use crate::context::{ContextInner, EventLease};
use crate::driver::{HintCell, RawStream};
use crate::error::Result;
use crate::reactor;
use crate::sync::Mutex;

static NEXT_KEY: AtomicU64 = AtomicU64::new(0);

/// One stream.
///
/// Lock order: `submit`, then the ledger's own or the uses of a buffer; under those uses only `joins` is taken. The reactor
/// and host functions never wait for `submit` (R4), and nobody calls user code or drops a stream under any of them (R7).
#[derive(Debug)]
pub(crate) struct StreamInner {
    pub(super) raw: RawStream,
    /// The driver's number for the stream, where it has one (12.0).
    pub(super) id: Option<u64>,
    pub(super) on_drop: OnDrop,
    /// Tells streams of the process apart, for its whole life.
    pub(super) key: u64,
    /// The key as words of uses have it.
    pub(super) tag: Tag,
    pub(super) submit: Mutex<Submit>,
    /// The newest number given out; changed under the submit lock only.
    pub(super) newest: AtomicU64,
    /// A number that somebody wants an event behind who found the submit lock taken; 0 for none.
    pub(super) wanted: AtomicU64,
    /// Empty lists with room in them, so that waiting for other streams allocates nothing in steady state.
    pub(super) joins: Mutex<Option<Box<Joins>>>,
    pub(super) ledger: Ledger<Held, EventLease>,
    /// Empty lists with room in them, so that completing allocates nothing in steady state.
    pub(super) scratch: Mutex<Option<Box<Settled<Held, EventLease>>>>,
    /// What this stream's completion hint touches.
    pub(super) hint: &'static HintCell,
    /// Whether the reactor has this stream on its list.
    pub(super) watched: Watched,
    pub(super) puzzle: Puzzle,
    /// Last, so that it is dropped after the ledger's leases of its events.
    pub(super) context: Arc<ContextInner>,
}

impl StreamInner {
    pub(super) fn new(context: &Arc<ContextInner>, priority: i32, on_drop: OnDrop) -> Result<Arc<Self>> {
        context.begin()?;
        let raw = context.api().stream_create(priority).map_err(|error| context.judge(error))?;
        // Relaxed: a counter; it publishes nothing.
        let key = NEXT_KEY.fetch_add(1, Ordering::Relaxed);
        let stream = Arc::new(Self {
            context: Arc::clone(context),
            raw,
            id: context.api().stream_id(raw).unwrap_or(None),
            on_drop,
            key,
            tag: Tag::new(key),
            submit: Mutex::new(Submit::default()),
            newest: AtomicU64::new(0),
            wanted: AtomicU64::new(0),
            joins: Mutex::default(),
            ledger: Ledger::new(),
            scratch: Mutex::default(),
            hint: context.reactor().take_hint_cell(),
            watched: Watched::default(),
            puzzle: Puzzle::default(),
        });
        context.adopt(&stream);
        Ok(stream)
    }

    #[inline]
    pub(crate) fn context(&self) -> &Arc<ContextInner> {
        &self.context
    }

    pub(crate) fn raw(&self) -> RawStream {
        self.raw
    }
}

impl Drop for StreamInner {
    /// Reached when no operation and no buffer names the stream. Work that nobody waits for runs on.
    fn drop(&mut self) {
        if self.context.usable().is_err() {
            return;
        }
        let reactor = self.context.reactor();
        reactor.give_back_hint_cell(self.hint);
        let is_idle = self.ledger.is_done(self.newest());
        let departure = Departure { raw: self.raw, context: Arc::clone(&self.context), is_idle };
        if reactor::is_current() {
            // Recording may block, and this may be the context's last user, whose end may block too (R8).
            reactor.depart_later(departure);
        } else {
            departure.run();
        }
    }
}
