//! [`Scope`]: copies of borrowed host memory that end before a call returns.
#![expect(unsafe_code, reason = "queues copies on memory that the ledger owns, and sees borrowed values as bytes")]

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

use crate::buffer::{DevicePod, DeviceSource, DeviceTarget, PinnedBuffer, Refill};
use crate::driver::{Api, DeviceAddress, RawStream};
use crate::error::{Error, Result};
use crate::reactor;
use crate::stream::{Access, Held, Op, Outcome, Region, Stream};

/// Copies of borrowed host memory, all of which end before [`Stream::scope`] returns.
///
/// Only a shared borrow of it is ever given out, so it cannot be forgotten, and nothing lent to it can be reached before the
/// end. None of this carries soundness: a slice is never seen by the driver, and the pages of a [`PinnedBuffer`] belong to
/// the library while they are lent.
pub struct Scope<'scope, 'env: 'scope> {
    stream: Stream,
    lent: RefCell<Vec<Lent<'scope>>>,
    _scope: PhantomData<&'scope mut &'scope ()>,
    _env: PhantomData<&'env mut &'env ()>,
}

/// An operation, and where what it answers belongs.
enum Lent<'scope> {
    /// The bytes wait in staging.
    Slice(Op, &'scope mut [u8]),
    /// The ledger owns the pages, of so many elements.
    Pages(Op, &'scope mut dyn Refill, usize),
}

impl Stream {
    /// Runs `body`, which may queue copies that borrow host memory, and then waits for them on this thread.
    ///
    /// Bytes read into slices land in staging, and are copied to their slices after the wait; [`PinnedBuffer`]s are read and
    /// written in place.
    ///
    /// # Blocking
    /// Blocks the calling thread until the copies are done. There is no asynchronous form: it could be forgotten.
    ///
    /// # Errors
    /// The first error of a copy; what `body` answered is then dropped. A slice that its copy did not reach is as it was. A
    /// [`PinnedBuffer`] is empty from then on if the end of its copy was never proved: its pages are in quarantine.
    /// [`Error::WouldDeadlock`] on the reactor's thread, before `body` is run.
    ///
    /// # Panics
    /// If `body` does, after the wait.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "sim")]
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use cuda_safe::{DeviceBuffer, Driver};
    /// # let stream = Driver::simulated()?.device(0)?.primary_context()?.stream()?;
    /// let (a, b) = (DeviceBuffer::<f32>::zeroed(&stream, 4)?, DeviceBuffer::<f32>::zeroed(&stream, 4)?);
    /// let (mut first, mut second) = ([1.0; 4], [1.0; 4]);
    /// stream.scope(|scope| {
    ///     scope.read(&a, &mut first)?;
    ///     scope.read(&b, &mut second)
    /// })??;
    /// assert_eq!((first, second), ([0.0; 4], [0.0; 4]));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "sim"))]
    /// # fn main() {}
    /// ```
    #[doc(alias = "cuEventSynchronize")]
    pub fn scope<'env, R>(&self, body: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R) -> Result<R> {
        if reactor::is_current() {
            return Err(Error::WouldDeadlock);
        }
        let (stream, lent) = (self.clone(), RefCell::new(Vec::new()));
        let scope = Scope { stream, lent, _scope: PhantomData, _env: PhantomData };
        let answer = catch_unwind(AssertUnwindSafe(|| body(&scope)));
        let ended = scope.end();
        match answer {
            Ok(answer) => ended.map(|()| answer),
            Err(panic) => {
                if let Err(error) = ended {
                    // The panic goes first; nobody is left to answer this to.
                    self.inner.context().report(error);
                }
                resume_unwind(panic)
            }
        }
    }
}

