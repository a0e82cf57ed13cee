//! Blurs a picture and draws its edges, tile by tile, on several streams of a GPU or of the simulated driver.
//!
//! Each tile is uploaded from page-locked memory, goes through two kernels and is downloaded; every one of the four is
//! awaited. The result must equal the CPU's, and operations of at least two streams must have run at the same time by
//! the device's own clock.
#![deny(unsafe_code)]

mod arguments;
mod failure;
mod job;
mod kernels;
mod lane;
mod outputs;
mod picture;
mod reference;
mod start;
mod svg;
mod target;
mod tiles;
mod timeline;

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser as _;

use arguments::Arguments;
use failure::Failure;
use outputs::Outputs;
use picture::Picture;
use target::Target;
use timeline::Overlap;

/// Side of a tile, in pixels.
const TILE_SIDE: u32 = 128;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("pipeline: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let sample = || Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample.png");
    let path: PathBuf = arguments.picture.clone().unwrap_or_else(sample);
    let outputs = Outputs::new(arguments)?;
    let picture = Picture::read(&path)?;
    let target = Target::open(arguments.driver, arguments.seed)?;
    let device = target.device_text()?;
    say(&format!("driver   {}\ndevice   {device}", target.driver_text()))?;
    say(&format!("picture  {}, {} x {} pixels", path.display(), picture.width, picture.height))?;

    let start = Instant::now();
    let done = job::run(&target, &picture, usize::from(arguments.streams), TILE_SIDE)?;
    let seconds = start.elapsed().as_secs_f64();
    let Overlap { most_streams, shared_ms, total_ms } = done.timeline.overlap();
    let streams = arguments.streams;
    say(&format!("tiles    {} of at most {TILE_SIDE} x {TILE_SIDE} pixels, on {streams} streams", done.tiles))?;
    say(&format!("bytes    {} to the device, {} back", done.bytes_up, done.bytes_down))?;
    say(&format!("seconds  {seconds:.3}, of which {:.3} on the device", total_ms / 1e3))?;
    say(&format!(
        "overlap  at most {most_streams} streams at once; two or more in {shared_ms:.1} of {total_ms:.1} ms"
    ))?;

    outputs.write(&done.picture, &svg::to_svg(&done.timeline, &target.driver_text()))?;
    say(&format!("wrote    {} and {}", outputs.picture.display(), outputs.timeline.display()))?;

    check(&done.picture, &reference::reference(&picture))?;
    say("checked  equal to the CPU's picture, pixel by pixel")?;
    // A single tile has nothing to overlap with.
    if done.tiles > 1 && most_streams < 2 {
        return Err(Failure::NoOverlap { streams: usize::from(streams) });
    }
    Ok(())
}

/// Prints a line; a reader that has gone away is no reason to stop.
fn say(line: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout().lock(), "{line}") {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Write { path: "the standard output".into(), cause })
        }
        _ => Ok(()),
    }
}

/// The first pixel at which the device's picture is not the CPU's, as a failure.
fn check(device: &Picture, reference: &Picture) -> Result<(), Failure> {
    let pairs = device.pixels.iter().zip(&reference.pixels);
    match pairs.enumerate().find(|(_, (found, wanted))| found != wanted) {
        None => Ok(()),
        Some((index, (&found, &wanted))) => {
            let (x, y) = (index as u32 % reference.width, index as u32 / reference.width);
            Err(Failure::Differs { x, y, device: found, reference: wanted })
        }
    }
}
