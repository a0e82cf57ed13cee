//! [`ContextInner`]: what everything of one context shares.
#![expect(unsafe_code, reason = "frees memory that was proved to be out of use")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::builder::ContextBuilder;
use super::end::ContextEnd;
use super::events::{EventLease, EventPool};
use super::kept::KeptPages;
use super::pages::PinnedPages;
use super::staging::StagingPool;
use crate::device::{Device, LaunchLimits};
use crate::driver::{Api, DeviceAddress, RawContext, RawModule, RawPool, Status};
use crate::error::{Error, ErrorCode, Result};
use crate::reactor::{self, Reactor};
use crate::stream::StreamInner;
use crate::sync::Mutex;

/// Errors kept for `Context::drop_errors`.
const KEPT_ERRORS: usize = 16;

/// A context and what belongs to it.
#[derive(Debug)]
pub(crate) struct ContextInner {
    device: Device,
    raw: RawContext,
    /// The driver's number for the context, where it has one (12.0).
    id: Option<u64>,
    /// Our own pool; the process's default one is left alone. `None` where the device has none.
    pool: Option<RawPool>,
    limits: LaunchLimits,
    events: Arc<EventPool>,
    staging: StagingPool,
    kept: KeptPages,
    reactor: Reactor,
    streams: Mutex<Vec<Weak<StreamInner>>>,
    /// Events behind the last work of streams that are gone.
    departed: Mutex<Vec<EventLease>>,
    /// What ended the context. Set once; nothing leaves this state.
    fatal: OnceLock<Error>,
    errors: Mutex<VecDeque<Error>>,
    quarantined: AtomicUsize,
}

impl ContextInner {
    pub(super) fn new(settings: &ContextBuilder, reactor: Reactor) -> Result<Self> {
        let device = &settings.device;
        let api = &device.api;
        let limits = device.launch_limits()?;
        let raw = api.primary_retain(device.ordinal)?;
        let prepared = api.enter(raw).and_then(|()| {
            let id = api.context_id(raw)?;
            let threshold = settings.release_threshold;
            let pool = if device.has_pools()? { Some(api.pool_create(device.ordinal, threshold)?) } else { None };
            Ok((id, pool))
        });
        let (id, pool) = prepared.inspect_err(|_| {
            // The first error is the one to answer.
            let _second = api.primary_release(device.ordinal);
        })?;
        Ok(Self {
            device: device.clone(),
            raw,
            id,
            pool,
            limits,
            events: Arc::new(EventPool::new(Arc::clone(api))),
            staging: StagingPool::new(settings.staging_byte_len),
            kept: KeptPages::new(settings.kept_byte_len),
            reactor,
            streams: Mutex::new(Vec::new()),
            departed: Mutex::new(Vec::new()),
            fatal: OnceLock::new(),
            errors: Mutex::new(VecDeque::new()),
            quarantined: AtomicUsize::new(0),
        })
    }