impl<'scope> Scope<'scope, '_> {
    /// The stream that the copies are queued on.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Queues a copy of `source` into `target`, which must have the same length. The bytes are there when the scope ends.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ForeignContext`], [`Error::PoolExhausted`], a dead context. The driver's own come
    /// from the scope.
    #[doc(alias = "cuMemcpyDtoHAsync")]
    pub fn read<T: DevicePod>(&self, source: &impl DeviceSource<T>, target: &'scope mut [T]) -> Result<()> {
        let source = source.region();
        check_len::<T>(source, target.len())?;
        if target.is_empty() {
            return Ok(());
        }
        let context = self.stream.inner.context();
        let pages = context.stage(source.byte_len())?;
        match self.submit_read(Held::Staging(pages), source) {
            Ok(op) => self.lent.borrow_mut().push(Lent::Slice(op, bytes_of(target))),
            Err((error, held)) => {
                held.release(context);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Queues a copy of `source` into `target`, in place; they must have the same length.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    #[doc(alias = "cuMemcpyDtoHAsync")]
    pub fn download<T: DevicePod>(
        &self,
        source: &impl DeviceSource<T>,
        target: &'scope mut PinnedBuffer<T>,
    ) -> Result<()> {
        let source = source.region();
        self.lend(source, target, |held| self.submit_read(held, source))
    }

    /// Queues a copy of `source`, in place, to `target`; they must have the same length.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    #[doc(alias = "cuMemcpyHtoDAsync")]
    pub fn upload<T: DevicePod>(
        &self,
        source: &'scope mut PinnedBuffer<T>,
        target: &mut impl DeviceTarget<T>,
    ) -> Result<()> {
        let target = target.region();
        self.lend(target, source, |held| {
            self.submit(held, target, Access::Write, |api, raw, address, start, byte_len| {
                // SAFETY: `submit` promises live memory on both sides; nobody has access to the pages meanwhile.
                unsafe { api.copy_to_device(address, start, byte_len, raw) }
            })
        })
    }

    /// Takes the pages of `buffer` for an operation on `region`.
    fn lend<T: DevicePod>(
        &self,
        region: Region<'_>,
        buffer: &'scope mut PinnedBuffer<T>,
        submit: impl FnOnce(Held) -> Result<Op, (Error, Held)>,
    ) -> Result<()> {
        check_len::<T>(region, buffer.len())?;
        if !buffer.context().is_same(self.stream.inner.context()) {
            return Err(Error::ForeignContext);
        }
        if buffer.is_empty() {
            return Ok(());
        }
        let (pages, len) = buffer.lend();
        match submit(Held::Pinned(pages)) {
            Ok(op) => self.lent.borrow_mut().push(Lent::Pages(op, buffer, len)),
            Err((error, held)) => {
                put_back(held, buffer, len);
                return Err(error);
            }
        }
        Ok(())
    }

    fn submit_read(&self, held: Held, source: Region<'_>) -> Result<Op, (Error, Held)> {
        self.submit(held, source, Access::Read, |api, raw, address, start, byte_len| {
            // SAFETY: `submit` promises live memory on both sides; nobody has access to the pages meanwhile.
            unsafe { api.copy_to_host(start, address, byte_len, raw) }
        })
    }

    /// Submits a copy between `region` and the start of the pages that `held` names, which are at least as long. Until it is
    /// done the ledger's slot owns the pages (R0, R1), and the device memory is freed only behind a join to this use.
    fn submit(
        &self,
        held: Held,
        region: Region<'_>,
        access: Access,
        copy: impl FnOnce(&Api, RawStream, DeviceAddress, NonNull<u8>, usize) -> Result<()>,
    ) -> Result<Op, (Error, Held)> {
        let (Held::Staging(pages) | Held::Pinned(pages)) = &held else {
            unreachable!("a scope moves nothing but pages")
        };
        let (start, address, byte_len) = (pages.start(), region.address(), region.byte_len());
        self.stream
            .inner
            .submit_held(held, &[Some(region.operand(access))], |api, raw| copy(api, raw, address, start, byte_len))
    }

    /// Waits for everything and puts it where it belongs; answers the first error.
    fn end(&self) -> Result<()> {
        let mut first = Ok(());
        for lent in mem::take(&mut *self.lent.borrow_mut()) {
            let ended = match lent {
                Lent::Slice(op, target) => self.end_slice(op, target),
                Lent::Pages(op, buffer, len) => end_pages(op, buffer, len),
            };
            first = first.and(ended);
        }
        first
    }

    fn end_slice(&self, op: Op, target: &mut [u8]) -> Result<()> {
        match op.wait_for_outcome()? {
            Outcome::Done { held, error } => {
                if let (Held::Staging(pages), None) = (&held, &error) {
                    target.copy_from_slice(pages.elements(target.len()));
                }
                held.release(self.stream.inner.context());
                error.map_or(Ok(()), Err)
            }
            Outcome::Failed(error) => Err(error),
        }
    }
}

fn end_pages(op: Op, buffer: &mut dyn Refill, len: usize) -> Result<()> {
    match op.wait_for_outcome()? {
        Outcome::Done { held, error } => {
            put_back(held, buffer, len);
            error.map_or(Ok(()), Err)
        }
        Outcome::Failed(error) => Err(error),
    }
}

fn put_back(held: Held, buffer: &mut dyn Refill, len: usize) {
    match held {
        Held::Pinned(pages) => buffer.refill(pages, len),
        _ => unreachable!("the ledger gives back what it was given"),
    }
}

fn check_len<T>(region: Region<'_>, actual: usize) -> Result<()> {
    let expected = region.len::<T>();
    if expected == actual { Ok(()) } else { Err(Error::LengthMismatch { expected, actual }) }
}

/// The bytes of `values`, to be overwritten.
fn bytes_of<T: DevicePod>(values: &mut [T]) -> &mut [u8] {
    let byte_len = mem::size_of_val(values);
    // SAFETY: the same live, exclusively borrowed bytes; a `T` has no padding, and any bytes are a `T` (R10).
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), byte_len) }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("stream", &self.stream).finish_non_exhaustive()
    }
}
