//! One start for all streams.

use cuda_safe::{Context, DeviceBuffer, Error, Event, PinnedBuffer, Transfer};

use crate::failure::Failure;
use crate::lane::Lane;

/// Elements of the copy that the streams wait for: it takes a device longer than it takes a host to submit the first tiles.
const LEN: usize = 4 << 20;

/// Holds the streams until each has its first tile queued. A device is faster with a small tile than a host is with the
/// next one, so without this the streams might take turns.
#[derive(Debug)]
pub(crate) struct Start {
    copy: Transfer<PinnedBuffer<u32>>,
    moment: Event,
    /// Freed behind the copy.
    _target: DeviceBuffer<u32>,
}

impl Start {
    /// Starts a copy on a stream of its own and has all lanes wait for it.
    pub(crate) fn new(context: &Context, lanes: &[Lane]) -> Result<Self, Failure> {
        let make = || -> Result<Self, Error> {
            let stream = context.stream()?;
            let source = PinnedBuffer::zeroed(context, LEN)?;
            let mut target = DeviceBuffer::zeroed(&stream, LEN)?;
            let copy = stream.upload(source, &mut target);
            let moment = stream.record_event()?;
            lanes.iter().try_for_each(|lane| lane.wait_for(&moment))?;
            Ok(Self { copy, moment, _target: target })
        };
        make().map_err(Failure::device("cannot make the streams start together"))
    }

    /// The moment at which all streams start, from which times are counted. Waits for it; it is past when a tile is done.
    pub(crate) fn moment(&self) -> Result<&Event, Failure> {
        let waited = self.moment.synchronize_blocking();
        waited.map(|()| &self.moment).map_err(Failure::device("cannot ask for the device's time"))
    }

    /// Ends the copy, and so frees its memory.
    pub(crate) fn end(self) -> Result<(), Failure> {
        let ended = self.copy.wait_blocking();
        ended.map(drop).map_err(Failure::device("cannot make the streams start together"))
    }
}