    /// Refuses a call on a context that is dead.
    #[inline]
    pub(crate) fn check(&self) -> Result<()> {
        self.fatal.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// Refuses where even a lock may not be taken (R13): in a forked child, at exit, on a dead context.
    pub(crate) fn usable(&self) -> Result<()> {
        self.api().check_process()?;
        self.check()
    }

    /// Refuses a call on a dead context, and makes a live one current.
    #[inline]
    pub(crate) fn enter(&self) -> Result<()> {
        self.check()?;
        self.api().enter(self.raw)
    }

    /// As [`enter`](Self::enter), for calls of users: what the driver answers may end the context, if somebody reset it. Not
    /// under a lock, since the end of a context wakes tasks (R7).
    #[inline]
    pub(crate) fn begin(&self) -> Result<()> {
        match self.enter() {
            Ok(()) => Ok(()),
            Err(error) => Err(self.judge(error)),
        }
    }

    /// Decides what an error says of the whole context: `Some` if it ends it, and then every pending operation of it too.
    ///
    /// Calls the driver only to ask for the context's number; takes no submit lock, so the reactor may call it.
    pub(crate) fn diagnose(&self, error: &Error) -> Option<Error> {
        if matches!(error, Error::Forked | Error::Exiting) {
            // Before any lock: the threads that might hold one are not here, or are being ended (R13).
            return Some(error.clone());
        }
        let fatal = match *error {
            Error::Fatal { .. } | Error::ContextLost => error.clone(),
            Error::Driver { code: ErrorCode::DEINITIALIZED, .. } => Error::Exiting,
            Error::Driver { code: ErrorCode::CONTEXT_IS_DESTROYED, .. } => Error::ContextLost,
            Error::Driver { code: ErrorCode::INVALID_CONTEXT | ErrorCode::INVALID_HANDLE, .. } if self.is_lost() => {
                Error::ContextLost
            }
            Error::Driver { code, call } if code.is_sticky() => Error::Fatal { code, first_seen_by: call },
            _ => return None,
        };
        let fatal = self.fatal.get_or_init(|| fatal).clone();
        for stream in self.live_streams() {
            stream.fail_all(&fatal);
        }
        Some(fatal)
    }

    /// What an error of a driver call means: the end of the context, if it is that, else itself.
    #[cold]
    pub(crate) fn judge(&self, error: Error) -> Error {
        self.diagnose(&error).unwrap_or(error)
    }

    /// Whether `other` is the same context of the driver, so that objects of both may be used together.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.raw == other.raw && self.has_same_driver(other)
    }

