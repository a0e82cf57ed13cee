//! The whole picture: its tiles, spread over the streams.

use std::cell::RefCell;

use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::kernels::Kernels;
use crate::lane::Lane;
use crate::picture::Picture;
use crate::start::Start;
use crate::target::Target;
use crate::tiles::Tile;
use crate::timeline::Timeline;

/// What a run made.
#[derive(Debug)]
pub(crate) struct Done {
    /// The resulting picture.
    pub(crate) picture: Picture,
    /// When each stream did what.
    pub(crate) timeline: Timeline,
    /// Tiles worked on.
    pub(crate) tiles: usize,
    /// Bytes copied to the device.
    pub(crate) bytes_up: usize,
    /// Bytes copied back.
    pub(crate) bytes_down: usize,
}

/// Runs every tile of the picture, with as many in flight as there are streams.
pub(crate) fn run(target: &Target, picture: &Picture, streams: usize, side: u32) -> Result<Done, Failure> {
    let tiles = Tile::cut(picture, side);
    let kernels = Kernels::load(&target.context)?;
    let (width, height) = (side.min(picture.width), side.min(picture.height));
    let lanes: Result<Vec<Lane>, Failure> =
        (0..streams).map(|number| Lane::new(target, number, width, height)).collect();
    let lanes = lanes?;
    let start = Start::new(&target.context, &lanes)?;
    let bar = progress_bar(tiles.len());

    let mut done = Done {
        picture: Picture::blank(picture.width, picture.height),
        timeline: Timeline::default(),
        tiles: tiles.len(),
        bytes_up: 0,
        bytes_down: 0,
    };
    // Each tile in flight takes a lane and gives it back; there are as many lanes as tiles in flight.
    let free = RefCell::new(lanes);
    let (free, kernels) = (&free, &kernels);
    let results = stream::iter(tiles.iter().enumerate())
        .map(|(number, tile)| async move {
            let lane = free.borrow_mut().pop().expect("there are as many lanes as tiles in flight");
            let (lane, marks) = lane.run(kernels, picture, tile).await?;
            Ok::<_, Failure>((number, tile, lane, marks))
        })
        .buffer_unordered(streams);
    let ended = futures::executor::block_on(results.try_for_each(|(number, tile, lane, marks)| {
        let spans = start.moment().and_then(|moment| lane.spans(moment, &marks, number));
        tile.copy_out(lane.output(), &mut done.picture);
        let (up, down) = lane.byte_lens();
        done.bytes_up += up;
        done.bytes_down += down;
        free.borrow_mut().push(lane);
        bar.inc(1);
        std::future::ready(spans.map(|spans| done.timeline.spans.extend(spans)))
    }));
    bar.finish_and_clear();
    ended?;
    start.end()?;
    Ok(done)
}

/// A bar on the error stream; nothing when that is no terminal.
fn progress_bar(tiles: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} tiles, {elapsed}");
    ProgressBar::new(tiles as u64).with_style(style.expect("the template is a valid one"))
}
