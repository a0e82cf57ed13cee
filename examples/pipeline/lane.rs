//! A stream with the buffers of the one tile that it works on.

use cuda_safe::{DeviceBuffer, Error, Event, PinnedBuffer, Stream};

use crate::failure::Failure;
use crate::kernels::{Kernels, geometry};
use crate::picture::Picture;
use crate::target::Target;
use crate::tiles::{RIM, Tile};
use crate::timeline::{Kind, Span};

/// One stream and its buffers, each large enough for the largest tile.
#[derive(Debug)]
pub(crate) struct Lane {
    number: usize,
    stream: Stream,
    input: PinnedBuffer<u32>,
    output: PinnedBuffer<u32>,
    source: DeviceBuffer<u32>,
    blurred: DeviceBuffer<u32>,
    result: DeviceBuffer<u32>,
}

/// Moments before, between and behind the four operations on a tile.
pub(crate) type Marks = [Event; 5];

impl Lane {
    /// Makes a stream and its buffers for tiles of at most `width` x `height` pixels.
    pub(crate) fn new(target: &Target, number: usize, width: u32, height: u32) -> Result<Self, Failure> {
        let context = &target.context;
        let len = |rim: u32| (width + 2 * rim) as usize * (height + 2 * rim) as usize;
        let make = || -> Result<Self, Error> {
            let stream = context.stream()?;
            Ok(Self {
                number,
                input: PinnedBuffer::zeroed(context, len(RIM))?,
                output: PinnedBuffer::zeroed(context, len(0))?,
                source: DeviceBuffer::zeroed(&stream, len(RIM))?,
                blurred: DeviceBuffer::zeroed(&stream, len(1))?,
                result: DeviceBuffer::zeroed(&stream, len(0))?,
                stream,
            })
        };
        make().map_err(Failure::device("cannot make a stream and its buffers"))
    }

    /// Has the stream wait for `event` before anything that is submitted from now on.
    pub(crate) fn wait_for(&self, event: &Event) -> Result<(), Error> {
        self.stream.wait_event(event)
    }

    /// Bytes that go to the device, and bytes that come back, for each tile.
    pub(crate) fn byte_lens(&self) -> (usize, usize) {
        (size_of_val::<[u32]>(&self.input), size_of_val::<[u32]>(&self.output))
    }

    /// Works on one tile; the result is then in [`Lane::output`].
    pub(crate) async fn run(
        mut self,
        kernels: &Kernels,
        picture: &Picture,
        tile: &Tile,
    ) -> Result<(Self, Marks), Failure> {
        tile.copy_in(picture, &mut self.input);
        self.submit_and_await(kernels, tile).await.map_err(Failure::device("cannot work on a tile"))
    }

    /// Submits all four operations, so that the stream never waits for this program, then awaits each. An error on the
    /// way drops those in flight, which waits for them.
    async fn submit_and_await(mut self, kernels: &Kernels, tile: &Tile) -> Result<(Self, Marks), Error> {
        let stream = &self.stream;
        let (width, height) = (tile.width, tile.height);

        let begin = stream.record_event()?;
        let upload = stream.upload(self.input, &mut self.source);
        let uploaded = stream.record_event()?;
        let (blur_width, blur_height) = (width + 2, height + 2);
        let args = (&self.source, &mut self.blurred, blur_width, blur_height);
        let blur = stream.launch(&kernels.blur, geometry(blur_width, blur_height), args)?;
        let blurred = stream.record_event()?;
        let args = (&self.blurred, &mut self.result, width, height);
        let edges = stream.launch(&kernels.edges, geometry(width, height), args)?;
        let drawn = stream.record_event()?;
        let download = stream.download(&self.result, self.output);
        let end = stream.record_event()?;

        self.input = upload.await?;
        blur.await?;
        edges.await?;
        self.output = download.await?;
        // The last event is behind the download.
        stream.synchronize().await?;
        Ok((self, [begin, uploaded, blurred, drawn, end]))
    }

    /// The last tile's result.
    pub(crate) fn output(&self) -> &[u32] {
        &self.output
    }

    /// When the four operations on a tile ran, in milliseconds behind `origin`.
    pub(crate) fn spans(&self, origin: &Event, marks: &Marks, tile: usize) -> Result<[Span; 4], Failure> {
        let mut moments = [0.0; 5];
        for (moment, mark) in moments.iter_mut().zip(marks) {
            let since = mark.elapsed_since(origin).map_err(Failure::device("cannot ask for the device's time"))?;
            *moment = since.as_secs_f64() * 1e3;
        }
        Ok(std::array::from_fn(|i| Span {
            stream: self.number,
            tile,
            kind: Kind::ALL[i],
            start_ms: moments[i],
            end_ms: moments[i + 1],
        }))
    }
}