    /// Whether `other` belongs to the same driver, so that events of both may be waited for by either.
    pub(crate) fn has_same_driver(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.api(), other.api())
    }

    /// Whether the driver's number for our handle is not the one it had: somebody reset the device.
    fn is_lost(&self) -> bool {
        match self.api().context_id(self.raw) {
            Ok(id) => id != self.id,
            Err(error) => error.code() == Some(ErrorCode::INVALID_CONTEXT),
        }
    }

    fn live_streams(&self) -> Vec<Arc<StreamInner>> {
        self.streams.lock().iter().filter_map(Weak::upgrade).collect()
    }

    /// Notes a stream, so that the end of the context reaches it.
    pub(crate) fn adopt(&self, stream: &Arc<StreamInner>) {
        let mut streams = self.streams.lock();
        streams.retain(|stream| stream.strong_count() > 0);
        streams.push(Arc::downgrade(stream));
    }

    /// Notes the last event of a stream that is gone: the context is not released before it is done. The context must be
    /// current.
    pub(crate) fn wait_for_at_the_end(&self, last: EventLease) {
        let mut departed = self.departed.lock();
        self.api().relaxed(|| departed.retain(|lease| self.api().event_query(lease.raw()) != Status::Done));
        departed.push(last);
    }

    /// Keeps an error that a destructor met.
    pub(crate) fn report(&self, error: Error) {
        if self.api().check_process().is_err() {
            // Nobody is left to ask, and the lock may be held for ever (R13).
            return;
        }
        let mut errors = self.errors.lock();
        if errors.len() == KEPT_ERRORS {
            errors.pop_front();
        }
        errors.push_back(error);
    }

    pub(super) fn take_errors(&self) -> Vec<Error> {
        self.errors.lock().drain(..).collect()
    }

    /// Has the calling thread, one of the reactor's own, stay out of everybody's captures (R12).
    pub(crate) fn stay_relaxed(&self) {
        self.api().stay_relaxed();
    }

    /// Counts host memory that is lost for good.
    pub(crate) fn count_quarantined(&self, byte_len: usize) {
        // Relaxed: a figure for people; it publishes nothing.
        self.quarantined.fetch_add(byte_len, Ordering::Relaxed);
    }

    pub(super) fn quarantined(&self) -> usize {
        // Relaxed: as in `count_quarantined`.
        self.quarantined.load(Ordering::Relaxed)
    }

    /// Page-locked memory of zeros: some that was kept, or fresh.
    pub(crate) fn lock_pages(&self, byte_len: usize) -> Result<PinnedPages> {
        self.usable()?;
        if let Some(mut pages) = PinnedPages::whole(byte_len).and_then(|byte_len| self.kept.take(byte_len)) {
            pages.zero();
            return Ok(pages);
        }
        self.begin()?;
        let locked = PinnedPages::lock(self.api(), byte_len).or_else(|error| {
            // Perhaps what is kept is in the way.
            let kept = self.kept.drain();
            if kept.is_empty() {
                return Err(error);
            }
            kept.into_iter().for_each(|pages| self.unlock_pages(pages));
            PinnedPages::lock(self.api(), byte_len)
        });
        locked.map_err(|error| self.judge(error))
    }

    /// Takes back page-locked memory that no operation uses, and keeps or frees it.
    pub(crate) fn give_pages_back(&self, pages: PinnedPages) {
        // On a dead context nothing is kept: it is counted as lost.
        let left = if self.usable().is_ok() { self.kept.keep(pages) } else { Some(pages) };
        if let Some(pages) = left {
            self.unlock_pages(pages);
        }
    }

    /// Takes a staging block of at least `byte_len` bytes.
    pub(crate) fn stage(&self, byte_len: usize) -> Result<PinnedPages> {
        self.begin()?;
        self.staging.take(self, byte_len)
    }

    /// Unlocks and frees pages that no operation uses; on a dead context or an error they leak (R13).
    pub(crate) fn unlock_pages(&self, pages: PinnedPages) {
        let byte_len = pages.byte_len();
        // SAFETY: a `PinnedPages` outside a ledger's slot is in no operation that is not done (invariant of `Ledger`).
        let unlocked = self.enter().and_then(|()| unsafe { pages.unlock(self.api()) });
        if let Err(error) = unlocked {
            self.count_quarantined(byte_len);
            self.report(error);
        }
    }

    /// Frees memory that `cuMemAlloc` made; on a dead context it leaks.
    pub(crate) fn free_plain(&self, address: DeviceAddress) {
        // SAFETY: the address comes out of a ledger's slot that was joined to every use and is done.
        let freed = self.enter().and_then(|()| unsafe { self.api().mem_free(address) });
        if let Err(error) = freed {
            self.report(error);
        }
    }

    /// Unloads a module none of whose kernels runs; on a dead context it stays.
    pub(crate) fn unload(&self, module: RawModule) {
        // SAFETY: the module comes out of a ledger's slot that was joined to every launch and is done, or was never launched.
        let unloaded = self.enter().and_then(|()| unsafe { self.api().module_unload(module) });
        if let Err(error) = unloaded {
            self.report(error);
        }
    }

    /// Leases an event of the context's pool.
    pub(crate) fn lease_event(&self) -> Result<EventLease> {
        self.events.lease()
    }

    #[inline]
    pub(crate) fn api(&self) -> &Arc<Api> {
        &self.device.api
    }

    pub(crate) fn raw(&self) -> RawContext {
        self.raw
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn limits(&self) -> &LaunchLimits {
        &self.limits
    }

    pub(crate) fn pool(&self) -> Option<RawPool> {
        self.pool
    }

    pub(crate) fn staging(&self) -> &StagingPool {
        &self.staging
    }

    pub(crate) fn reactor(&self) -> &Reactor {
        &self.reactor
    }
}

impl Drop for ContextInner {
    /// Reached when nothing of the context is left: no stream, no buffer, no operation.
    fn drop(&mut self) {
        if self.usable().is_err() {
            return;
        }
        let end = ContextEnd {
            device: self.device.clone(),
            raw: self.raw,
            pool: self.pool,
            events: Arc::clone(&self.events),
            pages: self.staging.drain().into_iter().chain(self.kept.drain()).collect(),
            departed: std::mem::take(&mut *self.departed.lock()),
        };
        if reactor::is_current() || reactor::is_reaping() {
            // It waits for the work of streams that are gone, which the reactor must not (R8), nor may other chores wait for it.
            self.reactor.end_later(end);
        } else {
            end.run();
        }
    }
}
